// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.item;

import dev.writ.syntax.tree.GrammarLanguage;
import dev.writ.syntax.tree.SyntaxTree;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// How one thing may be written in several ways between which formatters choose: with brackets or
/// without, with these quotes or those, a text at once or in parts.
final class SpellingNormalizer {
  private static final Set<String> STRINGS =
      Set.of("string", "string_literal", "encapsed_string", "concatenated_string");

  /// An escape at the end of a text that would continue if a digit follows.
  private static final Pattern OPEN_ESCAPE = Pattern.compile("\\\\[0-9xuUN][0-9A-Fa-f]*$");

  /// Larger nodes are compared as written: each of their parts would be visited repeatedly.
  private static final int LONGEST_CHAIN = 100;

  private static final int LARGEST = 10_000;

  private final GrammarLanguage language;

  SpellingNormalizer(GrammarLanguage language) {
    this.language = language;
  }

  /// Whether a node only holds its one child together, which the tree shows without it.
  boolean grouping(SyntaxTree tree, int node, int parent) {
    String above = parent < 0 ? "" : tree.kind(parent);
    return switch (tree.kind(node)) {
      case "parenthesized_expression" ->
          size(tree, node) <= LARGEST && brackets(tree, node, parent);
      case "parenthesized_type" ->
          language == GrammarLanguage.TYPESCRIPT || language == GrammarLanguage.TSX;
      case "union_type", "intersection_type" -> language.javascript() && !tree.named(node + 1);
      case "tuple_pattern" -> language == GrammarLanguage.PYTHON && single(tree, node) >= 0;
      case "formal_parameters", "inferred_parameters" -> {
        int only = single(tree, node);
        yield (above.equals("arrow_function") || above.equals("lambda_expression"))
            && only >= 0
            && (tree.leaf(only) || plainParameter(tree, only));
      }
      case "required_parameter" -> above.equals("formal_parameters") && plainParameter(tree, node);
      case "block" ->
          language == GrammarLanguage.RUST
              && (above.equals("match_arm") || above.equals("closure_expression"))
              && expression(tree, single(tree, node));
      case "argument_list" ->
          language == GrammarLanguage.PYTHON
              && above.equals("class_definition")
              && size(tree, node) == 2;
      default -> false;
    };
  }

  private static int size(SyntaxTree tree, int node) {
    return tree.to(node) - tree.from(node);
  }

  /// Brackets of an expression. An optional chain ends at them, a text in them is not a directive,
  /// and in Rust a field in them is called instead of a method.
  private boolean brackets(SyntaxTree tree, int node, int parent) {
    return switch (language) {
      case JAVASCRIPT, TYPESCRIPT, TSX -> {
        String above = parent < 0 ? "" : tree.kind(parent);
        yield !above.equals("expression_statement")
            && !tree.text(node).contains("?.")
            && !above.equals("assignment_expression");
      }
      case RUST -> parent >= 0 && !tree.kind(parent).equals("call_expression");
      case JAVA, PYTHON, GO -> true;
      case C, CPP, SWIFT, C_SHARP, KOTLIN, RUBY, PHP -> false;
    };
  }

  /// A bracket, or another sign, that its grouping node alone has.
  static boolean bracket(SyntaxTree tree, int node) {
    return !tree.named(node) && tree.leaf(node);
  }

  private static boolean plainParameter(SyntaxTree tree, int node) {
    return tree.kind(node).equals("required_parameter")
        && node + 1 < tree.count()
        && tree.leaf(node + 1)
        && tree.kind(node + 1).equals("identifier")
        && tree.end(node) == node + 2;
  }

  /// Whether a name in that node is a field's and a variable's.
  static boolean twofold(SyntaxTree tree, int parent) {
    return parent >= 0 && tree.kind(parent).equals("shorthand_field_initializer");
  }

  /// The only child with a name, where no comma follows it; -1 where there is none.
  private static int single(SyntaxTree tree, int node) {
    int found = -1;
    for (int i = node + 1; i < tree.end(node); i = tree.end(i)) {
      if (tree.kind(i).equals(",") && tree.kind(node).equals("tuple_pattern")) {
        return -1;
      }
      if (tree.named(i) && !GrammarFacts.comment(tree, i)) {
        if (found >= 0) {
          return -1;
        }
        found = i;
      }
    }
    return found;
  }

  private static boolean expression(SyntaxTree tree, int node) {
    if (node < 0) {
      return false;
    }
    String kind = tree.kind(node);
    return !kind.endsWith("_statement")
        && !kind.endsWith("_declaration")
        && !kind.endsWith("_item")
        && !kind.endsWith("_definition")
        && !kind.endsWith("label");
  }

  /// The compared part of a node's kind: brackets do not change a tuple in Python.
  String kind(String kind) {
    if (kind.equals("shorthand_field_initializer")) {
      return "field_initializer";
    }
    if (language == GrammarLanguage.PYTHON) {
      return switch (kind) {
        case "expression_list" -> "tuple";
        case "pattern_list" -> "tuple_pattern";
        default -> kind;
      };
    }
    return kind;
  }

