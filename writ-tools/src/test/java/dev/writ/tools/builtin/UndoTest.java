// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.value.ErrorCode;
import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UndoTest {
  private static final ActOrigin PERSON =
      new ActOrigin("S-1", 99, 9, new ActOrigin.Contributor.Human());

  @TempDir Path directory;

  private static List<Undone> undo(Door door, Selection selection) throws IOException {
    return door.governor.undo().undo(selection, PERSON, false);
  }

  private static String write(Door door, String path, String content) {
    CallAnswer answer = door.call("write_file", "path", path, "content", content);
    assertThat(Door.code(answer)).isEqualTo("ok");
    return answer.ledger().getFirst().id();
  }

  @Test
  void aCreatedFileIsRemoved() throws IOException {
    try (Door door = Door.in(directory)) {
      String id = write(door, "dir/a.txt", "one\n");

      assertThat(undo(door, new Selection.ById(id))).hasOnlyElementsOfType(Undone.Restored.class);

      assertThat(door.root.resolve("dir/a.txt")).doesNotExist();
      assertThat(door.governor.verify()).isEqualTo(new VerificationReport.Sound(2, 1, false));
      assertThat(door.governor.ledger()).contains("\"entity_type\":\"human\"").contains("undoes");
    }
  }

  /// The hashes of its lines alone would be longer than any record.
  @Test
  void aFileOfManyLinesComesBack() throws IOException {
    try (Door door = Door.in(directory)) {
      Path file = door.root.resolve("data.csv");
      byte[] content = "a\n".repeat(1_700_000).getBytes(StandardCharsets.UTF_8);
      Files.write(file, content);
      CallAnswer answer = door.contained().call("delete_path", "path", "data.csv");
      String id = answer.ledger().getFirst().id();
      assertThat(file).doesNotExist();

      assertThat(undo(door, new Selection.ById(id))).hasOnlyElementsOfType(Undone.Restored.class);

      assertThat(Files.readAllBytes(file)).isEqualTo(content);
    }
  }

  @Test
  void theDirectoriesThatAFileBroughtGoWithIt() throws IOException {
    try (Door door = Door.in(directory)) {
      String id = write(door, "new/deep/a.txt", "one\n");

      assertThat(undo(door, new Selection.ById(id))).hasOnlyElementsOfType(Undone.Restored.class);

      assertThat(door.root.resolve("new")).doesNotExist();
      assertThat(door.governor.verify()).isEqualTo(new VerificationReport.Sound(2, 1, false));
    }
  }

  @Test
  void theDirectoriesThatAMoveMadeGoWithIt() throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("old/a.txt", "one\n");
      CallAnswer moved = door.call("move_path", "from", "old/a.txt", "to", "new/deep/a.txt");
      assertThat(Door.code(moved)).isEqualTo("ok");
      String patch =
          """
          *** Begin Patch
          *** Update File: new/deep/a.txt
          *** Move to: newer/deep/a.txt
          @@
          -one
          +two
          *** End Patch
          """;
      assertThat(Door.code(door.call("apply_patch", "patch", patch))).isEqualTo("ok");
      assertThat(door.governor.ledger()).contains("\"new/deep\"", "\"newer\"", "\"newer/deep\"");

      assertThat(undo(door, new Selection.BySession("S-1")))
          .hasOnlyElementsOfType(Undone.Restored.class);

      assertThat(door.read("old/a.txt")).isEqualTo("one\n");
      assertThat(door.root.resolve("new")).doesNotExist();
      assertThat(door.root.resolve("newer")).doesNotExist();
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    }
  }

  @Test
  void aDirectoryThatWasMovedIntoANewOneIsBack() throws IOException {
    try (Door door = Door.in(directory)) {
      Path script = door.seen("old/sub/a.sh", "one\n");
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x---"));
      Path sub = door.root.resolve("old/sub");
      Files.setPosixFilePermissions(sub, PosixFilePermissions.fromString("rwx------"));
      CallAnswer moved = door.call("move_path", "from", "old", "to", "new/deep/old");
      assertThat(Door.code(moved)).isEqualTo("ok");

      assertThat(undo(door, new Selection.LastTurn())).hasOnlyElementsOfType(Undone.Restored.class);

      assertThat(door.root.resolve("new")).doesNotExist();
      assertThat(door.read("old/sub/a.sh")).isEqualTo("one\n");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(script)))
          .isEqualTo("rwxr-x---");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sub)))
          .isEqualTo("rwx------");
      assertThat(undo(door, new Selection.LastTurn())).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"z", "new/deep/z"})
  void aLinkInADirectoryThatWasMovedIsBack(String to) throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("a/f.txt", "one\n");
      Files.createSymbolicLink(door.root.resolve("a/l"), Path.of("f.txt"));
      Files.createSymbolicLink(door.root.resolve("a/none"), Path.of("nosuch"));
      assertThat(Door.code(door.call("move_path", "from", "a", "to", to))).isEqualTo("ok");

      assertThat(undo(door, new Selection.LastTurn())).hasOnlyElementsOfType(Undone.Restored.class);

      assertThat(door.read("a/f.txt")).isEqualTo("one\n");
      assertThat(Files.readSymbolicLink(door.root.resolve("a/l"))).hasToString("f.txt");
      assertThat(Files.readSymbolicLink(door.root.resolve("a/none"))).hasToString("nosuch");
      assertThat(door.root.resolve(to.split("/", -1)[0])).doesNotExist();
    }
  }

  @Test
  void aDirectoryOfAMoveInWhichOthersHaveFilesStays() throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("old/a.txt", "one\n");
      CallAnswer moved = door.call("move_path", "from", "old/a.txt", "to", "new/deep/a.txt");
      assertThat(Door.code(moved)).isEqualTo("ok");
      door.file("new/b.txt", "a person's\n");

      assertThat(undo(door, new Selection.LastTurn())).hasOnlyElementsOfType(Undone.Restored.class);

      assertThat(door.read("old/a.txt")).isEqualTo("one\n");
      assertThat(door.root.resolve("new/deep")).doesNotExist();
      assertThat(door.read("new/b.txt")).isEqualTo("a person's\n");
    }
  }

  @Test
  void aDirectoryInWhichOthersHaveFilesStays() throws IOException {
    try (Door door = Door.in(directory)) {
      String id = write(door, "new/deep/a.txt", "one\n");
      door.file("new/b.txt", "a person's\n");

      assertThat(undo(door, new Selection.ById(id))).hasOnlyElementsOfType(Undone.Restored.class);

      assertThat(door.root.resolve("new/deep")).doesNotExist();
      assertThat(door.read("new/b.txt")).isEqualTo("a person's\n");
    }
  }

  @Test
  void anUndoIsTakenBackByItsOwnId() throws IOException {
    try (Door door = Door.in(directory)) {
      String id = write(door, "a.txt", "one\n");
      List<Undone> undone = undo(door, new Selection.ById(id));
      String back = ((Undone.Restored) undone.getFirst()).record().id();

      undo(door, new Selection.ById(back));

      assertThat(door.read("a.txt")).isEqualTo("one\n");
    }
  }

  @Test
  void theLastTurnIsTakenBackAndThenTheOneBefore() throws IOException {
    try (Door door = Door.in(directory)) {
      write(door, "a.txt", "one\n");
      door.beginTurn();
      write(door, "a.txt", "two\n");
      write(door, "a.txt", "three\n");
      write(door, "b.txt", "b\n");

      assertThat(undo(door, new Selection.LastTurn())).hasSize(3);
      assertThat(door.read("a.txt")).isEqualTo("one\n");
      assertThat(door.root.resolve("b.txt")).doesNotExist();

      assertThat(undo(door, new Selection.LastTurn())).hasSize(1);
      assertThat(door.root.resolve("a.txt")).doesNotExist();
      assertThat(undo(door, new Selection.LastTurn())).isEmpty();
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    }
  }

  @Test
  void aSessionAndAnIntentAreTakenBack() throws IOException {
    try (Door first = Door.in(directory)) {
      first.intents();
      first.call("select_active_intent", "intent", "CODE", "intent_id", "INT-001");
      write(first, "src/a.txt", "a\n");
      first.call("select_active_intent", "intent", "CODE", "intent_id", "INT-002");
      write(first, "docs/b.md", "b\n");
      try (Door second = Door.in(directory, setup -> setup.session = "S-2")) {
        second.call("select_active_intent", "intent", "CODE", "intent_id", "INT-002");
        write(second, "docs/c.md", "c\n");

        assertThat(undo(second, new Selection.BySession(""))).hasSize(1);
        assertThat(second.root.resolve("docs/c.md")).doesNotExist();
        assertThat(undo(second, new Selection.ByIntent("INT-001"))).hasSize(2); // with src
        assertThat(second.root.resolve("src/a.txt")).doesNotExist();
        assertThat(second.root.resolve("docs/b.md")).exists();
        assertThat(undo(second, new Selection.BySession("S-1"))).hasSize(2); // with docs
        assertThat(second.root.resolve("docs/b.md")).doesNotExist();
        assertThat(undo(second, new Selection.BySession("none"))).isEmpty();
      }
    }
  }

  @Test
  void aFileThatAPersonChangedIsLeftAloneUnlessTold() throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "old\n");
      String id = write(door, "a.txt", "new\n");
      Files.writeString(door.root.resolve("a.txt"), "a person's\n");

      List<Undone> undone = undo(door, new Selection.ById(id));
      assertThat(undone)
          .singleElement()
          .isInstanceOfSatisfying(
              Undone.RefusedUndo.class,
              refused -> assertThat(refused.error().code()).isEqualTo(ErrorCode.STALE_FILE));
      assertThat(door.read("a.txt")).isEqualTo("a person's\n");

      door.governor.undo().undo(new Selection.ById(id), PERSON, true);
      assertThat(door.read("a.txt")).isEqualTo("old\n");
    }
  }

  @Test
  void whatSharesNoPlaceWithARefusedRecordIsUndone() throws IOException {
    try (Door door = Door.in(directory)) {
      write(door, "a.txt", "a\n");
      write(door, "b.txt", "b\n");
      Files.writeString(door.root.resolve("b.txt"), "changed\n");

      assertThat(undo(door, new Selection.LastTurn()))
          .hasExactlyElementsOfTypes(Undone.RefusedUndo.class, Undone.Restored.class);
      assertThat(door.root.resolve("a.txt")).doesNotExist();
      assertThat(door.read("b.txt")).isEqualTo("changed\n");
    }
  }

  @Test
  void whatARefusedRecordBuildsOnStays() throws IOException {
    try (Door door = Door.in(directory)) {
      write(door, "d/a.txt", "a\n"); // with d
      write(door, "d/b.txt", "b\n");
      write(door, "c.txt", "c\n");
      Files.writeString(door.root.resolve("d/b.txt"), "changed\n");

      assertThat(undo(door, new Selection.LastTurn()))
          .hasExactlyElementsOfTypes(Undone.Restored.class, Undone.RefusedUndo.class);
      assertThat(door.read("d/a.txt")).isEqualTo("a\n");
    }
  }

  @Test
  void aContentThatIsNoLongerKeptIsSaid() throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "old\n");
      String id = write(door, "a.txt", "new\n");
      try (var objects = Files.walk(door.root.resolve(".writ/objects"))) {
        for (Path object : objects.filter(Files::isRegularFile).toList()) {
          Files.writeString(object, "tampered");
        }
      }

      assertThat(undo(door, new Selection.ById(id)).getFirst())
          .isInstanceOf(Undone.RefusedUndo.class);
      assertThat(door.read("a.txt")).isEqualTo("new\n");
    }
  }

  @Test
  void anUndoIsInTheAudit() throws IOException {
    try (Door door = Door.in(directory)) {
      String id = write(door, "a.txt", "one\n");
      undo(door, new Selection.ById(id));

      assertThat(door.audit()).contains("\"tool\":\"undo\"").contains("\"approver\":\"person\"");
      assertThat(door.governor.audit().open()).isEmpty();
    }
  }

  @Test
  void anUndoWithoutAReceiptDoesNotHappen() throws IOException {
    try (Door door = Door.in(directory)) {
      write(door, "a.txt", "one\n");
    }
    Files.delete(directory.resolve("data/audit.jsonl"));
    Files.createDirectory(directory.resolve("data/audit.jsonl"));
    try (Door door = Door.in(directory)) {
      assertThatThrownBy(() -> undo(door, new Selection.LastTurn()))
          .isInstanceOf(IOException.class);
      assertThat(door.read("a.txt")).isEqualTo("one\n");
    }
  }

  @Test
  void anUndoThatFailsHasAnOutcome() throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "old\n");
      String id = write(door, "a.txt", "new\n");
      Files.move(door.root.resolve("a.txt"), door.root.resolve("b.txt"));
      Files.createDirectory(door.root.resolve("a.txt"));

      assertThat(undo(door, new Selection.ById(id)).getFirst())
          .isInstanceOf(Undone.RefusedUndo.class);
      assertThat(door.governor.audit().open()).isEmpty();
    }
  }

  /// A repository brings its own ledger: what stands in it is data, not permission.
  @ParameterizedTest
  @ValueSource(strings = {".git/hooks/pre-commit", ".writ/project.yaml", ".GIT/config", "ssh/x"})
  void inv13ARecordFromARepositoryCantReachProtectedPaths(String path) throws IOException {
    try (Door door =
        Door.in(directory, setup -> setup.blocked = List.of(directory.resolve("root/ssh")))) {
      door.seen("a.txt", "#!/bin/sh\nevil\n");
      String id = write(door, "a.txt", "two\n");
      Path ledger = door.root.resolve(".orchestration/agent_trace.jsonl");
      Files.createDirectories(door.root.resolve(path).getParent());
      String forged =
          Files.readString(ledger)
              .replace("\"a.txt\"", "\"" + path + "\"")
              .replaceAll("\"after_hash\":\"[^\"]*\"", "\"after_hash\":null");
      Files.writeString(ledger, forged);

      assertThat(undo(door, new Selection.ById(id)))
          .singleElement()
          .isInstanceOf(Undone.RefusedUndo.class);
      assertThat(door.root.resolve(path)).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"relative_path\":\"../x\"",
        "\"relative_path\":\"/etc/x\"",
        "\"relative_path\":\"a\\u0000b\"",
        "\"relative_path\":\"\"",
        "\"relative_path\":\"a.txt\",\"before_hash\":\"x\",\"q\":\"",
        "\"relative_path\":\"a.txt\",\"before_hash\":\"sha256:../../../a\",\"q\":\"",
      })
  void aNonsensicalRecordIsAnErrorAndNothingElse(String member) throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "one\n");
      String id = write(door, "a.txt", "two\n");
      Path ledger = door.root.resolve(".orchestration/agent_trace.jsonl");
      String forged = Files.readString(ledger).replace("\"relative_path\":\"a.txt\"", member);
      forged = member.endsWith("\"q\":\"") ? forged.replace("\"q\":\"", "\"q\":\"\"") : forged;
      forged = forged.replaceFirst(",\"before_hash\":\"sha256:[0-9a-f]+\"", "");
      Files.writeString(ledger, forged);

      try {
        assertThat(undo(door, new Selection.ById(id)))
            .hasOnlyElementsOfType(Undone.RefusedUndo.class);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("record");
      }
      assertThat(door.read("a.txt")).isEqualTo("two\n");
    }
  }
}
