// Implements: docs/spec/10-trace-and-audit.md §10.3 (Intent map and shared brain)
package dev.writ.syntax;

/// Something that a file declares.
///
/// @param anchor its name with those around it, such as `OrderService#submit`
/// @param kind the grammar's word for it, such as `method_declaration`
/// @param firstLine 1-based
/// @param lastLine 1-based, included
public record DeclaredItem(String anchor, String kind, int firstLine, int lastLine) {
  boolean covers(int line) {
    return firstLine <= line && line <= lastLine;
  }
}
