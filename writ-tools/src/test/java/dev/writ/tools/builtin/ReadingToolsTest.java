// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.CallAnswer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `read_file`, `list_files` and `search_files`.
class ReadingToolsTest {
  @TempDir Path directory;

  private static String search(Door door, String pattern, Object... more) {
    Object[] all = new Object[more.length + 2];
    all[0] = "pattern";
    all[1] = pattern;
    System.arraycopy(more, 0, all, 2, more.length);
    return door.text("search_files", all);
  }

  /// The duration of every performed call is known, successful or not.
  @Test
  void eachPerformedCallSaysHowLongItTook() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "one\ntwo\n");
      for (CallAnswer answer :
          List.of(
              door.call("read_file", "path", "a.txt"),
              door.call("read_file", "path", "missing.txt"),
              door.call("list_files", "pattern", "*"),
              door.call("search_files", "pattern", "one"))) {
        assertThat(answer.result().metadata().number("duration_ms").orElse(-1))
            .as(answer.result().content())
            .isGreaterThanOrEqualTo(0);
      }
      assertThat(door.call("nope").result().metadata().get("duration_ms")).isEmpty();
    }
  }

  /// Written out it would take all memory.
  @Test
  void aPatternThatBecomesTooLargeIsRefused() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "x\n");
      assertThat(door.code("search_files", "pattern", "((x{1000}){1000}){1000}"))
          .isEqualTo("INVALID_ARGUMENTS");
      assertThat(search(door, "(x{1,10}){1,10}")).contains("1:x");
    }
  }

  @Test
  void aPartOfAFileSaysHowLargeItIs() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "one\ntwo\n");

      ToolResult part = door.call("read_file", "path", "a.txt", "limit", 1).result();

      assertThat(part.truncated()).isTrue();
      assertThat(part.metadata().number("original_size")).hasValue(8);
      assertThat(door.call("read_file", "path", "a.txt").result().metadata().get("original_size"))
          .isEmpty();
    }
  }

  @Test
  void readsNumberedLines() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "one\ntwo\r\n\nfour");

      CallAnswer answer = door.call("read_file", "path", "a.txt");

      assertThat(answer.result().content()).isEqualTo("1\tone\n2\ttwo\n3\t\n4\tfour\n");
      assertThat(answer.result().metadata().number("total_lines")).hasValue(4);
    }
  }

  @Test
  void readsAPartAndSaysHowToGoOn() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", IntStream.rangeClosed(1, 1000).mapToObj(i -> i + "\n").collect(joined()));

      CallAnswer answer = door.call("read_file", "path", "a.txt", "offset", 10, "limit", 2);
      assertThat(answer.result().content()).startsWith("10\t10\n11\t11\n").contains("offset 12");
      assertThat(((ToolResult.Success) answer.result()).truncated()).isTrue();
      assertThat(door.text("read_file", "path", "a.txt")).contains("500 more lines");
      assertThat(door.text("read_file", "path", "a.txt", "offset", 1000)).isEqualTo("1000\t1000\n");
      assertThat(door.code("read_file", "path", "a.txt", "offset", 1001))
          .isEqualTo("INVALID_ARGUMENTS");
      assertThat(door.code("read_file", "path", "a.txt", "offset", 0))
          .isEqualTo("INVALID_ARGUMENTS");
    }
  }

  private static java.util.stream.Collector<CharSequence, ?, String> joined() {
    return Collectors.joining();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\u0089PNG$r$n$0|a PNG image (7 bytes)",
        "%PDF-1.7$0|a PDF document",
        "PK\u0003\u0004$0|a ZIP archive",
        "\u007FELF$0|an ELF program",
        "SQLite format 3$0|an SQLite database",
        "RIFF$0$0$0$0WEBP|a WebP image",
        "RIFF$0$0$0$0WAVE|RIFF media",
        "$0$0$0 ftypisom|MP4 media",
        "$0abc|an unknown kind (4 bytes)"
      })
  void binaryFilesAreRefusedWithTheirKindAndSize(String text, String kind) {
    String content = text.replace("$0", "\0").replace("$r", "\r").replace("$n", "\n");
    try (Door door = Door.in(directory)) {
      door.file("x", content.getBytes(StandardCharsets.ISO_8859_1));
      assertThat(door.text("read_file", "path", "x"))
          .contains("BINARY_FILE", "x is binary: " + kind);
    }
  }

  @Test
  void ignoredFilesAreListedWhereTheyAreAskedFor() {
    try (Door door = Door.in(directory)) {
      door.file(".gitignore", "out/\n*.log\n");
      door.file("sub/.gitignore", "/here.txt\n");
      door.file("sub/here.txt", "");
      door.file("sub/there.txt", "");
      door.file("out/a.txt", "");
      door.file("b.log", "");
      door.file(".git/HEAD", "ref: refs/heads/main\n");

      assertThat(door.text("list_files").lines())
          .containsExactlyInAnyOrder(".gitignore", "sub/.gitignore", "sub/there.txt");
      assertThat(door.text("list_files", "include_ignored", true).lines())
          .contains("out/a.txt", "b.log", "sub/here.txt", "sub/there.txt")
          .noneMatch(line -> line.startsWith(".git/"));
      assertThat(door.text("list_files", "path", "sub", "include_ignored", true).lines())
          .containsExactlyInAnyOrder("sub/.gitignore", "sub/here.txt", "sub/there.txt");
    }
  }

  @Test
  void emptyBinaryAndBrokenFilesAreSaidToBeSo() {
    try (Door door = Door.in(directory)) {
      door.file("empty", "");
      door.file("binary", new byte[] {1, 0, 2});
      door.file("latin1", new byte[] {'a', (byte) 0xe4, '\n'});

      assertThat(door.text("read_file", "path", "empty")).isEqualTo("(empty file)");
      assertThat(door.text("read_file", "path", "binary"))
          .contains("BINARY_FILE")
          .contains("3 bytes");
      assertThat(door.text("read_file", "path", "latin1")).isEqualTo("1\ta\uFFFD\n");
      assertThat(door.code("write_file", "path", "empty", "content", "x")).isEqualTo("ok");
    }
  }

  @Test
  void aLineThatIsCutDoesNotCountAsSeen() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "x".repeat(3 * 1024 * 1024) + "\n");

      CallAnswer answer = door.call("read_file", "path", "a.txt");

      assertThat(answer.result().content().length()).isLessThan(1_100_000);
      assertThat(((ToolResult.Success) answer.result()).truncated()).isTrue();
      assertThat(door.code("write_file", "path", "a.txt", "content", "y"))
          .isEqualTo("FILE_NOT_SEEN");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "**           | .gitignore a.txt b.md src/A.java src/deep/B.java",
        "*.java       | src/A.java src/deep/B.java",
        "src/*.java   | src/A.java",
        "src/**       | src/A.java src/deep/B.java",
        "**/B.*       | src/deep/B.java",
        "*.{txt,md}   | a.txt b.md",
        "[ab].*       | a.txt b.md",
        "?.txt        | a.txt",
        "*.none       | No files match.",
      })
  void listsByPattern(String pattern, String expected) {
    try (Door door = Door.in(directory)) {
      for (String name : List.of("a.txt", "b.md", "src/A.java", "src/deep/B.java", "out/x.java")) {
        door.file(name, "x\n");
      }
      door.file(".gitignore", "out/\n");

      String listed = door.text("list_files", "pattern", pattern);

      assertThat(listed)
          .isEqualTo(expected.contains("No") ? expected : expected.replace(' ', '\n'));
    }
  }

  @Test
  void listsBelowADirectoryAndOneLevel() {
    try (Door door = Door.in(directory)) {
      door.file("src/A.java", "x");
      door.file("src/deep/B.java", "x");
      door.file("top.txt", "x");

      assertThat(door.text("list_files", "path", "src", "pattern", "*.java"))
          .isEqualTo("src/A.java\nsrc/deep/B.java");
      assertThat(door.text("list_files", "recursive", false)).isEqualTo("src/\ntop.txt");
      assertThat(door.text("list_files", "path", "top.txt")).isEqualTo("top.txt");
      assertThat(door.text("list_files", "max_results", 1)).contains("[1 of 3 shown]");
    }
  }

  @Test
  void listingAndSearchingStayInside() throws IOException {
    try (Door door = Door.in(directory)) {
      Path outside = Files.createDirectory(directory.resolve("outside"));
      Files.writeString(outside.resolve("secret.txt"), "hidden\n");
      Files.createSymbolicLink(door.root.resolve("link"), outside);
      Files.createSymbolicLink(door.root.resolve("file"), outside.resolve("secret.txt"));
      Files.createSymbolicLink(door.root.resolve("loop"), Path.of("."));

      assertThat(door.text("list_files")).isEqualTo("file\nlink\nloop");
      assertThat(search(door, "hidden")).isEqualTo("No matches.");
      for (String path : List.of("..", "link", "../outside", outside.toString())) {
        assertThat(door.code("list_files", "path", path)).isEqualTo("PATH_OUTSIDE_WORKSPACE");
        assertThat(door.code("search_files", "pattern", "x", "path", path))
            .isEqualTo("PATH_OUTSIDE_WORKSPACE");
      }
      assertThat(door.code("list_files", "path", "missing")).isEqualTo("FILE_NOT_FOUND");
      assertThat(door.code("search_files", "pattern", "x", "path", "missing"))
          .isEqualTo("FILE_NOT_FOUND");
    }
  }

  @Test
  void blockedPathsAreNeitherListedNorSearched() {
    try (Door door =
        Door.in(directory, setup -> setup.blocked = List.of(directory.resolve("root/.ssh")))) {
      door.file(".ssh/config", "hidden\n");
      door.file("a.txt", "plain\n");

      assertThat(search(door, "hidden|plain")).contains("plain").doesNotContain("hidden");
      assertThat(door.text("list_files")).isEqualTo("a.txt");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"grep -r hidden", "grep -r hidden .", "find . -name config", "ls -R"})
  void commandsDoNotWalkIntoBlockedPaths(String line) {
    List<String> words = List.of(line.split(" "));
    try (Door door =
        Door.in(directory, setup -> setup.blocked = List.of(directory.resolve("root/.ssh")))) {
      door.file(".ssh/config", "hidden\n");

      CallAnswer answer =
          door.call(
              "run_command", "program", words.getFirst(), "args", words.subList(1, words.size()));

      assertThat(Door.code(answer)).isEqualTo("BLOCKED_PATH");
    }
  }

  @Test
  void searchShowsMatchesWithTheirSurroundings() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "1\n2\n3 hit\n4\n5\n6\n7 hit\n");
      door.file("b.txt", "nothing\n");

      assertThat(search(door, "hit", "context_lines", 1))
          .isEqualTo("a.txt\n2-2\n3:3 hit\n4-4\n6-6\n7:7 hit\n");
      assertThat(search(door, "hit", "context_lines", 0)).isEqualTo("a.txt\n3:3 hit\n7:7 hit\n");
      assertThat(search(door, "hit", "max_results", 1)).contains("[1 of 2 matches shown]");
      assertThat(search(door, "HIT")).isEqualTo("No matches.");
      assertThat(search(door, "HIT", "case", false)).contains("7:7 hit");
      assertThat(search(door, "hit", "file_pattern", "*.md")).isEqualTo("No matches.");
      assertThat(search(door, "hit", "path", "a.txt")).contains("3:3 hit");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "^two        | 2 5",
        "two$        | 2",
        "^two$       | 2",
        "^$          | 3",
        "(?i)^TWO    | 2 5",
        "^\\s*int    | 4 7",
        "\\Atwo      | 2 5",
        "two\\z      | 2",
        "[^a-z]wo    | 5",
        "o.t         | 6",
        "\\bint\\b   | 4 7",
      })
  void anchorsMeanLines(String pattern, String expected) {
    for (String end : List.of("\n", "\r\n")) {
      try (Door door = Door.in(directory)) {
        List<String> lines = List.of("one", "two", "", "  int x;", "twotwo 2wo", "o t", "int");
        door.file("a.txt", String.join(end, lines) + end);
        String found = search(door, pattern, "context_lines", 0);

        assertThat(
                found
                    .lines()
                    .skip(1)
                    .map(line -> line.substring(0, line.indexOf(':')))
                    .collect(Collectors.joining(" ")))
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void aLiteralMeansItself() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "a.b\naxb\n$x^ \\E [\n");

      assertThat(search(door, "a.b", "literal", true, "context_lines", 0))
          .isEqualTo("a.txt\n1:a.b\n");
      assertThat(search(door, "$x^ \\E [", "literal", true, "context_lines", 0)).contains("3:");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[a", "*", "a{2,1}", "(?<n>", "\\"})
  void aBrokenPatternIsSaidToBeSo(String pattern) {
    try (Door door = Door.in(directory)) {
      assertThat(door.code("search_files", "pattern", pattern)).isEqualTo("INVALID_ARGUMENTS");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"../*", "/etc/*", "[", "{a", "a//b", "./.."})
  void aBrokenGlobIsSaidToBeSo(String glob) {
    try (Door door = Door.in(directory)) {
      assertThat(door.code("list_files", "pattern", glob)).isEqualTo("INVALID_ARGUMENTS");
      assertThat(door.code("search_files", "pattern", "x", "file_pattern", glob))
          .isEqualTo("INVALID_ARGUMENTS");
    }
  }

  @Test
  void aNastyPatternTakesLinearTime() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "a".repeat(20_000) + "b\n");

      assertThat(search(door, "(a+)+$")).isEqualTo("No matches.");
    }
  }

  @Test
  void secretFilesAreNotSearchedUnasked() {
    try (Door door = Door.in(directory)) {
      door.file(".env", "KEY=hidden\n");
      door.file("deploy.pem", "hidden\n");
      door.file(".env.example", "KEY=hidden example\n");

      assertThat(search(door, "hidden"))
          .contains(".env.example")
          .doesNotContain("KEY=hidden\n")
          .contains("2 files that usually hold secrets");
      assertThat(door.code("search_files", "pattern", "hidden", "path", ".env"))
          .isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  @Test
  void binaryAndLargeFilesAreNotSearched() {
    try (Door door = Door.in(directory)) {
      door.file("binary", "hit\0\n");
      door.file("large", "hit\n" + "x".repeat(10 * 1024 * 1024));
      door.file("long", "hit" + "y".repeat(5000) + "\n");

      String found = search(door, "hit");
      assertThat(found).contains("long").doesNotContain("binary").doesNotContain("large");
      assertThat(found.length()).isLessThan(700);
    }
  }
}
