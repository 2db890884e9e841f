// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.protection.GitConfigText.GitConfigEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The reader of Git's configuration understands what Git understands.
class GitConfigTextTest {
  private static final int TEXTS = 150;

  /// The parts of texts.
  private static final List<String> PIECES =
      List.of(
          "[core]",
          "[a \"B c\"]",
          "[a \"x\\\"y\\\\z\"]",
          "[Sec.Sub]",
          "[a-1]",
          "\n",
          "\n",
          "\n",
          "key = value",
          "Name=a b  c ",
          "\tflag",
          "p = \"q r\" s",
          "q = \"a#b\" # c",
          "r = a;b",
          "s = a\\\n  b",
          "t = \\t\\n\\\\\\\"",
          "u =",
          "v = \"\"",
          "# comment",
          "; comment",
          "path = ../x y/z",
          "w = a\\\r\n b",
          " ",
          "x = !f() { echo \\\"a\\\"; }",
          "y=\"open\nz=1");

  @Test
  void itReadsWhatGitReads(@TempDir Path temporary) throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    Path file = temporary.resolve("config");
    int read = 0;
    for (int i = 0; i < TEXTS; i++) {
      StringBuilder text = new StringBuilder("[core]\n");
      for (int n = random.nextInt(1, 9); n > 0; n--) {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
        text.append(random.nextInt(3) == 0 ? "" : "\n");
      }
      Files.writeString(file, text);
      Optional<String> expected = git(file);
      if (expected.isPresent()) {
        read++;
        // Older versions of Git make a blank of a tab.
        assertThat(listed(text.toString()).replace('\t', ' '))
            .as(text.toString())
            .isEqualTo(expected.get().replace('\t', ' '));
      }
    }
    assertThat(read).isGreaterThan(TEXTS / 3);
  }

  /// A text that Git refuses is read up to its error, and after it.
  @Test
  void anErrorHidesNothing() {
    List<GitConfigEntry> entries =
        GitConfigText.entries("[core\nhooksPath = a\n[core] =\n? x\nhooksPath = b\n[x \"");

    assertThat(entries).extracting(GitConfigEntry::key).contains("core.hookspath");
    assertThat(entries).extracting(GitConfigEntry::value).contains("a", "b");
  }

  private static String listed(String text) {
    StringBuilder list = new StringBuilder();
    for (GitConfigEntry entry : GitConfigText.entries(text)) {
      list.append(entry.section()).append('.');
      if (!entry.subsection().isEmpty()) {
        list.append(entry.subsection()).append('.');
      }
      list.append(entry.name()).append('=').append(entry.value()).append('\n');
    }
    return list.toString();
  }

  /// As Git lists it; empty where Git refuses it.
  private static Optional<String> git(Path file) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("git", "config", "--file", file.toString(), "--list", "-z")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      return Optional.empty();
    }
    List<String> entries = new ArrayList<>();
    for (String entry : output.split("\0", -1)) {
      if (!entry.isEmpty()) {
        int end = entry.indexOf('\n');
        entries.add(
            end < 0 ? entry + "=true" : entry.substring(0, end) + "=" + entry.substring(end + 1));
      }
    }
    return Optional.of(entries.isEmpty() ? "" : String.join("\n", entries) + "\n");
  }
}
