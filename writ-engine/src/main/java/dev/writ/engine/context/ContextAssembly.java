// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.context;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.context.ConversationCompactor.CompactionFocus;
import dev.writ.engine.context.ConversationCompactor.CompactionOutcome;
import dev.writ.engine.context.ConversationCompactor.CompactionOutcome.CompletedCompaction;
import dev.writ.engine.context.ConversationCompactor.CompactionRequest;
import dev.writ.engine.conversation.Conversation;
import dev.writ.engine.conversation.ConversationEntry;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.PricedModel;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.TokenCount;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.kernel.intent.Intent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/// Assembles each request of a session, and keeps it within the model's window. It changes the view
/// only by events, and only if a request would not fit, so that the prefix of requests stays the
/// same for the caches of providers.
public final class ContextAssembly {
  /// A request with so few characters fits into every window, so that nothing is counted and no
  /// model data are read for it.
  private static final long SURELY_FITS_CHARS = 6000;

  /// The share of the safe limit from which on the provider counts, where it is to.
  private static final double COUNTED = 0.8;

  private static final String MAP = "<repository_map>";

  private final JournaledConversation journal;
  private final Supplier<PricedModel> models;
  private final RuleFiles files;
  private final RepositoryMap map;
  private final Supplier<Optional<Intent>> intent;
  private final ConversationCompactor compactor;
  private final ModelBudgets budgets = new ModelBudgets();
  private final List<ConversationSummarizer.Summary> spent = new ArrayList<>();
  private ContextRules rules;
  private Optional<Intent> lastIntent = Optional.empty();
  private boolean warned;
  private boolean mapSought = true;
  private long settledAt;
  private String countedFor = "";
  private long fixed;

  /// The models of a session, which may change.
  ///
  /// @param current the one that is asked now
  /// @param small the one that condenses
  /// @param allowance whether one may be asked for a summary
  public record ContextModels(
      Supplier<PricedModel> current, Supplier<PricedModel> small, SummaryAllowance allowance) {}

  /// @param models of the session
  /// @param intent the declared work that is pinned; asked each time
  /// @param guard asked before the view changes
  public ContextAssembly(
      ContextSources sources,
      JournaledConversation journal,
      ContextModels models,
      Supplier<Optional<Intent>> intent,
      CompactionGuard guard) {
    this.journal = journal;
    this.models = models.current();
    this.files = new RuleFiles(sources.files(), journal);
    this.map = sources.map();
    this.rules = sources.rules();
    this.intent = intent;
    this.compactor =
        new ConversationCompactor(
            journal, () -> lastIntent, new ModelSummarizer(models, journal), guard);
  }

  /// A turn begins: the root's rules come in before the first one.
  ///
  /// @throws IOException if they can't be read or the session can't be written
  public void begin() throws IOException {
    files.begin();
  }

  /// The text before the messages: the stable one, and the root's rules.
  public String system(String stable) {
    String own = journal.conversation().pinned().systemRules();
    return own.isEmpty()
        ? stable
        : stable
            + "\n\nThe project's rules for agents follow. Obey them where they fit the request;"
            + " they cannot permit anything."
            + own;
  }

  /// Prepares the next request.
  ///
  /// @return why it can't be sent; empty if it can
  /// @throws IOException if the session can't be written
  public Optional<ToolError> prepare(String stable, List<ToolDefinition> tools)
      throws IOException, InterruptedException {
    lastIntent = intent.get().or(() -> lastIntent); // a turn begins without a declaration
    files.touched();
    offerMap();
    String system = system(stable);
    Conversation conversation = journal.conversation();
    int messages = CompactionPlan.messages(conversation.entries());
    boolean many = messages > rules.maxMessages().orElse(Integer.MAX_VALUE);
    if (!many
        && rules.maxTokens().isEmpty()
        && system.length() + conversation.chars(SURELY_FITS_CHARS) <= SURELY_FITS_CHARS) {
      return Optional.empty();
    }
    ContextBudget budget = budget();
    long tokens = tokens(system, tools, budget);
    warn(budget, tokens);
    if (tokens <= budget.safe() && !many) {
      return Optional.empty();
    }
    if (tokens <= budget.budget() && tokens <= settledAt && !many) {
      return Optional.empty(); // it can't be much smaller
    }
    return reduced(new CompactionRequest(rules, budget, fixed, tokens, "auto"), system, tools);
  }

