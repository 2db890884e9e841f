// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.context;

import dev.writ.base.json.Json;
import dev.writ.base.value.ToolError;
import dev.writ.engine.context.CompactionPlan.CompactionCandidate;
import dev.writ.engine.conversation.Conversation;
import dev.writ.engine.conversation.ConversationEntry;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.kernel.intent.Intent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Makes the view of a conversation smaller; each reduction is an event. It first removes tool
/// calls, then summarizes all messages but the recent ones, then shortens the recent ones.
final class ConversationCompactor {
  /// The share of the safe limit that is aimed at, so that there is room until the next time and
  /// the prefix of requests stays the same meanwhile.
  private static final double GOAL = 0.5;

  /// The share of the safe limit that is good enough.
  private static final double ENOUGH = 0.75;

  /// To how many characters long messages are cut at last.
  private static final int[] CUTS = {4000, 1000, 300};

  private final JournaledConversation journal;
  private final Supplier<Optional<Intent>> intent;
  private final ConversationSummarizer summarizer;
  private final CompactionGuard guard;

  /// The requested reduction.
  ///
  /// @param fixed the tokens before the messages
  /// @param present the tokens of a request as it is now
  /// @param trigger `auto` or `manual`
  record CompactionRequest(
      ContextRules rules, ContextBudget budget, long fixed, long present, String trigger) {
    int mostMessages() {
      return rules.maxMessages().orElse(Integer.MAX_VALUE);
    }

    long goal() {
      return (long) (budget.safe() * GOAL);
    }

    long enough() {
      return (long) (budget.safe() * ENOUGH);
    }
  }

  /// The result.
  sealed interface CompactionOutcome {
    /// The view is smaller.
    record CompletedCompaction(
        Stats before, Stats after, Optional<ConversationSummarizer.Summary> written)
        implements CompactionOutcome {}

    /// There was nothing that could give place.
    record NothingToCompact() implements CompactionOutcome {}

    /// A hook objects.
    record RefusedCompaction(ToolError error) implements CompactionOutcome {}
  }

  /// The size of a view.
  ///
  /// @param messages of the person, and answers
  record Stats(long tokens, int messages) {}

  private record Chosen(
      String type,
      CompactionCandidate candidate,
      Optional<ConversationSummarizer.Summary> written) {}

  /// @param intent the declared work that is pinned; asked each time
  ConversationCompactor(
      JournaledConversation journal,
      Supplier<Optional<Intent>> intent,
      ConversationSummarizer summarizer,
      CompactionGuard guard) {
    this.journal = journal;
    this.intent = intent;
    this.summarizer = summarizer;
    this.guard = guard;
  }

  private CompactionPlan plan(CompactionRequest demand) {
    Conversation conversation = journal.conversation();
    List<ConversationEntry> entries = conversation.entries();
    return new CompactionPlan(
            entries,
            conversation.tally()::of,
            ContextPins.of(intent.get(), conversation.pinned()),
            demand.fixed())
        .scaledTo(demand.present(), demand.goal());
  }

  /// Makes the view as small as it should be, or as small as it can be.
  CompactionOutcome reduce(CompactionRequest demand) throws IOException, InterruptedException {
    CompactionPlan plan = plan(demand);
    Optional<Chosen> mechanical = mechanical(plan, demand);
    if (mechanical.isEmpty()) {
      return new CompactionOutcome.NothingToCompact();
    }
    Optional<ToolError> objection = guard.objection(demand.trigger(), "");
    if (objection.isPresent()) {
      return new CompactionOutcome.RefusedCompaction(objection.get());
    }
    Optional<Chosen> written =
        demand.rules().writer() == ContextRules.SummaryAuthor.MODEL
            ? written(plan, demand)
            : Optional.empty();
    return record(written.orElse(mechanical.get()), plan, demand, /* focus= */ "");
  }

  private Optional<Chosen> written(CompactionPlan plan, CompactionRequest demand)
      throws IOException, InterruptedException {
    long before = recent(plan, demand);
    Optional<ConversationSummarizer.Summary> summary =
        summarizer.summarize(plan.condensable(0, before), "", demand.budget().budget() / 2);
    if (summary.isEmpty()) {
      return Optional.empty();
    }
    String text = journal.masked(summary.get().text());
    return plan.condense(0, before, Optional.of(text))
        .filter(candidate -> fits(candidate, plan, demand))
        .map(candidate -> new Chosen("condense", candidate, summary));
  }

  private static long recent(CompactionPlan plan, CompactionRequest demand) {
    int rounds = demand.rules().minRetainRounds();
    return Math.min(
        plan.boundary(rounds),
        Math.max(
            plan.boundaryWithin(demand.goal(), rounds),
            plan.boundaryOfMessages(demand.mostMessages() / 2, rounds)));
  }

  private static boolean fits(
      CompactionCandidate candidate, CompactionPlan plan, CompactionRequest demand) {
    return candidate.tokens() <= demand.enough()
        && candidate.messages() <= demand.mostMessages()
        && plan.isSound(candidate);
  }

