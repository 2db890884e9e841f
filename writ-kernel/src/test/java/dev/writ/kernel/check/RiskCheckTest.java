// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.check;

import static dev.writ.kernel.check.CheckSamples.ABSENT;
import static dev.writ.kernel.check.CheckSamples.DIRECTORY;
import static dev.writ.kernel.check.CheckSamples.REFUSED;
import static dev.writ.kernel.check.CheckSamples.delete;
import static dev.writ.kernel.check.CheckSamples.inside;
import static dev.writ.kernel.check.CheckSamples.item;
import static dev.writ.kernel.check.CheckSamples.move;
import static dev.writ.kernel.check.CheckSamples.proposal;
import static dev.writ.kernel.check.CheckSamples.read;
import static dev.writ.kernel.check.CheckSamples.run;
import static dev.writ.kernel.check.CheckSamples.text;
import static dev.writ.kernel.check.CheckSamples.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.RunCommand.RunCourse;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.SessionControl;
import dev.writ.kernel.check.RiskAssessment.Risk;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentKind;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.risk.RiskFacts;
import dev.writ.kernel.risk.RiskRule;
import dev.writ.kernel.risk.RiskRules;
import dev.writ.kernel.risk.RiskTrait;
import dev.writ.kernel.session.SessionState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What is as risky as destructive needs a person.
class RiskCheckTest {
  private static final NetworkReach HOSTS =
      new NetworkReach.Hosts(
          List.of("example.org"),
          List.of(),
          NetworkReach.Further.ASKED,
          NetworkReach.Whose.COMMANDS);

  private static SessionState state(ExecutionMode execution) {
    return new SessionState("S", WorkMode.SHIPPED.getFirst(), execution);
  }

  private static RiskCheck check(boolean contained) {
    List<RiskRule> rules = new ArrayList<>(RiskRules.SHIPPED);
    rules.addAll(RiskRules.TAINT);
    return new RiskCheck(rules, _ -> contained);
  }

  private static Risk risk(Effect... effects) {
    return check(false)
        .assess(proposal(EffectClass.WRITE, effects), state(ExecutionMode.INTERACTIVE));
  }

  private static List<String> words(Risk risk) {
    return ApprovalConcern.words(risk.concerns());
  }

  static Stream<Arguments> effects() {
    return Stream.of(
        Arguments.of(write("a", ABSENT), 10, "creates", ""),
        Arguments.of(write("a", text("x")), 20, "replaces", ""),
        Arguments.of(write("pom.xml", text("x")), 40, "replaces build", ""),
        Arguments.of(new Mutation.MakeDirectory(inside("d"), ABSENT), 10, "creates", ""),
        Arguments.of(read("a"), 0, "", ""),
        Arguments.of(run("ls"), 10, "runs", ""),
        Arguments.of(
            delete("d", item("d", DIRECTORY), item("d/a", text("x"))),
            60,
            "deletes",
            "removes d, d/a"),
        Arguments.of(move("a", "b", item("a", text("x"))), 30, "creates moves", ""),
        Arguments.of(read(".env"), 80, "secret", ".env usually holds secrets"),
        Arguments.of(
            run("cat .env", inside(".env")), 80, "runs secret", ".env usually holds secrets"),
        Arguments.of(new Effect.ReadPath(REFUSED, Effect.ReadPath.ReadExtent.FILE), 0, "", ""));
  }

  @ParameterizedTest
  @MethodSource("effects")
  void aRiskIsThatOfTheRulesWhichMatch(Effect effect, int score, String rules, String asked) {
    Risk risk = risk(effect);

    assertThat(risk.score()).isEqualTo(score);
    assertThat(String.join(" ", risk.rules())).isEqualTo(rules);
    assertThat(String.join("; ", words(risk))).isEqualTo(asked);
    assertThat(risk.destructive()).isEqualTo(score >= 50);
  }

  @Test
  void theHighestScoreOfAllEffectsCounts() {
    Risk risk = risk(delete("d", item("d", text("x"))), write("a", ABSENT));

    assertThat(risk.score()).isEqualTo(60);
    assertThat(risk.rules()).containsExactly("creates", "deletes");
    assertThat(new Risk(new RiskFacts(), 50, List.of(), List.of()).destructive()).isTrue();
    assertThat(new Risk(new RiskFacts(), 49, List.of(), List.of()).destructive()).isFalse();
  }

  /// A rule at the score of destructive asks, one below it does not.
  @ParameterizedTest
  @CsvSource({"49, false", "50, true"})
  void aRuleAsksFromTheScoreOfDestructiveOn(int score, boolean asks) {
    RiskRule rule =
        RiskRules.of(
            Json.object()
                .put("id", "own")
                .put("when", Json.texts(List.of("runs")))
                .put("score", score)
                .put("reason", "runs something")
                .put("match", Json.texts(List.of("runs")))
                .put("not_match", Json.texts(List.of("reads a")))
                .build());
    Risk risk =
        new RiskCheck(List.of(rule), _ -> false)
            .assess(proposal(EffectClass.EXECUTE, run("ls")), state(ExecutionMode.FULL_AUTONOMOUS));

    assertThat(risk.concerns().isEmpty()).isEqualTo(!asks);
  }

