// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
/// Applications of syntax trees: the class of a change, the declarations of a file, anchors.
/// Deliberately absent: effects, and answers that callers wait for when there is no tree. Start
/// with [dev.writ.syntax.SyntaxService].
package dev.writ.syntax;
