// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.base.scope.RecordDirectories;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The files by which every Git in a sandbox omits contents of secret files and of Writ's journals,
/// both from its history and the working tree (gitattributes(5)), and ignores Writ's untracked
/// files in a project (gitignore(5)).
///
/// @param data Writ's directory among the person's data
public record GitAttributesFile(Path data) {
  private static final String NAME = "git-attributes";
  private static final String EXCLUDES = "git-excludes";

  /// A line of a journal is longer than most differences, and of no interest to a model.
  private static final String RECORDS = "**/.orchestration/*.jsonl -diff\n";

  private Path attributes() {
    return data.resolve(NAME);
  }

  private Path excludes() {
    return data.resolve(EXCLUDES);
  }

  /// The directory of these files.
  List<Path> paths() {
    return List.of(attributes(), excludes());
  }

  /// Writes them unless they are there.
  void prepare() throws IOException {
    prepare(attributes(), Contents.ATTRIBUTES);
    prepare(excludes(), Contents.EXCLUDES);
  }

  /// What they say, always the same: made once, when the first command needs it.
  private static final class Contents {
    static final byte[] ATTRIBUTES = bytes(RECORDS + ProtectedNames.gitAttributes());
    static final byte[] EXCLUDES = bytes(String.join("/\n", RecordDirectories.NAMES) + "/\n");

    private static byte[] bytes(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  private void prepare(Path path, byte[] wanted) throws IOException {
    if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
        && Arrays.equals(Files.readAllBytes(path), wanted)) {
      return;
    }
    Files.createDirectories(data, PosixFilePermissions.asFileAttribute(Journal.PRIVATE_DIRECTORY));
    Path fresh = Files.createTempFile(data, NAME, "");
    Files.write(fresh, wanted);
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /// The settings that name them to Git.
  GitSettings settings() {
    return new GitSettings(
        Map.of(
            "core.attributesFile", attributes().toString(),
            "core.excludesFile", excludes().toString()));
  }
}
