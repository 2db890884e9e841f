// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.item;

/// One step of a walk through a tree, as far as it means something.
///
/// @param kind the node's kind; empty where nothing of it matters but its text
/// @param field the node's field in its parent
/// @param text what is written there, where that is to be compared
public record TreeToken(TokenRole role, String kind, String field, String text) {
  public enum TokenRole {
    /// A node with children begins.
    OPEN,
    /// A node with children ends.
    CLOSE,
    /// Something that must stay as it is.
    LITERAL,
    /// A name that may be another one afterwards.
    NAME,
    /// A name of something's part, or of a function, which is none of the function's own.
    MEMBER,
    /// A name that must stay as it is.
    FIXED,
    /// Here stand declarations of their own.
    PARTS
  }

  static final TreeToken CLOSED = new TreeToken(TokenRole.CLOSE, "", "", "");

  public static final TreeToken PARTS = new TreeToken(TokenRole.PARTS, "", "", "");

  public boolean name() {
    return role == TokenRole.NAME || role == TokenRole.MEMBER || role == TokenRole.FIXED;
  }

  private boolean free() {
    return role == TokenRole.NAME || role == TokenRole.MEMBER;
  }

  /// The same for all tokens that differ in a name only.
  int shape() {
    int hash = role.name().hashCode() * 31 + kind.hashCode();
    hash = hash * 31 + field.hashCode();
    return free() ? hash : hash * 31 + text.hashCode();
  }

  /// Whether this could be that one with other names.
  public boolean like(TreeToken that) {
    return role == that.role
        && kind.equals(that.kind)
        && field.equals(that.field)
        && (free() || text.equals(that.text));
  }
}
