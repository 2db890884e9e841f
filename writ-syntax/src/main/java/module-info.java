// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// Syntax trees: the class of a change, anchors, declarations. Grammars are foreign code; they run
/// in a process of their own, which this module starts when it first needs one.
@NullMarked
module dev.writ.syntax {
  requires static org.jspecify;
  requires transitive dev.writ.records;

  exports dev.writ.syntax;
}