  /// Whether a deletion, a new file for secrets, and a secret that is read are asked about.
  @ParameterizedTest
  @CsvSource({
    "INTERACTIVE,           false, true,  true",
    "INTERACTIVE,           true,  false, true",
    "RESTRICTED_AUTONOMOUS, true,  false, true",
    "FULL_AUTONOMOUS,       false, false, false",
    "FULL_AUTONOMOUS,       true,  false, false",
  })
  void whatCanBeTakenBackIsAskedAboutByTheMode(
      ExecutionMode mode, boolean contained, boolean deletion, boolean fresh) {
    SessionState state = state(mode);
    RiskCheck check = check(contained);
    Proposal delete = proposal(EffectClass.WRITE, delete("a", item("a", text("x"))));
    Proposal create = proposal(EffectClass.WRITE, write(".env", ABSENT));
    Proposal replace = proposal(EffectClass.WRITE, write(".env", text("x")));
    Proposal copy = proposal(EffectClass.WRITE, read("a"), write(".env", ABSENT));

    assertThat(check.assess(delete, state).concerns().isEmpty()).isEqualTo(!deletion);
    assertThat(check.assess(create, state).concerns().isEmpty()).isEqualTo(!fresh);
    assertThat(words(check.assess(replace, state))).containsExactly(".env usually holds secrets");
    assertThat(words(check.assess(copy, state))).containsExactly(".env usually holds secrets");
    assertThat(words(check.assess(proposal(EffectClass.READ, read(".env")), state)))
        .containsExactly(".env usually holds secrets");
  }

  @Test
  void whatASessionReadCountsForWhatFollows() {
    SessionState state = state(ExecutionMode.FULL_AUTONOMOUS);
    Proposal send = proposal(EffectClass.EXECUTE, run("curl x", RunCourse.AWAITED, HOSTS));
    Risk sends = check(false).assess(send, state);
    assertThat(sends.rules()).containsExactly("runs");
    assertThat(
            check(false)
                .assess(proposal(EffectClass.NETWORK), state)
                .facts()
                .has(RiskTrait.REACHES))
        .isTrue();
    assertThat(risk(run("ls")).facts().has(RiskTrait.REACHES)).isFalse();

    RiskCheck.expose(risk(run("ls")), state);
    assertThat(state.exposure()).isEmpty();
    RiskCheck.expose(sends, state);
    assertThat(state.exposure()).containsExactly(RiskTrait.SAW_UNTRUSTED);
    assertThat(check(false).assess(send, state).rules()).containsExactly("runs");
    RiskCheck.expose(risk(read(".env")), state);
    assertThat(state.exposure()).contains(RiskTrait.SAW_SECRET);
    assertThat(check(false).assess(send, state).rules()).contains("taint-send");
  }

  @Test
  void anotherIntentAfterTheNetworkIsAskedAbout() {
    SessionState state = state(ExecutionMode.FULL_AUTONOMOUS);
    state.expose(RiskTrait.SAW_UNTRUSTED);
    Proposal same = select("INT-1");
    Proposal other = select("INT-2");
    assertThat(check(false).assess(other, state).rules()).as("nothing is declared").isEmpty();
    state.declare(
        new SessionDeclaration.Under(IntentKind.CODE, Intent.ofSession("INT-1", "request")));

    assertThat(check(false).assess(same, state).rules()).isEmpty();
    assertThat(check(false).assess(other, state).rules()).containsExactly("taint-widens");
  }

  private static Proposal select(String intent) {
    return proposal(
        EffectClass.CONTROL,
        new Effect.ChangeSession(
            new SessionControl.SelectIntent(IntentKind.CODE, intent, "because")));
  }

  private static GateSubject judged(RiskAssessment risk, Effect effect) {
    return new GateSubject(
        proposal(EffectClass.EXECUTE, effect),
        state(ExecutionMode.INTERACTIVE),
        risk,
        new HookTurn.NoHooks());
  }

  private static Risk asking(ConcernKind... kinds) {
    return new Risk(
        new RiskFacts(),
        0,
        List.of(),
        Stream.of(kinds).map(kind -> new ApprovalConcern(kind, "a reason")).toList());
  }

  @Test
  void theGateAsksWhatTheAssessmentFound() {
    RiskCheck check = check(false);
    assertThat(check.name()).isEqualTo("risk");
    assertThat(check.judge(judged(asking(), run("ls")))).isEqualTo(Verdict.PASS);
    Risk removal = asking(ConcernKind.REMOVAL);
    assertThat(check.judge(judged(removal, run("ls"))))
        .isEqualTo(new Verdict.Ask(removal.concerns()));
    ToolError defect = new ToolError(ErrorCode.INTERNAL_ERROR, "a defect");
    assertThat(check.judge(judged(new RiskAssessment.FailedAssessment(defect), run("ls"))))
        .isEqualTo(new Verdict.Deny(defect));
  }

  /// A substitution puts what it prints on a command line, where a secret would be shown.
  @Test
  void aSubstitutionPrintsNoSecret() {
    RiskCheck check = check(false);
    Effect substitution = run("cat .env", RunCourse.SUBSTITUTION, NetworkReach.NONE);
    Risk secret = asking(ConcernKind.SECRET);

    assertThat(check.judge(judged(secret, run("cat .env")))).isInstanceOf(Verdict.Ask.class);
    assertThat(check.judge(judged(asking(ConcernKind.REMOVAL), substitution)))
        .isInstanceOf(Verdict.Ask.class);
    assertThat(check.judge(judged(secret, substitution)))
        .isInstanceOfSatisfying(
            Verdict.Deny.class,
            denied -> assertThat(denied.error().code()).isEqualTo(ErrorCode.COMMAND_UNSUPPORTED));
    GateSubject before =
        judged(asking(), substitution)
            .after(new Verdict.Ask(ConcernKind.SECRET, "an earlier gate"));
    assertThat(check.judge(before)).isInstanceOf(Verdict.Deny.class);
    assertThat(before.after(Verdict.PASS)).isSameAs(before);
    assertThat(before.after(new Verdict.Ask(ConcernKind.HOOK, "later")).concerns())
        .extracting(ApprovalConcern::words)
        .containsExactly("an earlier gate", "later");
  }
}
