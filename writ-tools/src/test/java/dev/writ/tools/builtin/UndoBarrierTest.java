// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.kernel.tool.CallAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whether all can be taken back, before anything is.
class UndoBarrierTest {
  @TempDir Path directory;

  private static void write(Door door, String path, String content) {
    assertThat(door.code("write_file", "path", path, "content", content)).isEqualTo("ok");
  }

  @Test
  void whatBarsSomeShowsBeforehand() throws IOException {
    try (Door door = Door.in(directory)) {
      write(door, "a.txt", "a\n");
      write(door, "d/c.txt", "c\n");
      door.beginTurn();
      write(door, "b.txt", "b\n");
      write(door, "d/c.txt", "cc\n");
      assertThat(door.governor.undo().barrier(new Selection.FromTurn("S-1", 1))).isEmpty();
      Files.writeString(door.root.resolve("a.txt"), "a person's\n");

      assertThat(door.governor.undo().barrier(new Selection.FromTurn("S-1", 1)))
          .hasValueSatisfying(one -> assertThat(one.path()).hasToString("a.txt"));
      assertThat(door.governor.undo().barrier(new Selection.FromTurn("S-1", 2))).isEmpty();
      assertThat(door.read("b.txt")).isEqualTo("b\n");
    }
  }

  /// One record that can't be taken back stops no other one.
  @Test
  void whatIsGoneMeanwhileIsRefusedByItself() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("z.txt", "z\n");
      door.file("a.txt", "one\n");
      CallAnswer moved = Scripts.sh(door, "mv z.txt y.txt; echo two > a.txt");
      Files.delete(door.root.resolve("y.txt"));

      List<Undone> undone =
          door.governor
              .undo()
              .undo(new Selection.ById(moved.ledger().getFirst().id()), Scripts.PERSON, true);

      assertThat(undone).as(undone.toString()).isNotEmpty();
      assertThat(door.governor.audit().open()).isEmpty();
      assertThat(
              Files.exists(door.root.resolve("z.txt"))
                  || undone.getFirst() instanceof Undone.RefusedUndo)
          .isTrue();
    }
  }
}
