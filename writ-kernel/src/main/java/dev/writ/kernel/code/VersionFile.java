// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.code;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.protection.ObedienceRule;
import dev.writ.kernel.protection.ObeyedName;
import dev.writ.kernel.protection.ObeyedNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The files by which a person's programs are chosen: mostly a version, but uv takes the path of an
/// interpreter, or of a directory that has one, and others join what stands there to a path, and
/// start what they find.
public final class VersionFile {
  private static final int MAX_BYTES = 64 * 1024;

  private static final String PYTHON = ".python-version";

  private static final List<ObeyedName> ROWS =
      List.of(
          row(PYTHON, "uv", "docs.astral.sh/uv/concepts/python-versions: paths"),
          row(".java-version", "jenv", "github.com/jenv/jenv: jenv-version-file-read"),
          row(".sdkmanrc", "SDKMAN", "sdkman.io/usage: env"),
          row(".terraform-version", "tfenv", "github.com/tfutils/tfenv: version file"),
          row(".opentofu-version", "tofuenv", "github.com/tofuutils/tofuenv: version file"),
          row(".terragrunt-version", "tgenv", "github.com/tgenv/tgenv: version file"),
          row(".ruby-version", "rbenv, RVM", "github.com/rbenv/rbenv: local versions"),
          row(".nvmrc", "nvm, fnm", "github.com/nvm-sh/nvm: .nvmrc"),
          row(".node-version", "nodenv, fnm", "github.com/nodenv/nodenv: local versions"),
          row(".perl-version", "plenv", "github.com/tokuhirom/plenv: local versions"),
          row(".php-version", "phpenv", "github.com/phpenv/phpenv: local versions"),
          row(".go-version", "goenv", "github.com/go-nv/goenv: local versions"),
          row(".swift-version", "swiftly, swiftenv", "swift.org/swiftly: selecting toolchains"),
          row(".crystal-version", "crenv", "github.com/pine/crenv: local versions"),
          row(".lua-version", "luaenv", "github.com/cehoffman/luaenv: local versions"),
          row(".exenv-version", "exenv", "github.com/mururu/exenv: local versions"));

  private static final Pattern REMARK = Pattern.compile("\\s*(?:#.*)?$");

  /// A directory of the workspace may be called as no version is.
  private static final Pattern PYTHON_VERSION =
      Pattern.compile(
          "(?:(?:cpython|pypy|graalpy)[@-]?|cp|pp)?\\d+(?:\\.\\d+)*(?:(?:a|b|rc)\\d+)?t?|system");

  /// A word that is no path, also behind the name of what it is a version of.
  private static final Pattern VERSION =
      Pattern.compile(
          "(?:\\w+\\s*=\\s*)?(?:latest:)?[~^<>=]*[A-Za-z0-9][A-Za-z0-9._+@*-]*|lts/(?:\\*|[a-z]+)");

  private VersionFile() {}

  private static ObeyedName row(String name, String program, String source) {
    return new ObeyedName(ObedienceRule.ASKS, name, program, source);
  }

  /// Whether a place is one.
  public static boolean is(WorkspacePath place) {
    return row(place).isPresent();
  }

  /// The name of one, whatever it holds.
  static Optional<ObeyedName> row(WorkspacePath place) {
    if (place.isRoot() || !place.name().startsWith(".")) {
      return Optional.empty();
    }
    String name = ObeyedNames.fold(place.name());
    return ROWS.stream().filter(row -> row.pattern().equals(name)).findAny();
  }

  /// The name for which a change asks: where more than versions would stand there.
  public static Optional<ObeyedName> find(WorkspacePath place, Path after) {
    Optional<ObeyedName> row = row(place);
    if (row.isEmpty() || !Files.exists(after, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try {
      boolean plain =
          Files.isRegularFile(after, LinkOption.NOFOLLOW_LINKS)
              && Files.size(after) <= MAX_BYTES
              && isPlain(row.get(), Files.readAllBytes(after));
      return plain ? Optional.empty() : row;
    } catch (IOException _) {
      return row;
    }
  }

  /// The same for what a file tool writes or moves there.
  public static Optional<ObeyedName> find(WorkspacePath place, Effect effect) {
    Optional<ObeyedName> row = row(place);
    if (row.isEmpty()
        || effect instanceof Effect.RunCommand // what it leaves is judged afterwards
        || effect instanceof Mutation.DeletePath) {
      return Optional.empty();
    }
    boolean plain =
        effect instanceof Effect.WritePath write
            && write.after() instanceof Effect.WriteResult.Replaced replaced
            && isPlain(row.get(), replaced.content().bytes());
    return plain ? Optional.empty() : row;
  }

  private static boolean isPlain(ObeyedName row, byte[] content) {
    Pattern version = row.pattern().equals(PYTHON) ? PYTHON_VERSION : VERSION;
    String text = new String(content, StandardCharsets.UTF_8);
    return !text.contains("../") // some read each word of a remark, too
        && text.lines()
            .map(line -> REMARK.matcher(line).replaceFirst("").strip())
            .allMatch(line -> line.isEmpty() || version.matcher(line).matches());
  }
}
