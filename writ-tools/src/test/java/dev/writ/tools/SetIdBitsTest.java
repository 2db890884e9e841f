// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A content that a model made has no more rights than the model, whichever tool wrote it.
class SetIdBitsTest {
  /// `cap_net_bind_service+ep`, as capabilities(7) stores it.
  private static final String CAPABILITY = "0100000200040000000000000000000000000000";

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "write, false",
    "edit, false",
    "patch, false",
    "move and patch, false",
    "namespaces, false",
    "landlock, false",
    "write, true",
    "edit, true",
    "patch, true",
    "move and patch, true",
    "namespaces, true",
    "landlock, true"
  })
  void noContentOfAModelHasThem(String how, boolean capability) throws Exception {
    try (Door door = Scripts.door(directory, how.equals("landlock") ? "landlock" : "namespaces")) {
      Path file = door.seen("tool", "one\n");
      if (capability) {
        assumeThat(
                python(
                    "import os; os.setxattr('%s', 'security.capability', bytes.fromhex('%s'))"
                        .formatted(file, CAPABILITY)))
            .isEqualTo("");
      } else {
        Files.setAttribute(file, "unix:mode", 06755);
      }
      String update = "*** Begin Patch\n*** Update File: tool\n%s@@\n-one\n+two\n*** End Patch\n";
      CallAnswer answer =
          switch (how) {
            case "write" -> door.call("write_file", "path", "tool", "content", "two\n");
            case "edit" ->
                door.call("edit_file", "path", "tool", "old_text", "one", "new_text", "two");
            case "patch" -> door.call("apply_patch", "patch", update.formatted(""));
            case "move and patch" ->
                door.call("apply_patch", "patch", update.formatted("*** Move to: moved\n"));
            default -> Scripts.sh(door, "echo two > tool");
          };

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      Path now = how.startsWith("move") ? door.root.resolve("moved") : file;
      assertThat(now).hasContent("two");
      assertThat((int) Files.getAttribute(now, "unix:mode") & 07000).isZero();
      assertThat(python("import os; print(os.listxattr('%s'))".formatted(now)))
          .doesNotContain("security.capability");
    }
  }

  private static String python(String program) throws Exception {
    Process python = new ProcessBuilder("python3", "-c", program).redirectErrorStream(true).start();
    String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(python.waitFor()).isNotNegative();
    return said;
  }
}
