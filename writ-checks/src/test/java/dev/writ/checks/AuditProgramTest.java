// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// `writ audit` as a process, and the log under several processes.
class AuditProgramTest {
  private static final int WRITERS = 4;
  private static final int CALLS = 4;

  private static List<String> call(String command) {
    String arguments = Json.object().put("command", command).build().write();
    return List.of("tools", "call", "run_command", "--args", arguments);
  }

  private static Program.Ran run(Program program, String command) throws Exception {
    return program.run(call(command).toArray(String[]::new));
  }

  private static List<Path> records(Program program) {
    return Program.files(program.home.path(".writ")).stream()
        .filter(file -> file.toString().endsWith(".jsonl"))
        .toList();
  }

  @Test
  void processesThatWriteAtOnceLoseNoEntryWhileTheLogGoesOnInNewFiles() throws Exception {
    try (Program program = new Program()) {
      program.set("WRIT_LOGGING_AUDIT_MAX_BYTES", "2500");
      for (int round = 0; round < CALLS; round++) {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
          List<String> command = new ArrayList<>(List.of(Program.WRIT));
          command.addAll(call("rm file-" + round + "-" + i));
          processes.add(
              program
                  .builder(command)
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .redirectError(ProcessBuilder.Redirect.DISCARD)
                  .start());
        }
        for (Process process : processes) {
          assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
      }

      assertThat(records(program)).hasSizeGreaterThan(WRITERS);
      for (Path file : records(program)) {
        assertThat(Program.wholeLines(Program.read(file))).allMatch(l -> Program.json(l) != null);
        assertThat(Files.getPosixFilePermissions(file))
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      }
      Program.Ran verified = program.run("audit", "verify", "--json");
      assertThat(verified.json().number("receipts")).hasValue(WRITERS * CALLS);
      assertThat(verified.exit()).isZero();
      String shown = program.run("audit", "search", "--denied", "rm file-").out();
      assertThat(shown).hasLineCount(WRITERS * CALLS);
      for (int round = 0; round < CALLS; round++) {
        for (int i = 0; i < WRITERS; i++) {
          assertThat(shown).containsOnlyOnce("rm file-" + round + "-" + i + "\n");
        }
      }
    }
  }

  @Test
  void aCommandIsShownOnOneLineAndItsReceiptSaysHowItWasJudged() throws Exception {
    try (Program program = new Program()) {
      assertThat(run(program, "echo 'a\n2026-01-01T00:00:00Z | x'").exit()).isZero();
      run(program, "git commit -m x");

      assertThat(program.run("audit", "--long").out())
          .hasLineCount(2)
          .contains("echo ", " | exit:0 ");
      assertThat(program.run("audit", "show", "--last", "1").out()).contains("git commit");
      assertThat(program.run("audit", "search", "--tool", "read_file", "").out()).isEmpty();
      assertThat(program.run("audit", "search", "nothing like it").out()).isEmpty();
      Json.Obj receipt =
          Program.wholeLines(Program.read(program.home.path(".writ/audit.jsonl"))).stream()
              .filter(line -> line.contains("git commit"))
              .map(Program::json)
              .findFirst()
              .orElseThrow();
      Json.Obj command = receipt.object("circumstances").object("command");
      assertThat(Program.read(program.home.path(".writ/audit.jsonl")))
          .contains("\"rules\":[\"read-only\"],\"packs\":{}");
      assertThat(command.object("packs").text("git").orElse("")).startsWith("sha256:");
      assertThat(command.items("rules")).contains(Json.of("git.commit"));
      assertThat(command.text("argv_hash").orElse("")).startsWith("sha256:");
      assertThat(command.items("environment")).contains(Json.of("PATH"), Json.of("HOME"));
      assertThat(command.text("sandbox")).isPresent();
    }
  }

  @Test
  void aReceiptWithoutOutcomeAndALineThatIsNoneAreNamed() throws Exception {
    try (Program program = new Program()) {
      assertThat(program.run("audit", "verify").exit()).isZero();
      assertThat(run(program, "echo hello").exit()).isZero();
      assertThat(program.run("audit", "verify").out()).contains("is valid: 1 receipts");
      Path file = program.home.path(".writ/audit.jsonl");
      Files.writeString(file, Program.read(file).lines().findFirst().orElseThrow() + "\nx\n");

      Program.Ran ran = program.run("audit", "verify");
      assertThat(ran.exit()).isEqualTo(1);
      assertThat(ran.err()).contains("audit.jsonl:2: unreadable record", "open: ", "echo hello");
      assertThat(program.run("audit", "verify", "--json").json().items("open")).hasSize(1);
    }
  }
}
