// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
/// Whether two states of some files mean the same but for names, order of declarations, and looks.
/// Deliberately absent: resolving names; what can't be shown without that counts as a change. Start
/// with [dev.writ.syntax.compare.TreeComparison].
package dev.writ.syntax.compare;
