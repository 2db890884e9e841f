// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.testkit.TemporaryWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is recorded goes on, is listed and read.
class SessionsTest {
  @Test
  void theLatestSessionOfTheDirectoryGoesOnInItsFile() {
    try (ScriptedModelServer server = Desk.answering(3);
        Desk desk = Desk.of(server)) {
      assertThat(desk.writ("run", "first").exit()).isEqualTo(ExitCode.DONE);
      Desk.Ran ran = desk.writ("run", "--continue", "second");

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out()).contains("answer 2");
      List<Json> before = Desk.messages(server.chats().get(0));
      List<Json> after = Desk.messages(server.chats().get(1));
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
    try (ScriptedModelServer server = Desk.answering(8);
        Desk desk = Desk.of(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      Path file = desk.sessions().getFirst();
      String id = desk.session().getFirst().text("id").orElse("");
      String name = file.getFileName().toString().replace(".jsonl", "");
      for (String one : List.of(name, name + ".jsonl", id, id.substring(0, 18), "1", "" + file)) {
        Desk.Ran ran = desk.writ("run", "--resume", one, "again");
        assertThat(ran.exit()).as(one + ran).isEqualTo(ExitCode.DONE);
      }
      assertThat(desk.writ("run", "--resume", "once more").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.sessions()).hasSize(1);
      assertThat(Desk.messages(server.chats().getLast()).toString()).contains("once more", "first");
      assertThat(desk.writ("run", "--resume", "none", "again").err())
          .contains("there is no session 'none'");
      assertThat(desk.writ("run", "--resume", name).exit()).isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void aSessionOfAnotherDirectoryIsContinuedOnlyWhereThePersonSaysSo() {
    try (ScriptedModelServer server = Desk.answering(4);
        Desk desk = Desk.of(server);
        TemporaryWorkspace other = TemporaryWorkspace.empty()) {
      Desk.Ran _ = desk.writ("run", "first");

      assertThat(desk.writIn(other.root(), "run", "--continue", "x").err())
          .contains("no session was recorded in this directory");
      Desk.Ran refused = desk.writIn(other.root(), "run", "--resume", "1", "x");
      assertThat(refused.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.err()).contains(desk.workspace.root() + "", "--here", "--fork", "--cwd");

      Desk.Ran here = desk.writIn(other.root(), "run", "--resume", "1", "--here", "second");
      assertThat(here.exit()).as(here.toString()).isEqualTo(ExitCode.DONE);
      assertThat(desk.sessions()).hasSize(1);
      Desk.Ran fork = desk.writIn(desk.workspace.root(), "run", "--resume", "1", "--fork", "third");
      assertThat(fork.exit()).as(fork.toString()).isEqualTo(ExitCode.DONE);
      assertThat(desk.sessions()).hasSize(2);
      assertThat(Desk.messages(server.chats().getLast()).toString())
          .contains("first", "second", "third");
    }
  }

  /// By what the ledger in it names, or by its name.
  @ParameterizedTest
  @CsvSource({"true, renamed", "false, elsewhere/place"})
  void aMovedDirectoryIsOfferedItsSessions(boolean changes, String now) throws IOException {
    ScriptedCall call =
        changes
            ? new ScriptedCall("write_file", "{\"path\":\"a.txt\",\"content\":\"a\"}")
            : new ScriptedCall("list_files", "{\"path\":\".\"}");
    try (ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer("", call),
                new PlainAnswer("done"),
                new PlainAnswer("here"),
                new PlainAnswer("again"));
        Desk desk = Desk.of(server)) {
      Path was = Files.createDirectory(desk.workspace.path("place"));
      Desk.Ran first = desk.writIn(was, "run", "first");
      assertThat(first.exit()).as(first.toString()).isEqualTo(ExitCode.DONE);
      Path place = desk.workspace.path(now);
      Files.createDirectories(place.resolveSibling(""));
      Files.move(was, place);
      Path other = Files.createDirectory(desk.workspace.path("other"));
      assertThat(desk.writIn(other, "run", "--continue", "x").err())
          .contains("no session was recorded in this directory");

      Desk.Ran offered = desk.writIn(place, "run", "--continue", "x");
      assertThat(offered.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(offered.err())
          .contains(was + ", which no longer exists", "--here", "--fork")
          .doesNotContain("--cwd");
      assertThat(desk.writIn(place, "run", "--continue", "--here", "second").out())
          .contains("here");
      assertThat(desk.writIn(place, "run", "--continue", "third").out()).contains("again");
      assertThat(desk.sessions()).hasSize(1);
      assertThat(Desk.messages(server.chats().getLast()).toString()).contains("first", "second");
    }
  }

  @Test
  void aVanishedDirectoryIsNamed() throws IOException {
    try (ScriptedModelServer server = Desk.answering(2);
        Desk desk = Desk.of(server)) {
      Path gone = Files.createDirectory(desk.workspace.path("gone"));
      Desk.Ran _ = desk.writIn(gone, "run", "first");
      try (TemporaryWorkspace _ = TemporaryWorkspace.empty()) {
        Desk.files(gone).forEach(file -> assertThat(file.toFile().delete()).isTrue());
        deleted(gone);
      }
      Desk.Ran ran = desk.writ("run", "--resume", "1", "x");
      assertThat(ran.err()).contains("no longer exists", "--here").doesNotContain("--cwd");
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
    try (ScriptedModelServer server = Desk.answering(3);
        Desk desk = Desk.of(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      Path file = desk.sessions().getFirst();
      List<String> lines = new java.util.ArrayList<>(Files.readAllLines(file));
      lines.add(2, "\u0000\u0000 no event");
      Files.write(file, lines);
      Files.writeString(file, "{\"type\":\"user\",\"content\":\"to", StandardOpenOption.APPEND);

      Desk.Ran ran = desk.writ("run", "--continue", "second");

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(ran.err()).contains("line 3", "the last line is incomplete");
      assertThat(Desk.messages(server.chats().getLast()).toString()).contains("first", "second");
      assertThat(desk.sessions()).anyMatch(f -> f.toString().endsWith(".torn"));
    }
  }

  @Test
  void whatIsNoSessionOrANewerOneIsRefused() throws IOException {
    try (ScriptedModelServer server = Desk.answering(3);
        Desk desk = Desk.of(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      Path file = desk.sessions().getFirst();
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
                new PlainAnswer("I look.", new ScriptedCall("read_file", "{\"path\":\"a.txt\"}")),
                new PlainAnswer("It says so."));
        Desk desk = Desk.of(server)) {
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

  @Test
  void aCommandThatTakesNoNameRefusesOneInsteadOfActingOnAll() {
    try (Desk desk = new Desk()) {
      for (String act : List.of("list", "prune")) {
        Desk.Ran ran = desk.writ("sessions", act, "session-1");
        assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(ran.err()).contains("sessions " + act + " takes no name, but got 'session-1'");
      }
    }
  }

  @Test
  void oneFileThatCannotBeReadDoesNotKeepTheOthersFromBeingSearched() throws IOException {
    try (ScriptedModelServer server = Desk.answering(1);
        Desk desk = Desk.of(server)) {
      Desk.Ran _ = desk.writ("run", "find the word");
      Path file = Desk.files(desk.home.path(".config/writ/sessions")).getFirst();
      Files.copy(file, file.resolveSibling("odd\u001b[31m.jsonl"));

      Desk.Ran ran = desk.writ("sessions", "search", "the word");
      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out()).contains("user: find the word");
      assertThat(ran.err()).contains("has a control character in its name; rename it");
      assertThat(desk.writ("sessions").out()).contains("find the word").doesNotContain("odd");
    }
  }

  /// Whatever a model wrote there.
  @Test
  void aTitleTakesThePlaceOfTheFirstRequest() throws IOException {
    try (ScriptedModelServer server = Desk.answering(1);
        Desk desk = Desk.of(server)) {
      Desk.Ran _ = desk.writ("run", "mend the parser");
      assertThat(desk.writ("sessions").out()).contains("mend the parser");
      Files.writeString(
          desk.sessions().getFirst(),
          """
          {"type":"title","content":"Parser \\u001b[31mmended\\nand more","tokens":{"input":5},"seq":99}
          """,
          StandardOpenOption.APPEND);
      assertThat(desk.writ("sessions").out())
          .contains("Parser ", "mended")
          .doesNotContain("mend the parser", "and more", "\u001b");
    }
  }

  private static Json read(String text) {
    return Desk.json("{\"all\":" + text.strip() + "}").get("all").orElseThrow();
  }

  @Test
  void anIndexThatDoesNotFitIsBuiltAnew() throws IOException {
    try (ScriptedModelServer server = Desk.answering(4);
        Desk desk = Desk.of(server)) {
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

  /// Whatever became of the files: a list from an index is the list that the files alone give.
  @Test
  void aListFromTheIndexIsThatOfTheFiles() throws IOException {
    Random random = new Random(11);
    try (Desk desk = new Desk()) {
      Path directory = Files.createDirectories(desk.home.path(".config/writ/sessions"));
      for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 5; i++) {
          Path file = directory.resolve("s" + random.nextInt(30) + ".jsonl");
          switch (random.nextInt(4)) {
            case 0 -> Files.deleteIfExists(file);
            case 1 -> Files.writeString(file, "{\"timestamp\":\"2026-01-01T00:00:00Z\"}\n");
            default ->
                Files.writeString(
                    file,
                    "{\"type\":\"user\",\"content\":\"ä\ttab\",\"timestamp\":\"2026-01-%02dT00:00:00Z\"}\n"
                        .formatted(1 + random.nextInt(28)),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
          }
        }
        Desk.Ran known = desk.writ("sessions", "list", "--json");
        Path index = Desk.files(desk.home.path(".writ/sessions")).getFirst();
        Files.delete(index);
        Desk.Ran anew = desk.writ("sessions", "list", "--json");
        assertThat(known.out()).isEqualTo(anew.out());
        assertThat(known.err().lines().sorted()).isEqualTo(anew.err().lines().sorted().toList());
      }
    }
  }

  /// Timestamps that go back in time change neither the order of events nor what is restored.
  @Test
  void aClockThatJumpsBackChangesNothing() throws IOException {
    try (ScriptedModelServer server = Desk.answering(4);
        Desk desk = Desk.of(server)) {
      Desk.Ran _ = desk.writ("run", "first");
      Path file = desk.sessions().getFirst();
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
      assertThat(Desk.messages(server.chats().getLast()).toString()).contains("first", "answer 1");
    }
  }
}
