// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.item;

import dev.writ.syntax.tree.GrammarLanguage;
import dev.writ.syntax.tree.SyntaxTree;
import java.util.Set;
import java.util.regex.Pattern;

/// The names of parts (`object.part`), and the names that cannot change because other code uses
/// them.
final class MemberNames {
  private static final Set<String> PLACES =
      Set.of(
          "field_access:field",
          "method_invocation:name",
          "scoped_identifier:name",
          "attribute:attribute",
          "selector_expression:field",
          "navigation_suffix:suffix",
          "navigation_suffix:",
          "field_initializer:field",
          "member_access_expression:name",
          "call:method",
          "qualified_identifier:name");

  private static final Set<String> KINDS =
      Set.of("property_identifier", "private_property_identifier", "field_identifier");

  /// Keys that programs may look at when they run, and words for callers.
  private static final Set<String> KEYS =
      Set.of(
          "pair:key",
          "pair_pattern:key",
          "keyword_argument:name",
          "argument:name",
          "jsx_attribute:",
          "value_argument_label:",
          "anonymous_object_creation_expression:");

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

  private static final Pattern PROMISE = Pattern.compile("verride|\\boperator\\b");

  private static final Pattern TYPE =
      Pattern.compile(
          "class|module|(class|interface|enum|struct|record|trait|object|protocol)_"
              + "(declaration|definition|specifier|item)");

  private MemberNames() {}

  static boolean member(SyntaxTree tree, int node, int parent) {
    String above = tree.kind(parent);
    return KINDS.contains(tree.kind(node))
        || (above.equals("literal_element") && tree.field(parent).equals("key"))
        || PLACES.contains(tree.kind(parent) + ":" + tree.field(node));
  }

  /// Whether the name in a place must stay.
  static boolean key(SyntaxTree tree, int node, int parent, int around) {
    if (tree.kind(parent).equals("method_definition")) {
      return around >= 0 && tree.kind(around).equals("object");
    }
    return key(tree, node, parent);
  }

  private static boolean key(SyntaxTree tree, int node, int parent) {
    String above = tree.kind(parent);
    boolean element = above.startsWith("jsx_") && above.endsWith("element");
    return KEYS.contains(above + ":" + tree.field(node))
        || (above.equals("value_argument") && tree.childOf(parent, "=") == node + 1)
        || (element && Character.isLowerCase(tree.text(node).charAt(0)));
  }

  /// Whether a node is a caller's word for a parameter, with another value than a variable of that
  /// name.
  static boolean word(SyntaxTree tree, int node, int parent) {
    int last = parent;
    for (int i = parent + 1; i < tree.end(parent); i = tree.end(i)) {
      last = i;
    }
    String above = tree.kind(parent);
    return above.endsWith("argument")
        && key(tree, node, parent)
        && !tree.text(last).equals(tree.text(node));
  }

  /// Whether the name of a type's part may be that of something the type builds on.
  static boolean inherited(SyntaxTree tree, int part, GrammarLanguage language, TypeHeritage type) {
    String kind = tree.kind(part);
    int declarator = tree.child(part, "declarator");
    boolean function =
        kind.equals("function_definition")
            || kind.equals("method_declaration")
            || (declarator >= 0 && tree.kind(declarator).equals("function_declarator"));
    if (overrides(tree, part) || (declarator >= 0 && overrides(tree, declarator))) {
      return true;
    }
    boolean any =
        switch (language) {
          case KOTLIN, GO -> false;
          case JAVA, C, CPP -> function;
          case C_SHARP -> function || kind.equals("property_declaration");
          case RUST, SWIFT, PYTHON, JAVASCRIPT, TYPESCRIPT, TSX, RUBY, PHP -> true;
        };
    boolean constructor =
        kind.contains("constructor")
            || (language == GrammarLanguage.CPP && tree.child(part, "type") < 0);
    return any
        && !type.bases().isEmpty()
        && !constructor
        && !TYPE.matcher(kind).matches()
        && !own(tree, part);
  }

  /// Whether a modifier says that a part is the type's own.
  private static boolean own(SyntaxTree tree, int part) {
    for (int i = part + 1; i < tree.end(part); i = tree.end(i)) {
      String kind = tree.kind(i);
      if (kind.contains("modifier") || kind.equals("storage_class_specifier")) {
        String text = tree.text(i);
        if (text.contains("private") || text.contains("static")) {
          return true;
        }
      }
    }
    return tree.childOf(part, "private_property_identifier") >= 0;
  }

  /// Whether a declaration replaces one that is not seen, or is an operator's: the name is then not
  /// its own.
  static boolean overrides(SyntaxTree tree, int declaration) {
    for (int i = declaration + 1; i < tree.end(declaration); i = tree.end(i)) {
      String kind = tree.kind(i);
      if ((kind.contains("modifier") || kind.contains("specifier") || kind.equals("attribute_list"))
          && PROMISE.matcher(tree.text(i)).find()) {
        return true;
      }
      if (kind.equals("override")) {
        return true;
      }
    }
    return false;
  }

  /// Whether a macro may look at the names that it is given.
  static boolean curious(SyntaxTree tree, int invocation) {
    int macro = tree.child(invocation, "macro");
    return macro < 0 || !MACROS.contains(tree.text(macro));
  }
}