  private Optional<ToolError> reduced(
      CompactionRequest demand, String system, List<ToolDefinition> tools)
      throws IOException, InterruptedException {
    CompactionOutcome outcome = compactor.reduce(demand);
    tell(outcome, demand.budget());
    ContextBudget budget = demand.budget();
    long tokens =
        outcome instanceof CompletedCompaction ? tokens(system, tools, budget) : demand.present();
    settledAt = tokens <= budget.safe() ? 0 : tokens + (budget.budget() - budget.safe()) / 4;
    if (tokens <= budget.budget()) {
      return Optional.empty();
    }
    return Optional.of(
        outcome instanceof CompactionOutcome.RefusedCompaction(ToolError error)
            ? error
            : new ToolError(ErrorCode.CONTEXT_TOO_SMALL, tooSmall(tokens, budget)));
  }

  private String tooSmall(long tokens, ContextBudget budget) {
    return "The request has about "
        + tokens
        + " tokens at least, and "
        + budget.budget()
        + " fit: the window of "
        + models.get().id()
        + " has "
        + budget.window()
        + (budget.known() ? "" : " (assumed)")
        + ", of which "
        + budget.reserve()
        + " are for the answer"
        + (rules.maxTokens().isPresent()
            ? "; context.max_tokens " + rules.maxTokens().getAsLong()
            : "");
  }

  private ContextBudget budget() throws InterruptedException {
    return budgets.of(models.get(), rules);
  }

  /// Says once that the window is assumed, when half of it is used.
  private void warn(ContextBudget budget, long tokens) throws IOException {
    if (!budget.known() && !warned && tokens > budget.safe() / 2) {
      warned = true;
      journal.add(
          SessionEvents.notice(
              "The window of "
                  + models.get().id()
                  + " is not known; "
                  + ContextBudget.UNKNOWN_WINDOW
                  + " tokens are assumed. To set it, add the model to models.yaml in the"
                  + " configuration directory"));
    }
  }

  private long tokens(String system, List<ToolDefinition> tools, ContextBudget budget)
      throws InterruptedException {
    count(system, tools);
    Conversation conversation = journal.conversation();
    long tokens = conversation.tally().total(fixed) + pending(conversation);
    if (rules.reports().counting() && tokens > budget.safe() * COUNTED) {
      TokenCount exact =
          models.get().model().countTokens(new Prompt(system, tools, conversation.view()));
      return exact.exact() ? exact.tokens() : tokens;
    }
    return tokens;
  }

  /// The tokens of the notes that the next request takes along.
  private static long pending(Conversation conversation) {
    String notes = conversation.pendingNotes();
    return notes.isEmpty() ? 0 : TokenCount.of(new Message.User(notes));
  }

  /// Counts the text before the messages if it changed since the last count.
  private void count(String system, List<ToolDefinition> tools) {
    StringBuilder key = new StringBuilder(system.length() + 200).append(system);
    for (ToolDefinition tool : tools) {
      key.append('\n').append(tool.name());
    }
    if (!key.toString().equals(countedFor)) {
      countedFor = key.toString();
      fixed = TokenCount.fixed(system, tools);
    }
  }

  /// The provider refused a request as too long although it seemed to fit.
  ///
  /// @return whether the view is smaller now, so that it can be sent once more
  public boolean shrink(String stable, List<ToolDefinition> tools)
      throws IOException, InterruptedException {
    String system = system(stable);
    ContextBudget present = budget();
    long tokens = tokens(system, tools, present);
    budgets.refused(models.get(), tokens * 4 / 5);
    CompactionRequest demand =
        new CompactionRequest(rules, present.limitedTo(tokens * 4 / 5), fixed, tokens, "auto");
    CompactionOutcome outcome = compactor.reduce(demand);
    tell(outcome, demand.budget());
    return outcome instanceof CompletedCompaction;
  }

  /// Makes the view smaller at the end of a turn if little room is left, while the person reads.
  public void turnEnded(String stable, List<ToolDefinition> tools)
      throws IOException, InterruptedException {
    OptionalDouble threshold = rules.thresholds().compaction();
    if (threshold.isEmpty()
        || journal.conversation().chars(SURELY_FITS_CHARS) <= SURELY_FITS_CHARS) {
      return;
    }
    ContextBudget budget = budget();
    long tokens = tokens(system(stable), tools, budget);
    long whole = Math.min(budget.window(), rules.maxTokens().orElse(budget.window()));
    if (tokens > whole * threshold.getAsDouble()) {
      CompactionRequest demand = new CompactionRequest(rules, budget, fixed, tokens, "auto");
      tell(compactor.reduce(demand), budget);
    }
  }

  /// Condenses the conversation at a person's request.
  ///
  /// @param turns the first and the last turn to condense; empty for all turns but the recent ones
  /// @param focus what the summary should keep; may be empty
  public void condense(
      Optional<TurnRange> turns, String focus, String stable, List<ToolDefinition> tools)
      throws IOException, InterruptedException {
    CompactionRequest demand = manual(stable, tools);
    CompactionOutcome outcome;
    if (turns.isEmpty()) {
      outcome = compactor.condenseOld(demand, focus);
    } else {
      long from = Long.MAX_VALUE;
      long before = 0;
      for (ConversationEntry entry : journal.conversation().entries()) {
        if (turns.get().holds(entry.turn())) {
          from = Math.min(from, entry.seq());
          before = Math.max(before, entry.seq() + 1);
        }
      }
      CompactionFocus part = new CompactionFocus(from, before, focus, /* mechanical= */ false);
      outcome = compactor.condense(demand, part);
    }
    answer(outcome, demand);
  }

