// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EditFileTest {
  @TempDir Path directory;

  private static String edit(Door door, String path, String old, String instead) {
    return door.code("edit_file", "path", path, "old_text", old, "new_text", instead);
  }

  private static CallAnswer editAll(Door door, String old, String instead) {
    return door.call(
        "edit_file", "path", "a.txt", "old_text", old, "new_text", instead, "replace_all", true);
  }

  private static String numbered(int lines) {
    return IntStream.rangeClosed(1, lines)
        .mapToObj(i -> "line " + i + "\n")
        .collect(Collectors.joining());
  }

  @Test
  void replacesTextThatOccursOnce() {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "one\ntwo\nthree\n");

      String answer = door.text("edit_file", "path", "a.txt", "old_text", "two", "new_text", "2");

      assertThat(answer).contains("Edited a.txt").contains("-two").contains("+2");
      assertThat(door.read("a.txt")).isEqualTo("one\n2\nthree\n");
    }
  }

  @Test
  void theResultCountsTheReplacements() {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "x x\nb\nx\n");

      CallAnswer callAnswer = editAll(door, "x", "y");

      assertThat(door.read("a.txt")).isEqualTo("y y\nb\ny\n");
      assertThat(callAnswer.result().metadata().number("replacements")).hasValue(3);
      assertThat(callAnswer.result().metadata().number("duration_ms")).isPresent();
    }
  }

  /// A million occurrences in one line, whose end is far behind each of them. The edit is made
  /// before it is asked what was seen of the line.
  @Test
  void oneLineOfManyOccurrencesTakesNoHours() {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "a".repeat(1_000_000) + "\r\n");

      assertThat(Door.code(editAll(door, "a", "b"))).isEqualTo("FILE_NOT_SEEN");
    }
  }

  @Test
  void eachOccurrenceKeepsTheEndOfItsLine() {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "a a\r\na\na a");
      CallAnswer _ = editAll(door, "a", "b\nc");
      assertThat(door.read("a.txt")).isEqualTo("b\r\nc b\r\nc\r\nb\nc\nb\nc b\nc");
    }
  }

  @Test
  void whatWouldFillTheMemoryIsRefused() {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "a".repeat(100_000) + "\n");

      assertThat(Door.code(editAll(door, "a", "b".repeat(100_000)))).isEqualTo("TOO_LARGE");
      assertThat(door.read("a.txt")).hasSize(100_001);
    }
  }

  @Test
  void showsWhereAMissingTextAlmostStands() {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "class A {\n\tint counter = 1;  \n}\n");

      String answer =
          door.text(
              "edit_file", "path", "a.txt", "old_text", "  int counter = 1;", "new_text", "x");

      assertThat(answer).contains("EDIT_NOT_FOUND").contains("→int counter = 1;··").contains("2");
      assertThat(edit(door, "a.txt", "nothing like this at all", "x")).isEqualTo("EDIT_NOT_FOUND");
    }
  }

  @Test
  void anAmbiguousTextNeedsReplaceAll() {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "x\nb\nx\nx\n");

      String answer = door.text("edit_file", "path", "a.txt", "old_text", "x", "new_text", "y");
      assertThat(answer).contains("EDIT_NOT_UNIQUE").contains("3 times").contains("1, 3, 4");
      assertThat(
              door.code(
                  "edit_file",
                  "path",
                  "a.txt",
                  "old_text",
                  "x",
                  "new_text",
                  "y",
                  "replace_all",
                  true))
          .isEqualTo("ok");
      assertThat(door.read("a.txt")).isEqualTo("y\nb\ny\ny\n");
    }
  }

  @Test
  void emptyAndEqualTextsAreRefused() {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "x\n");

      assertThat(edit(door, "a.txt", "", "y")).isEqualTo("INVALID_ARGUMENTS");
      assertThat(edit(door, "a.txt", "x", "x")).isEqualTo("INVALID_ARGUMENTS");
      door.seen("empty.txt", "");
      assertThat(edit(door, "empty.txt", "x", "y")).isEqualTo("EDIT_NOT_FOUND");
    }
  }

  @Test
  void linesThatWereNotReadCantBeEdited() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", numbered(100));
      door.call("read_file", "path", "a.txt", "offset", 10, "limit", 11);

      assertThat(edit(door, "a.txt", "line 9\n", "x\n")).isEqualTo("FILE_NOT_SEEN");
      assertThat(edit(door, "a.txt", "line 21\n", "x\n")).isEqualTo("FILE_NOT_SEEN");
      assertThat(edit(door, "a.txt", "line 20\nline 21\n", "x\n")).isEqualTo("FILE_NOT_SEEN");
      assertThat(edit(door, "a.txt", "line 10\n", "ten\n")).isEqualTo("ok");
      assertThat(edit(door, "a.txt", "line 20\n", "twenty\n")).isEqualTo("ok");
    }
  }

  @Test
  void anEditDoesNotMakeTheRestOfTheFileSeen() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", numbered(100));
      door.call("read_file", "path", "a.txt", "offset", 10, "limit", 5);

      assertThat(edit(door, "a.txt", "line 10\n", "ten\nten and a half\n")).isEqualTo("ok");

      assertThat(edit(door, "a.txt", "line 50\n", "x\n")).isEqualTo("FILE_NOT_SEEN");
      assertThat(edit(door, "a.txt", "line 9\n", "x\n")).isEqualTo("FILE_NOT_SEEN");
      assertThat(edit(door, "a.txt", "line 15\n", "x\n")).isEqualTo("FILE_NOT_SEEN");
      assertThat(door.code("write_file", "path", "a.txt", "content", "x"))
          .isEqualTo("FILE_NOT_SEEN");
      assertThat(edit(door, "a.txt", "line 14\n", "fourteen\n")).isEqualTo("ok");
      assertThat(edit(door, "a.txt", "ten and a half\n", "")).isEqualTo("ok");
    }
  }

  @Test
  void partsReadOneAfterTheOtherAddUp() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", numbered(20));
      door.call("read_file", "path", "a.txt", "limit", 10);
      door.call("read_file", "path", "a.txt", "offset", 11, "limit", 10);

      assertThat(door.code("write_file", "path", "a.txt", "content", "x")).isEqualTo("ok");
    }
  }

  @Test
  void aLoneCarriageReturnIsCountedLikeTheReaderCountsIt() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "a\rb\rc\nhidden\nlast\n");
      door.call("read_file", "path", "a.txt", "limit", 2);

      assertThat(edit(door, "a.txt", "hidden", "x")).isEqualTo("FILE_NOT_SEEN");
      assertThat(edit(door, "a.txt", "b", "x")).isEqualTo("ok");
    }
  }

  @Test
  void anLfTextFindsCrlfLinesAndKeepsThem() {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "one\r\ntwo\r\nthree\r\n");

      assertThat(edit(door, "a.txt", "one\ntwo\n", "1\n2\n2b\n")).isEqualTo("ok");
      assertThat(door.read("a.txt")).isEqualTo("1\r\n2\r\n2b\r\nthree\r\n");
    }
  }

  @Test
  void newLinesInACrlfFileEndLikeTheOthers() {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "one\r\ntwo\r\nthree\r\n");

      assertThat(edit(door, "a.txt", "two", "2a\n2b")).isEqualTo("ok");
      assertThat(door.read("a.txt")).isEqualTo("one\r\n2a\r\n2b\r\nthree\r\n");
    }
  }

  @Test
  void bytesThatAreNotUtf8StayAsTheyWere() {
    byte[] content = {'a', (byte) 0xff, (byte) 0xc3, '\n', 'b', '\n', (byte) 0x80, '\n'};
    try (Door door = Door.in(directory)) {
      door.file("a.txt", content);
      door.call("read_file", "path", "a.txt");

      assertThat(edit(door, "a.txt", "b", "ä")).isEqualTo("ok");
      assertThat(door.bytes("a.txt"))
          .containsExactly('a', 0xff, 0xc3, '\n', 0xc3, 0xa4, '\n', 0x80, '\n');
    }
  }

  @Test
  void oddCharactersAreReplacedExactly() {
    String odd = "emoji 😀, combining é, bidi \u202e, NBSP \u00a0, zero \u200b\n";
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", odd + "x\n");

      assertThat(edit(door, "a.txt", odd, "plain\n")).isEqualTo("ok");
      assertThat(door.read("a.txt")).isEqualTo("plain\nx\n");
      assertThat(edit(door, "a.txt", "pla\u200bin", "y")).isEqualTo("EDIT_NOT_FOUND");
    }
  }

  @Test
  void theModeIsKept() throws IOException {
    try (Door door = Door.in(directory)) {
      Path file = door.seen("run.sh", "#!/bin/sh\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x--x"));

      assertThat(edit(door, "run.sh", "#!/bin/sh\n", "#!/bin/dash\n")).isEqualTo("ok");
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(PosixFilePermissions.fromString("rwxr-x--x"));
    }
  }

  @Test
  @Tag("slow")
  void aFileOf50MegabytesIsEdited() {
    byte[] big = new byte[50 * 1024 * 1024];
    java.util.Arrays.fill(big, (byte) 'x');
    for (int i = 99; i < big.length; i += 100) {
      big[i] = '\n';
    }
    big[0] = 'y';
    try (Door door = Door.in(directory)) {
      door.file("big.txt", big);
      assertThat(door.code("read_file", "path", "big.txt", "limit", 10)).isEqualTo("ok");

      assertThat(edit(door, "big.txt", "yx", "zz")).isEqualTo("ok");

      byte[] after = door.bytes("big.txt");
      assertThat(after).hasSize(big.length).startsWith('z', 'z');
      assertThat(new String(after, 1000, 100, StandardCharsets.UTF_8))
          .isEqualTo(new String(big, 1000, 100, StandardCharsets.UTF_8));
    }
  }

  @Test
  void aFileThatIsTooLargeIsRefused() throws IOException {
    try (Door door = Door.in(directory)) {
      try (var out = new java.io.RandomAccessFile(door.root.resolve("huge").toFile(), "rw")) {
        out.setLength(65L * 1024 * 1024);
      }

      assertThat(edit(door, "huge", "a", "b")).isEqualTo("TOO_LARGE");
      assertThat(door.code("read_file", "path", "huge")).isEqualTo("TOO_LARGE");
    }
  }
}
