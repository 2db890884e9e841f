// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.ContainmentTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Changes between check and use: the approver is asked in between, and changes the workspace
/// before it says yes.
class SwapTest {
  private static final String SECRET = "the secret outside";

  @TempDir Path directory;
  private Path outside = Path.of("/nowhere");

  /// Something that is done to the workspace while a person thinks.
  interface Mischief {
    void happen(Path root) throws IOException;
  }

  @BeforeEach
  void makeOutside() throws IOException {
    outside = Files.createDirectory(directory.resolve("outside"));
    Files.writeString(outside.resolve("a.txt"), SECRET);
  }

  /// A door where every call asks, and the answer is yes once the mischief happened.
  private Door door(Mischief mischief) {
    return Door.in(
        directory,
        setup -> {
          setup.execution = ExecutionMode.RESTRICTED_AUTONOMOUS;
          setup.confirm = Set.of("write", "read_file", "search_files", "run_command");
          setup.approver = first(mischief);
        });
  }

  /// The first question is only agreed to: tests prepare with a read.
  private Approver first(Mischief mischief) {
    List<String> asked = new ArrayList<>();
    return question -> {
      asked.add(question.digest());
      if (asked.size() == 2) {
        try {
          mischief.happen(directory.resolve("root").toRealPath());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return new Approver.Answer.Yes(question.digest());
    };
  }

  private String outsideText() throws IOException {
    return Files.readString(outside.resolve("a.txt"));
  }

  @Test
  void inv12AFileThatChangedMeanwhileIsNotOverwritten() {
    try (Door door = door(root -> Files.writeString(root.resolve("a.txt"), "a person's work\n"))) {
      door.seen("a.txt", "old\n");

      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "the model's\n");

      assertThat(Door.code(answer)).isEqualTo("STALE_FILE");
      assertThat(door.read("a.txt")).isEqualTo("a person's work\n");
      assertThat(answer.ledger()).isEmpty();
      assertThat(answer.result().content()).contains("a person's work").contains("sha256:");
    }
  }

  @Test
  void anEditOfAFileThatChangedMeanwhileLosesNothing() {
    try (Door door = door(root -> Files.writeString(root.resolve("a.txt"), "one\nTWO\n"))) {
      door.seen("a.txt", "one\ntwo\n");

      assertThat(door.code("edit_file", "path", "a.txt", "old_text", "one", "new_text", "1"))
          .isEqualTo("STALE_FILE");
      assertThat(door.read("a.txt")).isEqualTo("one\nTWO\n");
    }
  }

  @Test
  void aTouchedFileWithTheSameContentIsWritten() {
    try (Door door = door(root -> Files.writeString(root.resolve("a.txt"), "old\n"))) {
      door.seen("a.txt", "old\n");

      assertThat(door.code("write_file", "path", "a.txt", "content", "new\n")).isEqualTo("ok");
    }
  }

  @Test
  void aFileThatAppearedMeanwhileIsNotOverwritten() {
    try (Door door = door(root -> Files.writeString(root.resolve("new.txt"), "mine\n"))) {
      door.seen("a.txt", "old\n");

      assertThat(door.code("write_file", "path", "new.txt", "content", "x"))
          .isEqualTo("STALE_FILE");
      assertThat(door.read("new.txt")).isEqualTo("mine\n");
    }
  }

  @Test
  void aFileThatVanishedMeanwhileIsNotBroughtBack() {
    try (Door door = door(root -> Files.delete(root.resolve("a.txt")))) {
      door.seen("a.txt", "old\n");

      assertThat(door.code("write_file", "path", "a.txt", "content", "x")).isEqualTo("STALE_FILE");
      assertThat(door.root.resolve("a.txt")).doesNotExist();
    }
  }

  @Test
  void aFileThatBecameALinkIsNotWrittenThrough() throws IOException {
    try (Door door = door(root -> link(root.resolve("a.txt"), outside.resolve("a.txt")))) {
      door.seen("a.txt", SECRET);

      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "x");

      assertThat(Door.code(answer)).isEqualTo("STALE_FILE");
      assertThat(outsideText()).isEqualTo(SECRET);
    }
  }

