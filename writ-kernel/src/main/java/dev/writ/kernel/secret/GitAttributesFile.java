// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.base.scope.RecordDirectories;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.repository.PersonalSettings;
import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The files by which every Git in a sandbox omits contents of secret files and of Writ's journals,
/// both from its history and the working tree (gitattributes(5)), ignores Writ's untracked files in
/// a project and what the person's own lists ignore (gitignore(5)), and treats contents as the
/// person's own settings and attributes say.
///
/// @param data Writ's directory among the person's data
public record GitAttributesFile(Path data) {
  private static final String ATTRIBUTES = "git-attributes-";
  private static final String EXCLUDES = "git-excludes-";
  private static final String CONFIG = "git-config-";
  private static final int NAMED_BY = 16;

  /// A line of a journal is longer than most differences, and of no interest to a model.
  private static final String RECORDS = "**/.orchestration/*.jsonl -diff\n";

  /// The files that every Git of a line obeys, and the settings that name them.
  ///
  /// @param system the settings of the lowest rank; empty if only the system's own count
  /// @param reading the same for a command that only reads
  record GitObeyed(
      List<Path> files, GitSettings settings, Optional<Path> system, Optional<Path> reading) {
    static final GitObeyed NONE =
        new GitObeyed(List.of(), GitSettings.NONE, Optional.empty(), Optional.empty());

    GitObeyed {
      files = List.copyOf(files);
    }

    private GitObeyed and(String setting, Path file) {
      List<Path> more = new ArrayList<>(files);
      more.add(file);
      return new GitObeyed(more, settings.and(Map.of(setting, file.toString())), system, reading);
    }

    /// A repository's settings and those of a program's own home directory stand above these.
    Map<String, String> variables(boolean onlyReads) {
      Map<String, String> variables = new TreeMap<>();
      (onlyReads ? reading : system)
          .ifPresent(file -> variables.put("GIT_CONFIG_SYSTEM", file.toString()));
      return variables;
    }
  }

  /// Writes them unless they are there.
  ///
  /// @param omitting whether contents of secret files are omitted, too
  /// @param ignores the lines of the person's own lists, each byte as a character
  /// @param own the person's own settings
  GitObeyed prepare(boolean omitting, String ignores, PersonalSettings own) throws IOException {
    Path system = prepared(CONFIG, Contents.bytes(own.forCommands()));
    Path reading = prepared(CONFIG, Contents.bytes(own.forReading()));
    GitObeyed obeyed =
        new GitObeyed(
                List.of(system, reading),
                GitSettings.NONE,
                Optional.of(system),
                Optional.of(reading))
            .and("core.excludesFile", prepared(EXCLUDES, Contents.excludes(ignores)));
    byte[] attributes = Contents.attributes(own.attributes(), omitting);
    return attributes.length == 0
        ? obeyed
        : obeyed.and("core.attributesFile", prepared(ATTRIBUTES, attributes));
  }

  /// The attributes by which contents of secret files are omitted, without the person's own.
  ///
  /// @throws IOException if they can't be written
  public Path omitting() throws IOException {
    return prepared(ATTRIBUTES, Contents.attributes("", /* omitting= */ true));
  }

  /// What they say; Writ's part always the same: made once, when the first command needs it.
  private static final class Contents {
    private static final String OMITTED =
        new String(bytes(RECORDS + ProtectedNames.gitAttributes()), StandardCharsets.ISO_8859_1);
    private static final String OWN = String.join("/\n", RecordDirectories.NAMES) + "/\n";

    static byte[] excludes(String ignores) {
      return (ignores + OWN).getBytes(StandardCharsets.ISO_8859_1);
    }

    /// Of two lines for a file the later one counts.
    static byte[] attributes(String own, boolean omitting) {
      String before = own.isEmpty() || own.endsWith("\n") ? own : own + "\n";
      return (before + (omitting ? OMITTED : "")).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  /// A file named by its content, so that sessions that need another one don't disturb each other.
  private Path prepared(String name, byte[] wanted) throws IOException {
    String hash = ContentHash.of(new String(wanted, StandardCharsets.ISO_8859_1));
    int named = hash.indexOf(':') + 1;
    Path path = data.resolve(name + hash.substring(named, named + NAMED_BY));
    if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
        && Arrays.equals(Files.readAllBytes(path), wanted)) {
      return path;
    }
    Files.createDirectories(data, PosixFilePermissions.asFileAttribute(Journal.PRIVATE_DIRECTORY));
    Path fresh = Files.createTempFile(data, name, "");
    Files.write(fresh, wanted);
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return path;
  }
}
