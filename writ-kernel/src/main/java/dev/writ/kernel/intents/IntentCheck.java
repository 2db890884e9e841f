// Implements: docs/spec/09-intents-and-hooks.md §9.2 (The handshake)
package dev.writ.kernel.intents;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.SessionControl;
import dev.writ.kernel.check.GateCheck;
import dev.writ.kernel.check.GateSubject;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.intent.IntentKind;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.policy.KindTable;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.spending.IntentSource;
import dev.writ.kernel.spending.IntentSpending;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.records.change.FileChange;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// An intent is declared, known and active, its kind allows the tool, and its budget is not
/// used up.
public final class IntentCheck implements GateCheck {
  /// So many active intents are named to a model; more are counted.
  private static final int MAX_NAMED = 20;

  private final IntentSource intents;
  private final GovernancePolicy.IntentRules rules;
  private final KindTable kinds;
  private final IntentSpending spending;

  public IntentCheck(
      IntentSource intents, GovernancePolicy.IntentRules rules, IntentSpending spending) {
    this.intents = intents;
    this.rules = rules;
    this.kinds = rules.kinds();
    this.spending = spending;
  }

  @Override
  public String name() {
    return "intent";
  }

  @Override
  public Verdict judge(GateSubject subject) throws IOException {
    Proposal proposal = subject.proposal();
    SessionState state = subject.state();
    if (proposal.call().tool().equals(IntentSelection.TOOL)) {
      return Verdict.PASS;
    }
    EffectClass effectClass = proposal.effectClass();
    boolean mutating = effectClass != EffectClass.READ && effectClass != EffectClass.CONTROL;
    if (!mutating && !kinds.readingNeedsIntent()) {
      return reading(proposal, state);
    }
    DeclaredIntents now = intents.now();
    if (!(now instanceof DeclaredIntents.Undeclared)) {
      state.sawDeclared();
    } else if (state.isDeclaring()) {
      return new Verdict.Deny(
          ErrorCode.INTENTS_INVALID,
          IntentFile.PATH + " was removed since this turn began, so nothing may be changed");
    }
    if (now instanceof DeclaredIntents.Undeclared
        && !rules.requireDeclared()
        && !kinds.readingNeedsIntent()) {
      if (!(state.declaration() instanceof SessionDeclaration.Under)) {
        state.declare(new SessionDeclaration.Under(kindOf(state), state.request()));
      }
      return kind(proposal, state.declaration());
    }
    return switch (now) {
      case DeclaredIntents.MalformedIntents(String problem) ->
          new Verdict.Deny(ErrorCode.INTENTS_INVALID, problem);
      case DeclaredIntents.Undeclared() ->
          declared(
              proposal,
              state,
              rules.requireDeclared() ? List.of() : List.of(state.request()),
              mutating);
      case DeclaredIntents.Declared declared -> declared(proposal, state, declared.all(), mutating);
    };
  }

  /// Effects that change nothing outside the session. A draft is recorded only if a person agrees.
  private Verdict reading(Proposal proposal, SessionState state) throws IOException {
    Verdict verdict =
        state.declaration() instanceof SessionDeclaration.NoDeclaration
            ? Verdict.PASS
            : kind(proposal, state.declaration());
    if (!(verdict instanceof Verdict.Pass) || !proposes(proposal)) {
      return verdict;
    }
    return intents.now() instanceof DeclaredIntents.MalformedIntents(String problem)
        ? new Verdict.Deny(ErrorCode.INTENTS_INVALID, problem)
        : new Verdict.Ask(
            ApprovalConcern.ConcernKind.INTENT,
            "a model drafts an intent, and a person accepts or rejects it");
  }