  /// The compared part of a node's field.
  String field(SyntaxTree tree, int node, int parent) {
    String field = tree.field(node);
    boolean one = field.equals("parameter") && tree.kind(parent).equals("arrow_function");
    return one ? "parameters" : field;
  }

  /// Whether brackets and the last comma in a node say nothing.
  boolean loose(String kind) {
    return language == GrammarLanguage.PYTHON
        && (kind.equals("tuple")
            || kind.equals("expression_list")
            || kind.equals("tuple_pattern")
            || kind.equals("pattern_list")
            || kind.equals("import_from_statement"));
  }

  /// The value of a text without expressions, regardless of its quotes; also of one in parts.
  Optional<String> text(SyntaxTree tree, int node, int parent) {
    String kind = tree.kind(node);
    boolean chain = language == GrammarLanguage.JAVA && kind.equals("binary_expression");
    if (STRINGS.contains(kind) || chain) {
      boolean verbatim = parent >= 0 && tree.kind(parent).equals("jsx_attribute");
      return text(tree, node, verbatim, LONGEST_CHAIN);
    }
    return Optional.empty();
  }

  private Optional<String> text(SyntaxTree tree, int node, boolean verbatim, int depth) {
    String kind = tree.kind(node);
    if (depth == 0 || (!kind.equals("string") && size(tree, node) > LARGEST)) {
      return Optional.empty();
    }
    if (kind.equals("concatenated_string")) {
      Optional<String> whole = Optional.empty();
      for (int i = node + 1; i < tree.end(node); i = tree.end(i)) {
        if (!GrammarFacts.comment(tree, i)) {
          Optional<String> part =
              STRINGS.contains(tree.kind(i))
                  ? text(tree, i, verbatim, depth - 1)
                  : Optional.empty();
          whole = i == node + 1 ? part : joined(whole, part);
          if (whole.isEmpty()) {
            return whole;
          }
        }
      }
      return whole;
    }
    if (kind.equals("binary_expression")) {
      int left = tree.child(node, "left");
      int right = tree.child(node, "right");
      int operator = tree.child(node, "operator");
      boolean sum = operator >= 0 && tree.kind(operator).equals("+") && left >= 0 && right >= 0;
      if (!sum || !tree.kind(right).equals("string_literal")) {
        return Optional.empty();
      }
      return joined(text(tree, left, verbatim, depth - 1), text(tree, right, verbatim, depth - 1));
    }
    return STRINGS.contains(kind) ? quoted(tree.text(node), verbatim) : Optional.empty();
  }

  /// Two texts as one; their parts have one prefix, and no escape at their joint gets longer.
  private static Optional<String> joined(Optional<String> before, Optional<String> after) {
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    int colon = before.get().indexOf(':') + 1;
    boolean alike = after.get().startsWith(before.get().substring(0, colon));
    return alike && !OPEN_ESCAPE.matcher(before.get()).find()
        ? Optional.of(before.get() + after.get().substring(colon))
        : Optional.empty();
  }

  /// The prefix, a colon, and what is between the quotes.
  private Optional<String> quoted(String text, boolean verbatim) {
    int start = 0;
    while (start < text.length() && text.charAt(start) != '"' && text.charAt(start) != '\'') {
      start++;
    }
    if (start == text.length() || start > 2) {
      return Optional.empty();
    }
    String prefix = text.substring(0, start);
    char quote = text.charAt(start);
    int width = text.startsWith(String.valueOf(quote).repeat(3), start) ? 3 : 1;
    if (text.length() < start + 2 * width) {
      return Optional.empty();
    }
    String inside = text.substring(start + width, text.length() - width);
    boolean plain = inside.indexOf('\\') < 0 && inside.indexOf('#') < 0 && inside.indexOf('$') < 0;
    return switch (language) {
      case JAVASCRIPT, TYPESCRIPT, TSX ->
          Optional.of(prefix + ":" + (verbatim ? inside : unescaped(inside)));
      case PYTHON -> {
        String kind = prefix.toLowerCase(Locale.ROOT).replace("u", "");
        boolean holds = kind.contains("f") || kind.contains("t");
        yield holds
            ? Optional.empty()
            : Optional.of(kind + ":" + (kind.contains("r") ? inside : unescaped(inside)));
      }
      case JAVA, C, CPP -> {
        boolean one = width == 1 && prefix.indexOf('R') < 0;
        yield one ? Optional.of(prefix + ":" + inside) : Optional.empty();
      }
      case RUBY, PHP -> plain && prefix.isEmpty() ? Optional.of(":" + inside) : Optional.empty();
      case GO, RUST, SWIFT, C_SHARP, KOTLIN -> Optional.empty();
    };
  }

  /// Quotes mean the same with a backslash and without.
  private static String unescaped(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      boolean pair = text.charAt(i) == '\\' && i + 1 < text.length();
      boolean quote = pair && (text.charAt(i + 1) == '\'' || text.charAt(i + 1) == '"');
      if (pair && !quote) {
        out.append('\\');
      }
      i += pair ? 1 : 0;
      out.append(text.charAt(i));
    }
    return out.toString();
  }

  /// A number: letters in it are of either case.
  static boolean number(String kind) {
    return kind.contains("integer")
        || kind.contains("float")
        || kind.contains("number")
        || kind.contains("int_literal");
  }
}
