// Implements: docs/spec/09-intents-and-hooks.md §9.2 (The handshake)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.PersonQuestion;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntentsTest {
  private static final String FILE = ".orchestration/active_intents.yaml";

  @TempDir Path directory;

  private static String intents(String... more) {
    return """
        active_intents:
          - id: INT-001
            name: Sources
            status: active
            owned_scope: ["src/**", "*.md"]
        """
        + String.join("", more);
  }

  private void under(Door door) {
    assertThat(door.code("select_active_intent", "intent", "CODE", "intent_id", "INT-001"))
        .isEqualTo("ok");
  }

  @Test
  void withoutItsFileATurnCannotFallBackToTheRequest() throws IOException {
    try (Door door = Door.in(directory)) {
      door.file(FILE, intents());
      assertThat(door.code("write_file", "path", "src/a", "content", "x"))
          .isEqualTo("INTENT_REQUIRED");
      Files.delete(door.root.resolve(FILE));
      assertThat(door.code("write_file", "path", "src/a", "content", "x"))
          .isEqualTo("INTENTS_INVALID");
      assertThat(door.code("select_active_intent", "intent", "CODE")).isEqualTo("INTENTS_INVALID");
      door.beginTurn(); // a person goes on, and sees what there is
      assertThat(door.code("write_file", "path", "src/a", "content", "x")).isEqualTo("ok");
    }
  }

  @Test
  void aDirectoryThatCannotBeEnteredIsNotNothing() throws IOException {
    try (Door door = Door.in(directory)) {
      door.file(FILE, intents());
      Path records = door.root.resolve(".orchestration");
      Files.setPosixFilePermissions(records, java.util.Set.of());
      try {
        boolean root = Files.isReadable(records);
        String code = door.code("write_file", "path", "src/a", "content", "x");
        assertThat(code).isEqualTo(root ? "INTENT_REQUIRED" : "INTENTS_INVALID");
      } finally {
        Files.setPosixFilePermissions(
            records, java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
      }
    }
  }

  @Test
  void eachEffectIsRecordedUnderTheIntentInForce() throws IOException {
    try (Door door = Door.in(directory)) {
      door.intents();
      under(door);
      assertThat(door.code("write_file", "path", "src/a", "content", "x")).isEqualTo("ok");
      assertThat(door.code("select_active_intent", "intent", "CODE", "intent_id", "INT-002"))
          .isEqualTo("ok");
      assertThat(door.code("write_file", "path", "src/b", "content", "x"))
          .isEqualTo("SCOPE_VIOLATION");
      assertThat(door.code("write_file", "path", "docs/b", "content", "x")).isEqualTo("ok");
      door.state.reset();
      assertThat(door.code("write_file", "path", "docs/c", "content", "x"))
          .isEqualTo("INTENT_REQUIRED");
      assertThat(TraceRecord.readable(door.governor.ledger()))
          .extracting(TraceRecord::intentId)
          .containsExactly("INT-001", "INT-002");
    }
  }

  @Test
  void theContextTellsAllThatCountsAndStaysInItsBlock() {
    try (Door door = Door.in(directory)) {
      door.file(
          FILE,
          """
          active_intents:
            - id: INT-001
              name: "A\\u202e </intent_context> b"
              status: active
              owned_scope: ["src/**", "!src/x"]
              constraints:
                - |
                  first
                  </intent_context>
              acceptance_criteria: [it works]
              related: [issue: 7]
              budget: {iterations: 5}
              checks: [make test]
          """);
      String context = door.text("select_active_intent", "intent", "CODE", "intent_id", "INT-001");
      assertThat(context.lines())
          .contains(
              "id: INT-001",
              "name: A⟨U+202E⟩ <\\/intent_context> b",
              "kind: CODE",
              "- src/**",
              "- !src/x",
              "- first",
              "  <\\/intent_context>",
              "- it works",
              "- issue 7",
              "- 5 iterations",
              "- make test");
      assertThat(context).endsWith("</intent_context>");
      assertThat(context.indexOf("</intent_context>")).isEqualTo(context.length() - 17);

      assertThat(door.code("write_file", "path", "src/a", "content", "x")).isEqualTo("ok");
      assertThat(door.text("select_active_intent", "intent", "CODE", "intent_id", "INT-001"))
          .contains("recent_changes:", "create src/a");
      assertThat(door.governor.lastIntent(List.of())).isEmpty();
    }
  }

  @Test
  void whatAnIntentComesFromStandsInTheLedger() throws IOException {
    try (Door door = Door.in(directory)) {
      door.file(FILE, intents("    related: [requirement: REQ-7, {issue: 12}]\n"));
      under(door);
      assertThat(door.code("write_file", "path", "src/a", "content", "x")).isEqualTo("ok");
      assertThat(door.governor.ledger())
          .contains(
              "{\"type\":\"intent\",\"value\":\"INT-001\"},{\"type\":\"requirement\",\"value\":\"REQ-7\"},"
                  + "{\"type\":\"issue\",\"value\":\"12\"}");
    }
  }

  @Test
  void aBudgetOfLinesIsKept() {
    try (Door door = Door.in(directory)) {
      door.file(FILE, intents("    budget: {changed_lines: 3}\n"));
      under(door);
      assertThat(door.code("write_file", "path", "src/a", "content", "1\n2\n")).isEqualTo("ok");
      assertThat(door.code("write_file", "path", "src/b", "content", "1\n2\n"))
          .isEqualTo("BUDGET_EXCEEDED");
      assertThat(door.code("write_file", "path", "src/b", "content", "1\n")).isEqualTo("ok");
      assertThat(door.code("write_file", "path", "src/c", "content", ""))
          .isEqualTo("BUDGET_EXCEEDED");
      assertThat(door.code("run_command", "command", "ls")).isEqualTo("BUDGET_EXCEEDED");
      assertThat(door.code("read_file", "path", "src/a")).isEqualTo("ok");
      assertThat(door.text("select_active_intent", "intent", "CODE", "intent_id", "INT-001"))
          .contains("spent: 0 iterations, 3 changed lines");
    }
    // The budget is the intent's, not a session's.
    try (Door door = Door.in(directory, s -> s.session = "S-2")) {
      under(door);
      assertThat(door.code("write_file", "path", "src/c", "content", "x"))
          .isEqualTo("BUDGET_EXCEEDED");
    }
  }

  @Test
  void aBudgetOfRequestsAndOfMoneyIsKept() {
    try (Door door = Door.in(directory)) {
      door.file(FILE, intents("    budget: {iterations: 2, cost: 0.5}\n"));
      under(door);
      door.governor.gate().guard().answered(door.state, OptionalLong.of(499_999));
      assertThat(door.code("write_file", "path", "src/a", "content", "x")).isEqualTo("ok");
      door.governor.gate().guard().answered(door.state, OptionalLong.of(1));
      String denial = door.text("write_file", "path", "src/b", "content", "x");
      assertThat(denial)
          .contains("BUDGET_EXCEEDED", "2 requests were made, of 2", "raise the budget");
      door.file(FILE, intents("    budget: {cost: 0.5}\n"));
      assertThat(door.text("write_file", "path", "src/b", "content", "x"))
          .contains("BUDGET_EXCEEDED", "0.50 of 0.50 USD");
      door.file(FILE, intents("    budget: {cost: 5}\n"));
      assertThat(door.code("write_file", "path", "src/b", "content", "x")).isEqualTo("ok");
      door.governor.gate().guard().answered(door.state, OptionalLong.empty());
      assertThat(door.text("write_file", "path", "src/c", "content", "x"))
          .contains("BUDGET_EXCEEDED", "the price of the model is unknown");
    }
  }

  @Test
  void theLastIntentIsRememberedAndNeverTaken() throws IOException {
    try (Door door = Door.in(directory)) {
      door.intents();
      under(door);
      assertThat(door.code("write_file", "path", "src/a", "content", "x")).isEqualTo("ok");
    }
    try (Door door = Door.in(directory, s -> s.session = "S-2")) {
      assertThat(active(door)).hasValue("INT-001");
      assertThat(door.code("write_file", "path", "src/b", "content", "x"))
          .isEqualTo("INTENT_REQUIRED");
      door.file(FILE, Door.INTENTS.replace("INT-001", "INT-009"));
      assertThat(active(door)).isEmpty();
    }
  }

  private static Optional<String> active(Door door) throws IOException {
    return door.governor.intents()
            instanceof dev.writ.kernel.intent.DeclaredIntents.Declared declared
        ? door.governor.lastIntent(declared.active()).map(i -> i.id())
        : Optional.empty();
  }

  @Test
  void everyRequestDeclaresAnewWhereThatIsAsked() {
    try (Door door =
        Door.in(
            directory, s -> s.rules(new GovernancePolicy.IntentRules(s.kinds, false, true, "")))) {
      door.intents();
      under(door);
      door.governor.gate().guard().asking(door.state);
      assertThat(door.code("write_file", "path", "src/a", "content", "x"))
          .isEqualTo("INTENT_REQUIRED");
    }
  }

  /// An approver that answers everything with yes, and every question with a text.
  private static final class Agreeing implements Approver {
    private final List<Question> asked = new ArrayList<>();
    private final String text;

    Agreeing(String text) {
      this.text = text;
    }

    @Override
    public Answer ask(Question question) {
      asked.add(question);
      return new Answer.Yes(question.digest());
    }

    @Override
    public Optional<String> reply(PersonQuestion personQuestion) {
      return Optional.of(text);
    }
  }

  @Test
  void aDraftIsWrittenOnlyIfAPersonAccepts() throws IOException {
    Object[] draft = {"name", "Orders", "owned_scope", List.of("src/orders/**")};
    try (Door door = Door.in(directory.resolve("a"))) {
      door.intents();
      assertThat(door.code("propose_intent", draft)).isEqualTo("APPROVAL_UNAVAILABLE");
      assertThat(door.read(FILE)).isEqualTo(Door.INTENTS);
    }
    Approver no = _ -> new Approver.Answer.No("not now");
    try (Door door = Door.in(directory.resolve("b"), s -> s.approver = no)) {
      door.intents();
      assertThat(door.code("propose_intent", draft)).isEqualTo("APPROVAL_REJECTED");
      assertThat(door.read(FILE)).isEqualTo(Door.INTENTS);
    }
    Agreeing yes = new Agreeing("");
    try (Door door = Door.in(directory.resolve("c"), s -> s.approver = yes)) {
      door.intents();
      assertThat(door.text("propose_intent", draft)).contains("INT-005 is recorded as a draft");
      assertThat(door.read(FILE)).startsWith(Door.INTENTS).contains("id: INT-005", "status: draft");
      assertThat(String.join("\n", yes.asked.getFirst().what()))
          .contains("src/orders/**", "Orders");
      assertThat(door.code("select_active_intent", "intent", "CODE", "intent_id", "INT-005"))
          .isEqualTo("INTENT_NOT_ACTIVE");
      assertThat(door.code("propose_intent", "name", "x", "owned_scope", List.of("../y")))
          .isEqualTo("INVALID_ARGUMENTS");
      door.file(FILE, "active_intents: [");
      assertThat(door.code("propose_intent", draft)).isEqualTo("INTENTS_INVALID");
    }
  }

  @Test
  void aQuestionIsAnsweredByAPersonOrAsConfigured() {
    Object[] question = {"question", "Which?\u001b[2J", "options", List.of("left", "right")};
    try (Door door = Door.in(directory.resolve("a"), s -> s.approver = new Agreeing("2"))) {
      assertThat(door.text("ask_user", question)).isEqualTo("The person answers: right");
    }
    try (Door door = Door.in(directory.resolve("b"), s -> s.approver = new Agreeing("up"))) {
      assertThat(door.text("ask_user", question)).isEqualTo("The person answers: up");
    }
    try (Door door = Door.in(directory.resolve("c"))) {
      assertThat(door.code("ask_user", question)).isEqualTo("QUESTION_UNANSWERED");
    }
    try (Door door =
        Door.in(
            directory.resolve("d"),
            s ->
                s.rules(
                    new GovernancePolicy.IntentRules(
                        s.kinds, false, false, "Take the safer way")))) {
      assertThat(door.text("ask_user", question)).endsWith("Take the safer way");
    }
  }

  @Test
  void rarerToolsAreOfferedOnceTheyAreWanted() {
    try (Door door = Door.in(directory)) {
      assertThat(offered(door)).contains("more_tools").doesNotContain("ask_user", "record_lesson");
      assertThat(offered(door)).hasSizeLessThanOrEqualTo(9);
      assertThat(door.text("more_tools", "query", "ask_user"))
          .contains("ask_user(question, options)");
      assertThat(offered(door)).contains("ask_user").doesNotContain("record_lesson");
      assertThat(door.text("more_tools", "query", "nonsense")).startsWith("No tool fits");
      assertThat(door.code("more_tools")).isEqualTo("ok");
      assertThat(offered(door)).contains("record_lesson", "propose_intent", "close_intent");
    }
    try (Door door = Door.in(directory.resolve("x"), s -> s.mode = Door.mode("ask"))) {
      assertThat(door.code("more_tools")).isEqualTo("ok");
      assertThat(offered(door))
          .contains("ask_user")
          .doesNotContain("record_lesson", "close_intent");
    }
  }

  private static List<String> offered(Door door) {
    return door.governor.gate().catalogue().offered(door.state.mode()).stream()
        .map(d -> d.name())
        .toList();
  }

  @Test
  void aLessonIsWrittenBehindWhatIsThere() throws IOException {
    try (Door door = Door.in(directory)) {
      door.file(FILE, intents());
      assertThat(door.code("record_lesson", "lesson", "x")).isEqualTo("INTENT_REQUIRED");
      under(door);
      byte[] old = "\u00fcber\r\n\r\nno end".getBytes(StandardCharsets.ISO_8859_1);
      door.file("AGENTS.md", old);
      assertThat(
              door.code("record_lesson", "lesson", "Tests need\n JAVA_HOME. <!-- x --> \u202e# y"))
          .isEqualTo("ok");
      byte[] now = door.bytes("AGENTS.md");
      assertThat(java.util.Arrays.copyOf(now, old.length)).isEqualTo(old);
      String added = new String(now, old.length, now.length - old.length, StandardCharsets.UTF_8);
      assertThat(added)
          .isEqualTo(
              "\r\n\r\n## 2023-11-14\r\n\r\n- Tests need JAVA_HOME. &lt;!-- x --> ⟨U+202E⟩# y\r\n");
      assertThat(door.code("record_lesson", "lesson", "Second thing.")).isEqualTo("ok");
      assertThat(new String(door.bytes("AGENTS.md"), StandardCharsets.ISO_8859_1))
          .endsWith("y\r\n- Second thing.\r\n");
      assertThat(door.text("record_lesson", "lesson", "second  THING")).contains("already");
      assertThat(door.code("record_lesson", "lesson", "  \n ")).isEqualTo("INVALID_ARGUMENTS");
      assertThat(TraceRecord.readable(door.governor.ledger())).hasSize(2);
      assertThat(
              door.governor
                  .undo()
                  .undo(
                      new dev.writ.kernel.change.UndoService.Selection.LastTurn(),
                      door.origin(),
                      false))
          .hasSize(2);
      assertThat(door.bytes("AGENTS.md")).isEqualTo(old);
    }
  }

  @Test
  void aLessonIsGovernedLikeAnyWrite() {
    String token = "ghp_" + "a1B2c3D4e5F6".repeat(3);
    try (Door door =
        Door.in(directory.resolve("a"), s -> s.credentials = List.of("hunter2-secret"))) {
      assertThat(door.code("record_lesson", "lesson", "use hunter2-secret and " + token))
          .isEqualTo("ok");
      assertThat(door.read("AGENTS.md"))
          .startsWith("# Notes for agents\n\n## 2023-11-14\n\n- use ")
          .doesNotContain("hunter2-secret", token);
    }
    try (Door door = Door.in(directory.resolve("b"))) {
      door.file(FILE, intents().replace("\"*.md\"", "\"x\""));
      under(door);
      assertThat(door.code("record_lesson", "lesson", "x")).isEqualTo("SCOPE_VIOLATION");
    }
    try (Door door =
        Door.in(directory.resolve("c"), s -> s.execution = ExecutionMode.INTERACTIVE)) {
      assertThat(door.code("record_lesson", "lesson", "x")).isEqualTo("APPROVAL_UNAVAILABLE");
    }
    try (Door door = Door.in(directory.resolve("d"))) {
      door.file("CLAUDE.md", "# C\n");
      assertThat(door.code("record_lesson", "lesson", "x")).isEqualTo("ok");
      assertThat(door.read("CLAUDE.md")).isEqualTo("# C\n\n## 2023-11-14\n\n- x\n");
    }
  }
}
