// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// No tool tells a right guess at a secret that it masks from a wrong one: a loop of guesses would
/// read it character by character.
class MaskedGuessTest {
  private static final String TOKEN = "ghp_k7Qm2xVb9TzLpR4sWnYd8cHf3JgA1eUo5iX6";
  private static final String PASSWORD = "zebra7quartz9velvet";

  @TempDir Path directory;

  private static CallAnswer guess(Door door, String tool, String path, String guess) {
    return switch (tool) {
      case "search_files" -> door.call(tool, "pattern", guess, "path", path);
      case "search_literal" ->
          door.call("search_files", "pattern", guess, "path", path, "literal", true);
      case "search_line" -> door.call("search_files", "pattern", "^.*" + guess, "path", path);
      case "search_border" ->
          door.call("search_files", "pattern", guess + "|= $|^@|masked$", "path", path);
      case "search_mask" -> door.call("search_files", "pattern", guess + "|masked", "path", path);
      case "read_file" -> door.call(tool, "path", path);
      case "edit_file" -> door.call(tool, "path", path, "old_text", guess, "new_text", "x");
      case "edit_lines" ->
          door.call(
              "edit_file", "path", path, "old_text", "x = 1\r\ntoken = " + guess, "new_text", "");
      case "patch_anchor" ->
          door.call(
              "apply_patch",
              "patch",
              "*** Begin Patch\n*** Update File: "
                  + path
                  + "\n@@ "
                  + guess
                  + "\n+x\n*** End Patch");
      case "apply_patch" ->
          door.call(
              tool,
              "patch",
              "*** Begin Patch\n*** Update File: "
                  + path
                  + "\n@@\n-"
                  + guess
                  + "\n+x\n*** End Patch");
      default -> throw new AssertionError(tool);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "search_files, .git/config",
    "search_files, .git",
    "search_literal, .git/config",
    "search_line, .git",
    "search_mask, .git",
    "search_files, .git/modules/sub/config",
    "search_files, sub/.git/config",
    "search_files, .m2/settings.xml",
    "read_file, .git/config",
    "edit_file, .git/config",
    "apply_patch, .git/config",
    "search_files, .env",
    "edit_file, .env",
    "apply_patch, .env",
    "search_files, src/conf.txt",
    "search_files, src",
    "search_literal, src/conf.txt",
    "search_line, src",
    "search_mask, src",
    "search_border, .git",
    "search_border, src",
    "edit_file, src/conf.txt",
    "edit_lines, src/conf.txt",
    "apply_patch, src/conf.txt",
    "patch_anchor, src/conf.txt",
    "edit_file, src/.m2/settings.xml",
    "patch_anchor, src/.m2/settings.xml"
  })
  void aRightGuessIsAnsweredLikeAWrongOne(String tool, String path) {
    try (Door door = Door.in(directory)) {
      String config =
          "[remote \"origin\"]\n\turl = https://user:%s@github.com/x/y.git\n".formatted(TOKEN)
              + "[sendemail]\n\tsmtpPass = "
              + PASSWORD
              + "\n[user]\n\tname = plain\n";
      door.file(".git/config", config);
      door.file(".git/modules/sub/config", config);
      door.file("sub/.git/config", config);
      door.file(".env", "TOKEN=" + TOKEN + "\nPASSWORD=" + PASSWORD + "\n");
      door.seen(
          "src/conf.txt",
          "x = 1\r\ntoken = %s\nurl = https://me:%s@a.example\n".formatted(TOKEN, PASSWORD));
      door.seen(
          "src/.m2/settings.xml",
          "<settings>\n<token>%s</token>\n<x>%s</x>\n</settings>\n".formatted(PASSWORD, TOKEN));
      door.file(".m2/settings.xml", "<settings><password>" + PASSWORD + "</password></settings>\n");
      for (List<String> guesses :
          List.of(List.of("ghp_k7", "ghp_k8"), List.of("zebra7", "zebra8"))) {
        String right = guess(door, tool, path, guesses.get(0)).result().content();
        String wrong = guess(door, tool, path, guesses.get(1)).result().content();
        assertThat(right.replace(guesses.get(0), guesses.get(1))).isEqualTo(wrong);
        assertThat(right).doesNotContain(PASSWORD, TOKEN);
      }
      assertThat(door.text("search_files", "pattern", "name = plain", "path", ".git"))
          .contains("name = plain");
    }
  }

  /// A file that the model wrote is compared with one that has the secret.
  @Test
  void aWholeGuessIsAnsweredLikeAWrongOne() {
    try (Door door = Door.in(directory)) {
      String config = "[remote \"origin\"]\n\turl = https://user:%s@github.com/x/y.git\n";
      door.file(".git/config", config.formatted(TOKEN));
      List<String> answers = new ArrayList<>();
      for (String guess : List.of(TOKEN, TOKEN.replace('k', 'q'))) {
        door.file("guess/.git/config", config.formatted(guess));
        answers.add(door.text("diff_files", "path1", ".git/config", "path2", "guess/.git/config"));
      }
      assertThat(answers.get(0)).isEqualTo(answers.get(1)).contains("masked secrets");
      door.file("a.txt", "a\n");
      door.file("b.txt", "a\n");
      assertThat(door.text("diff_files", "path1", "a.txt", "path2", "b.txt")).contains("same");
    }
  }
}
