// Implements: docs/spec/09-intents-and-hooks.md §9.2 (The handshake)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.call.Verdict;
import dev.writ.kernel.intent.Declaration;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentKind;
import dev.writ.kernel.intent.Intents;
import dev.writ.kernel.policy.KindTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Gate 3: an intent is declared, known and active, and its kind allows the tool.
final class IntentCheck implements Check {
  private final IntentSource intents;
  private final KindTable kinds;
  private final boolean requireDeclared;

  /// @param requireDeclared whether a person's request alone is no intent
  IntentCheck(IntentSource intents, KindTable kinds, boolean requireDeclared) {
    this.intents = intents;
    this.kinds = kinds;
    this.requireDeclared = requireDeclared;
  }

  @Override
  public String name() {
    return "intent";
  }

  @Override
  public Verdict judge(Proposal proposal, Standing standing) throws IOException {
    if (proposal.call().tool().equals(Handshake.TOOL)) {
      return Verdict.PASS;
    }
    EffectClass effectClass = proposal.effectClass();
    boolean mutating = effectClass != EffectClass.READ && effectClass != EffectClass.CONTROL;
    if (!mutating && !kinds.readingNeedsIntent()) {
      return standing.declaration() instanceof Declaration.None
          ? Verdict.PASS
          : kind(proposal, standing.declaration());
    }
    Intents now = intents.now();
    if (now instanceof Intents.Undeclared && !requireDeclared && !kinds.readingNeedsIntent()) {
      if (!(standing.declaration() instanceof Declaration.Under)) {
        standing.declare(new Declaration.Under(kindOf(standing), standing.request()));
      }
      return kind(proposal, standing.declaration());
    }
    return switch (now) {
      case Intents.Malformed(String problem) ->
          mutating
              ? new Verdict.Deny(ErrorCode.INTENTS_INVALID, problem)
              : kind(proposal, standing.declaration());
      case Intents.Undeclared() ->
          declared(
              proposal,
              standing,
              requireDeclared ? List.of() : List.of(standing.request()),
              mutating);
      case Intents.Declared declared -> declared(proposal, standing, declared.all(), mutating);
    };
  }

  private static IntentKind kindOf(Standing standing) {
    return standing.declaration() instanceof Declaration.KindOnly(IntentKind kind)
        ? kind
        : IntentKind.CODE;
  }

  private Verdict declared(
      Proposal proposal, Standing standing, List<Intent> all, boolean mutating) {
    return switch (standing.declaration()) {
      case Declaration.None() -> required(all);
      case Declaration.KindOnly only -> mutating ? required(all) : kind(proposal, only);
      case Declaration.Under under -> {
        Optional<Intent> now =
            all.stream().filter(i -> i.id().equals(under.intent().id())).findFirst();
        if (now.isEmpty()) {
          yield new Verdict.Deny(
              ErrorCode.UNKNOWN_INTENT, "The intent " + under.intent().id() + " is gone");
        }
        if (now.get().status() != Intent.Status.ACTIVE) {
          yield new Verdict.Deny(
              ErrorCode.INTENT_NOT_ACTIVE,
              "The intent %s is %s now".formatted(now.get().id(), now.get().status().word()));
        }
        // The file may have been edited since: what counts is what it says now.
        standing.declare(new Declaration.Under(under.kind(), now.get()));
        yield kind(proposal, under);
      }
    };
  }

  private static Verdict required(List<Intent> all) {
    String active =
        all.stream()
            .filter(i -> i.status() == Intent.Status.ACTIVE)
            .map(i -> i.id() + " (" + i.name() + ")")
            .collect(Collectors.joining(", "));
    String known = active.isEmpty() ? "No intent is active." : "Active: " + active + ".";
    return new Verdict.Deny(
        new ToolError(
            ErrorCode.INTENT_REQUIRED,
            "You must cite a valid active Intent ID before mutating tools. " + known));
  }

  private Verdict kind(Proposal proposal, Declaration declaration) {
    IntentKind kind =
        switch (declaration) {
          case Declaration.None() -> IntentKind.CODE;
          case Declaration.KindOnly(IntentKind only) -> only;
          case Declaration.Under under -> under.kind();
        };
    String tool = proposal.call().tool();
    if (declaration instanceof Declaration.None
        || kinds.allows(kind, tool, proposal.effectClass())) {
      return Verdict.PASS;
    }
    return new Verdict.Deny(
        ErrorCode.TOOL_NOT_ALLOWED_FOR_INTENT,
        "%s is not allowed under %s; these kinds allow it: %s"
            .formatted(tool, kind, kinds.allowing(tool, proposal.effectClass())));
  }
}
