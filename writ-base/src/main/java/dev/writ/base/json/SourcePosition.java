// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.base.json;

/// A position in a text.
///
/// @param line 1-based
/// @param column 1-based, in characters
public record SourcePosition(int line, int column) {}
