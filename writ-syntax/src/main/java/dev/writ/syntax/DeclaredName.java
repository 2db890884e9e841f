// Implements: docs/spec/10-trace-and-audit.md §10.3 (Intent map and shared brain)
package dev.writ.syntax;

import dev.writ.syntax.tree.SyntaxTree;

/// The name of a declaration, wherever its grammar has it.
final class DeclaredName {
  private static final int MAX_NAME = 80;
  private static final int MAX_STEPS = 20;

  private DeclaredName() {}

  /// The name, after the type and a `#` if only the name contains the type; empty if there is none.
  static String of(SyntaxTree tree, int node) {
    String text = plain(tree, node);
    int receiver = receiver(tree, node);
    if (receiver >= 0 && !text.isEmpty()) {
      text = receiver(tree.shown(receiver)) + "#" + text;
    }
    boolean printable = text.chars().noneMatch(c -> c <= ' ' || c == '`');
    return text.length() <= MAX_NAME && printable ? text : "";
  }

  private static String plain(SyntaxTree tree, int node) {
    return switch (tree.kind(node)) {
      case "impl_item" -> {
        int type = tree.child(node, "type");
        int plain = type < 0 ? -1 : tree.child(type, "type");
        yield type < 0 ? "" : tree.shown(plain < 0 ? type : plain);
      }
      case "subscript_declaration" -> "subscript";
      case "indexer_declaration" -> "this[]";
      case "secondary_constructor" -> "constructor";
      case "deinit_declaration" -> "deinit";
      case "operator_declaration" -> {
        int operator = tree.child(node, "operator");
        yield operator < 0 ? "" : "operator" + tree.shown(operator);
      }
      case "assignment" -> {
        int left = tree.child(node, "left");
        String kind = tree.kind(left);
        yield kind.equals("identifier") || kind.equals("constant") ? tree.shown(left) : "";
      }
      default -> {
        int name = name(tree, node);
        yield name >= 0 ? shown(tree, name) : declarator(tree, node);
      }
    };
  }

  private static int name(SyntaxTree tree, int node) {
    int name = tree.child(node, "name");
    name = name < 0 ? tree.child(node, "property") : name;
    if (name >= 0 || tree.child(node, "declarator") >= 0) {
      return name;
    }
    for (int i = node + 1; i < tree.end(node); i = tree.end(i)) {
      switch (tree.kind(i)) {
        case "simple_identifier", "type_identifier", "name", "variable_name" -> {
          return i;
        }
        case "variable_declaration", "variable_declarator", "property_element", "const_element" -> {
          return name(tree, i);
        }
        default -> {
          // what follows may have the name
        }
      }
    }
    return tree.kind(node).equals("companion_object") ? node + 1 : -1;
  }

  private static String shown(SyntaxTree tree, int name) {
    int bound = tree.child(name, "bound_identifier");
    if (bound >= 0) {
      return tree.shown(bound);
    }
    String text = tree.shown(name);
    if (tree.kind(name).equals("variable_name")) {
      return text.substring(1); // PHP's `$name`
    }
    return text.equals("companion") ? "Companion" : text;
  }

  /// The name at the end of C's declarators; also Java's fields have one.
  private static String declarator(SyntaxTree tree, int node) {
    int at = node;
    for (int steps = 0; steps < MAX_STEPS; steps++) {
      int next = tree.child(at, "declarator");
      next = next < 0 ? tree.child(at, "name") : next;
      next = next < 0 && at != node ? inner(tree, at) : next;
      if (next < 0) {
        break;
      }
      if (tree.kind(next).equals("qualified_identifier")) {
        String text = tree.shown(next);
        int last = text.lastIndexOf("::");
        return text.substring(0, last).replace("::", ".") + "#" + text.substring(last + 2);
      }
      at = next;
    }
    String kind = tree.kind(at);
    boolean whole = tree.leaf(at) || kind.equals("operator_name") || kind.equals("destructor_name");
    return at != node && whole ? tree.shown(at).replace(" ", "") : "";
  }

  private static int inner(SyntaxTree tree, int node) {
    if (tree.kind(node).endsWith("declarator")) {
      for (int i = node + 1; i < tree.end(node); i = tree.end(i)) {
        if (tree.named(i)) {
          return i;
        }
      }
    }
    return -1;
  }

  /// The placeholder of the type that a function of Go or Kotlin extends.
  private static int receiver(SyntaxTree tree, int node) {
    int receiver = tree.child(node, "receiver");
    if (receiver < 0 && tree.kind(node).equals("function_declaration")) {
      int dot = tree.childOf(node, ".");
      int type = tree.childOf(node, "user_type");
      return dot >= 0 && type >= 0 && type < dot ? type : -1;
    }
    return receiver;
  }

  /// The type in a receiver: `(s *Service[T])` is `Service`, and so is `Service<T>`.
  private static String receiver(String text) {
    int end = text.length();
    for (char bracket : new char[] {'[', '<', ')'}) {
      int at = text.indexOf(bracket);
      end = at >= 0 ? Math.min(end, at) : end;
    }
    int from = end;
    while (from > 0 && Character.isJavaIdentifierPart(text.charAt(from - 1))) {
      from--;
    }
    return text.substring(from, end);
  }
}
