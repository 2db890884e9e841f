// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.item;

import dev.writ.syntax.tree.GrammarLanguage;
import dev.writ.syntax.tree.SyntaxTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The meaning of the grammars' nodes for a comparison. Unknown nodes are compared unchanged.
public final class GrammarFacts {
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
          "label_name",
          "implicit_parameter",
          "interpolated_identifier",
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

  /// Declarations in groups, which mean the same one by one.
  private static final Set<String> GROUPS =
      Set.of("import_declaration", "import_spec_list", "import_list");

  private static final Set<String> BODIES =
      Set.of(
          "program",
          "module",
          "source_file",
          "translation_unit",
          "compilation_unit",
          "class_body",
          "enum_class_body",
          "interface_body",
          "enum_body_declarations",
          "annotation_type_body",
          "field_declaration_list",
          "declaration_list",
          "protocol_body",
          "use_list",
          "named_imports");

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
          "secondary_constructor",
          "anonymous_initializer",
          "method_signature",
          "abstract_method_signature",
          "function_signature",
          "function_signature_item",
          "function_type",
          "protocol_function_declaration",
          "type_alias_declaration",
          "type_item",
          "method",
          "singleton_method",
          "static_initializer");

  private final GrammarLanguage language;
  private final SpellingNormalizer spelling;

  public GrammarFacts(GrammarLanguage language) {
    this.language = language;
    this.spelling = new SpellingNormalizer(language);
  }

  /// Whether a method reaches the parts of its own object by their names alone.
  public boolean implicitParts() {
    return switch (language) {
      case JAVA, CPP, C_SHARP, KOTLIN, SWIFT, RUBY -> true;
      case PYTHON, JAVASCRIPT, TYPESCRIPT, TSX, GO, RUST, C, PHP -> false;
    };
  }

  /// Whether what stands in the body of a node are parts of a type, not declarations in a space.
  static boolean type(String kind) {
    return !kind.equals("mod_item")
        && !kind.equals("internal_module")
        && !kind.startsWith("namespace_")
        && !kind.equals("linkage_specification");
  }

  static boolean comment(SyntaxTree tree, int node) {
    String kind = tree.kind(node);
    return kind.endsWith("comment") || kind.equals("line_continuation");
  }

  boolean name(SyntaxTree tree, int node) {
    return tree.leaf(node) && tree.named(node) && NAMES.contains(tree.kind(node));
  }

  /// A name as compared with others: lifetimes, and variables of PHP, are separate names.
  String name(SyntaxTree tree, int node, int parent, int above) {
    String around = parent < 0 ? "" : tree.kind(parent);
    return switch (around) {
      case "lifetime", "label" -> "'" + tree.text(node);
      case "variable_name" ->
          (above >= 0 && tree.kind(above).equals("property_element") ? "" : "$") + tree.text(node);
      default -> tree.text(node);
    };
  }

  /// Whether a node is taken for what it holds.
  boolean group(SyntaxTree tree, int node) {
    return GROUPS.contains(tree.kind(node))
        && (language == GrammarLanguage.GO || language == GrammarLanguage.KOTLIN);
  }

  /// Whether a statement that does nothing stands where it has nothing to say.
  boolean nothing(SyntaxTree tree, int node, int parent) {
    String above = parent < 0 ? "" : tree.kind(parent);
    return tree.kind(node).equals("empty_statement")
        && (BODIES.contains(above) || above.equals("statement_block"));
  }

  /// Whether an end of line within a node may end it, whatever the grammar made of it.
  boolean endsAtLine(SyntaxTree tree, int node, int from, int to) {
    String kind = tree.kind(node);
    if (language == GrammarLanguage.KOTLIN || language == GrammarLanguage.SWIFT) {
      String beginning = language == GrammarLanguage.KOTLIN ? "+-([{" : "([";
      boolean expression = kind.endsWith("_expression") || kind.equals("call_suffix");
      return expression
          && to < tree.to(node)
          && (beginning.indexOf(tree.bytes()[to]) >= 0 || kind.equals("jump_expression"));
    }
    return language.javascript()
        && from > tree.from(node)
        && to < tree.to(node)
        && (kind.equals("return_statement")
            || kind.equals("throw_statement")
            || kind.equals("yield_expression")
            || kind.equals("update_expression"));
  }

  /// The name that a text is, where programs find parts and functions by texts.
  Optional<String> keyword(String text) {
    boolean dynamic =
        switch (language) {
          case PYTHON, JAVASCRIPT, TYPESCRIPT, TSX, RUBY, PHP -> true;
          case JAVA, C, CPP, GO, RUST, SWIFT, C_SHARP, KOTLIN -> false;
        };
    String name = text.substring(text.indexOf(':') + 1);
    return dynamic && WORD.matcher(name).matches() ? Optional.of(name) : Optional.empty();
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

  boolean twofold(SyntaxTree tree, int node) {
    return DOUBLE.contains(tree.kind(node));
  }

  /// Whether the children of a node are declarations of their own.
  boolean body(SyntaxTree tree, int node, String parent) {
    String kind = tree.kind(node);
    return BODIES.contains(kind)
        || (kind.equals("block") && parent.equals("class_definition"))
        || (kind.equals("body_statement") && (parent.equals("class") || parent.equals("module")))
        || (kind.equals("statement_block") && parent.equals("internal_module"));
  }

  boolean callable(String kind) {
    return CALLABLE.contains(kind);
  }

  /// Whether what a node declares inside is not known outside of it.
  boolean scope(String kind) {
    return CALLABLE.contains(kind)
        || (kind.equals("parameter_list")
            && (language == GrammarLanguage.C
                || language == GrammarLanguage.CPP
                || language == GrammarLanguage.GO));
  }

  /// Whether an unnamed sign says nothing: what ends a statement, or a comma before a bracket.
  boolean idle(SyntaxTree tree, int node, int parent, int before) {
    if (tree.named(node) || !tree.leaf(node)) {
      return false;
    }
    String kind = tree.kind(node);
    int next = tree.end(node);
    boolean last = next >= tree.end(parent);
    String above = tree.kind(parent);
    if (spelling.loose(above)
        && (kind.equals("(") || kind.equals(")") || (kind.equals(",") && last))) {
      return true;
    }
    if (above.equals("interface_body") || above.equals("object_type")) {
      return kind.equals(",") || kind.equals(";");
    }
    if (kind.equals(",")) {
      if (last && (above.equals("where_clause") || above.equals("match_arm"))) {
        return true;
      }
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
          end && (last || above.equals("class_body")) && !above.equals("empty_statement");
      case PYTHON, SWIFT, KOTLIN, RUBY -> end;
      case JAVA, RUST, C, CPP, C_SHARP, PHP -> false;
    };
  }

  /// Whether blank space within a node counts.
  static boolean text(String kind) {
    return kind.contains("string")
        || kind.contains("char")
        || kind.contains("heredoc")
        || kind.contains("regex")
        || kind.contains("template_literal")
        || kind.equals("text_interpolation");
  }

  /// The compared part of a leaf.
  String written(SyntaxTree tree, int node) {
    String kind = tree.kind(node);
    String text = tree.text(node);
    if (language.javascript() && (kind.equals("'") || kind.equals("\""))) {
      return "\"";
    }
    if (kind.equals("jsx_text")) {
      return elementText(text);
    }
    if (kind.startsWith("#") && !tree.named(node)) {
      return kind; // of the preprocessor, whatever blanks are in it
    }
    if (kind.equals("preproc_arg")) {
      return text.strip(); // with its line's end, where that is Windows'
    }
    if (SpellingNormalizer.number(kind)) {
      return text.toLowerCase(Locale.ROOT);
    }
    if (language == GrammarLanguage.PYTHON && kind.equals("string_start")) {
      return text.replace("'", "").replace("\"", "").toLowerCase(Locale.ROOT);
    }
    if (language == GrammarLanguage.PYTHON && kind.equals("string_end")) {
      return "";
    }
    return text;
  }

  /// Whether the blanks beside an operator of Swift determine whether it belongs to the following
  /// operand.
  boolean lopsided(SyntaxTree tree, int node, int parent) {
    if (language != GrammarLanguage.SWIFT || !tree.field(node).equals("op")) {
      return false;
    }
    byte[] text = tree.bytes();
    boolean before = text[tree.from(node) - 1] <= ' ';
    boolean after = tree.to(node) < text.length && text[tree.to(node)] <= ' ';
    return before != after;
  }

  /// The compared part of a kind: both sorts of quotes are equal.
  String kind(SyntaxTree tree, int node) {
    String kind = tree.kind(node);
    return language.javascript() && kind.equals("'") ? "\"" : kind;
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
