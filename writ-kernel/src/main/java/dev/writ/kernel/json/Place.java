// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.json;

/// Where something stands in a text.
///
/// @param line 1-based
/// @param column 1-based, in characters
public record Place(int line, int column) {}
