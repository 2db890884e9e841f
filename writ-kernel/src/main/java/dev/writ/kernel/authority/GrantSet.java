// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.authority;

import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Grants that are in force together. Those of one kind join: two granted commands may stand in one
/// line.
public final class GrantSet {
  private final List<Grant> all = new ArrayList<>();

  /// None yet.
  public GrantSet() {}

  /// Adds a grant.
  public synchronized void add(Grant grant) {
    Grant joined = grant;
    for (Grant known : List.copyOf(all)) {
      Optional<Grant> both = joined(known, joined);
      if (both.isPresent()) {
        all.remove(known);
        joined = both.get();
      }
    }
    all.add(joined);
  }

  private static Optional<Grant> joined(Grant one, Grant other) {
    if (one instanceof Grant.Commands(Set<String> ids)
        && other instanceof Grant.Commands(Set<String> more)) {
      Set<String> both = new HashSet<>(ids);
      both.addAll(more);
      return Optional.of(new Grant.Commands(both));
    }
    if (one instanceof Grant.PathGrant(List<String> globs)
        && other instanceof Grant.PathGrant(List<String> more)) {
      List<String> both = new ArrayList<>(globs);
      both.addAll(more);
      return Optional.of(new Grant.PathGrant(both));
    }
    return Optional.empty();
  }

  /// The grant that answers every concern about a subject, if one does.
  public synchronized Optional<Grant> covering(
      Grant.GrantSubject subject, List<ApprovalConcern> concerns) {
    Optional<Grant> shown = Optional.empty(); // where another one covers it, nothing need be shown
    for (Grant grant : all) {
      if (answersAll(grant, concerns) && grant.covers(subject)) {
        if (!(grant instanceof Grant.ShownChangesGrant)) {
          return Optional.of(grant);
        }
        shown = Optional.of(grant);
      }
    }
    return shown;
  }

  /// The grant of just this command that counts only where a person is there, if there is one.
  public synchronized Optional<Grant> attended(Grant.GrantSubject subject) {
    return subject
        .command()
        .map(line -> new Grant.ThisCommand(line.exact()).words())
        .flatMap(
            words ->
                all.stream()
                    .filter(grant -> !grant.isUnattended() && grant.words().equals(words))
                    .findFirst());
  }

  /// Whether a person agreed to the whole of a task.
  ///
  /// @param task the task at hand; asked only where a whole task was agreed to
  public synchronized boolean isWholeTask(Supplier<Optional<Grant.ExactGrant>> task) {
    List<String> agreed =
        all.stream()
            .filter(Grant.WholeIntent.class::isInstance)
            .map(grant -> ((Grant.WholeIntent) grant).intent().hash())
            .toList();
    return !agreed.isEmpty()
        && task.get().map(Grant.ExactGrant::hash).filter(agreed::contains).isPresent();
  }

  private static boolean answersAll(Grant grant, List<ApprovalConcern> concerns) {
    return concerns.stream().allMatch(concern -> grant.answers().contains(concern.kind()));
  }

  /// The grants to offer instead of consent to one call: the narrowest that answer all reasons.
  public static Optional<Grant> offer(Grant.GrantSubject subject, List<ApprovalConcern> concerns) {
    List<Grant> offers = new ArrayList<>();
    if (subject.command().isPresent()) {
      subject
          .command()
          .get()
          .schemas()
          .filter(ids -> !ids.isEmpty())
          .map(Grant.Commands::new)
          .ifPresent(offers::add);
      offers.add(new Grant.ThisCommand(subject.command().get().exact()));
    } else if (subject.writes().isEmpty()) {
      offers.add(new Grant.OneTool(subject.tool()));
    } else {
      List<String> globs = subject.writes().stream().map(GrantSet::around).distinct().toList();
      if (globs.stream().allMatch(glob -> glob.length() <= GlobPattern.MAX_CHARS)) {
        offers.add(new Grant.PathGrant(globs));
      }
    }
    return offers.stream().filter(offer -> answersAll(offer, concerns)).findFirst();
  }

  /// The intent as a whole, where that would answer all that is asked.
  public static Optional<Grant> offerIntent(
      Grant.GrantSubject subject, List<ApprovalConcern> concerns) {
    return subject
        .intent()
        .<Grant>map(Grant.WholeIntent::new)
        .filter(grant -> grant.covers(subject) && answersAll(grant, concerns));
  }

  /// To run what can be shown before it counts, where that would answer all that is asked.
  public static Optional<Grant> offerShown(
      Grant.GrantSubject subject, List<ApprovalConcern> concerns) {
    return subject
        .intent()
        .<Grant>map(Grant.ShownChangesGrant::new)
        .filter(grant -> grant.covers(subject) && answersAll(grant, concerns));
  }

  /// A file's directory with everything below it; in the root only the file.
  private static String around(WorkspacePath place) {
    String path = literal(place.toString());
    return place.parent().isRoot() ? path : literal(place.parent().toString()) + "/**";
  }

  private static String literal(String path) {
    return path.replaceAll("([\\\\*?\\[\\]{}!])", "\\\\$1");
  }
}
