// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.compare;

import dev.writ.syntax.tree.Language;
import dev.writ.syntax.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the nodes of the grammars mean for a comparison. What is not known here is compared as it
/// stands.
final class Facts {
  private static final Set<String> NAMES =
      Set.of(
          "identifier",
          "type_identifier",
          "field_identifier",
          "property_identifier",
          "private_property_identifier",
          "simple_identifier",
          "namespace_identifier",
          "package_identifier",
          "statement_identifier",
          "constant",
          "instance_variable",
          "class_variable",
          "name");

  /// Names that are written once and mean two things.
  private static final Set<String> DOUBLE =
      Set.of(
          "shorthand_property_identifier",
          "shorthand_property_identifier_pattern",
          "shorthand_field_identifier");

  private static final Set<String> BODIES =
      Set.of(
          "program",
          "module",
          "source_file",
          "translation_unit",
          "compilation_unit",
          "class_body",
          "interface_body",
          "enum_body_declarations",
          "annotation_type_body",
          "field_declaration_list",
          "declaration_list",
          "protocol_body");

  private static final Set<String> CALLABLE =
      Set.of(
          "method_declaration",
          "constructor_declaration",
          "compact_constructor_declaration",
          "function_definition",
          "function_declaration",
          "generator_function_declaration",
          "method_definition",
          "function_item",
          "init_declaration",
          "local_function_statement",
          "method",
          "singleton_method",
          "static_initializer");

  private static final Set<String> FREE =
      Set.of(
          "method_declaration",
          "constructor_declaration",
          "compact_constructor_declaration",
          "class_declaration",
          "interface_declaration",
          "enum_declaration",
          "record_declaration",
          "annotation_type_declaration",
          "function_definition",
          "function_declaration",
          "generator_function_declaration",
          "method_definition",
          "abstract_method_signature",
          "method_signature",
          "type_alias_declaration",
          "typealias_declaration",
          "protocol_declaration",
          "protocol_function_declaration",
          "init_declaration",
          "deinit_declaration",
          "type_declaration",
          "function_item",
          "function_signature_item",
          "struct_item",
          "enum_item",
          "trait_item",
          "impl_item",
          "mod_item",
          "type_item",
          "const_item",
          "use_declaration",
          "struct_declaration",
          "delegate_declaration",
          "namespace_declaration",
          "method");

  /// Free everywhere but in languages that run them.
  private static final Set<String> IMPORTS =
      Set.of("import_declaration", "import_header", "using_directive", "namespace_use_declaration");

  private final Language language;

  Facts(Language language) {
    this.language = language;
  }

  /// Whether a file runs from top to bottom, so that what stands between declarations divides them.
  private boolean script() {
    return switch (language) {
      case PYTHON, RUBY, PHP, C, CPP -> true;
      case JAVA, TYPESCRIPT, TSX, JAVASCRIPT, GO, RUST, SWIFT, C_SHARP, KOTLIN -> false;
    };
  }

  /// Whether of two declarations with one name the later one counts.
  boolean inOrderOnly() {
    return switch (language) {
      case PYTHON, RUBY, PHP, JAVASCRIPT, TYPESCRIPT, TSX -> true;
      case C, CPP, JAVA, GO, RUST, SWIFT, C_SHARP, KOTLIN -> false;
    };
  }

  private boolean javascript() {
    return language == Language.JAVASCRIPT
        || language == Language.TYPESCRIPT
        || language == Language.TSX;
  }

  static boolean comment(Tree tree, int node) {
    String kind = tree.kind(node);
    return kind.endsWith("comment") || kind.equals("line_continuation");
  }

  static boolean imports(String kind) {
    return IMPORTS.contains(kind);
  }

  boolean name(Tree tree, int node) {
    return tree.leaf(node) && tree.named(node) && NAMES.contains(tree.kind(node));
  }

  /// A name as it is told apart from others: lifetimes are names of their own.
  String name(Tree tree, int node, int parent) {
    boolean lifetime = parent >= 0 && tree.kind(parent).equals("lifetime");
    return lifetime ? "'" + tree.text(node) : tree.text(node);
  }

  /// Whether an end of line within a node may end it, whatever the grammar made of it.
  boolean endsAtLine(Tree tree, int node, int from, int to) {
    String kind = tree.kind(node);
    return javascript()
        && from > tree.from(node)
        && to < tree.to(node)
        && (kind.equals("return_statement")
            || kind.equals("throw_statement")
            || kind.equals("yield_expression")
            || kind.equals("update_expression"));
  }

  /// The words of a macro's text.
  static List<String> words(String text) {
    return found(WORD, text);
  }

  /// The names that a format of Rust's takes from around it.
  static List<String> arguments(String text) {
    return found(ARGUMENT, text);
  }

  private static final Pattern WORD = Pattern.compile("([A-Za-z_][A-Za-z_0-9]*)");
  private static final Pattern ARGUMENT = Pattern.compile("\\{([A-Za-z_][A-Za-z_0-9]*)");

