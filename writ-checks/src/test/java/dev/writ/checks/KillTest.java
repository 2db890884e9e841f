// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.testkit.Captured;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// `kill -9` at random moments of runs that edit: what is on disk afterwards always makes sense.
class KillTest {
  /// All of them take half an hour on a quiet machine; `-Dkills=N` plays N of them.
  private static final int RUNS = Integer.getInteger("kills", Boolean.getBoolean("long") ? 500 : 4);
  private static final int FILES = 4;
  private static final int ROUNDS = 12;
  private static final long MOST_NANOS = 8_000_000;

  @Test
  @Timeout(7200)
  void whateverIsKilledLeavesRecordsThatLoadAndFilesThatAreWhole() throws Exception {
    long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong());
    Random random = new Random(seed);
    int changed = 0;
    for (int run = 0; run < RUNS; run++) {
      try {
        changed += killed(random);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("run " + run + "; repeat with -Dseed=" + seed, e);
      }
    }
    assertThat(changed).as("edits that were made before a kill").isPositive();
  }

  /// Long enough that writing it takes more than one write.
  private static String content(int file, int version) {
    return ("line of file " + file + "\n").repeat(4000)
        + "version "
        + version
        + "\n"
        + ("more of file " + file + "\n").repeat(4000);
  }

  private static String name(int file) {
    return "src/f" + file + ".txt";
  }

  private static ScriptTurn[] script() {
    List<ScriptTurn> turns = new ArrayList<>();
    List<ScriptedCall> reads = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      reads.add(call("search_files", Json.object().put("pattern", "version")));
      reads.add(
          call(
              "read_file",
              Json.object().put("path", name(file)).put("offset", 3990).put("limit", 20)));
    }
    turns.add(new PlainAnswer("I read.", reads.toArray(ScriptedCall[]::new)));
    for (int round = 0; round < ROUNDS; round++) {
      List<ScriptedCall> edits = new ArrayList<>();
      for (int file = 0; file < FILES; file++) {
        edits.add(
            call(
                "edit_file",
                Json.object()
                    .put("path", name(file))
                    .put("old_text", "version " + round + "\n")
                    .put("new_text", "version " + (round + 1) + "\n")));
      }
      turns.add(new PlainAnswer("Round " + round, edits.toArray(ScriptedCall[]::new)));
    }
    turns.add(new PlainAnswer("Done."));
    return turns.toArray(ScriptTurn[]::new);
  }

  private static ScriptedCall call(String tool, Json.Builder arguments) {
    return new ScriptedCall(tool, arguments.build().write());
  }

  /// @return how many edits had been made
  private static int killed(Random random) throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(script())) {
      for (int file = 0; file < FILES; file++) {
        program.workspace.write(name(file), content(file, 0));
      }
      Process process = program.ask(server).start("run", "Edit");
      await(server, 1 + random.nextInt(ROUNDS), process, program);
      LockSupport.parkNanos(random.nextLong(MOST_NANOS));
      Program.signal("KILL", process);
      int _ = process.waitFor();

      int edits = 0;
      String ledger =
          program.workspace.exists(".orchestration/agent_trace.jsonl")
              ? program.workspace.read(".orchestration/agent_trace.jsonl")
              : "";
      for (int file = 0; file < FILES; file++) {
        edits += whole(program.workspace.read(name(file)), file, ledger);
      }
      sessionLoads(program);
      sessionIsResumed(program, server.chats());
      goesOn(program);
      return edits;
    }
  }

  /// On a slow machine a kill may come before its request: also a random moment.
  private static void await(
      ScriptedModelServer server, int requests, Process process, Program program)
      throws InterruptedException {
    try {
      server.awaitRequests(requests);
    } catch (TimeoutException e) {
      if (!process.isAlive()) {
        throw new AssertionError(program.home.read("out") + program.home.read("err"), e);
      }
    }
  }

  /// The file is of one version, and the ledger knows how it came to be.
  ///
  /// @return the version
  private static int whole(String text, int file, String ledger) throws NoSuchAlgorithmException {
    for (int version = 0; version <= ROUNDS; version++) {
      if (text.equals(content(file, version))) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        assertThat(version == 0 || ledger.contains("\"after_hash\":\"sha256:" + hash))
            .as("a record of version %s of file %s in:\n%s", version, file, ledger)
            .isTrue();
        return version;
      }
    }
    throw new AssertionError(
        "file " + file + " is of no version; " + text.length() + " characters");
  }

  private static void sessionLoads(Program program) {
    long seq = 0;
    for (Json.Obj event : program.session()) {
      assertThat(event.number("seq")).hasValue(++seq);
    }
    assertThat(seq).isPositive();
  }

  /// The next request begins with the last one that was sent, and every call of it has one result.
  private static void sessionIsResumed(Program program, List<Captured> before) throws Exception {
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Resumed."))) {
      Program.Ran ran = program.ask(server).run("run", "--continue", "Go on");
      assertThat(ran.exit()).as(ran.toString()).isZero();
      assertThat(ran.out()).contains("Resumed.");
      List<Json> messages = server.chats().getFirst().json().items("messages");
      List<Json> sent = before.getLast().json().items("messages");
      assertThat(messages).hasSizeGreaterThan(sent.size()).startsWith(sent.toArray(Json[]::new));
      List<String> calls = new ArrayList<>();
      List<String> results = new ArrayList<>();
      for (Json message : messages) {
        Json.Obj known = (Json.Obj) message;
        known
            .items("tool_calls")
            .forEach(call -> calls.add(((Json.Obj) call).text("id").orElse("")));
        known.text("tool_call_id").ifPresent(results::add);
      }
      assertThat(calls).doesNotHaveDuplicates();
      assertThat(results).containsExactlyElementsOf(calls);
    }
    sessionLoads(program);
  }

  /// The next one finds everything in order.
  private static void goesOn(Program program) throws Exception {
    Program.Ran next =
        program.run("tools", "call", "write_file", "--args", "{\"path\":\"n\",\"content\":\"n\"}");
    assertThat(next.exit()).as(next.toString()).isZero();
    program.home.write("script.json", "{\"turns\":[{\"text\":\"Done.\"}]}");
    Program.Ran doctor =
        program.run("doctor", "--script", program.home.path("script.json").toString());
    assertThat(doctor.out())
        .as(doctor.toString())
        .doesNotContain("fail  ")
        .contains("ledger is valid");
    assertThat(doctor.exit()).isZero();
  }
}
