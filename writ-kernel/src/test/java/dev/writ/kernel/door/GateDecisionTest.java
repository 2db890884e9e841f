// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.PartResult;
import dev.writ.command.parser.CommandParser;
import dev.writ.kernel.call.CommandReport;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.RunCommand.RunCourse;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.door.CallEvaluation.EvaluationOutcome;
import dev.writ.kernel.door.GateDecision.Sequel;
import dev.writ.kernel.program.CommandOutcome;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.records.audit.GateAnswer;
import dev.writ.records.ledger.AppendedRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What follows a proposal, and the one answer to all proposals of a call.
class GateDecisionTest {
  private static final ToolCall FIRST = new ToolCall("c1", "run_command", "{}");
  private static final ToolCall SECOND = new ToolCall("c1", "run_command", "{\"a\":1}");
  private static final Json.Obj TOOK = Json.object().put("duration_ms", 5).build();
  private static final ToolError DENIED =
      new ToolError(ErrorCode.APPROVAL_REJECTED, "no", "ask again");

  private static AppendedRecord appended(String id) {
    return new AppendedRecord(id, "S", 1, "sha256:1");
  }

  private static GateDecision first(Sequel sequel) {
    ToolResult result = new ToolResult.Success("one", false, TOOK);
    GateAnswer gate = GateAnswer.pass("first");
    return new GateDecision(new CallAnswer(result, List.of(gate), List.of(appended("R-1")), FIRST))
        .with(sequel);
  }

  private static CallAnswer second(ToolResult result, GateAnswer gate) {
    return new CallAnswer(result, List.of(gate), List.of(appended("R-2")), SECOND);
  }

  private static String after(Sequel sequel, ToolResult result, GateAnswer gate) {
    GateDecision next = new GateDecision(second(result, gate), new Sequel.Again("more"));
    GateDecision both = first(sequel).then(next);
    assertThat(both.sequel()).isEqualTo(next.sequel());
    assertThat(both.answer().gates()).containsExactly(gate);
    assertThat(both.answer().call()).isEqualTo(SECOND);
    assertThat(both.answer().ledger()).containsExactly(appended("R-1"), appended("R-2"));
    ToolResult all = both.answer().result();
    return all instanceof ToolResult.Failure(var error, var _)
        ? error.code() + ": " + error.message() + " (" + error.requiredAction() + ")"
        : all.content() + " " + all.metadata().number("duration_ms").orElse(0);
  }

  private static String after(Sequel sequel) {
    return after(sequel, new ToolResult.Success("two", false, TOOK), GateAnswer.pass("second"));
  }

  private static String afterDenial(Sequel sequel, ToolError error) {
    return after(sequel, new ToolResult.Failure(error), GateAnswer.deny("second", error));
  }

  @Test
  void theLastResultIsTheAnswerWithWhatTheModelMustKnow() {
    assertThat(after(new Sequel.NoSequel())).isEqualTo("two 5");
    assertThat(after(new Sequel.Again(""))).isEqualTo("two 5");
    assertThat(after(new Sequel.Again("again"))).isEqualTo("[again]\ntwo 5");
    assertThat(after(new Sequel.OtherCall(SECOND, false, List.of("a", "b"))))
        .isEqualTo("[a; b]\ntwo 5");
    assertThat(after(new Sequel.OtherCall(SECOND, true, List.of("a", "b"))))
        .isEqualTo("two\n[hook: a]\n[hook: b] 5");
    assertThat(after(new Sequel.Reaching(List.of("h")))).isEqualTo("two 5");
  }

  @Test
  void theRestOfALineStandsBehindItsParts() {
    Sequel rest = new Sequel.Rest(new PartResult(0, "one"), "make", Verdict.PASS);
    assertThat(after(rest)).isEqualTo("one\ntwo 10");
    assertThat(afterDenial(rest, DENIED))
        .isEqualTo(
            "APPROVAL_REJECTED: The line ran up to and including make. no\nPrinted before:\none"
                + " (ask again)");
  }

  @Test
  void aHostThatIsNotGrantedEndedTheCommand() {
    Sequel reaching = new Sequel.Reaching(List.of("a.org", "b.org"));
    assertThat(afterDenial(reaching, DENIED))
        .isEqualTo(
            "APPROVAL_REJECTED: The network refused a.org, b.org, and that ended the command. no"
                + " (ask again)");
    assertThat(afterDenial(reaching, new ToolError(ErrorCode.APPROVAL_UNAVAILABLE, "nobody")))
        .contains("ended the command. nobody (A person grants hosts when asked in writ chat");
    assertThat(after(reaching, new ToolResult.Failure(DENIED), GateAnswer.pass("second")))
        .as("it ran, and failed by itself")
        .isEqualTo("APPROVAL_REJECTED: no (ask again)");
  }

  @Test
  void aRemarkChangesNothingElse() {
    GateDecision noted = first(new Sequel.Again("x")).noting("remark");

    assertThat(noted.answer().result().content()).isEqualTo("[remark]\none");
    assertThat(noted.sequel()).isEqualTo(new Sequel.Again("x"));
    assertThat(noted.answer().ledger()).containsExactly(appended("R-1"));
    assertThat(noted.answer().call()).isEqualTo(FIRST);
  }

