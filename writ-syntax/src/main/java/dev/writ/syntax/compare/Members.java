// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.compare;

import dev.writ.syntax.tree.Tree;
import java.util.Set;

/// Which names are those of parts (`object.part`), and which can't be given up because somebody
/// else knows them.
final class Members {
  private static final Set<String> PLACES =
      Set.of(
          "field_access:field",
          "method_invocation:name",
          "scoped_identifier:name",
          "attribute:attribute",
          "selector_expression:field",
          "navigation_suffix:suffix",
          "member_access_expression:name",
          "call:method",
          "literal_element:",
          "qualified_identifier:name");

  private static final Set<String> KINDS =
      Set.of("property_identifier", "private_property_identifier", "field_identifier");

  /// Keys that programs may look at when they run, and words for callers.
  private static final Set<String> KEYS =
      Set.of(
          "pair:key",
          "keyword_argument:name",
          "jsx_attribute:",
          "value_argument_label:",
          "shorthand_field_initializer:");

  /// Macros of Rust that take their arguments as expressions.
  private static final Set<String> MACROS =
      Set.of(
          "println",
          "print",
          "eprintln",
          "eprint",
          "format",
          "write",
          "writeln",
          "vec",
          "panic",
          "matches",
          "assert_eq",
          "assert_ne",
          "info",
          "warn",
          "error",
          "debug",
          "trace",
          "bail");

  private Members() {}

  static boolean member(Tree tree, int node, int parent) {
    return KINDS.contains(tree.kind(node))
        || PLACES.contains(tree.kind(parent) + ":" + tree.field(node));
  }

  /// Whether the name in a place must stay.
  static boolean key(Tree tree, int node, int parent) {
    return KEYS.contains(tree.kind(parent) + ":" + tree.field(node));
  }

  /// Whether a declaration replaces one that is not seen: the name is then not its own.
  static boolean overrides(Tree tree, int declaration) {
    for (int i = declaration + 1; i < tree.end(declaration); i = tree.end(i)) {
      String kind = tree.kind(i);
      if ((kind.contains("modifier") || kind.contains("specifier") || kind.equals("attribute_list"))
          && tree.text(i).contains("verride")) {
        return true;
      }
      if (kind.equals("override")) {
        return true;
      }
    }
    return false;
  }

  /// Whether a macro may look at the names that it is given.
  static boolean curious(Tree tree, int invocation) {
    int macro = tree.child(invocation, "macro");
    return macro < 0 || !MACROS.contains(tree.text(macro));
  }
}
