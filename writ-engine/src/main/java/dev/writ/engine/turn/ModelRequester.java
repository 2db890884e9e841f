// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.GrowingText;
import dev.writ.base.value.ToolError;
import dev.writ.engine.context.ContextAssembly;
import dev.writ.engine.context.ConversationSummarizer;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.model.AllowedTools;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.CountedUsage;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.PricedModel;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.engine.model.ReplyListener;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.intents.IntentGuard;
import dev.writ.kernel.session.SessionState;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/// Asks the model, again where that is safe: a response that broke off contributes nothing, so the
/// same request can be sent once more.
public final class ModelRequester {
  /// Streamed text is journaled at most so much later.
  private static final Duration PARTIAL_EVERY = Duration.ofSeconds(1);

  private final ModelRoster models;
  private final RequestPrefix fixed;
  private final JournaledConversation journal;
  private final SessionState state;
  private final TurnLimits.RetryRules rules;
  private final CostLimit costs;
  private final TurnClock clock;

  /// The stable prefix of every request.
  ///
  /// @param tools asked for each request; more are offered once they are of use
  /// @param guard which of them may be called
  /// @param effort how much the model is to reason in this turn
  /// @param context what else belongs to a request, and keeps it within the window
  public record RequestPrefix(
      String system,
      Supplier<List<ToolDefinition>> tools,
      IntentGuard guard,
      ReasoningEffort effort,
      ContextAssembly context) {
    private Prompt prompt(List<Message> messages, SessionState state) {
      Optional<Set<String>> names = guard.allowed(state);
      AllowedTools allowed =
          names.isEmpty() ? new AllowedTools.AllTools() : new AllowedTools.Only(names.get());
      return new Prompt(context.system(system), tools.get(), messages, allowed, effort);
    }

    private Optional<ToolError> prepare() throws IOException, InterruptedException {
      return context.prepare(system, tools.get());
    }

    private boolean shrink() throws IOException, InterruptedException {
      return context.shrink(system, tools.get());
    }
  }

  /// How a request went.
  sealed interface RequestOutcome {
    /// With a complete reply.
    ///
    /// @param microUsd its cost; empty if that is not known
    record Answered(ModelReply.Complete reply, OptionalLong microUsd) implements RequestOutcome {}

    /// With trouble that asking again does not mend.
    record FailedRequest(ProviderError trouble) implements RequestOutcome {}

    /// It was not sent, because it can cost more than may be spent.
    record Unaffordable(String why) implements RequestOutcome {}

    /// It was not sent, because it can't be made short enough.
    record RequestTooLong(ToolError error) implements RequestOutcome {}
  }

  /// Asks those models on behalf of a session.
  public ModelRequester(
      ModelRoster models,
      RequestPrefix fixed,
      JournaledConversation journal,
      SessionState state,
      TurnLimits limits,
      TurnClock clock) {
    this.models = models;
    this.fixed = fixed;
    this.journal = journal;
    this.state = state;
    this.rules = limits.retry();
    this.costs = new CostLimit(limits.maxCostMicroUsd());
    this.clock = clock;
  }

  /// Asks until there is a complete reply, or one that can't be mended by asking again, neither the
  /// same model nor another.
  ///
  /// @param budget of the turn; summaries are charged to it, the answer is not yet
  RequestOutcome ask(TurnBudget budget) throws IOException, InterruptedException {
    Optional<ToolError> tooLong = fixed.prepare();
    chargeSummaries(budget);
    if (tooLong.isPresent()) {
      return new RequestOutcome.RequestTooLong(tooLong.get());
    }
    boolean shrunk = false;
    List<Message> messages = journal.conversation().view();
    for (int attempt = 1; ; attempt++) {
      PricedModel model = models.current();
      StreamedText partial = new StreamedText(model);
      fixed.guard().asking(state);
      Prompt prompt = fixed.prompt(messages, state);
      Optional<String> unaffordable =
          costs.objection(model, prompt, budget.totals().cost(), fixed.guard(), state);
      if (unaffordable.isPresent()) {
        return new RequestOutcome.Unaffordable(unaffordable.get());
      }
      ModelReply reply = reply(model, prompt, partial);
      partial.rethrow();
      journal.sync(); // before anything is done about the reply, all that led to it is durable
      if (reply instanceof ModelReply.Complete complete) {
        TokenUsage usage = counted(model, prompt, complete);
        OptionalLong cost = model.tariff().microUsd(usage);
        fixed.guard().answered(state, cost);
        journal.add(SessionEvents.assistant(masked(complete.message()), model.id(), usage, cost));
        return new RequestOutcome.Answered(
            new ModelReply.Complete(complete.message(), usage, complete.finish()), cost);
      }
      ProviderError trouble = masked(((ModelReply.FailedReply) reply).trouble());
      if (trouble.kind() == ProviderError.ProviderErrorKind.CONTEXT_TOO_LONG
          && !shrunk
          && fixed.shrink()) {
        chargeSummaries(budget);
        shrunk = true;
        messages = journal.conversation().view();
        continue;
      }
      boolean wait = trouble.retryAfter().compareTo(rules.maxRetryAfter()) > 0;
      if (!trouble.retryable() || attempt > rules.attempts() || wait) {
        if (!trouble.retryable() || !substituted(model, trouble)) {
          return new RequestOutcome.FailedRequest(wait ? withRetryTime(trouble) : trouble);
        }
        attempt = 0;
      } else {
        Duration pause = pause(trouble, attempt);
        journal.add(
            SessionEvents.error(ErrorCode.PROVIDER_ERROR, "retrying: " + trouble.message()));
        journal.tell(new SessionEvent.Retrying(trouble, attempt, pause));
        clock.pause().pause(pause);
      }
      dropDeclaredIntent("The previous response broke off and was discarded");
      messages = journal.conversation().view();
    }
  }

