// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.item;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A declaration, or a statement between declarations: what is written in it, and the declarations
/// inside.
public final class ComparedItem {
  /// Whether it may stand elsewhere among its neighbours.
  public enum Order {
    /// Anywhere.
    FREE,
    /// Anywhere between those that are bound.
    MOVABLE,
    /// Only in this order with others of this kind, but free ones may move past it.
    BOUND,
    /// Nothing may move past it.
    BARRIER
  }

  private final String kind;
  private final int node;
  private final Order order;
  private final List<TreeToken> tokens = new ArrayList<>();
  private final List<List<ComparedItem>> bodies = new ArrayList<>();
  private final Set<String> declared = new HashSet<>();
  private final Set<String> locals = new HashSet<>();
  private final Set<String> words = new HashSet<>();
  private final Set<String> everywhere = new HashSet<>();
  private TypeHeritage own = TypeHeritage.NONE;
  private TypeHeritage around = TypeHeritage.NONE;
  private boolean inherited;
  private boolean member;
  private long shape;

  public ComparedItem(String kind, int node, Order order) {
    this.kind = kind;
    this.node = node;
    this.order = order;
  }

  /// The same in another place.
  ComparedItem as(Order other) {
    ComparedItem item = new ComparedItem(kind, node, other);
    item.tokens.addAll(tokens);
    item.bodies.addAll(bodies);
    item.declared.addAll(declared);
    item.locals.addAll(locals);
    item.everywhere.addAll(everywhere);
    item.words.addAll(words);
    item.own = own;
    item.close();
    return item;
  }

  public String kind() {
    return kind;
  }

  /// Its position in its tree.
  int node() {
    return node;
  }

  public Order order() {
    return order;
  }

  public List<TreeToken> tokens() {
    return tokens;
  }

  /// The declarations inside, a list for each place marked in the tokens.
  public List<List<ComparedItem>> bodies() {
    return bodies;
  }

  /// Names that it makes known outside of itself.
  public Set<String> declared() {
    return declared;
  }

  /// Names that it makes known inside of itself only.
  public Set<String> locals() {
    return locals;
  }

  /// Words for parameters of what it calls.
  public Set<String> words() {
    return words;
  }

  /// Those of its locals that are known from where they are first named to its end, so that nothing
  /// else there can have their name.
  public Set<String> everywhere() {
    return everywhere;
  }

  /// The supertypes of the type that it declares.
  public TypeHeritage heritage() {
    return own;
  }

  void builtOn(TypeHeritage heritage) {
    own = heritage;
  }

  /// Makes it part of a type.
  ///
  /// @param type what that type builds on
  /// @param mayInherit whether its name may be that of something there
  void partOf(TypeHeritage type, boolean mayInherit) {
    around = type;
    inherited = mayInherit;
    member = true;
  }

  /// The supertypes of the type around it.
  public TypeHeritage around() {
    return around;
  }

  /// Whether its name may be that of something that the type around it builds on.
  public boolean inherited() {
    return inherited;
  }

  /// Whether it is part of a type.
  public boolean member() {
    return member;
  }

  /// Whether it may stand elsewhere.
  public boolean moves() {
    return order == Order.FREE || order == Order.MOVABLE;
  }

  /// Equal for items that differ in names and in the order of free declarations only.
  public long shape() {
    return shape;
  }

  /// To be called once everything is in it.
  public void close() {
    long hash = kind.hashCode();
    for (TreeToken token : tokens) {
      hash = hash * 1_000_003 + token.shape();
    }
    for (List<ComparedItem> body : bodies) {
      long any = 0;
      for (ComparedItem item : body) {
        if (item.moves()) {
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
  public boolean equalTo(ComparedItem other) {
    if (shape != other.shape || !tokens.equals(other.tokens)) {
      return false;
    }
    for (int i = 0; i < bodies.size(); i++) {
      List<ComparedItem> mine = bodies.get(i);
      List<ComparedItem> theirs = other.bodies.get(i);
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
