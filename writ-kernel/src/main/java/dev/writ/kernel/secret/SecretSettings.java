// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.policy.SettingsSecrets;
import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedCache;
import dev.writ.sandbox.confinement.SandboxConfinement.CoveredPlace.ReplacedFile;
import dev.writ.sandbox.os.FileStamp;
import dev.writ.sandbox.os.ScratchDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Settings that hold passwords beside what a tool needs: those of build tools in their caches, and
/// the repository's own. Programs get a copy without the passwords, so that a mirror or a proxy
/// still counts.
public final class SecretSettings implements AutoCloseable {
  /// Directories of a home with such files, and the names of these.
  private static final Map<String, String> IN_HOME =
      Map.of(
          ".m2", "*.xml*",
          ".gradle", "*.{properties,gradle,kts}*",
          ".gradle/init.d", "*",
          ".nuget", "*.[Cc]onfig*",
          ".nuget/NuGet", "*.[Cc]onfig*",
          ".cargo", "config*");

  private static final String GIT = ".git";
  private static final String MODULES = ".git/modules";
  private static final String GIT_CONFIG = "config*";

  /// Larger files are no settings.
  private static final int MAX_BYTES = 1 << 20;

  private final Path workspace;
  private final Path home;
  private final List<GlobPattern> visible;
  private final Map<Path, Looked> looked = new HashMap<>();
  private Optional<ScratchDirectory> copies = Optional.empty();

  /// What a file says.
  ///
  /// @param secrets empty where it has none
  private record Looked(
      Optional<FileStamp> stamp, Optional<SettingsSecrets> secrets, Optional<Path> copy) {
    private static final Looked NOTHING =
        new Looked(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /// @param home the person's
  /// @param visible places that every program may see (`safety.visible_secrets`): of the workspace,
  ///     or `~/…`
  public SecretSettings(Path workspace, Path home, List<GlobPattern> visible) {
    this.workspace = workspace;
    this.home = home;
    this.visible = List.copyOf(visible);
  }

  /// The files of which a command sees copies.
  ///
  /// @param whole whether it sees the repository's own as they are
  /// @throws IOException where a copy can't be made
  public synchronized List<ReplacedFile> replaced(SandboxConfinement confinement, boolean whole)
      throws IOException {
    List<ReplacedFile> replaced = new ArrayList<>();
    List<Path> files = new ArrayList<>(whole ? List.of() : ofRepository());
    for (Path file : ofHome()) {
      if (file.startsWith(workspace)
          || confinement.paths().caches().stream()
              .map(ConfinedCache::path)
              .anyMatch(file::startsWith)) {
        files.add(file);
      }
    }
    for (Path file : files) {
      Looked at = looked(file);
      if (at.secrets().isPresent()) {
        replaced.add(new ReplacedFile(file, copy(file, at)));
      }
    }
    return replaced;
  }

  /// The secrets of all of them, as far as their shape doesn't tell.
  synchronized List<String> values() {
    List<Path> files = new ArrayList<>(ofRepository());
    files.addAll(ofHome());
    List<String> values = new ArrayList<>();
    for (Path file : files) {
      looked(file).secrets().ifPresent(found -> values.addAll(found.values()));
    }
    return values;
  }

  private List<Path> ofHome() {
    List<Path> files = new ArrayList<>();
    IN_HOME.forEach((directory, names) -> add(home.resolve(directory), names, files));
    files.removeIf(file -> isVisible("~/" + home.relativize(file)));
    return files;
  }

  private List<Path> ofRepository() {
    List<Path> files = new ArrayList<>();
    add(workspace.resolve(GIT), GIT_CONFIG, files);
    List<Path> modules = new ArrayList<>();
    entries(workspace.resolve(MODULES), "*", modules);
    modules.forEach(module -> add(module, GIT_CONFIG, files));
    files.removeIf(file -> isVisible(workspace.relativize(file).toString()));
    return files;
  }

  private boolean isVisible(String name) {
    WorkspacePath place = WorkspacePath.of(name);
    return visible.stream().anyMatch(glob -> glob.matches(place));
  }

  private static void add(Path directory, String names, List<Path> files) {
    List<Path> entries = new ArrayList<>();
    entries(directory, names, entries);
    entries.stream().filter(SecretSettings::isFile).forEach(files::add);
  }

  private static boolean isFile(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static void entries(Path directory, String names, List<Path> entries) {
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, names)) {
        stream.forEach(entries::add);
      } catch (IOException _) {
        // Nor can a program list it.
      }
    }
  }

  private Looked looked(Path file) {
    Looked known = looked.get(file);
    FileStamp stamp = FileStamp.ifThere(file);
    if (stamp == null) {
      return Looked.NOTHING;
    }
    if (known == null || !stamp.equals(known.stamp().orElse(null)) || !stamp.settled()) {
      known = new Looked(Optional.of(stamp), secrets(file, stamp), Optional.empty());
      looked.put(file, known);
    }
    return known;
  }

  private static Optional<SettingsSecrets> secrets(Path file, FileStamp stamp) {
    if (stamp.size() > MAX_BYTES) {
      return Optional.empty();
    }
    try {
      // Each byte is a character, and comes back as it was.
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      return Optional.of(SettingsSecrets.of(text)).filter(SettingsSecrets::any);
    } catch (IOException _) {
      return Optional.empty(); // nor can a program read it
    }
  }

  private Path copy(Path file, Looked at) throws IOException {
    if (at.copy().isPresent()) {
      return at.copy().get();
    }
    if (copies.isEmpty()) {
      copies = Optional.of(new ScratchDirectory());
    }
    Path copy = Files.createTempFile(copies.get().path(), "settings-", "");
    Files.writeString(copy, at.secrets().orElseThrow().text(), StandardCharsets.ISO_8859_1);
    looked.put(file, new Looked(at.stamp(), at.secrets(), Optional.of(copy)));
    return copy;
  }

  @Override
  public synchronized void close() {
    copies.ifPresent(ScratchDirectory::close);
    copies = Optional.empty();
    looked.clear();
  }
}
