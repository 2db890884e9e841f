// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A person signs and verifies the ledger.
class TraceTest {
  private static final String LEDGER = ".orchestration/agent_trace.jsonl";
  private static final String CHECKPOINTS = ".orchestration/checkpoints.jsonl";

  private static void write(Desk desk, String path) {
    String arguments = "{\"path\":\"" + path + "\",\"content\":\"x\\n\"}";
    Desk.Ran ran = desk.writ("tools", "call", "write_file", "--args", arguments);
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void nothingIsSignedUnasked() {
    try (Desk desk = new Desk()) {
      write(desk, "a.txt");
      assertThat(desk.workspace.exists(CHECKPOINTS)).isFalse();
      assertThat(desk.home.exists(".writ/signing.key")).isFalse();
      assertThat(desk.writ("trace", "verify").out()).doesNotContain("checkpoint");
      assertThat(desk.home.exists(".writ/signing.key")).isFalse();
    }
  }

  @Test
  void aCheckpointByHandHoldsUntilSomethingIsChanged() {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("trace", "checkpoint").out()).contains("nothing to sign");
      write(desk, "a.txt");
      write(desk, "b.txt");
      Desk.Ran signed = desk.writ("trace", "checkpoint");
      assertThat(signed.out()).contains("Signed 2 records of 2 writers with sha256:");
      assertThat(desk.writ("trace", "verify").out()).contains("1 checkpoints signed with your key");
      assertThat(desk.writ("trace", "verify", "--json").json().number("checkpoints")).hasValue(1);
      assertThat(desk.writ("audit", "verify").exit()).isEqualTo(ExitCode.DONE);

      String sound = desk.workspace.read(CHECKPOINTS);
      broken(desk, CHECKPOINTS, sound.replace("\"sig\":\"", "\"sig\":\"A"), "not a checkpoint");
      broken(desk, CHECKPOINTS, "", "missing");
      desk.workspace.write(CHECKPOINTS, sound);
      assertThat(desk.writ("trace", "verify").exit()).isEqualTo(ExitCode.DONE);
      desk.workspace.write(LEDGER, "");
      assertThat(desk.writ("trace", "checkpoint").exit()).isEqualTo(ExitCode.FAILED);
    }
  }

  /// What `git reset --hard` took out of the ledger can be found and brought back as the message
  /// says.
  @Test
  void recordsOfACommitThatWasResetAreFoundAndBroughtBack() {
    try (Desk desk = new Desk()) {
      desk.workspace.git("init", "-q");
      desk.workspace.git("config", "user.name", "Ann");
      desk.workspace.git("config", "user.email", "ann@example.org");
      assertThat(desk.writ("init", "--yes").exit()).isEqualTo(ExitCode.DONE);
      desk.workspace.git("add", "-A");
      desk.workspace.git("commit", "-qm", "init");
      desk.home.write(
          "s.json",
          """
          {"turns":[
            {"calls":[{"tool":"write_file","arguments":{"path":"n.txt","content":"one\\n"}}]},
            {"text":"Done."}]}
          """);
      String script = desk.home.path("s.json").toString();
      assertThat(desk.writ("run", "--script", script, "x").exit()).isEqualTo(ExitCode.DONE);
      String records = desk.workspace.git("rev-parse", "HEAD~1").strip();
      desk.workspace.git("reset", "-q", "--hard", "HEAD~2");

      Desk.Ran ran = desk.writ("trace", "verify");
      assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(ran.err())
          .contains("is missing, but the audit log has it\n", "git reset", "git cherry-pick COMMIT")
          .doesNotContain("Another program changed it");
      Matcher search =
          Pattern.compile("\n +git (log .*) -S (\\S+) -- .orchestration\n").matcher(ran.err());
      assertThat(search.find()).isTrue();
      List<String> words = new ArrayList<>(List.of(search.group(1).split(" ")));
      words.addAll(List.of("--format=%H", "-S", search.group(2), "--", ".orchestration"));
      assertThat(desk.workspace.git(words.toArray(String[]::new)).strip()).isEqualTo(records);
      assertThat(desk.writ("doctor").out()).contains("restore it from Git: writ trace verify");

      desk.workspace.git("cherry-pick", records);
      assertThat(desk.writ("trace", "verify").exit()).isEqualTo(ExitCode.DONE);
    }
  }

  /// The same of one that `git revert` took out. From between others it takes none
  /// (`merge=union`).
  @ParameterizedTest
  @CsvSource({"HEAD~1, FAILED", "HEAD~3, DONE"})
  void recordsOfACommitThatWasRevertedAreBroughtBack(String records, ExitCode found) {
    try (Desk desk = new Desk()) {
      desk.workspace.git("init", "-q");
      desk.workspace.git("config", "user.name", "Ann");
      desk.workspace.git("config", "user.email", "ann@example.org");
      assertThat(desk.writ("init", "--yes").exit()).isEqualTo(ExitCode.DONE);
      desk.workspace.git("add", "-A");
      desk.workspace.git("commit", "-qm", "init");
      for (String file : List.of("a.txt", "b.txt", "c.txt")) {
        String turn =
            """
            {"turns":[
              {"calls":[{"tool":"write_file","arguments":{"path":"%s","content":"x\\n"}}]},
              {"text":"Done."}]}
            """
                .formatted(file);
        desk.home.write("s.json", turn);
        String script = desk.home.path("s.json").toString();
        List<String> line = new ArrayList<>(List.of("run", "--script", script));
        line.addAll(file.equals("a.txt") ? List.of("x") : List.of("--continue", "x"));
        assertThat(desk.writ(line.toArray(String[]::new)).exit()).isEqualTo(ExitCode.DONE);
      }
      desk.workspace.git("revert", "--no-edit", records);

      Desk.Ran ran = desk.writ("trace", "verify");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(found);
      if (found == ExitCode.FAILED) {
        assertThat(ran.err()).contains("or a later commit took it out (git revert)");
        Matcher search = Pattern.compile(" -S (\\S+) -- .orchestration\n").matcher(ran.err());
        assertThat(search.find()).isTrue();
        String list =
            desk.workspace.git("log", "--format=%H", "-S", search.group(1), "--", ".orchestration");
        desk.workspace.git("cherry-pick", list.lines().toList().getLast());
      }
      ran = desk.writ("trace", "verify");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    }
  }

  private static void broken(Desk desk, String file, String text, String why) {
    desk.workspace.write(file, text);
    Desk.Ran ran = desk.writ("trace", "verify");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.err()).contains(file + ":1: ", why);
    assertThat(desk.writ("trace", "verify", "--json").json().text("file")).contains(file);
    assertThat(desk.writ("doctor").exit()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void whatASessionAppendsIsSignedWhereThatIsWanted() {
    try (Desk desk = new Desk()) {
      desk.set("WRIT_TRACE_SIGN", "true");
      desk.home.write(
          "s.json",
          """
          {"turns":[
            {"calls":[{"tool":"write_file","arguments":{"path":"a.txt","content":"a"}}]},
            {"calls":[{"tool":"write_file","arguments":{"path":"b.txt","content":"b"}}]},
            {"text":"Done."}]}
          """);
      Desk.Ran ran = desk.writ("run", "--script", desk.home.path("s.json").toString(), "x");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.read(CHECKPOINTS).lines()).hasSize(1);
      write(desk, "c.txt");
      assertThat(desk.workspace.read(CHECKPOINTS).lines()).hasSize(2);
      assertThat(desk.writ("undo", "--turn").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.read(CHECKPOINTS).lines()).hasSize(3);

      assertThat(desk.writ("trace", "verify").out())
          .contains("4 records", "3 checkpoints signed with your key");
      List<String> lines = desk.workspace.read(LEDGER).lines().toList();
      desk.workspace.write(LEDGER, lines.getFirst() + "\n");
      assertThat(desk.writ("trace", "verify").exit()).isEqualTo(ExitCode.FAILED);
    }
  }

  /// Writes a file in a session of a script.
  private static void run(Desk desk, String path, String... options) {
    desk.home.write(
        "one.json",
        """
        {"turns":[
          {"calls":[{"tool":"write_file","arguments":{"path":"%s","content":"a"}}]},
          {"text":"Done."}]}
        """
            .formatted(path));
    List<String> words =
        new ArrayList<>(List.of("run", "--script", desk.home.path("one.json").toString()));
    words.addAll(List.of(options));
    words.add("x");
    Desk.Ran ran = desk.writ(words.toArray(String[]::new));
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void theCheckpointsOfASessionThatIsContinuedHold() {
    try (Desk desk = new Desk()) {
      desk.set("WRIT_TRACE_SIGN", "true");
      run(desk, "a.txt");
      run(desk, "b.txt", "--continue");
      run(desk, "c.txt", "--continue");

      Desk.Ran ran = desk.writ("trace", "verify");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out()).contains("3 checkpoints signed with your key");
      assertThat(desk.writ("trace", "checkpoint").exit()).isEqualTo(ExitCode.DONE);
    }
  }

  /// A damaged checkpoint hides no damage of the ledger, in either form.
  @Test
  void bothAreToldWhereNeitherHolds() {
    try (Desk desk = new Desk()) {
      desk.set("WRIT_TRACE_SIGN", "true");
      run(desk, "a.txt");
      desk.workspace.write(CHECKPOINTS, "{}\n");
      desk.workspace.write(LEDGER, desk.workspace.read(LEDGER).replace("a.txt", "b.txt"));

      Desk.Ran ran = desk.writ("trace", "verify");
      assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(ran.err()).contains(LEDGER + ":1: ", CHECKPOINTS + ":1: it is not a checkpoint");
      Json.Obj json = desk.writ("trace", "verify", "--json").json();
      assertThat(json.text("file")).contains(LEDGER);
      assertThat(json.items("defects"))
          .extracting(item -> ((Json.Obj) item).text("file").orElse(""))
          .containsExactly(LEDGER, CHECKPOINTS);
      assertThat(desk.writ("doctor").out()).contains("ledger line 1", "checkpoint 1");
    }
  }

  @Test
  void onlyKeysThatAreNamedCount() {
    try (Desk desk = new Desk();
        Desk other = new Desk()) {
      write(desk, "a.txt");
      desk.writ("trace", "checkpoint");
      String mine = desk.writ("trace", "key").out();
      assertThat(mine).startsWith("-----BEGIN PUBLIC KEY-----");
      String theirs = other.writ("trace", "key").out();
      other.workspace.write(LEDGER, desk.workspace.read(LEDGER));
      other.workspace.write(CHECKPOINTS, desk.workspace.read(CHECKPOINTS));
      String file = other.home.path("keys.pem").toString();

      assertThat(other.writ("trace", "verify").out()).contains("a key that is not yours");
      other.home.write("keys.pem", theirs);
      Desk.Ran refused = other.writ("trace", "verify", "--public-key", file);
      assertThat(refused.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(refused.err()).contains("signed with another key");
      other.home.write("keys.pem", theirs + mine);
      assertThat(other.writ("trace", "verify", "--public-key", file).exit())
          .isEqualTo(ExitCode.DONE);
      other.home.write("keys.pem", "nonsense");
      assertThat(other.writ("trace", "verify", "--public-key", file).exit())
          .isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void oldContentsArePrunedWhenASessionEnds() throws Exception {
    try (Desk desk = new Desk()) {
      write(desk, "a.txt");
      assertThat(desk.writ("undo", "--turn").exit()).isEqualTo(ExitCode.DONE);
      var objects = desk.workspace.path(".writ/objects");
      var content =
          Desk.files(objects).stream()
              .filter(f -> f.getFileName().toString().length() == 62)
              .findFirst()
              .orElseThrow();
      FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(31)));
      Files.setLastModifiedTime(content, old);
      write(desk, "b.txt");
      assertThat(content).exists(); // that was done a moment ago
      Files.setLastModifiedTime(objects.resolve("pruned"), old);
      write(desk, "c.txt");
      assertThat(content).exists(); // one clock reading is not enough
      Files.setLastModifiedTime(objects.resolve("pruned"), old);
      write(desk, "d.txt");
      assertThat(content).doesNotExist();
    }
  }

  /// A copy has the ledger of the project that it was made from, and says so.
  @Test
  void aCopySaysWhereItsRecordsWereMade() {
    try (Desk desk = new Desk();
        Desk other = new Desk()) {
      String call = "{\"path\":\"a.txt\",\"content\":\"a\"}";
      assertThat(desk.writ("tools", "call", "write_file", "--args", call).exit())
          .isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("trace", "verify").out()).doesNotContain("made");
      Path ledger = desk.workspace.path(".orchestration/agent_trace.jsonl");
      other.workspace.write(".orchestration/agent_trace.jsonl", Desk.read(ledger));
      assertThat(desk.writIn(other.workspace.root(), "trace", "verify").out())
          .contains("  1 made in " + desk.workspace.root() + ": this is a copy, clone or worktree");
      assertThat(other.writ("trace", "verify").out())
          .contains("  1 made by another person or on another machine");
    }
  }
}
