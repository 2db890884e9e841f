// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/// The file by which Git, whoever starts it in a sandbox, shows no content of secret files: neither
/// of its history nor of the working tree (gitattributes(5)).
///
/// @param data Writ's directory among the person's data
public record GitAttributesFile(Path data) {
  private static final String NAME = "git-attributes";

  /// Where it lies.
  Path path() {
    return data.resolve(NAME);
  }

  /// Writes it unless it is there.
  void prepare() throws IOException {
    byte[] wanted = ProtectedNames.gitAttributes().getBytes(StandardCharsets.UTF_8);
    if (Files.isRegularFile(path(), LinkOption.NOFOLLOW_LINKS)
        && java.util.Arrays.equals(Files.readAllBytes(path()), wanted)) {
      return;
    }
    Files.createDirectories(data, PosixFilePermissions.asFileAttribute(Journal.PRIVATE_DIRECTORY));
    Path fresh = Files.createTempFile(data, NAME, "");
    Files.write(fresh, wanted);
    Files.move(fresh, path(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Variables that tell Git (git-config(1)).
  Map<String, String> environment() {
    return Map.of(
        "GIT_CONFIG_COUNT",
        "1",
        "GIT_CONFIG_KEY_0",
        "core.attributesFile",
        "GIT_CONFIG_VALUE_0",
        path().toString());
  }
}
