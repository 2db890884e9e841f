// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.intents.IntentDeclaration.EditOutcome;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.KindTable;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.records.ledger.TraceRecord;
import dev.writ.records.verify.VerificationReport;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClosingTest {
  private static final String FILE = ".orchestration/active_intents.yaml";

  @TempDir Path directory;

  private static String intents(String checks) {
    return """
        active_intents:   # ours
          - id: INT-001
            name: Sources
            status: active # now
            owned_scope: ["src/**", "*.txt"]
            checks: %s
        """
        .formatted(checks);
  }

  private static Door door(Path in, String checks) {
    Door door = Scripts.door(in);
    door.file(FILE, intents(checks));
    door.file("src/a.txt", "x\n");
    Scripts.declare(door, "INT-001");
    return door;
  }

  private static String close(Door door) {
    return door.text("close_intent", "intent_id", "INT-001");
  }

  @Test
  void checksThatPassCloseItAndStandInTheLedger() throws IOException {
    try (Door door = door(directory, "[grep -q x src/a.txt, 'cat src/a.txt | wc -l']")) {
      assertThat(close(door)).isEqualTo("INT-001 is done: 2 checks passed");

      assertThat(door.read(FILE))
          .isEqualTo(
              intents("[grep -q x src/a.txt, 'cat src/a.txt | wc -l']")
                  .replace("active # now", "done # now"));
      Json.Obj record = TraceRecord.readable(door.governor.ledger()).getLast().json();
      assertThat(record.items("checks")).hasSize(2);
      assertThat(((Json.Obj) record.items("checks").getFirst()).text("command"))
          .hasValue("grep -q x src/a.txt");
      assertThat(((Json.Obj) record.items("checks").getFirst()).number("exit_code")).hasValue(0);
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
      assertThat(door.code("write_file", "path", "src/b", "content", "x"))
          .isEqualTo("INTENT_NOT_ACTIVE");
    }
  }

  /// Each way in which a check fails, with the reported reason.
  @Test
  void whatDoesNotPassLeavesItOpenWithTheReason() throws IOException {
    record Case(String name, String checks, String reason) {}
    List<Case> cases =
        List.of(
            new Case("fails", "[grep -q y src/a.txt]", "ended with exit code 1"),
            new Case("second fails", "[cat src/a.txt, cat src/none]", "the check 'cat src/none'"),
            new Case("changes", "[sh change.txt]", "changed files"),
            new Case("out of scope", "[sh beyond.txt]", "ended with SCOPE_VIOLATION"),
            new Case("protected", "[sh protected.txt]", "sh protected.txt"),
            new Case("never allowed", "[rm -rf /]", "COMMAND_DENIED"),
            new Case("outside", "[cat /etc/passwd]", "PATH_OUTSIDE_WORKSPACE"),
            new Case("no program", "[surely-no-program]", "BINARY_NOT_FOUND"));
    for (Case one : cases) {
      try (Door door = door(directory.resolve(one.name().replace(' ', '-')), one.checks())) {
        door.file("change.txt", "echo more >> src/a.txt");
        door.file("beyond.txt", "echo more > other.md");
        door.file(
            "protected.txt", "echo 'active_intents: []' > .orchestration/active_intents.yaml");
        String text = close(door);
        assertThat(text).as(one.name()).contains("CHECKS_FAILED", "stays open", one.reason());
        assertThat(door.read(FILE)).as(one.name()).isEqualTo(intents(one.checks()));
        assertThat(door.code("write_file", "path", "src/b", "content", "x"))
            .as(one.name())
            .isEqualTo("ok"); // what was declared is declared still
      }
    }
  }

  /// A person agrees to the check, and does something else before it runs.
  private Door meanwhile(String name, java.util.function.Consumer<Door> act) {
    AtomicInteger asked = new AtomicInteger();
    Door[] door = new Door[1];
    Approver approver =
        question -> {
          if (asked.getAndIncrement() == 0) {
            act.accept(door[0]);
          }
          return new Approver.Answer.Yes(question.digest());
        };
    door[0] = Door.in(directory.resolve(name), s -> s.approver = approver);
    door[0].file(FILE, intents("[sh check.txt]"));
    door[0].file("check.txt", "exit 0");
    Scripts.declare(door[0], "INT-001");
    return door[0];
  }

  @Test
  void aTreeThatChangesMeanwhileIsNotTheOneThatWasChecked() throws IOException {
    try (Door door = meanwhile("a", d -> d.file("src/other.txt", "new"))) {
      assertThat(close(door)).contains("files changed while its checks ran: src/other.txt");
      assertThat(door.read(FILE)).isEqualTo(intents("[sh check.txt]"));
    }
  }

  @Test
  void aCheckThatSomebodyChangedIsNotTheIntents() throws IOException {
    try (Door door =
        Door.in(
            directory,
            setup ->
                setup.approver =
                    question ->
                        question.what().contains("git add src/none")
                            ? new dev.writ.kernel.approval.Approver.Answer.Edited("cat src/a.txt")
                            : new dev.writ.kernel.approval.Approver.Answer.Yes(
                                question.digest()))) {
      String file = intents("[git add src/none]");
      door.file(FILE, file);
      door.file("src/a.txt", "x\n");
      Scripts.declare(door, "INT-001");
      assertThat(close(door)).contains("CHECKS_FAILED");
      assertThat(door.read(FILE)).isEqualTo(file);
    }
  }

  @Test
  void intentsThatChangeMeanwhileStay() throws IOException {
    String edited = intents("[sh check.txt, cat src/none]");
    try (Door door = meanwhile("a", d -> d.file(FILE, edited))) {
      assertThat(close(door)).contains("STALE_FILE", "changed meanwhile");
      assertThat(door.read(FILE)).isEqualTo(edited);
    }
  }

  @Test
  void aModelNeedsChecksAnIntentAndAgreement() {
    try (Door door = door(directory.resolve("a"), "[]")) {
      assertThat(close(door)).contains("CHECKS_FAILED", "only a person can close it");
      door.state.reset();
      assertThat(close(door)).contains("INTENT_REQUIRED");
      assertThat(door.code("select_active_intent", "intent", "DEBUG")).isEqualTo("ok");
      assertThat(close(door)).contains("TOOL_NOT_ALLOWED_FOR_INTENT");
    }
    try (Door door =
        Door.in(directory.resolve("b"), s -> s.execution = ExecutionMode.INTERACTIVE)) {
      door.file(FILE, intents("[cat src/a.txt]"));
      Scripts.declare(door, "INT-001");
      assertThat(close(door)).contains("APPROVAL_UNAVAILABLE");
    }
    try (Door door = Door.in(directory.resolve("c"), s -> s.kinds = KindTable.STRICT)) {
      door.file(FILE, intents("[cat src/a.txt]"));
      Scripts.declare(door, "INT-001");
      assertThat(close(door)).contains("TOOL_NOT_ALLOWED_FOR_INTENT");
    }
    try (Door door = door(directory.resolve("d"), "[cat src/a.txt]")) {
      assertThat(door.text("close_intent", "intent_id", "INT-009")).contains("UNKNOWN_INTENT");
      assertThat(door.code("write_file", "path", "src/b", "content", "1\n2\n")).isEqualTo("ok");
      // A used-up budget is not a reason to leave it open.
      door.file(FILE, intents("[cat src/a.txt]\n    budget: {changed_lines: 1}"));
      assertThat(door.code("write_file", "path", "src/c", "content", "x"))
          .isEqualTo("BUDGET_EXCEEDED");
      assertThat(close(door)).contains("is done");
    }
  }

  @Test
  void whatWritStartedIsNoPerson() throws Exception {
    try (Door door =
        Door.in(directory, s -> s.environment = java.util.Map.of("WRIT_GOVERNED", "1"))) {
      door.file(FILE, intents("[]"));
      assertThat(
              door.governor
                  .declaration()
                  .status(
                      "INT-001", dev.writ.kernel.intent.Intent.IntentStatus.PAUSED, Scripts.PERSON))
          .isInstanceOf(EditOutcome.RefusedEdit.class);
      assertThat(
              door.governor
                  .closing()
                  .close("INT-001", door.state, Scripts.PERSON, LiveOutput.NOBODY))
          .isInstanceOf(EditOutcome.RefusedEdit.class);
      assertThat(door.read(FILE)).isEqualTo(intents("[]"));
    }
  }

  @Test
  void aPersonClosesWithChecksOrOnTheirWord() throws Exception {
    for (String checks : List.of("[]", "[cat src/a.txt]", "[cat src/none]")) {
      try (Door door = door(directory.resolve("c" + checks.length()), checks)) {
        EditOutcome edited =
            door.governor.closing().close("INT-001", door.state, Scripts.PERSON, LiveOutput.NOBODY);
        boolean open = checks.contains("none");
        assertThat(edited instanceof EditOutcome.RefusedEdit).as(checks).isEqualTo(open);
        assertThat(door.read(FILE)).contains(open ? "status: active" : "status: done");
        assertThat(door.audit()).contains("intent done INT-001");
        assertThat(door.governor.ledger().contains("\"entity_type\":\"human\"")).isEqualTo(!open);
      }
    }
  }
}