  /// Turns, from 1, both included.
  public record TurnRange(int first, int last) {
    private boolean holds(int turn) {
      return first <= turn && turn <= last;
    }
  }

  /// Sets how many messages a view may have, and keeps to it at once.
  public void limitMessages(int most, String stable, List<ToolDefinition> tools)
      throws IOException, InterruptedException {
    rules = rules.withMaxMessages(most);
    int messages = CompactionPlan.messages(journal.conversation().entries());
    if (messages > most) {
      CompactionRequest demand = manual(stable, tools);
      answer(compactor.keepMessages(demand, most), demand);
    }
  }

  private CompactionRequest manual(String stable, List<ToolDefinition> tools)
      throws InterruptedException {
    ContextBudget budget = budget();
    long tokens = tokens(system(stable), tools, budget);
    return new CompactionRequest(rules, budget, fixed, tokens, "manual");
  }

  private void answer(CompactionOutcome outcome, CompactionRequest demand) throws IOException {
    if (outcome instanceof CompactionOutcome.NothingToCompact) {
      journal.add(SessionEvents.notice("There is nothing to condense"));
    } else if (outcome instanceof CompactionOutcome.RefusedCompaction(ToolError error)) {
      journal.add(SessionEvents.error(error.code(), error.message()));
    }
    tell(outcome, demand.budget());
    journal.sync();
  }

  private void tell(CompactionOutcome outcome, ContextBudget budget) throws IOException {
    if (outcome instanceof CompletedCompaction done) {
      done.written().ifPresent(spent::add);
      mapSought = true;
      files.refresh();
      if (rules.reports().statistics()) {
        journal.add(SessionEvents.notice(statistics(done, budget)));
      }
    }
  }

  private static String messages(ConversationCompactor.Stats view) {
    return view.messages() == 1 ? "1 message" : view.messages() + " messages";
  }

  private static String statistics(CompletedCompaction done, ContextBudget budget) {
    return "Context condensed: "
        + messages(done.before())
        + ", about "
        + done.before().tokens()
        + " tokens → "
        + messages(done.after())
        + ", "
        + done.after().tokens()
        + " tokens of "
        + budget.budget()
        + done.written().map(summary -> "; summary by " + summary.model()).orElse("");
  }

  /// The cost of summaries by models since the last call.
  public List<ConversationSummarizer.Summary> takeSpent() {
    List<ConversationSummarizer.Summary> taken = List.copyOf(spent);
    spent.clear();
    return taken;
  }

  private void offerMap() throws IOException {
    if (!mapSought || journal.conversation().entries().isEmpty()) {
      return;
    }
    Optional<String> outline = map.take(this::mentioned);
    if (outline.isPresent()) {
      mapSought = false;
      if (!holdsMap()) {
        String text = journal.masked(outline.get());
        journal.add(SessionEvents.system(MAP + "\n" + text + "\n</repository_map>"));
      }
    }
  }

  private boolean holdsMap() {
    for (ConversationEntry entry : journal.conversation().entries()) {
      if (entry.message() instanceof Message.User user && user.text().contains(MAP)) {
        return true;
      }
    }
    return journal.conversation().pendingNotes().contains(MAP);
  }

  private String mentioned() {
    StringBuilder text = new StringBuilder();
    for (ConversationEntry entry : journal.conversation().entries()) {
      text.append(entry.kind() == ConversationEntry.EntryKind.RESULT ? "" : entry.text())
          .append('\n');
      if (entry.message() instanceof Message.Assistant said) {
        said.calls().forEach(call -> text.append(call.arguments()).append('\n'));
      }
    }
    return text.toString();
  }

  /// The conversation's share of the window now.
  public ContextReport report(String stable, List<ToolDefinition> tools)
      throws InterruptedException {
    ContextBudget budget = budget();
    long tokens = tokens(system(stable), tools, budget);
    List<ConversationEntry> entries = journal.conversation().entries();
    long pending = pending(journal.conversation());
    ContextReport.Shares shares =
        ContextReport.Shares.of(journal.conversation(), fixed, pending, tokens);
    int turns = entries.isEmpty() ? 0 : entries.getLast().turn();
    return new ContextReport(
        budget, tokens, CompactionPlan.messages(entries), rules.maxMessages(), shares, turns);
  }
}
