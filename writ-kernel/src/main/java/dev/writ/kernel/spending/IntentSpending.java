// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.spending;

import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentBudget;
import dev.writ.kernel.intent.IntentId;
import dev.writ.kernel.intent.IntentLog;
import dev.writ.kernel.intent.IntentLog.IntentUsage;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.RelatedSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The spending under declared intents, compared with their budgets. Requests of persons that stand
/// for an intent have no budget and are not stored.
public final class IntentSpending implements AutoCloseable {
  private final IntentSource intents;
  private final Path data;
  private final String root;
  private final Map<String, IntentUsage> unwritten = new HashMap<>();
  private @Nullable IntentLog opened;

  /// @param data the user's data directory
  /// @param root the workspace's real path
  public IntentSpending(IntentSource intents, Path data, String root) {
    this.intents = intents;
    this.data = data;
    this.root = root;
  }

  /// Created on demand: a project's id is a hash, and the first hash in a process is slow (class
  /// loading).
  private synchronized IntentLog log() {
    IntentLog log = opened;
    if (log == null) {
      log = new IntentLog(data, AuthorityToken.projectId(root));
      opened = log;
    }
    return log;
  }

  @Override
  public synchronized void close() throws IOException {
    if (opened != null) {
      opened.close();
    }
  }

  private static boolean isDeclared(String id) {
    return !id.isEmpty() && !IntentId.isOfSession(id);
  }

  /// The source of an intent; empty if it is no longer declared.
  public List<RelatedSource> related(String id) {
    if (!isDeclared(id)) {
      return List.of();
    }
    try {
      return intents.now() instanceof DeclaredIntents.Declared declared
          ? declared.byId(id).map(intent -> intent.terms().related()).orElse(List.of())
          : List.of();
    } catch (IOException _) {
      return List.of(); // the gate before has seen the file; a record is not withheld for it
    }
  }

  /// A model was asked under an intent.
  ///
  /// @param costMicroUsd what that cost; empty if it is not known
  public void requested(String id, OptionalLong costMicroUsd) {
    if (isDeclared(id)) {
      add(id, new IntentUsage(1, costMicroUsd.orElse(0), costMicroUsd.isPresent() ? 0 : 1, 0));
    }
  }

  /// Files were changed under an intent. A person's changes do not count against its budget.
  public void changed(String id, ActOrigin origin, List<FileChange> changes) {
    if (!isDeclared(id) || origin.contributor() instanceof ActOrigin.Contributor.Human) {
      return;
    }
    long lines = 0;
    for (FileChange change : changes) {
      lines += lines(change);
    }
    add(id, new IntentUsage(0, 0, 0, lines));
  }

  /// How many lines a change adds and removes.
  public static long lines(FileChange change) {
    return (long) change.count().added() + change.count().removed();
  }

  /// Spending that cannot be recorded still counts for the rest of this session.
  private synchronized void add(String id, IntentUsage more) {
    try {
      log().add(id, more);
    } catch (IOException _) {
      unwritten.merge(id, more, IntentUsage::plus);
    }
  }

  /// The total spending on an intent.
  ///
  /// @throws IOException if it can't be read; then a budget can't be kept
  public synchronized IntentUsage spent(String id) throws IOException {
    return log()
        .review()
        .spent()
        .getOrDefault(id, IntentUsage.NOTHING)
        .plus(unwritten.getOrDefault(id, IntentUsage.NOTHING));
  }

  /// The intent that was worked on last, while it is still active.
  public Optional<Intent> last(List<Intent> active) {
    try {
      Optional<String> id = log().review().last();
      return active.stream().filter(intent -> id.filter(intent.id()::equals).isPresent()).findAny();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// Why nothing more may be changed under an intent.
  ///
  /// @param more how many lines are about to change
  /// @throws IOException if it cannot be determined
  public Optional<String> exceeded(Intent intent, long more) throws IOException {
    IntentBudget budget = intent.terms().budget();
    if (budget.unlimited()) {
      return Optional.empty();
    }
    IntentUsage spent = spent(intent.id());
    if (over(budget.iterations(), spent.iterations())) {
      return exceeded(intent, budget.iterations(), spent.iterations() + " requests were made");
    }
    if (budget.costMicroUsd().isPresent() && spent.unpriced() > 0) {
      return Optional.of(
          "%s has a budget in US dollars, and the price of the model is unknown"
              .formatted(intent.id()));
    }
    if (over(budget.costMicroUsd(), spent.costMicroUsd())) {
      return Optional.of(
          "The budget of %s is used up: %s of %s USD"
              .formatted(
                  intent.id(),
                  IntentBudget.usd(spent.costMicroUsd()),
                  IntentBudget.usd(budget.costMicroUsd().getAsLong())));
    }
    long lines = spent.changedLines();
    if (over(budget.changedLines(), lines)) {
      return exceeded(intent, budget.changedLines(), lines + " lines were changed");
    }
    if (budget.changedLines().isPresent() && lines + more > budget.changedLines().getAsLong()) {
      return exceeded(
          intent, budget.changedLines(), lines + " lines were changed, this would be " + more);
    }
    return Optional.empty();
  }

  /// Why a request that can cost so much must not be made under an intent with a budget in US
  /// dollars.
  ///
  /// @throws IOException if the spending cannot be determined
  public Optional<String> unaffordable(Intent intent, long mostMicroUsd) throws IOException {
    long limit = intent.terms().budget().costMicroUsd().orElse(Long.MAX_VALUE);
    long spent = isDeclared(intent.id()) ? spent(intent.id()).costMicroUsd() : 0;
    return mostMicroUsd <= limit - spent
        ? Optional.empty()
        : Optional.of(
            "The next request can cost up to %s USD; %s of the budget %s USD of %s are spent"
                .formatted(
                    IntentBudget.usd(mostMicroUsd),
                    IntentBudget.usd(spent),
                    IntentBudget.usd(limit),
                    intent.id()));
  }

  private static boolean over(OptionalLong most, long spent) {
    return most.isPresent() && spent >= most.getAsLong();
  }

  private static Optional<String> exceeded(Intent intent, OptionalLong most, String what) {
    return Optional.of(
        "The budget of %s is used up: %s, of %d".formatted(intent.id(), what, most.orElseThrow()));
  }
}