  private static List<String> found(Pattern pattern, String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      words.add(matcher.group(1));
    }
    return words;
  }

  boolean twofold(Tree tree, int node) {
    return DOUBLE.contains(tree.kind(node));
  }

  /// Whether the children of a node are declarations of their own.
  boolean body(Tree tree, int node, String parent) {
    String kind = tree.kind(node);
    return BODIES.contains(kind)
        || (kind.equals("block") && parent.equals("class_definition"))
        || (kind.equals("body_statement") && (parent.equals("class") || parent.equals("module")))
        || (kind.equals("statement_block") && parent.equals("internal_module"));
  }

  boolean callable(String kind) {
    return CALLABLE.contains(kind);
  }

  /// Whether a child of a body may stand elsewhere in it.
  Item.Order order(Tree tree, int node) {
    String kind = tree.kind(node);
    int inner = node;
    if (kind.equals("export_statement")) {
      inner = tree.child(node, "declaration");
      if (inner < 0) {
        return Item.Order.BOUND;
      }
      kind = tree.kind(inner);
    }
    boolean free =
        switch (language) {
          case JAVASCRIPT, TYPESCRIPT, TSX ->
              FREE.contains(kind)
                  && !kind.equals("class_declaration")
                  && !kind.equals("enum_declaration")
                  && plainName(tree, inner);
          case PYTHON -> kind.equals("function_definition") && plainHead(tree, inner);
          case GO -> (FREE.contains(kind) || IMPORTS.contains(kind)) && !named(tree, inner, "init");
          case C_SHARP, KOTLIN -> FREE.contains(kind) || IMPORTS.contains(kind);
          case SWIFT -> FREE.contains(kind) || IMPORTS.contains(kind);
          case JAVA -> FREE.contains(kind) || IMPORTS.contains(kind) || inert(tree, inner);
          case RUST -> FREE.contains(kind);
          case C, CPP -> kind.equals("function_definition");
          case RUBY, PHP ->
              kind.equals("method")
                  || kind.equals("method_declaration")
                  || kind.equals("function_definition");
        };
    if (free) {
      return Item.Order.FREE;
    }
    boolean past = !script() || kind.equals("field_declaration");
    return past && !kind.equals("macro_definition") && !kind.equals("macro_invocation")
        ? Item.Order.BOUND
        : Item.Order.BARRIER;
  }

  private static boolean named(Tree tree, int node, String name) {
    int child = tree.child(node, "name");
    return child >= 0 && tree.text(child).equals(name);
  }

  private static boolean plainName(Tree tree, int node) {
    int child = tree.child(node, "name");
    return child >= 0 && tree.leaf(child) && tree.childOf(node, "decorator") < 0;
  }

  /// A Python function whose defaults and annotations run nothing.
  private static boolean plainHead(Tree tree, int node) {
    int parameters = tree.child(node, "parameters");
    return parameters >= 0 && tree.text(parameters).indexOf('(', 1) < 0;
  }

  /// A field of Java that has no value, or one that needs nothing to run.
  private static boolean inert(Tree tree, int node) {
    if (!tree.kind(node).equals("field_declaration")) {
      return false;
    }
    for (int i = node + 1; i < tree.end(node); i = tree.end(i)) {
      if (tree.kind(i).equals("variable_declarator")) {
        int value = tree.child(i, "value");
        if (value >= 0 && !(tree.leaf(value) && !NAMES.contains(tree.kind(value)))) {
          return false;
        }
      }
    }
    return true;
  }

  /// Whether an unnamed sign says nothing: what ends a statement, or a comma before a bracket.
  boolean idle(Tree tree, int node, int parent, int before) {
    if (tree.named(node) || !tree.leaf(node)) {
      return false;
    }
    String kind = tree.kind(node);
    int next = tree.end(node);
    boolean last = next >= tree.end(parent);
    if (kind.equals(",")) {
      String closing = last ? "" : tree.kind(next);
      String previous = before < 0 ? "" : tree.kind(before);
      return (closing.equals(")") || closing.equals("]") || closing.equals("}"))
          && !previous.equals(",")
          && !previous.equals("[")
          && !previous.equals("(");
    }
    boolean end = kind.equals(";") || kind.isBlank();
    return switch (language) {
      case GO -> end;
      case JAVASCRIPT, TYPESCRIPT, TSX ->
          end
              && (last || tree.kind(parent).equals("class_body"))
              && !tree.kind(parent).equals("empty_statement");
      case PYTHON, SWIFT, KOTLIN -> end;
      case JAVA, RUST, C, CPP, C_SHARP, RUBY, PHP -> false;
    };
  }

  /// Whether blank space within a node counts.
  static boolean text(String kind) {
    return kind.contains("string")
        || kind.contains("char")
        || kind.contains("heredoc")
        || kind.contains("regex")
        || kind.contains("template_literal");
  }

  /// What of a leaf is compared.
  String written(Tree tree, int node) {
    String kind = tree.kind(node);
    String text = tree.text(node);
    if (javascript() && (kind.equals("'") || kind.equals("\""))) {
      return "\"";
    }
    if (kind.equals("jsx_text")) {
      return elementText(text);
    }
    if (language == Language.PYTHON && kind.equals("string_start")) {
      return text.replace("'", "").replace("\"", "").toLowerCase(java.util.Locale.ROOT);
    }
    if (language == Language.PYTHON && kind.equals("string_end")) {
      return "";
    }
    return text;
  }

  /// What is compared of a kind: quotes of either sort are one.
  String kind(Tree tree, int node) {
    String kind = tree.kind(node);
    return javascript() && kind.equals("'") ? "\"" : kind;
  }

  /// The text between elements as React reads it: line breaks with the blanks around them are one
  /// blank, and nothing at the ends.
  private static String elementText(String text) {
    String[] lines = text.split("\n", -1);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      line = i > 0 ? line.stripLeading() : line;
      line = i < lines.length - 1 ? line.stripTrailing() : line;
      if (!line.isEmpty()) {
        out.append(out.isEmpty() ? "" : " ").append(line);
      }
    }
    return out.toString();
  }
}
