// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.testkit.TemporaryWorkspace;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The program is ended at any moment of a command that changes many files, or its disk is full at
/// any place: afterwards the workspace is what the ledger says, byte for byte and mode for mode.
class CommandKillTest {
  private static final boolean LONG = Boolean.getBoolean("long");

  /// How many files the command changes; a tenth of them each are made, removed, moved.
  private static final int FILES = Integer.getInteger("files", LONG ? 10_000 : 400);

  private static final int RUNS = Integer.getInteger("kills", LONG ? 25 : 1);

  private static Program project() throws Exception {
    TemporaryWorkspace workspace = TemporaryWorkspace.git();
    Program program = new Program(workspace);
    fill(workspace);
    assertThat(program.run("init", "--yes").exit()).isZero();
    return program;
  }

  private static void fill(TemporaryWorkspace workspace) {
    workspace.write(
        "many.pl",
        """
        for my $i (0 .. %d) {
          my $d = "src/" . int($i / 100);
          if ($i %% 10 == 0) { mkdir "new"; open(my $f, ">", "new/$i") or die $!; print $f "new $i\\n"; }
          elsif ($i %% 10 == 1) { unlink "$d/$i.txt" or die $!; }
          elsif ($i %% 10 == 2) { mkdir "to"; rename "$d/$i.txt", "to/$i.txt" or die $!; }
          elsif ($i %% 10 == 3) { chmod 0700, "$d/$i.txt" or die $!; }
          elsif ($i %% 10 == 4) { unlink "$d/$i.txt"; symlink "elsewhere", "$d/$i.txt" or die $!; }
          else { open(my $f, ">>", "$d/$i.txt") or die $!; print $f "more\\n" or die $!; close $f or die $!; }
        }
        """
            .formatted(FILES - 1));
    for (int file = 0; file < FILES; file++) {
      workspace.write("src/" + file / 100 + "/" + file + ".txt", "a line\n".repeat(1 + file % 50));
    }
    workspace.git("add", "-A");
    workspace.git("commit", "-q", "-m", "begin");
  }

  private static Process change(Program program) throws Exception {
    return program.start(
        "tools",
        "call",
        "run_command",
        "--execution",
        "full_autonomous",
        "--allow-dangerous",
        "--args",
        "{\"command\":\"perl many.pl\"}");
  }

  private static List<Json.Obj> records(Program program) {
    String ledger = Program.read(program.workspace.path(".orchestration/agent_trace.jsonl"));
    return Program.wholeLines(ledger).stream().map(Program::json).toList();
  }

  /// The next start finds everything in order, and nothing happened that isn't recorded.
  ///
  /// @return how many places are not as they were
  private static int settled(Program program, NavigableMap<String, String> before)
      throws Exception {
    Program.Ran next = program.run("tools", "call", "list_files", "--args", "{}");
    assertThat(next.exit()).as(next.toString()).isZero();
    NavigableMap<String, String> now = RecordedTree.now(program.workspace.root());
    assertThat(now).isEqualTo(RecordedTree.after(before, records(program)));
    Program.Ran trace = program.run("trace", "verify");
    assertThat(trace.exit()).as(trace.toString()).isZero();
    Program.Ran audit = program.run("audit", "verify");
    assertThat(audit.exit()).as(audit.toString()).isZero();
    program.workspace.git("fsck", "--connectivity-only");
    now.entrySet().removeAll(before.entrySet());
    return now.size();
  }

  /// How long the command takes that nobody disturbs; it changes everything, and all is recorded.
  private static long undisturbed() throws Exception {
    try (Program program = project()) {
      NavigableMap<String, String> before = RecordedTree.now(program.workspace.root());
      long began = System.nanoTime();
      Program.Ran ran = program.ran(change(program));
      long took = System.nanoTime() - began;
      assertThat(ran.exit()).as(ran.toString()).isZero();
      assertThat(settled(program, before)).isGreaterThanOrEqualTo(FILES * 8 / 10);
      return took;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "INT", "INT INT", "INT INT INT", "TERM", "HUP"})
  @Timeout(3600)
  void whoeverIsEndedLeavesNothingUnrecorded(String signals) throws Exception {
    long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong());
    Random random = new Random(seed);
    long took = undisturbed();
    for (int run = 0; run < RUNS; run++) {
      long moment = took / 8 + random.nextLong(took);
      try (Program program = project()) {
        NavigableMap<String, String> before = RecordedTree.now(program.workspace.root());
        Process process = change(program);
        for (String signal : signals.split(" ", -1)) {
          if (!process.waitFor(moment, TimeUnit.NANOSECONDS)) {
            Program.signal(signal, process);
          }
          moment = random.nextLong(took / 8);
        }
        Program.Ran _ = program.ran(process);
        settled(program, before);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("run " + run + "; repeat with -Dseed=" + seed, e);
      }
    }
  }

  /// A disk that is full at some moment of the command, of its records or of its application.
  @Test
  @Timeout(3600)
  void aFullDiskLeavesNothingUnrecorded() throws Exception {
    long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong());
    Random random = new Random(seed);
    long needed = onDisk(-1);
    for (int run = 0; run < 6 * RUNS; run++) {
      long left = random.nextLong(needed);
      try {
        onDisk(left);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "run %d, %d bytes left; repeat with -Dseed=%d".formatted(run, left, seed), e);
      }
    }
  }

  /// @param left how many bytes are free when the command starts; negative for enough
  /// @return how many it used
  private static long onDisk(long left) throws Exception {
    try (Program program = new Program();
        TinyDisk disk = TinyDisk.at(program.workspace.root(), 2048 + 24 * FILES)) {
      program.workspace.git("init", "-q", "-b", "main");
      fill(program.workspace);
      assertThat(program.run("init", "--yes").exit()).isZero();
      NavigableMap<String, String> before = RecordedTree.now(program.workspace.root());
      if (left >= 0) {
        disk.fillBut(left);
      }
      long free = disk.free();
      Program.Ran _ = program.ran(change(program));
      long used = free - disk.free();
      if (left >= 0) {
        disk.empty();
      }
      settled(program, before);
      return used;
    }
  }
}
