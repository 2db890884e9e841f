// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.verify.VerificationReport;
import dev.writ.testkit.StatePoll;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a program does to files has the same consequences as what a tool does: records and undo.
class CommandChangesTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"none", "committed", "dirty"})
  void everyChangeHasItsRecordAndItsWayBack(String repository) throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("old.txt", "one\ntwo\n");
      door.file("dir/gone.txt", "gone\n");
      door.file("same.txt", "same\n");
      if (!repository.equals("none")) {
        Scripts.repository(door);
      }
      if (repository.equals("dirty")) {
        door.file("old.txt", "one\ntwo\nthree\n");
        door.file("dir/gone.txt", "not yet\n");
      }
      String old = door.read("old.txt");
      String gone = door.read("dir/gone.txt");

      CallAnswer answer =
          Scripts.sh(
              door,
              "echo more >> old.txt; rm dir/gone.txt; mkdir -p n; echo x > n/new.txt; "
                  + "touch same.txt; cat same.txt > s && mv s same.txt");

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(Scripts.told(door))
          .containsExactly("create n", "create n/new.txt", "delete dir/gone.txt", "modify old.txt");
      assertThat(answer.ledger()).hasSize(1);
      assertThat(answer.result().content())
          .contains("modified old.txt", "deleted dir/gone.txt", "created n/new.txt");
      Scripts.undoAll(door);
      assertThat(door.read("old.txt")).isEqualTo(old);
      assertThat(door.read("dir/gone.txt")).isEqualTo(gone);
      assertThat(door.root.resolve("n")).doesNotExist();
    }
  }

  @Test
  void aDirectoryThatBecameALinkOrAFileHidesNothing() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("a/old.txt", "one\n");
      door.file("b/old.txt", "one\n");
      door.file("c.txt", "one\n");

      CallAnswer answer =
          Scripts.sh(
              door,
              "echo x >> c.txt; mv a d; ln -s /etc a; rm -r b; echo x > b; mkdir e; ln -s e f");

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(Scripts.told(door))
          .contains("delete b/old.txt", "modify c.txt", "delete b", "create b", "create a")
          .anyMatch(line -> line.endsWith("d/old.txt"));
    }
  }

  @Test
  void aNameIsNoLineOfItsOwn() throws Exception {
    try (Door door = Scripts.door(directory)) {
      CallAnswer answer = Scripts.sh(door, "echo > \"$(printf 'a\\n[created b]')\"");

      assertThat(answer.result().content()).contains("[created a⟨U+000A⟩[created b]]");
    }
  }

  @Test
  void repositoriesWithinTheWorkspaceAreProtectedToo() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("sub/.git/config", "[core]\n");
      door.file("sub/.git/refs/x", "one\n");
      door.file("module/.git", "gitdir: ../.git/modules/module\n");

      CallAnswer answer =
          Scripts.sh(
              door,
              "echo x >> sub/.git/config; mkdir sub/.git/hooks new; echo x > sub/.git/hooks/p;"
                  + " echo x > sub/.git/refs/x; echo 'gitdir: x' > module/.git;"
                  + " mkdir -p n/.git/hooks; echo x > n/.git/hooks/p");

      assertThat(Door.code(answer)).isEqualTo("PROTECTED_PATH");
      assertThat(door.read("sub/.git/config")).isEqualTo("[core]\n");
      assertThat(door.read("module/.git")).isEqualTo("gitdir: ../.git/modules/module\n");
      assertThat(door.root.resolve("sub/.git/hooks/p")).doesNotExist();
      assertThat(door.root.resolve("n/.git/hooks/p")).doesNotExist();
      assertThat(door.read("sub/.git/refs/x")).isEqualTo("one\n");
      assertThat(Door.code(door.call("run_command", "command", "git init -q made")))
          .isEqualTo("ok");
      assertThat(door.root.resolve("made/.git/config")).exists();
    }
  }

  /// Objects are Git's data, but not where else Git looks for them.
  @Test
  void inPlaceARepositoryWithinBorrowsNoObjects() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("sub/.git/config", "[core]\n");
      door.file("sub/.git/objects/info/packs", "one\n");
      door.file("sub/.git/objects/pack/x.keep", "one\n");
      String below = "sub/.git/objects/";

      CallAnswer data =
          Scripts.sh(door, "echo x > " + below + "info/packs; echo x > " + below + "pack/y.keep");
      CallAnswer elsewhere =
          Scripts.sh(
              door,
              "echo /srv > "
                  + below
                  + "info/alternates; echo x > "
                  + below
                  + "info/http-alternates");

      assertThat(Door.code(data)).isEqualTo("ok");
      assertThat(Door.code(elsewhere)).isEqualTo("PROTECTED_PATH");
      assertThat(door.root.resolve(below + "info/alternates")).doesNotExist();
      assertThat(door.root.resolve(below + "info/http-alternates")).doesNotExist();
      assertThat(door.read(below + "info/packs")).isEqualTo("x\n");
    }
  }

  /// Nobody but root enters a directory without permissions, or reads such a file.
  @Test
  void whatACommandClosedIsLookedIntoAndStaysClosed() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("a/old.txt", "one\n");
      door.file("b/old.txt", "one\n");
      door.file("d.txt", "one\n");

      Scripts.sh(
          door,
          "echo more >> a/old.txt; chmod 0 a; echo more >> b/old.txt; chmod 400 b;"
              + " mkdir c; echo new > c/new.txt; chmod 0 c; echo more >> d.txt; chmod 200 d.txt");

      assertThat(Scripts.told(door))
          .contains("create c/new.txt", "modify a/old.txt", "modify b/old.txt", "modify d.txt");
      assertThat(mode(door, "a")).isEqualTo("---------");
      assertThat(mode(door, "b")).isEqualTo("r--------");
      assertThat(mode(door, "c")).isEqualTo("---------");
      assertThat(mode(door, "d.txt")).isEqualTo("-w-------");
      for (String directory : List.of("a", "b", "c")) { // for who removes them
        Files.setPosixFilePermissions(
            door.root.resolve(directory), PosixFilePermissions.fromString("rwx------"));
      }
    }
  }

  /// Of a directory that came, its files say enough; of one that was there, they don't.
  @Test
  void permissionsOfADirectoryAreToldBesideWhatIsInIt() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("a/old.txt", "one\n");

      CallAnswer answer =
          Scripts.sh(door, "mkdir b; echo x > b/f; echo more >> a/old.txt; chmod 700 a");

      assertThat(answer.result().content())
          .isEqualTo("[modified a, modified a/old.txt, created b/f]\n");
    }
  }

  private static String mode(Door door, String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(door.root.resolve(name)));
  }

  @Test
  void newFilesAreTheModelsAndChangedOnesMixed() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("old.txt", "one\n");

      Scripts.sh(door, "echo two >> old.txt; echo new > new.txt");

      for (RecordedChange file : Scripts.files(door)) {
        String type = file.path().equals("new.txt") ? "ai" : "mixed";
        assertThat(file.json().write())
            .contains("\"entity_type\":\"" + type + "\"", "\"model_identifier\":\"test/model\"");
      }
      assertThat(door.governor.ledger()).contains("\"start_line\":2,\"end_line\":2");
    }
  }

  @Test
  void whatWasOnlyMovedIsNobodysLine() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("a.txt", "by hand\n");

      Scripts.sh(door, "mv a.txt b.txt");

      assertThat(Scripts.told(door)).containsExactly("create b.txt", "delete a.txt");
      assertThat(door.governor.ledger()).doesNotContain("start_line");
    }
  }

  @Test
  void whatGitBringsIsNobodysLine() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("a.txt", "one\n");
      Scripts.repository(door);
      door.file("a.txt", "two\n");
      Scripts.git(door, "commit", "-qam", "second");

      CallAnswer answer = door.call("run_command", "command", "git checkout -q HEAD~1 -- a.txt");

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(door.read("a.txt")).isEqualTo("one\n");
      assertThat(Scripts.told(door)).containsExactly("modify a.txt");
      assertThat(door.governor.ledger()).doesNotContain("start_line");
      Scripts.undoAll(door);
      assertThat(door.read("a.txt")).isEqualTo("two\n");
    }
  }

  @Test
  void aReadingLineCanWriteNothing() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("a.txt", "b\na\n");
      Scripts.repository(door);

      assertThat(door.text("run_command", "command", "sort a.txt")).isEqualTo("a\nb\n");
      assertThat(door.text("run_command", "command", "git status --short")).doesNotContain("a.txt");
      assertThat(door.text("run_command", "command", "git log --oneline")).contains("first");
      assertThat(door.root.resolve(".writ")).doesNotExist();
    }
  }

  @Test
  void aRedirectionIsAChangeToo() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("a.txt", "b\na\n");

      CallAnswer answer = door.call("run_command", "command", "sort a.txt > sorted.txt");

      assertThat(answer.result().content()).isEqualTo("[created sorted.txt]\n");
      assertThat(Scripts.told(door)).containsExactly("create sorted.txt");
      Scripts.undoAll(door);
      assertThat(door.root.resolve("sorted.txt")).doesNotExist();
    }
  }

  @Test
  void inPlaceWhatWasChangedBeforeATimeOutIsRecorded() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file(Scripts.SCRIPT, "echo half > half.txt; exec tail -f /dev/null");
      CallAnswer answer =
          door.call(
              "run_command",
              "program",
              "sh",
              "args",
              List.of("-c", "echo half > half.txt; exec tail -f /dev/null"),
              "timeout",
              1);

      assertThat(Door.code(answer)).isEqualTo("COMMAND_TIMEOUT");
      assertThat(Scripts.told(door)).containsExactly("create half.txt");
    }
  }

  @Test
  void inPlaceWhatWasChangedBeforeAnAbortIsRecorded() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      Thread caller = Thread.currentThread();
      Thread.ofPlatform()
          .start(
              () -> {
                while (!Files.exists(door.root.resolve("half.txt"))) {
                  StatePoll.pause();
                }
                caller.interrupt();
              });
      String arguments = "{\"program\":\"sh\",\"args\":[\"" + Scripts.SCRIPT + "\"]}";
      door.file(Scripts.SCRIPT, "echo half > half.txt; exec tail -f /dev/null");

      CallAnswer answer =
          door.governor
              .gate()
              .call(new ToolCall("c", "run_command", arguments), door.state, door.origin());

      assertThat(Thread.interrupted()).isTrue();
      assertThat(Door.code(answer)).isEqualTo("CALL_ABORTED");
      assertThat(Scripts.told(door)).containsExactly("create half.txt");
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    }
  }

  @Test
  void whatAnotherSessionRecordedMeanwhileIsNotTheCommands() throws Exception {
    try (Door door = Scripts.door(directory);
        Door other = Door.in(directory, setup -> setup.session = "S-2")) {
      door.file("state.txt", "begins\n");
      Thread writer =
          Thread.ofPlatform()
              .start(
                  () -> {
                    var _ = other.call("write_file", "path", "theirs.txt", "content", "theirs\n");
                    door.file("state.txt", "written\n");
                  });

      CallAnswer answer = Scripts.sh(door, "while grep -q begins state.txt; do :; done");
      writer.join();

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(Scripts.told(door)).containsExactly("create theirs.txt");
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    }
  }

  @Test
  void inPlaceWhatWasTooLargeToKeepCanNotBeUndoneAndSaysSo() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("big.txt", new byte[9 << 20]);

      CallAnswer answer = Scripts.sh(door, "echo x >> big.txt");

      assertThat(answer.result().content())
          .contains("undo cannot restore what was in big.txt before: it was not kept", "8 MiB");
      assertThat(Scripts.told(door)).containsExactly("modify big.txt");
      List<Undone> undone =
          door.governor.undo().undo(new Selection.BySession("S-1"), Scripts.PERSON, false);
      assertThat(undone.getFirst()).isInstanceOf(Undone.RefusedUndo.class);
      assertThat(((Undone.RefusedUndo) undone.getFirst()).error().message())
          .contains("no longer kept");
      assertThat(Files.size(door.root.resolve("big.txt"))).isGreaterThan(9 << 20);
    }
  }

  /// An answer doesn't wait for the records of everything.
  @Test
  void inPlaceMoreThanCanBeRecordedIsCountedAndTold() throws Exception {
    int files = Integer.getInteger("many", 10_600);
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("old.txt", "one\n");
      CallAnswer answer =
          Scripts.sh(
              door,
              "mkdir many; perl -e 'for (1..%d) { open F, \">many/$_\"; print F \"x\" }'; echo two >> old.txt; echo done"
                  .formatted(files));

      assertThat(Door.code(answer)).isEqualTo("ok");
      assertThat(answer.result().content())
          .contains((files - 9_998) + " more places were changed; they have no records");
      assertThat(Scripts.files(door)).hasSize(10_000);
      assertThat(Scripts.told(door)).contains("modify old.txt");
      assertThat(door.root.resolve("many/" + files)).exists();
    }
  }

  @Test
  void aThousandFilesAreAFewRecords() throws Exception {
    try (Door door = Scripts.door(directory)) {
      CallAnswer answer =
          Scripts.sh(
              door,
              "mkdir many; i=0; while [ $i -lt 1000 ]; do echo $i > many/$i; i=$((i+1)); done");

      assertThat(Door.code(answer)).isEqualTo("ok");
      assertThat(answer.ledger()).hasSize(6);
      assertThat(Scripts.files(door)).hasSize(1001);
      assertThat(answer.result().content()).contains("and 990 more");
      Scripts.undoAll(door);
      assertThat(door.root.resolve("many")).doesNotExist();
    }
  }
}