  /// The least loss that is enough; where nothing is, the smallest view there can be.
  private Optional<Chosen> mechanical(CompactionPlan plan, CompactionRequest demand) {
    int rounds = demand.rules().minRetainRounds();
    Optional<CompactionCandidate> pruned = plan.prune(demand.goal(), plan.boundary(rounds));
    if (pruned.filter(c -> fits(c, plan, demand)).isPresent()) {
      return pruned.map(c -> new Chosen("prune", c, Optional.empty()));
    }
    for (long before : List.of(recent(plan, demand), plan.boundary(rounds))) {
      Optional<CompactionCandidate> condensed =
          plan.condense(0, before, Optional.empty())
              .filter(c -> c.tokens() <= demand.enough() && plan.isSound(c));
      if (condensed.isPresent()) {
        return condensed.map(c -> new Chosen("condense", c, Optional.empty()));
      }
    }
    return plan.present() <= demand.enough() ? Optional.empty() : truncated(plan, demand, rounds);
  }

  private static Optional<Chosen> truncated(
      CompactionPlan plan, CompactionRequest demand, int rounds) {
    Optional<CompactionCandidate> smallest = Optional.empty();
    for (int keep : List.of(rounds, rounds / 2, 1, 0)) {
      for (int chars : CUTS) {
        CompactionCandidate candidate = plan.truncate(plan.boundary(Math.min(keep, rounds)), chars);
        if (!plan.isSound(candidate)) {
          continue;
        }
        if (smallest.isEmpty() || candidate.tokens() < smallest.get().tokens()) {
          smallest = Optional.of(candidate);
        }
        if (candidate.tokens() <= demand.enough()) {
          return Optional.of(new Chosen("truncate", candidate, Optional.empty()));
        }
      }
    }
    return smallest
        .filter(c -> c.tokens() < plan.present())
        .map(c -> new Chosen("truncate", c, Optional.empty()));
  }

  /// The range and the focus of a condensation.
  ///
  /// @param from the first message's place in the session
  /// @param before the place behind the last
  /// @param focus what the summary should keep; may be empty
  /// @param mechanical whether no model writes it
  record CompactionFocus(long from, long before, String focus, boolean mechanical) {}

  /// Condenses a part.
  CompactionOutcome condense(CompactionRequest demand, CompactionFocus part)
      throws IOException, InterruptedException {
    CompactionPlan plan = plan(demand);
    if (plan.condense(part.from(), part.before(), Optional.empty()).isEmpty()) {
      return new CompactionOutcome.NothingToCompact();
    }
    Optional<ToolError> objection = guard.objection("manual", part.focus());
    if (objection.isPresent()) {
      return new CompactionOutcome.RefusedCompaction(objection.get());
    }
    Optional<ConversationSummarizer.Summary> summary =
        part.mechanical() || demand.rules().writer() == ContextRules.SummaryAuthor.MECHANICAL
            ? Optional.empty()
            : summarizer.summarize(
                plan.condensable(part.from(), part.before()),
                part.focus(),
                demand.budget().budget() / 2);
    Optional<String> text = summary.map(s -> journal.masked(s.text()));
    Optional<Chosen> chosen =
        plan.condense(part.from(), part.before(), text)
            .filter(plan::isSound)
            .map(candidate -> new Chosen("condense", candidate, summary));
    return chosen.isEmpty()
        ? new CompactionOutcome.NothingToCompact()
        : record(chosen.get(), plan, demand, part.focus());
  }

  /// Condenses all but the last rounds; if there are no other rounds, all but the last one.
  CompactionOutcome condenseOld(CompactionRequest demand, String focus)
      throws IOException, InterruptedException {
    CompactionPlan plan = plan(demand);
    CompactionOutcome outcome = new CompactionOutcome.NothingToCompact();
    for (int rounds : List.of(demand.rules().minRetainRounds(), 1)) {
      if (outcome instanceof CompactionOutcome.NothingToCompact) {
        outcome =
            condense(
                demand,
                new CompactionFocus(0, plan.boundary(rounds), focus, /* mechanical= */ false));
      }
    }
    return outcome;
  }

  /// Condenses all but so many of the latest messages.
  CompactionOutcome keepMessages(CompactionRequest demand, int messages)
      throws IOException, InterruptedException {
    long before = plan(demand).boundaryOfMessages(messages, demand.rules().minRetainRounds());
    return condense(demand, new CompactionFocus(0, before, "", /* mechanical= */ true));
  }

  private CompactionOutcome record(
      Chosen chosen, CompactionPlan plan, CompactionRequest demand, String focus)
      throws IOException {
    CompactionCandidate candidate = chosen.candidate();
    List<ConversationEntry> entries = journal.conversation().entries();
    Stats before = new Stats(plan.present(), CompactionPlan.messages(entries));
    Stats after = new Stats(candidate.tokens(), candidate.messages());
    Json.Builder event =
        SessionEvents.condensation(chosen.type(), demand.trigger(), focus)
            .put("view", view(before, after));
    if (chosen.written().isPresent()) {
      ConversationSummarizer.Summary summary = chosen.written().get();
      SessionEvents.writtenBy(event, summary.model(), summary.usage(), summary.microUsd());
    }
    journal.add(candidate.condensation().write(event));
    return new CompactionOutcome.CompletedCompaction(before, after, chosen.written());
  }

  private static Json.Obj view(Stats before, Stats after) {
    return Json.object()
        .put("tokens_before", before.tokens())
        .put("tokens_after", after.tokens())
        .put("messages_before", before.messages())
        .put("messages_after", after.messages())
        .build();
  }
}
