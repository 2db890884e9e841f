// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.tree;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A syntax tree as arrays: the nodes in the order in which they begin, each before its children.
/// A node is an index; `end(i)` is the index after its last descendant.
public final class SyntaxTree {
  /// The nodes of a tree.
  ///
  /// @param kinds each node's symbol, an index into [GrammarNames]
  /// @param fields each node's field in its parent; 0 for none
  /// @param from each node's first byte
  /// @param to the byte after each node's last
  /// @param ends the index after each node's last descendant
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record TreeNodes(short[] kinds, short[] fields, int[] from, int[] to, int[] ends) {}

  private final byte[] text;
  private final GrammarNames names;
  private final TreeNodes shape;

  /// A tree over a text.
  ///
  /// @throws IllegalArgumentException where it is none: it comes from a process that is not trusted
  public SyntaxTree(byte[] text, GrammarNames names, TreeNodes shape) {
    this.text = text;
    this.names = names;
    this.shape = shape;
    int count = shape.kinds.length;
    int[] open = new int[64];
    int depth = 0;
    boolean sound =
        count > 0
            && shape.fields.length == count
            && shape.from.length == count
            && shape.to.length == count
            && shape.ends.length == count
            && shape.ends[0] == count;
    for (int i = 0; sound && i < count; i++) {
      while (depth > 0 && open[depth - 1] <= i) {
        depth--;
      }
      int limit = depth == 0 ? count : open[depth - 1];
      sound =
          shape.from[i] >= 0
              && shape.from[i] <= shape.to[i]
              && shape.to[i] <= text.length
              && shape.ends[i] > i
              && shape.ends[i] <= limit;
      if (depth == open.length) {
        open = Arrays.copyOf(open, depth * 2);
      }
      open[depth++] = shape.ends[i];
    }
    if (!sound) {
      throw new IllegalArgumentException("what the parser answered is no tree");
    }
  }

  /// The names of symbols and fields.
  public GrammarNames names() {
    return names;
  }

  /// The bytes that it is a tree of; not to be changed.
  public byte[] bytes() {
    return text;
  }

  /// How many nodes there are.
  public int count() {
    return shape.kinds.length;
  }

  /// A node's kind.
  public String kind(int node) {
    return names.kind(shape.kinds[node]);
  }

  /// Whether a node has a name in the grammar; signs and keywords have none.
  public boolean named(int node) {
    return names.named(shape.kinds[node]);
  }

  /// A node's field in its parent; empty for none.
  public String field(int node) {
    return names.field(shape.fields[node]);
  }

  /// A node's first byte.
  public int from(int node) {
    return shape.from[node];
  }

  /// The byte after a node's last.
  public int to(int node) {
    return shape.to[node];
  }

  /// The index after a node's last descendant.
  public int end(int node) {
    return shape.ends[node];
  }

  /// Whether a node has no children.
  public boolean leaf(int node) {
    return shape.ends[node] == node + 1;
  }

  /// A node's text, a character per byte where it is not ASCII.
  public String text(int node) {
    return new String(text, from(node), to(node) - from(node), StandardCharsets.ISO_8859_1);
  }

  /// A node's text as people read it.
  public String shown(int node) {
    return new String(text, from(node), to(node) - from(node), StandardCharsets.UTF_8);
  }

  /// The first child in that field; -1 where there is none.
  public int child(int node, String field) {
    for (int i = node + 1; i < end(node); i = end(i)) {
      if (field(i).equals(field)) {
        return i;
      }
    }
    return -1;
  }

  /// The first child of that kind; -1 where there is none.
  public int childOf(int node, String kind) {
    for (int i = node + 1; i < end(node); i = end(i)) {
      if (kind(i).equals(kind)) {
        return i;
      }
    }
    return -1;
  }

  /// Whether the parser had to guess anywhere.
  public boolean faulty() {
    for (int i = 0; i < count(); i++) {
      if (names.fault(shape.kinds[i]) || (from(i) == to(i) && leaf(i) && !mayBeEmpty(i))) {
        return true;
      }
    }
    return false;
  }

  /// Leaves without text are made up by the parser, but for those by which a scanner says what has
  /// no sign of its own, such as the end of a line; those and empty files are as they should be.
  private boolean mayBeEmpty(int node) {
    return node == 0 || kind(node).startsWith("_") || !made(kind(node));
  }

  private static boolean made(String kind) {
    return kind.endsWith("identifier")
        || kind.equals(";")
        || kind.equals(")")
        || kind.equals("}")
        || kind.equals("]")
        || kind.equals(">");
  }
}