  @Test
  void aFileThatBecameALinkIsNotReadThrough() {
    try (Door door = door(root -> link(root.resolve("a.txt"), outside.resolve("a.txt")))) {
      door.seen("a.txt", "inside\n");

      CallAnswer answer = door.call("read_file", "path", "a.txt");

      assertThat(Door.code(answer)).isEqualTo("NOT_A_FILE");
      assertThat(answer.result().content()).doesNotContain(SECRET);
    }
  }

  @Test
  void aDirectoryThatBecameALinkIsNotEntered() throws IOException {
    try (Door door = door(root -> swapDirectory(root.resolve("dir")))) {
      door.seen("dir/a.txt", SECRET);

      assertThat(door.code("write_file", "path", "dir/a.txt", "content", "x"))
          .isIn("IO_ERROR", "STALE_FILE");
      assertThat(outsideText()).isEqualTo(SECRET);
    }
  }

  @Test
  void aNewFileIsNotMadeBehindADirectoryThatBecameALink() {
    try (Door door = door(root -> swapDirectory(root.resolve("dir")))) {
      door.seen("dir/a.txt", SECRET);

      assertThat(door.code("write_file", "path", "dir/new.txt", "content", "x"))
          .isEqualTo("IO_ERROR");
      assertThat(outside.resolve("new.txt")).doesNotExist();
    }
  }

  @Test
  void aMissingDirectoryThatBecameALinkIsNotEntered() {
    try (Door door = door(root -> link(root.resolve("made"), outside))) {
      door.seen("a.txt", "x");

      assertThat(door.code("write_file", "path", "made/later/new.txt", "content", "x"))
          .isEqualTo("IO_ERROR");
      assertThat(outside.resolve("later")).doesNotExist();
    }
  }

  @Test
  void aDirectoryThatBecameALinkIsNotReadThrough() {
    try (Door door = door(root -> swapDirectory(root.resolve("dir")))) {
      door.seen("dir/a.txt", "inside\n");

      CallAnswer answer = door.call("read_file", "path", "dir/a.txt");

      assertThat(Door.code(answer)).isEqualTo("IO_ERROR");
      assertThat(answer.result().content()).doesNotContain(SECRET);
    }
  }

  @Test
  void aDirectoryThatBecameALinkIsNotSearched() {
    try (Door door = door(root -> swapDirectory(root.resolve("dir")))) {
      door.seen("dir/a.txt", "inside\n");

      CallAnswer answer = door.call("search_files", "path", "dir", "pattern", "secret");

      assertThat(Door.code(answer)).isEqualTo("IO_ERROR");
      assertThat(answer.result().content()).doesNotContain(SECRET);
    }
  }

  @Test
  void aFileThatBecameAPipeDoesNotBlock() {
    Mischief pipe =
        root -> {
          Files.delete(root.resolve("a.txt"));
          try {
            ContainmentTest.fifo(root.resolve("a.txt"));
          } catch (Exception e) {
            throw new IOException(e);
          }
        };
    try (Door door = door(pipe)) {
      door.seen("a.txt", "x\n");

      assertThat(door.code("read_file", "path", "a.txt")).isEqualTo("NOT_A_FILE");
      assertThat(door.code("write_file", "path", "a.txt", "content", "y")).isEqualTo("NOT_A_FILE");
    }
  }

  @Test
  void aFileThatBecameADirectoryIsLeftAlone() {
    Mischief swap =
        root -> {
          Files.delete(root.resolve("a.txt"));
          Files.createDirectory(root.resolve("a.txt"));
        };
    try (Door door = door(swap)) {
      door.seen("a.txt", "x\n");

      assertThat(door.code("write_file", "path", "a.txt", "content", "y")).isEqualTo("STALE_FILE");
      assertThat(door.root.resolve("a.txt")).isEmptyDirectory();
    }
  }

