// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.item;

import dev.writ.syntax.tree.GrammarLanguage;
import dev.writ.syntax.tree.SyntaxTree;
import java.util.Set;

/// Items that may move within their file or type without a change of meaning.
public final class ItemPlacement {
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
          "method",
          "import_specifier");

  /// The content of a list of names in Rust's `use`.
  private static final Set<String> USED =
      Set.of(
          "identifier",
          "scoped_identifier",
          "self",
          "use_as_clause",
          "use_wildcard",
          "scoped_use_list");

  /// Free everywhere but in languages that run them.
  private static final Set<String> IMPORTS =
      Set.of(
          "import_declaration",
          "import_spec",
          "import_header",
          "using_directive",
          "namespace_use_declaration");

  private final GrammarLanguage language;

  public ItemPlacement(GrammarLanguage language) {
    this.language = language;
  }

  public static boolean imports(String kind) {
    return IMPORTS.contains(kind);
  }

  /// Whether a file runs from top to bottom, so that what stands between declarations divides them.
  private boolean script() {
    return switch (language) {
      case PYTHON, RUBY, PHP, C, CPP -> true;
      case JAVA, TYPESCRIPT, TSX, JAVASCRIPT, GO, RUST, SWIFT, C_SHARP, KOTLIN -> false;
    };
  }

  /// Whether of two declarations with one name the later one counts.
  public boolean inOrderOnly() {
    return switch (language) {
      case PYTHON, RUBY, PHP, JAVASCRIPT, TYPESCRIPT, TSX -> true;
      case C, CPP, JAVA, GO, RUST, SWIFT, C_SHARP, KOTLIN -> false;
    };
  }

  /// Whether a child of a body may stand elsewhere in it.
  ComparedItem.Order order(SyntaxTree tree, int node) {
    String kind = tree.kind(node);
    int inner = node;
    if (kind.equals("export_statement")) {
      inner = tree.child(node, "declaration");
      if (inner < 0) {
        return ComparedItem.Order.BOUND;
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
          case PYTHON -> PureDeclarations.plain(tree, inner);
          case GO -> (FREE.contains(kind) || IMPORTS.contains(kind)) && !named(tree, inner, "init");
          case C_SHARP, KOTLIN -> FREE.contains(kind) || IMPORTS.contains(kind);
          case SWIFT -> FREE.contains(kind) || IMPORTS.contains(kind);
          case JAVA ->
              FREE.contains(kind) || IMPORTS.contains(kind) || PureDeclarations.field(tree, inner);
          case RUST -> FREE.contains(kind) || USED.contains(kind);
          case C, CPP -> kind.equals("function_definition");
          case RUBY, PHP ->
              kind.equals("method")
                  || kind.equals("method_declaration")
                  || kind.equals("function_definition");
        };
    if (free) {
      return ComparedItem.Order.FREE;
    }
    if (language.javascript() && PureDeclarations.value(tree, inner)) {
      return ComparedItem.Order.MOVABLE;
    }
    boolean past = !script() || kind.equals("field_declaration");
    return past && !kind.equals("macro_definition") && !kind.equals("macro_invocation")
        ? ComparedItem.Order.BOUND
        : ComparedItem.Order.BARRIER;
  }

  private static boolean named(SyntaxTree tree, int node, String name) {
    int child = tree.child(node, "name");
    return child >= 0 && tree.text(child).equals(name);
  }

  private static boolean plainName(SyntaxTree tree, int node) {
    int child = tree.child(node, "name");
    return child >= 0 && tree.leaf(child) && tree.childOf(node, "decorator") < 0;
  }
}
