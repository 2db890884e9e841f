// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.compare;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A declaration, or a statement between declarations: what is written in it, and the declarations
/// inside.
final class Item {
  /// Whether it may stand elsewhere among its neighbours.
  enum Order {
    /// Anywhere.
    FREE,
    /// Only in this order with others of this kind, but free ones may move past it.
    BOUND,
    /// Nothing may move past it.
    BARRIER
  }

  private final String kind;
  private final Order order;
  private final List<Token> tokens = new ArrayList<>();
  private final List<List<Item>> bodies = new ArrayList<>();
  private final Set<String> declared = new HashSet<>();
  private final Set<String> locals = new HashSet<>();
  private long shape;

  Item(String kind, Order order) {
    this.kind = kind;
    this.order = order;
  }

  String kind() {
    return kind;
  }

  Order order() {
    return order;
  }

  List<Token> tokens() {
    return tokens;
  }

  /// The declarations inside, a list for each place marked in the tokens.
  List<List<Item>> bodies() {
    return bodies;
  }

  /// Names that it makes known outside of itself.
  Set<String> declared() {
    return declared;
  }

  /// Names that it makes known inside of itself only.
  Set<String> locals() {
    return locals;
  }

  /// Equal for items that differ in names and in the order of free declarations only.
  long shape() {
    return shape;
  }

  /// To be called once everything is in it.
  void close() {
    long hash = kind.hashCode();
    for (Token token : tokens) {
      hash = hash * 1_000_003 + token.shape();
    }
    for (List<Item> body : bodies) {
      long any = 0;
      for (Item item : body) {
        if (item.order == Order.FREE) {
          any += item.shape * 0x9E3779B97F4A7C15L;
        } else {
          hash = hash * 1_000_003 + item.shape;
        }
      }
      hash = hash * 31 + any;
    }
    shape = hash ^ (hash >>> 29);
  }

  /// Whether everything is the same, names and all.
  boolean equalTo(Item other) {
    if (shape != other.shape || !tokens.equals(other.tokens)) {
      return false;
    }
    for (int i = 0; i < bodies.size(); i++) {
      List<Item> mine = bodies.get(i);
      List<Item> theirs = other.bodies.get(i);
      if (mine.size() != theirs.size()) {
        return false;
      }
      for (int k = 0; k < mine.size(); k++) {
        if (!mine.get(k).equalTo(theirs.get(k))) {
          return false;
        }
      }
    }
    return true;
  }
}