  /// What a request took; where that is an estimate, the person is told, once for each model.
  private TokenUsage counted(PricedModel model, Prompt prompt, ModelReply.Complete complete)
      throws IOException {
    CountedUsage counted = CountedUsage.of(prompt, complete);
    if (counted.isEstimated() && models.firstEstimate(model.id())) {
      journal.add(
          SessionEvents.notice(
              "%s does not tell how many tokens its requests take: Writ estimates them"
                  .formatted(model.id())));
    }
    return counted.usage();
  }

  /// Charges what summaries by models cost to the turn and to the intent in force.
  private void chargeSummaries(TurnBudget budget) {
    for (ConversationSummarizer.Summary summary : fixed.context().takeSpent()) {
      fixed.guard().answered(state, summary.microUsd());
      budget.summary(summary.usage(), summary.microUsd());
    }
  }

  private static ModelReply reply(PricedModel priced, Prompt prompt, ReplyListener listener)
      throws InterruptedException {
    Model model = priced.model();
    if (!prompt.hasImages()) {
      return model.reply(prompt, listener);
    }
    ImagePolicy images = new ImagePolicy(priced);
    Optional<ModelReply> refusal = images.refusal(prompt);
    return refusal.isPresent() ? refusal.get() : model.reply(images.readable(prompt), listener);
  }

  /// Whether another model is asked from now on, because one failed for good.
  private boolean substituted(PricedModel failed, ProviderError trouble) throws IOException {
    if (!models.substitute()) {
      return false;
    }
    journal.add(SessionEvents.error(ErrorCode.PROVIDER_ERROR, trouble.message()));
    journal.add(SessionEvents.providerSwitch(failed.id(), models.id(), "fallback"));
    journal.tell(new SessionEvent.Substituted(trouble, failed.id(), models.id()));
    return true;
  }

  private Message.Assistant masked(Message.Assistant message) {
    List<ReasoningBlock> reasoning = new ArrayList<>();
    for (ReasoningBlock block : message.reasoning()) {
      reasoning.add(block.withText(journal.masked(block.text())));
    }
    return new Message.Assistant(journal.masked(message.text()), reasoning, List.of());
  }

  /// A provider may quote the request in an error.
  private ProviderError masked(ProviderError trouble) {
    return new ProviderError(
        trouble.kind(), journal.masked(trouble.message()), trouble.retryAfter());
  }

  private ProviderError withRetryTime(ProviderError trouble) {
    Instant when =
        clock.clock().instant().plus(trouble.retryAfter()).truncatedTo(ChronoUnit.SECONDS);
    String message = "%s; the server asks to wait until %s".formatted(trouble.message(), when);
    return new ProviderError(trouble.kind(), message, trouble.retryAfter());
  }

  private Duration pause(ProviderError trouble, int attempt) {
    if (trouble.retryAfter().isPositive()) {
      return trouble.retryAfter();
    }
    long base = rules.base().toMillis() << Math.min(attempt - 1, 16);
    return Duration.ofMillis(base / 2 + (long) (clock.random().nextDouble() * base / 2));
  }

  /// Takes the declared intent back, and says so to the model where it had declared one itself.
  void dropDeclaredIntent(String why) throws IOException {
    boolean declared =
        state.declaration() instanceof SessionDeclaration.Under under
            && !under.intent().equals(state.request());
    state.reset();
    if (declared) {
      journal.add(
          SessionEvents.system(
              "[%s. The declared intent is reset: call select_active_intent again.]"
                  .formatted(why)));
    }
  }

  /// Shows what streams in and journals it a second at a time, so that a crash loses nothing that
  /// was seen for long.
  private final class StreamedText implements ReplyListener {
    private final PricedModel model;
    private final GrowingText text = new GrowingText();
    private Instant journaled = clock.clock().instant();
    private List<IOException> failures = List.of();

    StreamedText(PricedModel model) {
      this.model = model;
    }

    /// Forcing takes as long as a disk takes; so does waiting for a model.
    @Override
    public void sent() {
      model.tariff().prepare();
      try {
        journal.sync();
      } catch (IOException e) {
        failures = List.of(e);
      }
    }

    @Override
    public void notice(String text) {
      try {
        journal.add(SessionEvents.notice(journal.masked(text)));
      } catch (IOException e) {
        failures = List.of(e);
      }
    }

    @Override
    public void delta(AnswerDelta delta) {
      if (delta instanceof AnswerDelta.TextDelta(String piece)) {
        text.append(piece);
        Instant now = clock.clock().instant();
        if (Duration.between(journaled, now).compareTo(PARTIAL_EVERY) >= 0) {
          journaled = now;
          write();
        }
      }
      journal.tell(new SessionEvent.Streaming(delta));
    }

    /// Up to the last blank only: a secret that is still streaming in can't be recognised yet.
    private void write() {
      String sofar = text.toString();
      int end = sofar.length();
      while (end > 0 && !Character.isWhitespace(sofar.charAt(end - 1))) {
        end--;
      }
      if (end == 0) {
        return;
      }
      try {
        journal.add(SessionEvents.partial(journal.masked(sofar.substring(0, end))));
        text.clear();
        text.append(sofar.substring(end));
      } catch (IOException e) {
        failures = List.of(e);
      }
    }

    void rethrow() throws IOException {
      if (!failures.isEmpty()) {
        throw failures.getFirst();
      }
    }
  }
}
