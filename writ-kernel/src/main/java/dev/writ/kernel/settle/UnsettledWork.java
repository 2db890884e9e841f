// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.settle;

import dev.writ.base.value.DisplayText;
import dev.writ.kernel.comparison.KilledLeftovers;
import dev.writ.records.audit.AbandonedAct;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// What killed sessions left and this one could not settle. No start is refused for it: the person
/// is told the reason, the place and the remedy, its acts stay without an outcome, and the next
/// start tries again.
final class UnsettledWork {
  private final List<String> told;
  private final Set<String> receipts = new HashSet<>();
  private boolean isKnown = true;

  /// @param told receives a line about each
  UnsettledWork(List<String> told) {
    this.told = told;
  }

  /// A look for what killed processes left.
  @FunctionalInterface
  interface LeftoverSearch<T> {
    /// Finds all of it.
    KilledLeftovers<T> all() throws IOException;
  }

  /// What can be settled of what killed processes left in a directory; the rest is added to this.
  ///
  /// @throws IOException where the thread was interrupted
  <T> List<T> found(Path directory, LeftoverSearch<T> search) throws IOException {
    try {
      KilledLeftovers<T> left = search.all();
      for (Map.Entry<Path, IOException> unreadable : left.unreadable().entrySet()) {
        add(unreadable.getKey(), unreadable.getValue());
      }
      return left.found();
    } catch (IOException | DirectoryIteratorException e) {
      add(directory, e);
      return List.of();
    }
  }

  /// Adds what a command left.
  ///
  /// @param command its command line
  /// @param acts the ids of its receipts
  /// @param places that a person may remove to give it up
  /// @throws IOException where the thread was interrupted: then nothing is known about it
  void add(String command, Set<String> acts, List<Path> places, Exception reason)
      throws IOException {
    tell("Writ was ended while '" + command + "' ran, and what that left", places, reason);
    receipts.addAll(acts);
    isKnown &= !acts.isEmpty();
  }

  private void add(Path place, Exception reason) throws IOException {
    tell("What a killed session left", List.of(place), reason);
    isKnown = false;
  }

  private void tell(String what, List<Path> places, Exception reason) throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new IOException("interrupted while a killed session was settled", reason);
    }
    told.add(
        "%s can't be settled: %s. Work goes on; the next start tries again. To give it up, remove %s"
            .formatted(
                DisplayText.line(what),
                DisplayText.line(words(reason)),
                places.stream()
                    .map(place -> DisplayText.line(place.toString()))
                    .collect(Collectors.joining(" and "))));
  }

  private static String words(Exception reason) {
    return reason instanceof IOException && reason.getMessage() != null
        ? reason.getMessage()
        : reason.toString();
  }

  /// Whether an act may have left something of this: then nobody knows how it ended.
  boolean mayBeOf(AbandonedAct act) {
    return isKnown ? receipts.contains(act.receipt()) : act.mayChange();
  }
}