  @Test
  void aRootThatWasMovedIsAnError() throws IOException {
    try (Door door = door(root -> Files.move(root, root.resolveSibling("elsewhere")))) {
      door.seen("a.txt", "x\n");

      assertThat(door.code("write_file", "path", "a.txt", "content", "y")).isEqualTo("IO_ERROR");
      assertThat(Files.readString(directory.resolve("elsewhere/a.txt"))).isEqualTo("x\n");
      assertThat(door.code("read_file", "path", "a.txt")).isEqualTo("IO_ERROR");
      assertThat(door.code("list_files")).isEqualTo("IO_ERROR");
    }
  }

  @Test
  void aRootThatWasReplacedIsAnError() {
    Mischief replace =
        root -> {
          Files.move(root, root.resolveSibling("elsewhere"));
          Files.createDirectory(root);
          Files.writeString(root.resolve("a.txt"), "x\n");
        };
    try (Door door = door(replace)) {
      door.seen("a.txt", "x\n");

      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "y");

      assertThat(Door.code(answer)).isEqualTo("IO_ERROR");
      assertThat(answer.result().content()).contains("moved or replaced");
      assertThat(door.read("a.txt")).isEqualTo("x\n");
      assertThat(door.code("read_file", "path", "a.txt")).isEqualTo("IO_ERROR");
    }
  }

  @Test
  void aRootThatBecameALinkElsewhereIsAnError() throws IOException {
    Mischief swap =
        root -> {
          Files.move(root, root.resolveSibling("elsewhere"));
          Files.createSymbolicLink(root, outside);
        };
    try (Door door = door(swap)) {
      door.seen("a.txt", SECRET);

      assertThat(door.code("write_file", "path", "a.txt", "content", "y")).isEqualTo("IO_ERROR");
      assertThat(outsideText()).isEqualTo(SECRET);
      assertThat(outside.resolve(".writ")).doesNotExist();
      Files.delete(door.root);
    }
  }

  @Test
  void theRecordsDirectoryThatBecameALinkIsRefused() {
    try (Door door = door(root -> link(root.resolve(".orchestration"), outside))) {
      door.seen("a.txt", "x\n");

      assertThat(door.code("write_file", "path", "a.txt", "content", "y")).isEqualTo("IO_ERROR");
      assertThat(door.read("a.txt")).isEqualTo("x\n");
      assertThat(outside.resolve("agent_trace.jsonl")).doesNotExist();
    }
  }

  @Test
  void theObjectStoreThatIsALinkIsRefused() {
    try (Door door = door(root -> link(root.resolve(".writ"), outside))) {
      door.seen("a.txt", "x\n");

      assertThat(door.code("write_file", "path", "a.txt", "content", "y")).isEqualTo("IO_ERROR");
      assertThat(door.read("a.txt")).isEqualTo("x\n");
      assertThat(outside.resolve("objects")).doesNotExist();
    }
  }

  @Test
  void aHardLinkToTheOutsideIsBrokenNotWritten() throws IOException {
    try (Door door = door(_ -> {})) {
      Files.createLink(door.root.resolve("a.txt"), outside.resolve("a.txt"));
      assertThat(door.code("read_file", "path", "a.txt")).isEqualTo("ok");

      assertThat(door.code("write_file", "path", "a.txt", "content", "y")).isEqualTo("ok");

      assertThat(outsideText()).isEqualTo(SECRET);
      assertThat(door.read("a.txt")).isEqualTo("y");
    }
  }

  private static void link(Path at, Path target) throws IOException {
    Files.deleteIfExists(at);
    Files.createSymbolicLink(at, target);
  }

  private void swapDirectory(Path at) throws IOException {
    Path kept = at.resolveSibling("kept");
    Files.move(at, kept, StandardCopyOption.ATOMIC_MOVE);
    Files.createSymbolicLink(at, outside);
    try (Stream<Path> all = Files.walk(kept)) {
      assertThat(all.sorted(Comparator.naturalOrder())).isNotEmpty();
    }
  }
}
