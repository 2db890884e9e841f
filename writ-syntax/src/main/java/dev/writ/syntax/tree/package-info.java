// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
/// Syntax trees as data, independent of the parser. Deliberately absent: a parser, and mutable
/// trees. Start with [dev.writ.syntax.tree.SyntaxTree].
package dev.writ.syntax.tree;
