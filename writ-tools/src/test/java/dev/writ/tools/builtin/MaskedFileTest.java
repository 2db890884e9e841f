// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ErrorCode;
import dev.writ.kernel.call.ToolResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What file tools mask in an ordinary file stays masked: no edit lays it bare, and no call that
/// delivers a part of the file does.
class MaskedFileTest {
  private static final String TOKEN = "ghp_k7Qm2xVb9TzLpR4sWnYd8cHf3JgA1eUo5iX6";
  private static final String CONF =
      "x = 1\ntoken = " + TOKEN + "\nurl = https://me:zebra7quartz@a.example\ny = 2\n";
  private static final List<String> KEY =
      List.of(
          "MIIEpAIBAAKCAQEAx7Qm2xVb9TzLpR4sWnYd8cHf3JgA1eUo5iX6b0KqPaSdFgHj",
          "Zk3vN8mB1yT6rE4wQ9uI2oP5aS7dF0gH3jK6lZ8xC1vB4nM7qW9eR2tY5uI8oP0a",
          "Lm5nO2pQ8rS1tU4vW7xY0zA3bC6dE9fG2hI5jK8lM1nO4pQ7rS0tU3vW6xY9zA2b",
          "Cd8eF1gH4iJ7kL0mN3oP6qR9sT2uV5wX8yZ1aB4cD7eF0gH3iJ6kL9mN2oP5qR8s",
          "Tu1vW4xY7zA0bC3dE6fG9hI2jK5lM8nO1pQ4rS7tU0vW3xY6zA9bC2dE5fG8hI==");
  private static final String BEGIN = "-----BEGIN RSA PRIVATE KEY-----";
  private static final String END = "-----END RSA PRIVATE KEY-----";
  private static final String NOTES =
      "# notes\n" + BEGIN + "\n" + String.join("\n", KEY) + "\n" + END + "\nend\nlast\n";

  @TempDir Path directory;

  private static ToolResult edit(Door door, String path, String old, String now) {
    return door.call("edit_file", "path", path, "old_text", old, "new_text", now).result();
  }

  private static ErrorCode code(ToolResult result) {
    return ((ToolResult.Failure) result).error().code();
  }

  @ParameterizedTest
  @CsvSource({
    "ghp_, ghp-, EDIT_NOT_FOUND",
    "token = ghp_, 'token = ', EDIT_NOT_FOUND",
    "'token = ', tokenx, INVALID_ARGUMENTS",
    "://, :-//, INVALID_ARGUMENTS",
    "@a, -a, INVALID_ARGUMENTS",
    "https, postgres, ",
    "token, secret, "
  })
  void anEditLeavesNoPartOfASecretBare(String old, String now, ErrorCode refused) {
    try (Door door = Door.in(directory)) {
      door.seen("src/conf.txt", CONF);
      ToolResult result = edit(door, "src/conf.txt", old, now);
      assertThat(result.content()).doesNotContain("k7Qm2xVb", "zebra7");
      if (refused == null) {
        assertThat(result).isInstanceOf(ToolResult.Success.class);
      } else {
        assertThat(code(result)).isEqualTo(refused);
        assertThat(result.content()).contains("ask the person");
        assertThat(door.read("src/conf.txt")).isEqualTo(CONF);
      }
    }
  }

  @Test
  void aWholeSecretIsReplaced() {
    try (Door door = Door.in(directory)) {
      door.seen("src/conf.txt", CONF);
      assertThat(edit(door, "src/conf.txt", TOKEN, "none")).isInstanceOf(ToolResult.Success.class);
      assertThat(door.read("src/conf.txt")).isEqualTo(CONF.replace(TOKEN, "none"));
    }
  }

  private static String patch(String hunk) {
    return "*** Begin Patch\n*** Update File: src/notes.md\n" + hunk + "\n*** End Patch";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@@\n-" + BEGIN + "\n+start",
        "@@\n # notes\n-" + BEGIN,
        "@@\n-" + END,
        "*** Move to: src/other.md\n@@\n-" + BEGIN + "\n+start",
        "@@ " + BEGIN + "\n+" + END,
        "@@ # notes\n+" + BEGIN + "\n+" + END
      })
  void aPatchLeavesNoLineOfAKeyBare(String hunk) {
    try (Door door = Door.in(directory)) {
      door.seen("src/notes.md", NOTES);
      String unified = "--- a/src/notes.md\n+++ b/src/notes.md\n@@ -4,0 +5,1 @@\n+" + END + "\n";
      for (String text : List.of(patch(hunk), unified)) {
        ToolResult result = door.call("apply_patch", "patch", text).result();
        assertThat(result.content()).doesNotContain(KEY);
      }
      for (String file : List.of("src/notes.md", "src/other.md")) {
        assertThat(door.call("read_file", "path", file).result().content()).doesNotContain(KEY);
      }
      assertThat(door.call("apply_patch", "patch", patch("@@\n-end\n+done")).result())
          .isInstanceOf(ToolResult.Success.class);
    }
  }

  @Test
  void aKeyIsMaskedWithoutItsFirstLine() {
    try (Door door = Door.in(directory)) {
      door.file("src/notes.md", NOTES);
      door.file("src/empty.md", "# notes\nend\nlast\n");
      assertThat(door.text("read_file", "path", "src/notes.md", "offset", 4, "limit", 2))
          .doesNotContain(KEY)
          .startsWith("4\t«secret masked»\n5\t«secret masked»\n");
      assertThat(door.text("search_files", "pattern", "MIIEp", "path", "src"))
          .isEqualTo("No matches.");
      assertThat(door.text("search_files", "pattern", "^end$", "path", "src"))
          .contains("9:end")
          .doesNotContain(KEY);
      assertThat(
              door.text(
                  "diff_files",
                  "path1",
                  "src/empty.md",
                  "path2",
                  "src/notes.md",
                  "context_lines",
                  0))
          .doesNotContain(KEY);
      door.seen("src/notes.md", NOTES);
      for (String old : List.of(BEGIN, END, BEGIN + "\n", KEY.get(1) + "\n", "\n" + END)) {
        ToolResult result = edit(door, "src/notes.md", old, "start");
        assertThat(code(result)).isEqualTo(ErrorCode.EDIT_NOT_FOUND);
        assertThat(result.content()).doesNotContain(KEY);
      }
      ToolResult edited = edit(door, "src/notes.md", "end\n", "done\n");
      assertThat(edited.content()).contains("+done").doesNotContain(KEY);
    }
  }

  @Test
  void whatDiffersInAStaleFileIsMasked() {
    try (Door door = Door.in(directory)) {
      door.seen("src/notes.md", NOTES);
      door.file("src/notes.md", NOTES.replace("end\nlast", "other\nlast"));
      ToolResult result = edit(door, "src/notes.md", "last", "least");
      assertThat(result.content()).doesNotContain(KEY);
      door.file("src/notes.md", NOTES.replace("end\nlast", "another\nlast"));
      assertThat(door.call("delete_path", "path", "src/notes.md").result().content())
          .contains("another")
          .doesNotContain(KEY);
    }
  }
}
