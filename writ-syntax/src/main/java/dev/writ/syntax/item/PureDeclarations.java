// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.item;

import dev.writ.syntax.tree.SyntaxTree;
import java.util.Set;

/// Declarations that run nothing where they stand, and need nothing that was run before.
final class PureDeclarations {
  /// Decorators of Python that look at nothing but their function.
  private static final Set<String> DECORATORS =
      Set.of("@property", "@staticmethod", "@classmethod", "@abstractmethod", "@override");

  private static final Set<String> FUNCTIONS = Set.of("arrow_function", "function_expression");

  private PureDeclarations() {}

  /// A function or class of Python whose head and body run nothing.
  static boolean plain(SyntaxTree tree, int node) {
    return switch (tree.kind(node)) {
      case "function_definition" -> {
        int parameters = tree.child(node, "parameters");
        yield parameters >= 0 && tree.text(parameters).indexOf('(', 1) < 0;
      }
      case "class_definition" ->
          tree.child(node, "superclasses") < 0 && plainBody(tree, tree.child(node, "body"));
      case "decorated_definition" -> {
        for (int i = node + 1; i < tree.end(node); i = tree.end(i)) {
          if (tree.kind(i).equals("decorator") && !DECORATORS.contains(tree.text(i))) {
            yield false;
          }
        }
        int definition = tree.child(node, "definition");
        yield definition >= 0 && plain(tree, definition);
      }
      default -> false;
    };
  }

  private static boolean plainBody(SyntaxTree tree, int body) {
    for (int i = body + 1; body >= 0 && i < tree.end(body); i = tree.end(i)) {
      boolean text =
          tree.kind(i).equals("expression_statement")
              && i + 1 < tree.end(i)
              && tree.kind(i + 1).equals("string");
      if (!text
          && !tree.kind(i).equals("pass_statement")
          && !GrammarFacts.comment(tree, i)
          && !plain(tree, i)) {
        return false;
      }
    }
    return body >= 0;
  }

  /// A field of Java that has no value, or one that needs nothing to run.
  static boolean field(SyntaxTree tree, int node) {
    return tree.kind(node).equals("field_declaration") && literals(tree, node, false);
  }

  /// A constant of JavaScript whose value is a function or a literal, or a class that only has such
  /// fields.
  static boolean value(SyntaxTree tree, int node) {
    String kind = tree.kind(node);
    return (kind.equals("lexical_declaration") && literals(tree, node, true))
        || (kind.equals("class_declaration")
            && tree.childOf(node, "class_heritage") < 0
            && tree.childOf(node, "decorator") < 0
            && plainParts(tree, tree.child(node, "body")));
  }

  private static boolean plainParts(SyntaxTree tree, int body) {
    for (int i = body + 1; body >= 0 && i < tree.end(body); i = tree.end(i)) {
      int name = Math.max(tree.child(i, "name"), tree.child(i, "property"));
      int value = tree.child(i, "value");
      boolean plain =
          !tree.named(i)
              || GrammarFacts.comment(tree, i)
              || (name >= 0 && tree.leaf(name) && (value < 0 || literal(tree, value)));
      if (!plain) {
        return false;
      }
    }
    return body >= 0;
  }

  private static boolean literals(SyntaxTree tree, int node, boolean wanted) {
    for (int i = node + 1; i < tree.end(node); i = tree.end(i)) {
      if (tree.kind(i).equals("variable_declarator")) {
        int value = tree.child(i, "value");
        if (value < 0 ? wanted : !literal(tree, value)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean literal(SyntaxTree tree, int value) {
    String kind = tree.kind(value);
    return FUNCTIONS.contains(kind)
        || kind.equals("string")
        || kind.equals("string_literal")
        || (tree.leaf(value) && !kind.endsWith("identifier"));
  }
}
