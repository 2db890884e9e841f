// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import java.util.List;

/// Words of a command that are not options.
///
/// @param unless names of options that replace it: with a pattern in `-e` there is no pattern
///     operand
public record PositionalArgument(
    String name, ValueRule value, WordCount count, List<String> unless) {
  public PositionalArgument {
    unless = List.copyOf(unless);
  }
}