  private static Effect.RunCommand run(RunCourse course) {
    PathLocation here = new PathLocation.Inside(".", new WorkspacePath(List.of()));
    return new Effect.RunCommand(
        ((ParsedCommand.ParsedLine) CommandParser.parse("make all")).line(),
        here,
        new Effect.RunCommand.Touches(
            List.of(), List.of(), List.of(), false, new WorkspacePath(List.of()), Optional.empty()),
        new Effect.RunCommand.RunLimits(course, 60, 1, 2),
        Optional.empty(),
        NetworkReach.NONE);
  }

  private static EvaluationOutcome.AllowedCall allowed(RunCourse course, boolean asked) {
    Proposal proposal = new Proposal(FIRST, EffectClass.EXECUTE, List.of(run(course)));
    List<ApprovalConcern> concerns =
        asked ? List.of(new ApprovalConcern(ConcernKind.REMOVAL, "x")) : List.of();
    ToolCatalogue.Performer none =
        _ -> {
          throw new AssertionError("performed");
        };
    return new EvaluationOutcome.AllowedCall(
        new ToolCatalogue.Proposed.ReadyProposal(proposal, none), concerns, Verdict.PASS);
  }

  private static CommandOutcome ended(String... wanted) {
    CommandOutcome.Stream output = new CommandOutcome.Stream("out\n", false, 4);
    return new CommandOutcome(
        3,
        output,
        output,
        false,
        Duration.ZERO,
        new CommandReport(
            "", true, List.of(), List.of(), List.of(wanted), CommandReport.ReportedChanges.NONE));
  }

  /// Only a part has something behind it, and only what is substituted is kept.
  @ParameterizedTest
  @EnumSource
  void aPartIsFollowedByTheRest(RunCourse course) {
    CallSequel sequel = new CallSequel();
    sequel.ended(run(course), ended());
    Sequel next = sequel.of(new ToolResult.Success(""), allowed(course, false));
    Sequel rest =
        new Sequel.Rest(
            new PartResult(3, course == RunCourse.SUBSTITUTION ? "out\n" : ""),
            "make all",
            Verdict.PASS);

    assertThat(next).isEqualTo(course.isPart() ? rest : new Sequel.NoSequel());
    assertThat(sequel.of(new ToolResult.Failure(DENIED), allowed(course, false)))
        .isEqualTo(new Sequel.NoSequel());
    Sequel supposed =
        course.isPart()
            ? new Sequel.Rest(PartResult.UNKNOWN, "", Verdict.PASS)
            : new Sequel.NoSequel();
    assertThat(allowed(course, false).supposed()).isEqualTo(supposed);
    assertThat(allowed(course, false).isPart()).isEqualTo(course.isPart());
  }

  @Test
  void aHostOrAnotherProgramsChangeComesFirst() {
    CallSequel sequel = new CallSequel();
    ToolResult result = new ToolResult.Success("");
    assertThat(sequel.of(result, allowed(RunCourse.AWAITED, false)))
        .isEqualTo(new Sequel.NoSequel());
    sequel.ended(run(RunCourse.PART), ended());
    sequel.overtaken();
    assertThat(sequel.of(result, allowed(RunCourse.PART, false))).isEqualTo(new Sequel.Again(""));
    assertThat(sequel.of(result, allowed(RunCourse.PART, true)))
        .as("what a person agreed to is not made anew")
        .isInstanceOf(Sequel.Rest.class);
    sequel.ended(run(RunCourse.PART), ended("a.org"));
    assertThat(sequel.of(result, allowed(RunCourse.PART, false)))
        .isEqualTo(new Sequel.Reaching(List.of("a.org")));
  }

  @Test
  void anEvaluationIsToldAsAVerdict() {
    ToolCatalogue.Proposed.RefusedProposal refused =
        new ToolCatalogue.Proposed.RefusedProposal(DENIED);
    CallEvaluation none = CallEvaluation.refused(refused);
    assertThat(none.isDenied()).isTrue();
    assertThat(none.isPart()).isFalse();
    assertThat(none.judgement().refused()).contains(DENIED);
    assertThat(none.judgement().proposal()).isEmpty();
    assertThat(none.answers())
        .extracting(GateAnswer::text)
        .containsExactly("deny APPROVAL_REJECTED");

    EvaluationOutcome.AllowedCall outcome = allowed(RunCourse.PART, true);
    CallEvaluation some =
        new CallEvaluation(outcome.ready(), Optional.empty(), List.of(), outcome)
            .answered(GateAnswer.pass("mode"));
    assertThat(some.isDenied()).isFalse();
    assertThat(some.isPart()).isTrue();
    assertThat(some.judgement().proposal()).contains(outcome.proposal());
    assertThat(some.judgement().asks()).isEqualTo(outcome.concerns());
    assertThat(some.judgement().refused()).isEmpty();
    assertThat(some.answers()).containsExactly(GateAnswer.pass("mode"));
  }
}
