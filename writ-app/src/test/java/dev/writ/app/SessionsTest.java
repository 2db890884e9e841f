// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.host.ExitCode;
import dev.writ.kernel.journal.LockFile;
import dev.writ.kernel.json.Json;
import dev.writ.testkit.Captured;
import dev.writ.testkit.ScriptTurn.Call;
import dev.writ.testkit.ScriptTurn.Say;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.testkit.TemporaryWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is recorded goes on, is listed, read, copied and removed.
class SessionsTest {
  private static Desk desk(ScriptedModelServer server) {
    return new Desk().ask(server, Desk.Dialect.OPENAI);
  }

  private static ScriptedModelServer server(int answers) {
    Say[] turns = new Say[answers];
    for (int i = 0; i < answers; i++) {
      turns[i] = new Say("answer " + (i + 1));
    }
    return ScriptedModelServer.start(turns);
  }

  private static List<Path> sessions(Desk desk) {
    return Desk.files(desk.home.path(".config/writ/sessions"));
  }

  private static List<Json> messages(Captured request) {
    return request.json().items("messages");
  }

  @Test
  void theLatestSessionOfTheDirectoryGoesOnInItsFile() {
    try (ScriptedModelServer server = server(3);
        Desk desk = desk(server)) {
      assertThat(desk.writ("run", "first").exit()).isEqualTo(ExitCode.DONE);
      Desk.Ran ran = desk.writ("run", "--continue", "second");

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out()).contains("answer 2");
      List<Json> before = messages(server.chats().get(0));
      List<Json> after = messages(server.chats().get(1));
      assertThat(after.subList(0, before.size())).isEqualTo(before);
      assertThat(after).hasSize(before.size() + 2);
      List<Json.Obj> events = desk.session();
      for (int i = 0; i < events.size(); i++) {
        assertThat(events.get(i).number("seq").orElse(0)).isEqualTo(i + 1);
      }
      assertThat(events).anyMatch(e -> e.text("type").orElse("").equals("session_resume"));
    }
  }

  @Test
  void aSessionIsResumedByNameIdNumberPathAndWithoutAnything() {
    try (ScriptedModelServer server = server(8);
        Desk desk = desk(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      Path file = sessions(desk).getFirst();
      String id = desk.session().getFirst().text("id").orElse("");
      String name = file.getFileName().toString().replace(".jsonl", "");
      for (String one : List.of(name, name + ".jsonl", id, id.substring(0, 18), "1", "" + file)) {
        Desk.Ran ran = desk.writ("run", "--resume", one, "again");
        assertThat(ran.exit()).as(one + ran).isEqualTo(ExitCode.DONE);
      }
      assertThat(desk.writ("run", "--resume", "once more").exit()).isEqualTo(ExitCode.DONE);
      assertThat(sessions(desk)).hasSize(1);
      assertThat(messages(server.chats().getLast()).toString()).contains("once more", "first");
      assertThat(desk.writ("run", "--resume", "none", "again").err())
          .contains("there is no session 'none'");
      assertThat(desk.writ("run", "--resume", name).exit()).isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void aSessionOfAnotherDirectoryIsContinuedOnlyWhereThePersonSaysSo() {
    try (ScriptedModelServer server = server(4);
        Desk desk = desk(server);
        TemporaryWorkspace other = TemporaryWorkspace.empty()) {
      Desk.Ran _ = desk.writ("run", "first");

      assertThat(desk.writIn(other.root(), "run", "--continue", "x").err())
          .contains("no session was recorded in this directory");
      Desk.Ran refused = desk.writIn(other.root(), "run", "--resume", "1", "x");
      assertThat(refused.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.err()).contains(desk.workspace.root() + "", "--here", "--fork", "--cwd");

      Desk.Ran here = desk.writIn(other.root(), "run", "--resume", "1", "--here", "second");
      assertThat(here.exit()).as(here.toString()).isEqualTo(ExitCode.DONE);
      assertThat(sessions(desk)).hasSize(1);
      Desk.Ran fork = desk.writIn(desk.workspace.root(), "run", "--resume", "1", "--fork", "third");
      assertThat(fork.exit()).as(fork.toString()).isEqualTo(ExitCode.DONE);
      assertThat(sessions(desk)).hasSize(2);
      assertThat(messages(server.chats().getLast()).toString())
          .contains("first", "second", "third");
    }
  }

  @Test
  void aVanishedDirectoryIsNamed() throws IOException {
    try (ScriptedModelServer server = server(2);
        Desk desk = desk(server)) {
      Path gone = Files.createDirectory(desk.workspace.path("gone"));
      Desk.Ran _ = desk.writIn(gone, "run", "first");
      try (TemporaryWorkspace _ = TemporaryWorkspace.empty()) {
        Desk.files(gone).forEach(file -> assertThat(file.toFile().delete()).isTrue());
        deleted(gone);
      }
      Desk.Ran ran = desk.writ("run", "--resume", "1", "x");
      assertThat(ran.err()).contains("does not exist any more", "--here").doesNotContain("--cwd");
    }
  }

  private static void deleted(Path directory) throws IOException {
    try (var all = Files.walk(directory)) {
      for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void damagedLinesAreSkippedReportedAndTheRestGoesOn() throws IOException {
    try (ScriptedModelServer server = server(3);
        Desk desk = desk(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      Path file = sessions(desk).getFirst();
      List<String> lines = new java.util.ArrayList<>(Files.readAllLines(file));
      lines.add(2, "\u0000\u0000 no event");
      Files.write(file, lines);
      Files.writeString(file, "{\"type\":\"user\",\"content\":\"to", StandardOpenOption.APPEND);

      Desk.Ran ran = desk.writ("run", "--continue", "second");

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(ran.err()).contains("line 3", "the last line is torn");
      assertThat(messages(server.chats().getLast()).toString()).contains("first", "second");
      assertThat(sessions(desk)).anyMatch(f -> f.toString().endsWith(".torn"));
    }
  }

  @Test
  void whatIsNoSessionOrANewerOneIsRefused() throws IOException {
    try (ScriptedModelServer server = server(3);
        Desk desk = desk(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      Path file = sessions(desk).getFirst();
      Path directory = file.resolveSibling("folder.jsonl");
      Files.createDirectory(directory);
      Files.writeString(file.resolveSibling("text.jsonl"), "hello\nworld\n");
      Files.writeString(file.resolveSibling("empty.jsonl"), "");
      String newer = Files.readString(file).replace("\"version\":\"1.0\"", "\"version\":\"2.0\"");
      Files.writeString(file.resolveSibling("newer.jsonl"), newer);

      assertThat(desk.writ("run", "--resume", "folder", "x").err()).contains("is a directory");
      assertThat(desk.writ("run", "--resume", "text", "x").err()).contains("not a session");
      assertThat(desk.writ("run", "--resume", "empty.jsonl", "x").err()).contains("not a session");
      Desk.Ran ran = desk.writ("run", "--resume", "newer", "x");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("newer version of Writ");
      assertThat(Files.readString(file.resolveSibling("newer.jsonl"))).isEqualTo(newer);
      Desk.Ran list = desk.writ("sessions", "list");
      assertThat(list.err()).contains("folder.jsonl is a directory", "text.jsonl contains no");
    }
  }

  @Test
  void listShowSearchAndExport() throws IOException {
    String hostile = "</pre><script>alert(1)</script> \u001b[31m ````` **x**";
    try (ScriptedModelServer server =
            ScriptedModelServer.start(
                new Say("I look.", new Call("read_file", "{\"path\":\"a.txt\"}")),
                new Say("It says so."));
        Desk desk = desk(server)) {
      desk.workspace.write("a.txt", hostile + "\n");
      Desk.Ran _ = desk.writ("run", "What does\u2028a.txt say?");

      assertThat(desk.writ("sessions").out()).contains("   1", "3 messages", "What does");
      Json.Obj entry =
          (Json.Obj)
              ((Json.Arr) read(desk.writ("sessions", "list", "--json").out())).items().get(0);
      assertThat(entry.text("title").orElse("")).startsWith("What does");
      assertThat(entry.text("workspace").orElse("")).isEqualTo("" + desk.workspace.root());

      assertThat(desk.writ("sessions", "show", "1").out())
          .contains("## Person", "What does", "It says so.", "read_file")
          .doesNotContain("\u001b");
      assertThat(desk.writ("sessions", "search", "IT SAYS").out()).contains("assistant: It says");
      assertThat(desk.writ("sessions", "search", "nowhere").exit()).isEqualTo(ExitCode.FAILED);

      String html = desk.writ("sessions", "export", "1", "--format", "html").out();
      assertThat(html)
          .contains("default-src 'none'", "&lt;script&gt;alert(1)")
          .doesNotContain("<script", "\u001b", "http://", "https://");
      Json.Obj json = desk.writ("sessions", "export", "1", "--format", "json").json();
      assertThat(json.items("events")).hasSizeGreaterThan(5);

      Path to = desk.workspace.path("out.md");
      assertThat(desk.writ("sessions", "export", "1", "--to", "out.md").exit())
          .isEqualTo(ExitCode.DONE);
      assertThat(Files.readString(to)).contains("``````\n");
      assertThat(desk.writ("sessions", "export", "1", "--to", "out.md").err()).contains("exists");
    }
  }

  private static Json read(String text) {
    return Desk.json("{\"all\":" + text.strip() + "}").get("all").orElseThrow();
  }

  @Test
  void aForkGoesOnByItself() {
    try (ScriptedModelServer server = server(4);
        Desk desk = desk(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      Desk.Ran _ = desk.writ("run", "--continue", "second");
      String before = Desk.read(sessions(desk).getFirst());
      Json.Obj fork = desk.writ("sessions", "fork", "1", "--turn", "1", "--json").json();
      String name = fork.text("name").orElse("");

      Desk.Ran ran = desk.writ("run", "--resume", name, "third");

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(messages(server.chats().getLast()).toString())
          .contains("first", "third")
          .doesNotContain("second");
      assertThat(sessions(desk).stream().map(Desk::read)).contains(before);
      Json.Obj start =
          Desk.json(Desk.read(Path.of(fork.text("file").orElse(""))).lines().toList().getFirst());
      assertThat(start.text("id").orElse(""))
          .isNotEqualTo(start.object("forked_from").text("id").orElse(""));
      assertThat(desk.writ("sessions", "fork", "1", "--turn", "9").exit())
          .isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void theChatsCommandsAboutSessions() {
    try (ScriptedModelServer server = server(6);
        Desk desk = desk(server)) {
      desk.input("one\n/save mine\n/session\n/sessions\n/cost\n/stats\n/load nothing\n/quit\n");
      Desk.Ran first = desk.writ("chat");
      assertThat(first.out())
          .contains(
              "saved as", "mine.jsonl", "2 messages", "Cost: ", "Messages: ", "no session 'n");
      desk.input("two\n/rewind 1\nthree\n/fork\nfour\n/load mine\n/export json copy.json\n");
      Desk.Ran second = desk.writ("chat", "--resume", "mine");

      assertThat(second.out())
          .as(second.toString())
          .contains("session mine: 2 messages restored", "rewound to before: two", "forked from");
      assertThat(messages(server.chats().get(2)).toString())
          .contains("one", "three")
          .doesNotContain("two");
      assertThat(messages(server.chats().get(3)).toString()).contains("one", "three", "four");
      assertThat(sessions(desk)).hasSize(2);
      assertThat(desk.workspace.exists("copy.json")).isTrue();
      assertThat(desk.workspace.read("copy.json")).contains("three").doesNotContain("four");
    }
  }

  @Test
  void aRewindRestoresFilesWhereAsked() {
    try (ScriptedModelServer server =
            ScriptedModelServer.start(
                new Say("", new Call("write_file", "{\"path\":\"n.txt\",\"content\":\"new\\n\"}")),
                new Say("done"),
                new Say("again"));
        Desk desk = desk(server)) {
      desk.input("make it\n/rewind 1 files\nwhat is there?\n/quit\n");
      Desk.Ran ran = desk.writ("chat", "--execution", "restricted_autonomous");

      assertThat(ran.out()).as(ran.toString()).contains("restored n.txt", "rewound to before");
      assertThat(desk.workspace.exists("n.txt")).isFalse();
      assertThat(messages(server.chats().getLast()).toString()).doesNotContain("make it");
    }
  }

  @Test
  void retentionRemovesTheOldestAndNeverTheOpenOne() throws IOException {
    try (ScriptedModelServer server = server(8);
        Desk desk = desk(server)) {
      for (int i = 0; i < 4; i++) {
        Desk.Ran _ = desk.writ("run", "session " + i);
      }
      assertThat(sessions(desk)).hasSize(4);
      Desk.Ran dry = desk.writ("sessions", "prune", "--keep", "2", "--dry-run");
      assertThat(dry.out().lines()).hasSize(2).allMatch(line -> line.startsWith("would remove"));
      assertThat(sessions(desk)).hasSize(4);
      desk.set("WRIT_SESSION_MAX_SESSIONS", "2");
      Desk.Ran _ = desk.writ("run", "the last");
      assertThat(sessions(desk)).hasSize(2).anyMatch(f -> Desk.read(f).contains("the last"));

      Path old = sessions(desk).getFirst();
      String text = Desk.read(old).replaceAll("\"timestamp\":\"2[0-9]{3}", "\"timestamp\":\"2001");
      Files.writeString(old, text);
      Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(90))));
      desk.set("WRIT_SESSION_RETENTION_DAYS", "0");
      assertThat(desk.writ("sessions", "prune").out()).contains("Nothing to remove");
      desk.set("WRIT_SESSION_RETENTION_DAYS", "30");
      assertThat(desk.writ("sessions", "prune").out()).contains("removed");
      assertThat(sessions(desk)).hasSize(1).doesNotContain(old);
    }
  }

  @Test
  void aSessionThatIsOpenElsewhereIsRefusedOrCopiedAndNeverRemoved() throws IOException {
    try (ScriptedModelServer server = server(4);
        Desk desk = desk(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      String id = desk.session().getFirst().text("id").orElse("");
      String before = Desk.read(sessions(desk).getFirst());
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
        assertThat(sessions(desk).stream().map(Desk::read)).hasSize(2).contains(before);
        assertThat(claim).isNotNull();
      }
      assertThat(desk.writ("sessions", "prune", "--keep", "1").out()).contains("removed");
      assertThat(sessions(desk)).hasSize(1);
    }
  }

  @Test
  void anIndexThatDoesNotFitIsBuiltAnew() throws IOException {
    try (ScriptedModelServer server = server(4);
        Desk desk = desk(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      String list = desk.writ("sessions", "list", "--json").out();
      Path index =
          Desk.files(desk.home.path(".writ/sessions")).stream()
              .filter(file -> file.toString().endsWith(".index"))
              .findFirst()
              .orElseThrow();
      String text = Desk.read(index);
      for (String damage :
          List.of("", "x", text.substring(0, text.length() / 2), "\u0000" + text)) {
        Files.writeString(index, damage);
        assertThat(desk.writ("sessions", "list", "--json").out()).isEqualTo(list);
      }
      assertThat(Desk.read(index)).isEqualTo(text);
      Desk.Ran _ = desk.writ("run", "--continue", "second");
      assertThat(desk.writ("sessions", "list").out()).contains("4 messages");
    }
  }

  /// Timestamps that go back in time change neither the order of events nor what is restored.
  @Test
  void aClockThatJumpsBackChangesNothing() throws IOException {
    try (ScriptedModelServer server = server(4);
        Desk desk = desk(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      Path file = sessions(desk).getFirst();
      List<String> lines = new java.util.ArrayList<>(Files.readAllLines(file));
      int last = lines.size() - 1;
      lines.set(
          last,
          lines
              .get(last)
              .replaceAll("\"timestamp\":\"[^\"]*", "\"timestamp\":\"1999-01-01T00:00:00.000Z"));
      lines.set(1, lines.get(1).replaceAll("\"timestamp\":\"[^\"]*", "\"timestamp\":\"no time"));
      Files.write(file, lines);
      assertThat(desk.writ("sessions", "list").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("sessions", "show", "1").out()).contains("0 min", "first");
      Desk.Ran ran = desk.writ("run", "--continue", "second");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(messages(server.chats().getLast()).toString()).contains("first", "answer 1");
    }
  }

  @Test
  void costsAreShownPerRunPerTurnPerModelAndInTheList() {
    try (ScriptedModelServer server = server(3);
        Desk desk = desk(server)) {
      desk.home.write(
          ".config/writ/models.json",
          """
          {"models": [{"provider": "openai-compatible", "model": "script*",
            "window": 8000, "max_output": 100,
            "price": {"input": 3, "cached_input": 0.3, "output": 15}}]}
          """);
      Desk.Ran run = desk.writ("run", "first");
      assertThat(run.err())
          .contains("[$0.0006: 1 requests, input 100 (cached 0), output 20 tokens]");
      desk.input("second\n/cost\n");
      Desk.Ran chat = desk.writ("chat", "--continue");
      assertThat(chat.out())
          .contains("[$0.0006: 1 requests", "scripted $0.0012", "2 requests", "input 200");
      assertThat(desk.writ("sessions").out()).contains("$0.0012");
      assertThat(desk.writ("sessions", "show", "1").out()).contains(", $0.0006*");
    }
  }

  @Test
  void withoutAutoSaveASessionGoesUnlessItIsSaved() {
    try (ScriptedModelServer server = server(4);
        Desk desk = desk(server)) {
      desk.set("WRIT_SESSION_AUTO_SAVE", "false");
      desk.input("one\n/quit\n");
      assertThat(desk.writ("chat").exit()).isEqualTo(ExitCode.DONE);
      assertThat(sessions(desk)).isEmpty();
      desk.input("one\n/save kept\n/quit\n");
      assertThat(desk.writ("chat").exit()).isEqualTo(ExitCode.DONE);
      assertThat(sessions(desk)).hasSize(1).allMatch(f -> f.endsWith("kept.jsonl"));
    }
  }
}
