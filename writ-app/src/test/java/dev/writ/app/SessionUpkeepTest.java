// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.records.journal.LockFile;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Sessions are copied, rewound, saved, counted and removed.
class SessionUpkeepTest {
  @Test
  void aResumedSessionContinuesItsChainOfTheLedger() {
    try (ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer(
                    "", new ScriptedCall("write_file", "{\"path\":\"a.txt\",\"content\":\"a\"}")),
                new PlainAnswer("done"),
                new PlainAnswer(
                    "", new ScriptedCall("write_file", "{\"path\":\"b.txt\",\"content\":\"b\"}")),
                new PlainAnswer("done"));
        Desk desk = Desk.of(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      Desk.Ran _ = desk.writ("run", "--continue", "second");
      assertThat(desk.workspace.exists("b.txt")).isTrue();
      Desk.Ran verified = desk.writ("trace", "verify");
      assertThat(verified.exit()).as(verified.toString()).isEqualTo(ExitCode.DONE);
    }
  }

  @Test
  void aForkGoesOnByItself() {
    try (ScriptedModelServer server = Desk.answering(4);
        Desk desk = Desk.of(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      Desk.Ran _ = desk.writ("run", "--continue", "second");
      String before = Desk.read(desk.sessions().getFirst());
      Json.Obj fork = desk.writ("sessions", "fork", "1", "--turn", "1", "--json").json();
      String name = fork.text("name").orElse("");

      Desk.Ran ran = desk.writ("run", "--resume", name, "third");

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(Desk.messages(server.chats().getLast()).toString())
          .contains("first", "third")
          .doesNotContain("second");
      assertThat(desk.sessions().stream().map(Desk::read)).contains(before);
      Json.Obj start =
          Desk.json(Desk.read(Path.of(fork.text("file").orElse(""))).lines().toList().getFirst());
      assertThat(start.text("id").orElse(""))
          .isNotEqualTo(start.object("forked_from").text("id").orElse(""));
      assertThat(desk.writ("sessions", "fork", "1", "--turn", "9").exit())
          .isEqualTo(ExitCode.USAGE);
    }
  }

  /// A number means a place in the list, and what is invisible can't be typed again.
  @Test
  void someNamesCannotNameASession() {
    try (ScriptedModelServer server = Desk.answering(1);
        Desk desk = Desk.of(server)) {
      desk.input("one\n/save 12\n/save a\u202eb\n/save a/b\n/save .a\n/save -a\n/quit\n");
      Desk.Ran ran = desk.writ("chat");
      assertThat(ran.out().lines().filter(line -> line.contains("cannot name a session")))
          .as("" + ran)
          .hasSize(5)
          .allMatch(line -> line.endsWith(", not digits alone"));
      assertThat(Desk.files(desk.home.path(".config/writ/sessions")))
          .allMatch(file -> ("" + file.getFileName()).startsWith("session-"));
    }
  }

  @Test
  void theChatsCommandsAboutSessions() {
    try (ScriptedModelServer server = Desk.answering(6);
        Desk desk = Desk.of(server)) {
      desk.input(
          "one\n/save mine\n/session\n/sessions\n/cost\n/stats\n/load nothing\n/resume\n/quit\n");
      Desk.Ran first = desk.writ("chat");
      assertThat(first.out())
          .contains(
              "saved as",
              "mine.jsonl",
              "2 messages in 1 turn\n",
              "Cost: ",
              "Messages: ",
              "no session 'n")
          .contains(
              "there is no other session", "Activity: 3 messages and 120 tokens in ", "user: one\n")
          .doesNotContain("<environment>", "Activity: -");
      assertThat(first.out().lines().map(line -> line.replaceFirst(":.*", "")))
          .containsSubsequence(
              "Messages", "Context", "Activity", "Tools", "Session", "Cost", "Turns", "Files");
      assertThat(first.out())
          .containsPattern("Messages: 3 \\(user 1, assistant 1, system 1\\); tool calls 0, tool")
          .containsPattern("Context: \\d+ characters, about \\d+ tokens in 2 messages, average")
          .containsPattern("message limit 50 \\(4%\\), token budget \\d+ \\(\\d+%\\)")
          .containsPattern("tokens in \\d+ s; pruned 0 times, 0 messages")
          .containsPattern("Files: .*mine.jsonl, \\d+ bytes, auto-save on; log .*level info");
      desk.input("two\n/rewind 1\nthree\n/fork\nfour\n/load mine\n/export json copy.json\n");
      Desk.Ran second = desk.writ("chat", "--resume", "mine");

      assertThat(second.out())
          .as(second.toString())
          .contains("session mine: 2 messages restored", "rewound to before: two", "forked from");
      assertThat(Desk.messages(server.chats().get(2)).toString())
          .contains("one", "three")
          .doesNotContain("two");
      assertThat(Desk.messages(server.chats().get(3)).toString()).contains("one", "three", "four");
      assertThat(desk.sessions()).hasSize(2);
      assertThat(desk.workspace.exists("copy.json")).isTrue();
      assertThat(desk.workspace.read("copy.json")).contains("three").doesNotContain("four");
    }
  }

  @Test
  void aRewindRestoresFilesWhereAsked() {
    try (ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer(
                    "",
                    new ScriptedCall("write_file", "{\"path\":\"n.txt\",\"content\":\"new\\n\"}")),
                new PlainAnswer("done"),
                new PlainAnswer("again"));
        Desk desk = Desk.of(server)) {
      desk.input("make it\n/rewind 1 files\nwhat is there?\n/quit\n");
      Desk.Ran ran = desk.writ("chat", "--execution", "restricted_autonomous");

      assertThat(ran.out()).as(ran.toString()).contains("removed n.txt", "rewound to before");
      assertThat(desk.workspace.exists("n.txt")).isFalse();
      assertThat(Desk.messages(server.chats().getLast()).toString()).doesNotContain("make it");
    }
  }

