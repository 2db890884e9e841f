// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.verify.VerificationReport;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.MutationMatrixTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApplyPatchTest {
  @TempDir Path directory;

  private Door door() {
    return Door.in(
        directory,
        setup -> setup.approver = question -> new Approver.Answer.Yes(question.digest()));
  }

  private static CallAnswer envelope(Door door, String body) {
    return door.call("apply_patch", "patch", "*** Begin Patch\n" + body + "*** End Patch");
  }

  private static CallAnswer unified(Door door, String patch) {
    return door.call("apply_patch", "patch", patch);
  }

  @Test
  void severalFilesAreOneRecord() throws IOException {
    try (Door door = door()) {
      door.seen("a.txt", "one\ntwo\nthree\n");
      door.seen("old.txt", "x\n");
      door.seen("gone.txt", "gone\n");

      CallAnswer callAnswer =
          envelope(
              door,
              """
              *** Update File: a.txt
              @@
               one
              -two
              +2
               three
              *** Add File: new/b.txt
              +b
              *** Delete File: gone.txt
              *** Update File: old.txt
              *** Move to: moved/new.txt
              @@
              -x
              +y
              """);

      assertThat(Door.code(callAnswer)).isEqualTo("ok");
      assertThat(callAnswer.result().content())
          .contains("Patched 4 files")
          .contains("modified a.txt (+1 -1): hunk 1 at line 1")
          .contains("old.txt → moved/new.txt");
      assertThat(door.read("a.txt")).isEqualTo("one\n2\nthree\n");
      assertThat(door.read("new/b.txt")).isEqualTo("b\n");
      assertThat(door.read("moved/new.txt")).isEqualTo("y\n");
      assertThat(door.root.resolve("gone.txt")).doesNotExist();
      assertThat(door.root.resolve("old.txt")).doesNotExist();
      assertThat(callAnswer.ledger()).hasSize(1);
      assertThat(door.governor.ledger())
          .contains("\"from_path\":\"old.txt\"")
          .contains("\"change\":\"rename\"");
      assertThat(door.governor.verify()).isEqualTo(new VerificationReport.Sound(1, 1, false));
    }
  }

  @Test
  void gitsOwnDiffIsRead() {
    try (Door door = door()) {
      door.seen("a.txt", "one\ntwo\nthree\n");
      door.seen("r.txt", "r\n");
      door.seen("d.txt", "d\n");

      CallAnswer callAnswer =
          unified(
              door,
              """
              From 0123 Mon Sep 17 00:00:00 2001
              Subject: [PATCH] things

              diff --git a/a.txt b/a.txt
              index 4cb29ea..1ce5b3e 100644
              --- a/a.txt
              +++ b/a.txt
              @@ -1,3 +1,4 @@
               one
              -two
              +2
              +2.5
               three
              diff --git a/r.txt b/s.txt
              similarity index 100%
              rename from r.txt
              rename to s.txt
              diff --git a/d.txt b/d.txt
              deleted file mode 100644
              index 4cb29ea..0000000
              --- a/d.txt
              +++ /dev/null
              @@ -1 +0,0 @@
              -d
              diff --git a/empty b/empty
              new file mode 100644
              index 0000000..e69de29
              diff --git a/n.txt b/n.txt
              new file mode 100644
              --- /dev/null
              +++ b/n.txt
              @@ -0,0 +1 @@
              +n
              \\ No newline at end of file
              -- \n\
              2.39.5
              """);

      assertThat(Door.code(callAnswer)).as(callAnswer.result().content()).isEqualTo("ok");
      assertThat(door.read("a.txt")).isEqualTo("one\n2\n2.5\nthree\n");
      assertThat(door.read("s.txt")).isEqualTo("r\n");
      assertThat(door.read("empty")).isEmpty();
      assertThat(door.read("n.txt")).isEqualTo("n");
      assertThat(door.root.resolve("d.txt")).doesNotExist();
    }
  }

  /// File, hunks of the envelope form, what comes of it.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a\\nb\\nc\\n         | -b\\n+B                    | a\\nB\\nc\\n",
        "a\\nb\\nc            | -c\\n+C                    | a\\nb\\nC",
        "a\\nb\\nc            | @ c\\n+d                   | a\\nb\\nc\\nd",
        "a\\r\\nb\\r\\n        | -b\\n+B\\n+C               | a\\r\\nB\\r\\nC\\r\\n",
        "a\\r\\nb\\nc\\r\\n     | -b\\n+B                    | a\\r\\nB\\nc\\r\\n",
        "a\\r\\nb\\nc\\r\\n     | @ c\\n+d                   | a\\r\\nb\\nc\\r\\nd\\r\\n",
        "a\\rb\\rc\\r          | -b\\n+B                    | a\\rB\\rc\\r",
        "\\uFEFFa\\nb\\n      | -a\\n+A                    | \\uFEFFA\\nb\\n",
        "a\\nb  \\nc\\n       | @ b\\n-c\\n+C              | a\\nb  \\nC\\n",
        "x\\nf() {\\n  r\\n}\\ng() {\\n  r\\n}\\n | @@ g() {\\n-  r\\n+  s"
            + " | x\\nf() {\\n  r\\n}\\ng() {\\n  s\\n}\\n",
        "a\\nb\\n            | +c                        | a\\nb\\nc\\n",
        "a\\nx\\nb\\nx\\n      | -x\\n+y\\n*** End of File | a\\nx\\nb\\ny\\n",
        "a\\nb\\n            | -a\\n-b                    | ''",
      })
  void hunksChangeExactlyTheirLines(String before, String hunk, String after) {
    try (Door door = door()) {
      door.seen("a.txt", plain(before));
      String body = hunk.translateEscapes().replaceAll("(?m)^@ ", " ");

      CallAnswer callAnswer =
          envelope(
              door,
              "*** Update File: a.txt\n" + (body.startsWith("@@") ? "" : "@@\n") + body + "\n");

      assertThat(Door.code(callAnswer)).as(callAnswer.result().content()).isEqualTo("ok");
      assertThat(door.read("a.txt")).isEqualTo(plain(after));
    }
  }

  private static String plain(String escaped) {
    return escaped.replace("\\uFEFF", "\uFEFF").translateEscapes();
  }

  @Test
  void utf16AndBytesThatAreNoTextSurvive() {
    try (Door door = door()) {
      byte[] wide = "\uFEFFeins\r\nzwei ä\r\n".getBytes(StandardCharsets.UTF_16LE);
      door.file("w.txt", wide);
      byte[] broken = "one\n\u00e4\u00ff two\nthree\n".getBytes(StandardCharsets.ISO_8859_1);
      door.file("b.txt", broken);
      assertThat(door.text("read_file", "path", "w.txt")).startsWith("1\teins\n2\tzwei ä");
      door.call("read_file", "path", "b.txt");

      CallAnswer callAnswer =
          envelope(
              door,
              """
              *** Update File: w.txt
              @@
              -eins
              +ein ö
              *** Update File: b.txt
              @@
              -three
              +3ü
              """);

      assertThat(Door.code(callAnswer)).isEqualTo("ok");
      assertThat(door.bytes("w.txt"))
          .isEqualTo("\uFEFFein ö\r\nzwei ä\r\n".getBytes(StandardCharsets.UTF_16LE));
      assertThat(new String(door.bytes("b.txt"), StandardCharsets.ISO_8859_1))
          .isEqualTo("one\n\u00e4\u00ff two\n3\u00c3\u00bc\n");
      assertThat(door.code("edit_file", "path", "w.txt", "old_text", "zwei ä", "new_text", "2\n3"))
          .isEqualTo("ok");
      assertThat(door.bytes("w.txt"))
          .isEqualTo("\uFEFFein ö\r\n2\r\n3\r\n".getBytes(StandardCharsets.UTF_16LE));
    }
  }

  @Test
  void fuzzIsBoundedAndReported() {
    try (Door door = door()) {
      door.seen("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\n");

      CallAnswer off =
          unified(door, "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n three\n-four\n+4\n five\n");
      assertThat(off.result().content()).contains("hunk 1 at line 3, +2 lines off");

      CallAnswer context =
          unified(door, "--- a/a.txt\n+++ b/a.txt\n@@ -4,4 +4,4 @@\n vier\n five\n-six\n+6\n 7\n");
      assertThat(context.result().content()).contains("fuzz: 2 lines of context ignored");
      assertThat(door.read("a.txt")).isEqualTo("one\ntwo\nthree\n4\nfive\n6\nseven\n");

      assertThat(Door.code(unified(door, "--- a/a.txt\n+++ b/a.txt\n@@ -6 +6 @@\n-sixth\n+6\n")))
          .isEqualTo("PATCH_FAILED");
    }
  }

  @Test
  void aFailureNamesFileHunkLineAndTheNearest() {
    try (Door door = door()) {
      door.seen("a.txt", "int alpha = 1;\nint beta = 2;\n");

      String answer =
          envelope(
                  door,
                  """
                  *** Update File: a.txt
                  @@
                  -int alpha = 1;
                  +int alpha = 3;
                  @@
                  -int betas = 2;
                  +int beta = 4;
                  """)
              .result()
              .content();

      assertThat(answer)
          .contains("PATCH_FAILED")
          .contains("a.txt: hunk 2 (line 6 of the patch) was not found")
          .contains("2\\tint beta = 2;");
      assertThat(door.read("a.txt")).startsWith("int alpha = 1;");
    }
  }

  @Test
  void anAmbiguousHunkIsRefusedUnlessItsLineSaysWhich() {
    try (Door door = door()) {
      door.seen("a.txt", "x\nb\nx\n");

      assertThat(envelope(door, "*** Update File: a.txt\n@@\n-x\n+y\n").result().content())
          .contains("PATCH_FAILED")
          .contains("fits at lines 1, 3");
      assertThat(Door.code(unified(door, "--- a.txt\n+++ a.txt\n@@ -3 +3 @@\n-x\n+y\n")))
          .isEqualTo("ok");
      assertThat(door.read("a.txt")).isEqualTo("x\nb\ny\n");
    }
  }

  @Test
  void linesThatWereNotReadAreNotPatched() {
    try (Door door = door()) {
      door.file("a.txt", "1\n2\n3\n4\n");
      door.call("read_file", "path", "a.txt", "limit", 2);

      assertThat(Door.code(envelope(door, "*** Update File: a.txt\n@@\n-3\n+x\n")))
          .isEqualTo("FILE_NOT_SEEN");
      assertThat(Door.code(envelope(door, "*** Update File: a.txt\n@@\n-2\n+x\n"))).isEqualTo("ok");
    }
  }

  /// The last file can't be made: its place is by then a directory, for the sake of the one below.
  @Test
  void whatFailsHalfWayIsTakenBack() throws IOException {
    try (Door door = door()) {
      Path script = door.seen("a.sh", "a\n");
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x--x"));
      door.seen("d.txt", "d\n");
      door.seen("m.txt", "m\n");
      String before = MutationMatrixTest.content(door);

      CallAnswer callAnswer =
          envelope(
              door,
              """
              *** Update File: a.sh
              @@
              -a
              +A
              *** Add File: fresh/deep/n.txt
              +n
              *** Delete File: d.txt
              *** Update File: m.txt
              *** Move to: moved/m.txt
              @@
              -m
              +M
              *** Add File: x
              +x
              *** Add File: x/y
              +y
              """);

      assertThat(Door.code(callAnswer)).isEqualTo("IO_ERROR");
      assertThat(MutationMatrixTest.content(door)).isEqualTo(before);
      assertThat(Files.getPosixFilePermissions(script))
          .isEqualTo(PosixFilePermissions.fromString("rwxr-x--x"));
      assertThat(door.governor.ledger()).contains("undoes");
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
      assertThat(door.governor.audit().open()).isEmpty();
      assertThat(door.root.resolve(".writ/objects/tmp")).isEmptyDirectory();
    }
  }

  @Test
  void theModeOfWhatIsPatchedAndMovedIsKept() throws IOException {
    try (Door door = door()) {
      Path script = door.seen("run.sh", "#!/bin/sh\nx\n");
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x---"));
      Files.setAttribute(script, "unix:mode", 04750);

      assertThat(
              Door.code(
                  envelope(door, "*** Update File: run.sh\n*** Move to: bin/run.sh\n@@\n-x\n+y\n")))
          .isEqualTo("ok");

      assertThat((int) Files.getAttribute(door.root.resolve("bin/run.sh"), "unix:mode") & 07777)
          .isEqualTo(0750); // not the right to become its owner, which the old content had
    }
  }
}
