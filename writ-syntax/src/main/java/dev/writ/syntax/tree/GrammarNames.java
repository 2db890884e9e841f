// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.tree;

import java.util.List;

/// The names of the numbers in a grammar's trees.
public final class GrammarNames {
  private static final int ERROR = 0xFFFF;

  private final String[] kinds;
  private final boolean[] named;
  private final String[] fields;

  /// Names by number.
  ///
  /// @param named which kinds have a name in the grammar
  /// @param fields the first stands for none and is empty
  public GrammarNames(List<String> kinds, boolean[] named, List<String> fields) {
    this.kinds = kinds.toArray(String[]::new);
    for (int i = 0; i < this.kinds.length; i++) {
      this.kinds[i] = this.kinds[i].intern();
    }
    this.named = named.clone();
    this.fields = fields.toArray(String[]::new);
  }

  String kind(short number) {
    int index = number & 0xFFFF;
    return index < kinds.length ? kinds[index] : "ERROR";
  }

  boolean named(short number) {
    int index = number & 0xFFFF;
    return index >= named.length || named[index];
  }

  boolean fault(short number) {
    return (number & 0xFFFF) == ERROR || (number & 0xFFFF) >= kinds.length;
  }

  String field(short number) {
    int index = number & 0xFFFF;
    return index < fields.length ? fields[index] : "";
  }
}
