// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.pack;

import java.util.List;

/// Words of a command that are no options.
///
/// @param unless names of options that take its place: a pattern given with `-e` is no operand
public record Positional(String name, Value value, Count count, List<String> unless) {
  public Positional {
    unless = List.copyOf(unless);
  }
}