  private static boolean proposes(Proposal proposal) {
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Effect.ChangeSession(SessionControl.ProposeIntent _)) {
        return true;
      }
    }
    return false;
  }

  private static IntentKind kindOf(SessionState state) {
    return state.declaration() instanceof SessionDeclaration.KindOnly(IntentKind kind)
        ? kind
        : IntentKind.CODE;
  }

  private Verdict declared(
      Proposal proposal, SessionState state, List<Intent> all, boolean mutating)
      throws IOException {
    return switch (state.declaration()) {
      case SessionDeclaration.NoDeclaration() -> required(all);
      case SessionDeclaration.KindOnly only -> mutating ? required(all) : kind(proposal, only);
      case SessionDeclaration.Under under -> {
        Optional<Intent> now =
            all.stream().filter(i -> i.id().equals(under.intent().id())).findFirst();
        if (now.isEmpty()) {
          yield new Verdict.Deny(
              ErrorCode.UNKNOWN_INTENT,
              "The intent %s no longer exists. %s".formatted(under.intent().id(), active(all)));
        }
        if (now.get().status() != Intent.IntentStatus.ACTIVE) {
          yield new Verdict.Deny(
              ErrorCode.INTENT_NOT_ACTIVE,
              "The intent %s is %s now. %s"
                  .formatted(now.get().id(), now.get().status().word(), active(all)));
        }
        // The file may have been edited since: what counts is what it says now.
        state.declare(new SessionDeclaration.Under(under.kind(), now.get()));
        Verdict verdict = kind(proposal, under);
        boolean spends = mutating && !state.checking();
        yield verdict instanceof Verdict.Pass && spends ? affordable(proposal, now.get()) : verdict;
      }
    };
  }

  /// With a used-up budget reading remains possible, so that the model can report its progress; so
  /// does closing, which spends nothing.
  private Verdict affordable(Proposal proposal, Intent intent) throws IOException {
    if (intent.terms().budget().unlimited()) {
      return Verdict.PASS;
    }
    long lines = 0;
    boolean closes = false;
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Effect.WritePath write
          && write.at() instanceof PathLocation.Inside at
          && write.after() instanceof Effect.WriteResult.Replaced replaced) {
        FileState after = new FileState.Present(replaced.content());
        lines += IntentSpending.lines(new FileChange(at.path(), write.before(), after));
      }
      closes |= effect instanceof Effect.ChangeSession;
    }
    Optional<String> why = closes ? Optional.empty() : spending.exceeded(intent, lines);
    return why.isEmpty()
        ? Verdict.PASS
        : new Verdict.Deny(
            new ToolError(
                ErrorCode.BUDGET_EXCEEDED,
                why.get(),
                "Report how far the work is; a person can raise the budget in " + IntentFile.PATH));
  }

  private static Verdict required(List<Intent> all) {
    return new Verdict.Deny(
        new ToolError(
            ErrorCode.INTENT_REQUIRED,
            "You must cite a valid active Intent ID before mutating tools. " + active(all)));
  }

  /// The active ones in words, so that a model can choose.
  static String active(List<Intent> all) {
    List<Intent> active =
        all.stream().filter(i -> i.status() == Intent.IntentStatus.ACTIVE).toList();
    if (active.isEmpty()) {
      return "No intent is active.";
    }
    String named =
        active.stream()
            .limit(MAX_NAMED)
            .map(i -> i.id() + " (" + DisplayText.line(i.name()) + ")")
            .collect(Collectors.joining(", "));
    int more = active.size() - MAX_NAMED;
    return "Active: " + named + (more > 0 ? " and " + more + " more." : ".");
  }

  /// The tools that may be called now, where a profile leaves the others out.
  Optional<Set<String>> allowed(ToolCatalogue catalogue, SessionState state) {
    if (!kinds.readingNeedsIntent() || rules.resetPerRequest()) {
      return Optional.empty(); // a declaration within an answer is not known before it
    }
    Optional<IntentKind> kind =
        switch (state.declaration()) {
          case SessionDeclaration.NoDeclaration() -> Optional.empty();
          case SessionDeclaration.KindOnly(IntentKind only) -> Optional.of(only);
          case SessionDeclaration.Under under -> Optional.of(under.kind());
        };
    return Optional.of(
        catalogue.names(
            spec ->
                spec.name().equals(IntentSelection.TOOL)
                    || kind.filter(k -> kinds.allows(k, spec.name(), spec.effectClass()))
                        .isPresent()));
  }

  private Verdict kind(Proposal proposal, SessionDeclaration declaration) {
    IntentKind kind =
        switch (declaration) {
          case SessionDeclaration.NoDeclaration() -> IntentKind.CODE;
          case SessionDeclaration.KindOnly(IntentKind only) -> only;
          case SessionDeclaration.Under under -> under.kind();
        };
    String tool = proposal.call().tool();
    if (declaration instanceof SessionDeclaration.NoDeclaration
        || kinds.allows(kind, tool, proposal.effectClass())) {
      return Verdict.PASS;
    }
    return new Verdict.Deny(
        ErrorCode.TOOL_NOT_ALLOWED_FOR_INTENT,
        "%s is not allowed under %s; these kinds allow it: %s"
            .formatted(tool, kind, kinds.allowing(tool, proposal.effectClass())));
  }
}
