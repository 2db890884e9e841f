// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.records.change;

import java.util.List;

/// Says what a mutation did to the meaning of files. The kernel has one that knows no grammar; one
/// that knows syntax trees is wired in from outside. Whatever it is asked, it answers: where it
/// fails or would take too long, with what needs no grammar.
public interface SemanticComparison extends AutoCloseable {
  /// The class of a record's changes, taken together: a name is renamed consistently or not over
  /// all of them.
  MutationClass classOf(List<FileChange> changes);

  /// The declarations that a change touched, as anchors such as `OrderService#submit`, in the order
  /// of the file; empty where none is known.
  List<String> anchors(FileChange change);

  /// No comparison is expected soon: releases resources that can be created again.
  default void rest() {}

  /// Lets go of what it holds.
  @Override
  default void close() {}

  /// The comparison that needs no grammar.
  static SemanticComparison plain() {
    return PlainComparison.INSTANCE;
  }
}
