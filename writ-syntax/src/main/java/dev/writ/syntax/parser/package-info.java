// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
/// Parsing in a process of its own: grammars are foreign machine code that reads untrusted text.
/// Deliberately absent: foreign code in Writ's own process. Start with
/// [dev.writ.syntax.parser.ParserProcess]; its other end is [dev.writ.syntax.parser.ParserMain].
package dev.writ.syntax.parser;
