// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file that changed since it was seen: a change of lines that stayed is applied, any other is
/// stale.
class RebaseTest {
  private static final String SEEN = "one\ntwo\nthree\nfour\nfive\nsix\n";

  @TempDir Path directory;

  private static void changed(Door door, String now) throws IOException {
    Files.writeString(door.root.resolve("a.txt"), now);
  }

  private static String edit(Door door, String old, String now) {
    return door.text("edit_file", "path", "a.txt", "old_text", old, "new_text", now);
  }

  @Test
  void anEditOfLinesThatStayedIsRebased() throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", SEEN);
      changed(door, "zero\none\ntwo\nthree\nfour\nfive\nSIX\n");

      assertThat(edit(door, "two\n", "2\n"))
          .contains("Edited a.txt")
          .contains("Rebased: a.txt changed since it was last read")
          .contains("+zero")
          .contains("+SIX");
      assertThat(door.read("a.txt")).isEqualTo("zero\none\n2\nthree\nfour\nfive\nSIX\n");
      // This does not make another writer's text count as read.
      assertThat(edit(door, "SIX", "6")).contains("FILE_NOT_SEEN");
      assertThat(edit(door, "zero", "0")).contains("FILE_NOT_SEEN");
      assertThat(edit(door, "three", "3")).contains("Edited").doesNotContain("Rebased");
    }
  }

  @Test
  void anEditOfALineThatChangedIsStale() throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", SEEN);
      changed(door, SEEN.replace("two", "two, changed"));

      assertThat(edit(door, "two", "2")).contains("STALE_FILE").contains("two, changed");
      assertThat(door.read("a.txt")).contains("two, changed");
    }
  }

  @Test
  void anEditOfLinesThatWereNeverSeenIsStale() throws IOException {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", SEEN);
      door.call("read_file", "path", "a.txt", "limit", 3);
      changed(door, SEEN + "seven\n");

      assertThat(edit(door, "five", "5")).contains("STALE_FILE");
      assertThat(edit(door, "two", "2")).contains("Rebased");
    }
  }

  @Test
  void anEditThatIsNoLongerUniqueIsStale() throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", SEEN);
      changed(door, SEEN + "two\n");

      assertThat(edit(door, "two\n", "2\n")).contains("STALE_FILE");
      assertThat(
              door.code(
                  "edit_file",
                  "path",
                  "a.txt",
                  "old_text",
                  "two",
                  "new_text",
                  "2",
                  "replace_all",
                  true))
          .isEqualTo("STALE_FILE");
    }
  }

  @Test
  void aWholeFileIsNeverRebased() throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", SEEN);
      changed(door, SEEN + "seven\n");

      assertThat(door.code("write_file", "path", "a.txt", "content", "mine\n"))
          .isEqualTo("STALE_FILE");
      assertThat(door.code("delete_path", "path", "a.txt")).isEqualTo("STALE_FILE");
    }
  }

  @Test
  void aPatchIsRebasedOnlyWhereItsLinesSayWhere() throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "x\na\nx\nb\nlast\n");
      String second = "--- a/a.txt\n+++ b/a.txt\n@@ -3 +3 @@\n-x\n+y\n";
      changed(door, "n\nn\nx\na\nx\nb\nlast\n");

      // Line 3 is now the other x: a number is not a reason to touch it.
      assertThat(door.code("apply_patch", "patch", second)).isEqualTo("STALE_FILE");
      String context = "--- a/a.txt\n+++ b/a.txt\n@@ -2,3 +2,3 @@\n a\n-x\n+y\n b\n";
      assertThat(door.text("apply_patch", "patch", context))
          .contains("Patched 1 file")
          .contains("Rebased")
          .contains("+2 lines off");
      assertThat(door.read("a.txt")).isEqualTo("n\nn\nx\na\ny\nb\nlast\n");
    }
  }
}