  /// Also what a command made, changed, moved and removed.
  @Test
  void aRewindTakesBackWhatCommandsChanged() {
    try (ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer(
                    "",
                    new ScriptedCall(
                        "run_command",
                        "{\"command\":\"echo x > made.txt; rm gone.txt; mv b.txt c.txt; echo y >>"
                            + " a.txt\"}")),
                new PlainAnswer("done"),
                new PlainAnswer("again"));
        Desk desk = Desk.of(server)) {
      for (String name : new String[] {"a.txt", "b.txt", "gone.txt"}) {
        desk.workspace.write(name, name + "\n");
      }
      desk.input("make it\n/rewind 1 files\nwhat is there?\n/quit\n");
      Desk.Ran ran = desk.writ("chat", "--execution", "full_autonomous", "--allow-dangerous");

      assertThat(ran.out()).as(ran.toString()).contains("rewound to before", "removed made.txt");
      for (String name : new String[] {"a.txt", "b.txt", "gone.txt"}) {
        assertThat(desk.workspace.read(name)).isEqualTo(name + "\n");
      }
      assertThat(desk.workspace.exists("made.txt")).isFalse();
      assertThat(desk.workspace.exists("c.txt")).isFalse();
    }
  }

  @Test
  void retentionRemovesTheOldestAndNeverTheOpenOne() throws IOException {
    try (ScriptedModelServer server = Desk.answering(8);
        Desk desk = Desk.of(server)) {
      for (int i = 0; i < 4; i++) {
        Desk.Ran _ = desk.writ("run", "session " + i);
      }
      assertThat(desk.sessions()).hasSize(4);
      Desk.Ran dry = desk.writ("sessions", "prune", "--keep", "2", "--dry-run");
      assertThat(dry.out().lines()).hasSize(2).allMatch(line -> line.startsWith("would remove"));
      assertThat(desk.sessions()).hasSize(4);
      desk.set("WRIT_SESSION_MAX_SESSIONS", "2");
      Desk.Ran _ = desk.writ("run", "the last");
      assertThat(desk.sessions()).hasSize(2).anyMatch(f -> Desk.read(f).contains("the last"));

      Path old = desk.sessions().getFirst();
      String text = Desk.read(old).replaceAll("\"timestamp\":\"2[0-9]{3}", "\"timestamp\":\"2001");
      Files.writeString(old, text);
      Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(90))));
      desk.set("WRIT_SESSION_RETENTION_DAYS", "0");
      assertThat(desk.writ("sessions", "prune").out()).contains("Nothing to remove");
      desk.set("WRIT_SESSION_RETENTION_DAYS", "30");
      assertThat(desk.writ("sessions", "prune").out()).contains("removed");
      assertThat(desk.sessions()).hasSize(1).doesNotContain(old);
    }
  }

  @Test
  void aSessionThatIsOpenElsewhereIsRefusedOrCopiedAndNeverRemoved() throws IOException {
    try (ScriptedModelServer server = Desk.answering(4);
        Desk desk = Desk.of(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      String id = desk.session().getFirst().text("id").orElse("");
      String before = Desk.read(desk.sessions().getFirst());
      Path lock = desk.home.path(".writ/sessions/lock");
      try (LockFile.Claim claim = LockFile.claim(lock, id).orElseThrow()) {
        assertThat(LockFile.claim(lock, id)).isEmpty();
        Desk.Ran refused = desk.writ("run", "--continue", "second");
        assertThat(refused.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("is open in another process", "--fork");
        assertThat(desk.writ("sessions", "prune", "--keep", "0", "--days", "0").exit())
            .isEqualTo(ExitCode.DONE);
        Desk.Ran fork = desk.writ("run", "--continue", "--fork", "second");
        assertThat(fork.exit()).as(fork.toString()).isEqualTo(ExitCode.DONE);
        assertThat(desk.writ("sessions", "prune", "--keep", "1").out()).contains("Nothing");
        assertThat(desk.sessions().stream().map(Desk::read)).hasSize(2).contains(before);
        assertThat(claim).isNotNull();
      }
      assertThat(desk.writ("sessions", "prune", "--keep", "1").out()).contains("removed");
      assertThat(desk.sessions()).hasSize(1);
    }
  }

  @Test
  void withoutAutoSaveASessionGoesUnlessItIsSaved() {
    try (ScriptedModelServer server = Desk.answering(4);
        Desk desk = Desk.of(server)) {
      desk.set("WRIT_SESSION_AUTO_SAVE", "false");
      desk.input("one\n/quit\n");
      assertThat(desk.writ("chat").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.sessions()).isEmpty();
      desk.input("one\n/save kept\n/quit\n");
      assertThat(desk.writ("chat").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.sessions()).hasSize(1).allMatch(f -> f.endsWith("kept.jsonl"));
    }
  }

  /// What a crash tore from a session goes with it.
  @Test
  void aSessionThatIsSavedTakesItsTornLineAlong() throws Exception {
    try (ScriptedModelServer server = Desk.answering(2);
        Desk desk = Desk.of(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      Path session = desk.sessions().getFirst();
      Files.writeString(session, Desk.read(session) + "{\"type\":");
      desk.input("/save kept\n/quit\n");

      assertThat(desk.writ("chat", "--continue").exit()).isEqualTo(ExitCode.DONE);

      try (Stream<Path> all = Files.list(session.getParent())) {
        assertThat(all.map(file -> file.getFileName().toString()))
            .containsExactlyInAnyOrder("kept.jsonl", "kept.jsonl.torn");
      }
    }
  }

  @Test
  void costsAreShownPerRunPerTurnPerModelAndInTheList() {
    try (ScriptedModelServer server = Desk.answering(3);
        Desk desk = Desk.of(server)) {
      desk.home.write(
          ".config/writ/models.json",
          """
          {"models": [{"provider": "openai-compatible", "model": "script*",
            "window": 8000, "max_output": 100,
            "price": {"input": 3, "cached_input": 0.3, "output": 15}}]}
          """);
      Desk.Ran run = desk.writ("run", "first");
      assertThat(run.err())
          .contains("[$0.0006: 1 request, input 100 (cached 0), output 20 tokens]");
      desk.input("second\n/cost\n");
      Desk.Ran chat = desk.writ("chat", "--continue");
      assertThat(chat.out())
          .contains("[$0.0006: 1 request,", "scripted $0.0012", "2 requests", "input 200");
      assertThat(desk.writ("sessions").out()).contains("$0.0012");
      assertThat(desk.writ("sessions", "show", "1").out()).contains(", $0.0006*");
    }
  }
}
