// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.call.PlaceInventory;
import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Directories, deletes, moves, and their way back.
class MutationToolsTest {
  private static final ActOrigin PERSON =
      new ActOrigin("S-1", 99, 9, new ActOrigin.Contributor.Human());

  @TempDir Path directory;

  private Door door() {
    return Door.in(
        directory,
        setup -> setup.approver = question -> new Approver.Answer.Yes(question.digest()));
  }

  /// A door whose approver does something before it agrees.
  private Door door(SwapTest.Mischief mischief) {
    return Door.in(
        directory,
        setup -> {
          setup.confirm = Set.of("write");
          setup.approver =
              question -> {
                try {
                  mischief.happen(directory.resolve("root").toRealPath());
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
                return new Approver.Answer.Yes(question.digest());
              };
        });
  }

  private static void tree(Door door) throws IOException {
    door.file("dir/a.txt", "a\n");
    door.file("dir/sub/b.txt", "b\n");
    Files.createDirectories(door.root.resolve("dir/empty"));
    Path script = door.file("dir/run.sh", "#!/bin/sh\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static List<Undone> undo(Door door, CallAnswer answer) throws IOException {
    return undo(door, answer, false);
  }

  private static List<Undone> undo(Door door, CallAnswer answer, boolean force) throws IOException {
    Selection selection = new Selection.ById(answer.ledger().getFirst().id());
    return door.governor.undo().undo(selection, PERSON, force);
  }

  private static void assertSound(Door door) throws IOException {
    assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    assertThat(door.governor.audit().open()).isEmpty();
    assertThat(door.root.resolve(".writ/objects/tmp")).isEmptyDirectory();
  }

  @Test
  void aDirectoryIsMadeWithItsParentsAndUndone() throws IOException {
    try (Door door = door()) {
      CallAnswer answer = door.call("create_directory", "path", "a/b/c/");
      assertThat(Door.code(answer)).isEqualTo("ok");
      assertThat(door.root.resolve("a/b/c")).isEmptyDirectory();
      assertThat(door.governor.ledger()).contains("\"directory\":true").contains("\"a/b/c\"");

      CallAnswer again = door.call("create_directory", "path", "a/b");
      assertThat(again.result().content()).contains("There already");
      assertThat(again.ledger()).isEmpty();

      assertThat(undo(door, answer)).hasSize(3);
      assertThat(door.root.resolve("a")).doesNotExist();
      assertSound(door);
    }
  }

  @Test
  void aDirectoryThatIsUsedIsNotUndone() throws IOException {
    try (Door door = door()) {
      CallAnswer answer = door.call("create_directory", "path", "a/b");
      door.file("a/b/person.txt", "mine\n");

      assertThat(undo(door, answer)).hasOnlyElementsOfType(Undone.RefusedUndo.class);
      assertThat(door.read("a/b/person.txt")).isEqualTo("mine\n");
    }
  }

  @Test
  void aFileIsDeletedAndComesBackWithItsMode() throws IOException {
    try (Door door = door()) {
      tree(door);
      CallAnswer answer = door.call("delete_path", "path", "dir/run.sh");
      assertThat(Door.code(answer)).isEqualTo("ok");
      assertThat(door.root.resolve("dir/run.sh")).doesNotExist();

      undo(door, answer);

      assertThat(Files.isExecutable(door.root.resolve("dir/run.sh"))).isTrue();
      assertSound(door);
    }
  }

  @Test
  void aTreeIsDeletedAndComesBack() throws IOException {
    try (Door door = door()) {
      tree(door);
      assertThat(door.code("delete_path", "path", "dir")).isEqualTo("NOT_A_FILE");
      String before = MutationMatrixTest.content(door);

      CallAnswer answer = door.call("delete_path", "path", "dir", "recursive", true);
      assertThat(Door.code(answer)).isEqualTo("ok");
      assertThat(answer.ledger()).hasSize(1);
      assertThat(door.root.resolve("dir")).doesNotExist();

      assertThat(undo(door, answer)).hasOnlyElementsOfType(Undone.Restored.class);
      assertThat(MutationMatrixTest.content(door)).isEqualTo(before);
      assertThat(Files.isExecutable(door.root.resolve("dir/run.sh"))).isTrue();
      assertSound(door);
    }
  }

  @Test
  void aTreeIsMovedAndComesBack() throws IOException {
    try (Door door = door()) {
      tree(door);
      door.call("read_file", "path", "dir/a.txt");
      String before = MutationMatrixTest.content(door);

      CallAnswer answer = door.call("move_path", "from", "dir", "to", "far/away");
      assertThat(Door.code(answer)).isEqualTo("ok");
      assertThat(door.read("far/away/sub/b.txt")).isEqualTo("b\n");
      assertThat(door.root.resolve("far/away/empty")).isDirectory();
      assertThat(door.root.resolve("dir")).doesNotExist();
      assertThat(door.governor.ledger())
          .contains("\"from_path\":\"dir/sub/b.txt\"")
          .contains("AST_REFACTOR");
      // The lines that were read count as read at the new place.
      assertThat(door.code("edit_file", "path", "far/away/a.txt", "old_text", "a", "new_text", "a"))
          .isEqualTo("INVALID_ARGUMENTS");

      assertThat(undo(door, answer)).hasOnlyElementsOfType(Undone.Restored.class);
      assertThat(door.root.resolve("far")).doesNotExist();
      assertThat(MutationMatrixTest.content(door)).isEqualTo(before);
      assertSound(door);
    }
  }

  @Test
  void aMovedFileIsStillSeen() {
    try (Door door = door()) {
      door.seen("a.txt", "one\ntwo\n");
      assertThat(door.code("move_path", "from", "a.txt", "to", "b.txt")).isEqualTo("ok");
      assertThat(door.code("edit_file", "path", "b.txt", "old_text", "two", "new_text", "2"))
          .isEqualTo("ok");
      assertThat(door.code("write_file", "path", "a.txt", "content", "new\n")).isEqualTo("ok");
    }
  }

  @Test
  void aRecordOfSeveralFilesIsUndoneAsAWholeOrNotAtAll() throws IOException {
    try (Door door = door()) {
      door.seen("a.txt", "a\n");
      door.seen("b.txt", "b\n");
      CallAnswer answer =
          door.call(
              "apply_patch",
              "patch",
              """
              *** Begin Patch
              *** Update File: a.txt
              @@
              -a
              +A
              *** Update File: b.txt
              *** Move to: c.txt
              @@
              -b
              +B
              *** End Patch
              """);
      assertThat(Door.code(answer)).isEqualTo("ok");
      Files.writeString(door.root.resolve("c.txt"), "a person's\n");

      assertThat(undo(door, answer)).singleElement().isInstanceOf(Undone.RefusedUndo.class);
      assertThat(door.read("a.txt")).isEqualTo("A\n");

      assertThat(undo(door, answer, true)).hasSize(2);
      assertThat(door.read("a.txt")).isEqualTo("a\n");
      assertThat(door.read("b.txt")).isEqualTo("b\n");
      assertThat(door.root.resolve("c.txt")).doesNotExist();
      assertSound(door);
    }
  }

  @Test
  void linksGoAndComeBackWithTheirDirectory() throws IOException {
    try (Door door = door()) {
      door.file("linked/a.txt", "a\n");
      Files.createSymbolicLink(door.root.resolve("linked/l"), Path.of("a.txt"));

      assertThat(door.code("delete_path", "path", "linked", "recursive", true)).isEqualTo("ok");
      assertThat(door.root.resolve("linked")).doesNotExist();
      Scripts.undoAll(door);
      assertThat(Files.readSymbolicLink(door.root.resolve("linked/l"))).isEqualTo(Path.of("a.txt"));
    }
  }

  @Test
  void whatIsTooMuchOrCantComeBackIsRefused() throws IOException {
    try (Door door = door()) {
      Path many = Files.createDirectory(door.root.resolve("many"));
      for (int i = 0; i <= PlaceInventory.MAX_ITEMS; i++) {
        Files.createFile(many.resolve("f" + i));
      }
      door.file("linked/a.txt", "a\n");
      Files.createSymbolicLink(door.root.resolve("linked/l"), Path.of("a.txt"));
      door.file("repo/.git/HEAD", "ref\n");
      door.file("repo/a.txt", "a\n");

      assertThat(door.code("delete_path", "path", "many", "recursive", true))
          .isEqualTo("TOO_LARGE");
      assertThat(door.code("delete_path", "path", "linked/l")).isEqualTo("NOT_A_FILE");
      assertThat(door.code("delete_path", "path", "repo", "recursive", true))
          .isEqualTo("PROTECTED_PATH");
      assertThat(door.code("move_path", "from", "repo", "to", "elsewhere"))
          .isEqualTo("PROTECTED_PATH");
      assertThat(door.read("linked/a.txt")).isEqualTo("a\n");
    }
  }

  @Test
  void whatHoldsBlockedPathsIsNeitherLookedAtNorTouched() {
    try (Door door =
        Door.in(
            directory,
            setup -> {
              setup.approver = question -> new Approver.Answer.Yes(question.digest());
              setup.blocked = List.of(directory.resolve("root/home/ssh"));
            })) {
      door.file("home/ssh/id", "key\n");
      CallAnswer deleted = door.call("delete_path", "path", "home", "recursive", true);
      assertThat(Door.code(deleted)).isEqualTo("BLOCKED_PATH");
      assertThat(door.code("move_path", "from", "home", "to", "h")).isEqualTo("BLOCKED_PATH");
      assertThat(door.audit()).doesNotContain("ssh/id");
      assertThat(door.read("home/ssh/id")).isEqualTo("key\n");
    }
  }

  @Test
  void scopeCountsAtBothEndsAndForEveryFile() throws IOException {
    try (Door door = door()) {
      door.intents();
      door.call("select_active_intent", "intent", "CODE", "intent_id", "INT-001");
      door.file("src/a.txt", "a\n");
      door.file("docs/b.md", "b\n");
      door.file("mixed/c.txt", "c\n");

      assertThat(door.code("move_path", "from", "src/a.txt", "to", "docs/a.txt"))
          .isEqualTo("SCOPE_VIOLATION");
      assertThat(door.code("move_path", "from", "docs/b.md", "to", "src/b.md"))
          .isEqualTo("SCOPE_VIOLATION");
      assertThat(door.code("delete_path", "path", "mixed", "recursive", true))
          .isEqualTo("SCOPE_VIOLATION");
      assertThat(door.code("create_directory", "path", "docs/new")).isEqualTo("SCOPE_VIOLATION");
      assertThat(door.code("delete_path", "path", "src", "recursive", true)).isEqualTo("ok");
    }
  }

  @Test
  void whatAppearsInADirectoryMeanwhileIsNotDeleted() throws IOException {
    try (Door door = door(root -> Files.writeString(root.resolve("dir/new.txt"), "mine\n"))) {
      tree(door);
      assertThat(door.code("delete_path", "path", "dir", "recursive", true))
          .isEqualTo("STALE_FILE");
      assertThat(door.read("dir/new.txt")).isEqualTo("mine\n");
      assertThat(door.code("move_path", "from", "dir/sub", "to", "dir/new.txt"))
          .isEqualTo("FILE_EXISTS");
    }
  }

  @Test
  void whatChangesMeanwhileIsNeitherDeletedNorMovedNorPatched() throws IOException {
    try (Door door = door(root -> Files.writeString(root.resolve("dir/a.txt"), "mine\n"))) {
      tree(door);
      assertThat(door.code("delete_path", "path", "dir/a.txt")).isEqualTo("STALE_FILE");
      Files.writeString(door.root.resolve("dir/a.txt"), "a\n");
      assertThat(door.code("move_path", "from", "dir", "to", "b")).isEqualTo("STALE_FILE");
      assertThat(door.read("dir/a.txt")).isEqualTo("mine\n");
      assertThat(door.governor.ledger()).isEmpty();
    }
  }

  @Test
  void aTargetThatAppearsMeanwhileIsNotOverwritten() throws IOException {
    try (Door door = door(root -> Files.writeString(root.resolve("t.txt"), "mine\n"))) {
      door.file("s.txt", "s\n");
      assertThat(door.code("move_path", "from", "s.txt", "to", "t.txt")).isEqualTo("STALE_FILE");
      assertThat(door.read("t.txt")).isEqualTo("mine\n");
      assertThat(door.read("s.txt")).isEqualTo("s\n");
    }
  }

  @Test
  void aDirectoryThatBecomesALinkMeanwhileIsNotDeletedThrough() throws IOException {
    Path outside = Files.createDirectory(directory.resolve("outside"));
    Files.writeString(outside.resolve("a.txt"), "a\n");
    SwapTest.Mischief swap =
        root -> {
          if (!Files.isSymbolicLink(root.resolve("dir"))) {
            Files.move(root.resolve("dir"), root.resolve("kept"));
            Files.createSymbolicLink(root.resolve("dir"), outside);
          }
        };
    try (Door door = door(swap)) {
      door.file("dir/a.txt", "a\n");
      assertThat(door.code("delete_path", "path", "dir/a.txt")).isIn("IO_ERROR", "STALE_FILE");
      Files.delete(door.root.resolve("dir"));
      Files.move(door.root.resolve("kept"), door.root.resolve("dir"));
      assertThat(door.code("delete_path", "path", "dir", "recursive", true))
          .isIn("IO_ERROR", "STALE_FILE");
      assertThat(door.code("create_directory", "path", "dir/made")).isIn("PATH_OUTSIDE_WORKSPACE");
      assertThat(outside.resolve("a.txt")).exists();
      assertThat(outside.resolve("made")).doesNotExist();
    }
  }

  @Test
  void filesDifferAsShown() {
    try (Door door = door()) {
      door.file("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n");
      door.file("b.txt", "1\n2\nx\n4\ny\n6\n7\n8\n");

      assertThat(door.text("diff_files", "path1", "a.txt", "path2", "b.txt", "context_lines", 1))
          .isEqualTo("--- a.txt\n+++ b.txt\n@@ -2,5 +2,5 @@\n 2\n-3\n+x\n 4\n-5\n+y\n 6");
      assertThat(door.text("diff_files", "path1", "a.txt", "path2", "a.txt")).contains("the same");
      assertThat(door.code("edit_file", "path", "a.txt", "old_text", "3", "new_text", "x"))
          .isEqualTo("FILE_NOT_SEEN");
    }
  }
}
