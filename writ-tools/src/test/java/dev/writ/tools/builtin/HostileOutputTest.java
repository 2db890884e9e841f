// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Output of a confused or malicious model: never a defect, never a change outside, never a partial
/// one. `hostile-outputs.txt` has a case per line.
class HostileOutputTest {
  private static final String SEPARATOR = "\u241f";

  @TempDir Path directory;

  static Stream<List<String>> cases() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            HostileOutputTest.class.getResourceAsStream("hostile-outputs.txt"))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      List<List<String>> cases = new ArrayList<>();
      for (String line : text.split("\n", -1)) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          cases.add(List.of(line.split(SEPARATOR, -1)));
        }
      }
      return cases.stream();
    }
  }

  @Test
  void thereAreEnoughCases() throws IOException {
    assertThat(cases()).hasSizeGreaterThan(300).allMatch(row -> row.size() == 3);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void nothingHappensThatWasNotAllowed(List<String> row) throws IOException {
    try (Door door = door()) {
      String before = FileContainmentTest.listing(door.root);

      CallAnswer answer = door.raw(row.getFirst().replace("\\n", "\n"), row.get(2));

      String code = Door.code(answer);
      String text = answer.result().content();
      switch (row.get(1)) {
        case "?" -> assertThat(code).as(text).isNotEqualTo("INTERNAL_ERROR");
        case "!" -> assertThat(code).as(text).isNotIn("ok", "INTERNAL_ERROR");
        default -> assertThat(code).as(text).isEqualTo(row.get(1));
      }
      assertWhole(door, code, before);
    }
  }

  private void assertWhole(Door door, String code, String before) throws IOException {
    if (!code.equals("ok")) {
      assertThat(FileContainmentTest.listing(door.root)).isEqualTo(before);
    }
    assertThat(Files.readString(directory.resolve("outside/secret.txt"))).isEqualTo("secret\n");
    try (Stream<Path> outside = Files.list(directory.resolve("outside"))) {
      assertThat(outside).hasSize(1);
    }
    assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    assertThat(door.governor.audit().open()).isEmpty();
  }

  private Door door() throws IOException {
    Door door =
        Door.in(
            directory,
            setup -> setup.approver = question -> new Approver.Answer.Yes(question.digest()));
    Path outside = directory.resolve("outside");
    if (!Files.exists(outside)) {
      Files.createDirectory(outside);
      Files.writeString(outside.resolve("secret.txt"), "secret\n");
    }
    door.seen("a.txt", "one\ntwo\nthree\n");
    door.seen("b.txt", "x\ny\nx\n");
    door.seen("dir/c.txt", "c\n");
    door.file("repo/.git/HEAD", "ref\n");
    door.file("unseen.txt", "u\n");
    return door;
  }

  /// Patches with random damage: all of one or nothing.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aDamagedPatchIsAppliedWholeOrNotAtAll(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    String[] whole = {
      """
      *** Begin Patch
      *** Update File: a.txt
      @@
       one
      -two
      +2
       three
      *** Add File: n.txt
      +n
      *** Update File: b.txt
      *** Move to: m.txt
      @@
      -y
      +z
      *** End Patch
      """,
      """
      diff --git a/a.txt b/a.txt
      --- a/a.txt
      +++ b/a.txt
      @@ -1,3 +1,3 @@
       one
      -two
      +2
       three
      --- /dev/null
      +++ b/n.txt
      @@ -0,0 +1 @@
      +n
      --- a/dir/c.txt
      +++ /dev/null
      @@ -1 +0,0 @@
      -c
      """,
    };
    for (int i = 0; i < 40; i++) {
      try (Door door = door()) {
        String before = FileContainmentTest.listing(door.root);
        String patch = damaged(whole[random.nextInt(2)], random);

        CallAnswer answer =
            door.raw("apply_patch", Json.object().put("patch", patch).build().write());

        assertThat(Door.code(answer)).as(patch).isNotEqualTo("INTERNAL_ERROR");
        assertWhole(door, Door.code(answer), before);
        clean(door.root);
      }
    }
  }

  private static void clean(Path root) throws IOException {
    for (String name : List.of("a.txt", "b.txt", "n.txt", "m.txt", "dir/c.txt")) {
      Files.deleteIfExists(root.resolve(name));
    }
  }

  private static String damaged(String patch, SplittableRandom random) {
    StringBuilder text = new StringBuilder(patch);
    for (int n = random.nextInt(1, 4); n > 0; n--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(6)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, "\n");
        case 2 -> text.insert(at, "@@-+ \\*/\0\r\u2028".charAt(random.nextInt(11)));
        case 3 -> text.setLength(Math.max(1, at));
        case 4 -> text.insert(at, text.substring(at, Math.min(text.length(), at + 20)));
        default -> text.replace(at, at + 1, "../");
      }
    }
    return text.toString();
  }

  @Test
  @Tag("slow")
  void badFilesAreAnsweredAndKept() throws IOException {
    try (Door door = door()) {
      door.file("bin", new byte[] {1, 0, 2, 0});
      String longer = "a longer line of text ".repeat(50) + "\n";
      byte[] large = ("a line of text\n" + longer.repeat(50_000)).getBytes(StandardCharsets.UTF_8);
      door.file("large.txt", large);
      String patch = "--- a/%s\n+++ b/%s\n@@ -1 +1 @@\n-a line of text\n+b\n";

      assertThat(door.code("apply_patch", "patch", patch.formatted("bin", "bin")))
          .isEqualTo("FILE_NOT_SEEN");
      assertThat(door.code("apply_patch", "patch", patch.formatted("large.txt", "large.txt")))
          .isEqualTo("FILE_NOT_SEEN");
      assertThat(door.code("diff_files", "path1", "bin", "path2", "a.txt"))
          .isEqualTo("BINARY_FILE");
      assertThat(door.code("diff_files", "path1", "large.txt", "path2", "a.txt"))
          .isEqualTo("TOO_LARGE");
      assertThat(door.code("move_path", "from", "large.txt", "to", "moved.txt")).isEqualTo("ok");
      door.call("read_file", "path", "moved.txt", "limit", 5);
      assertThat(door.code("apply_patch", "patch", patch.formatted("moved.txt", "moved.txt")))
          .isEqualTo("ok");
      assertThat(door.code("delete_path", "path", "moved.txt")).isEqualTo("ok");
      assertThat(door.code("delete_path", "path", "bin")).isEqualTo("ok");
    }
  }
}
