// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
/// Syntax trees as data, whoever made them. Deliberately absent: a parser, and trees that change.
/// Start with [dev.writ.syntax.tree.SyntaxTree].
package dev.writ.syntax.tree;
