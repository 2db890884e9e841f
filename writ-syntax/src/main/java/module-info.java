// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// Syntax trees: the class of a change, anchors, declarations. Grammars are foreign code; they run
/// in a separate process, which this module starts on demand.
///
/// **Promises:** a missing, slow or crashed parser has no effect except a missing tree; in doubt a
/// change is an evolution.
///
/// **Must not:** load a grammar into Writ's own process, or fail a change because a tree is
/// missing.
///
/// **Start at** [dev.writ.syntax.SyntaxService].
@NullMarked
module dev.writ.syntax {
  requires static org.jspecify;
  requires transitive dev.writ.records;

  exports dev.writ.syntax;
}
