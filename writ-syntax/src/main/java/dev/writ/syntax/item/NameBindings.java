// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.item;

import dev.writ.syntax.tree.GrammarLanguage;
import dev.writ.syntax.tree.SyntaxTree;
import java.util.Set;

/// The places in a tree that bind a name. An unknown place binds nothing, so that a new name there
/// counts as a change.
final class NameBindings {
  /// `kind:field` of a parent and its child; `*` for any field.
  private static final Set<String> PLACES =
      Set.of(
          "variable_declarator:name",
          "formal_parameter:name",
          "catch_formal_parameter:name",
          "resource:name",
          "enhanced_for_statement:name",
          "instanceof_expression:name",
          "lambda_expression:parameters",
          "inferred_parameters:*",
          "type_parameter:*",
          "parameters:*",
          "lambda_parameters:*",
          "default_parameter:name",
          "typed_parameter:*",
          "typed_default_parameter:name",
          "for_in_clause:left",
          "named_expression:name",
          "as_pattern_target:*",
          "formal_parameters:*",
          "required_parameter:pattern",
          "optional_parameter:pattern",
          "catch_clause:parameter",
          "arrow_function:parameter",
          "parameter_declaration:name",
          "parameter_declaration:declarator",
          "optional_parameter_declaration:declarator",
          "variadic_parameter_declaration:name",
          "short_var_declaration:left",
          "var_spec:name",
          "const_spec:name",
          "type_switch_statement:alias",
          "type_parameter_declaration:*",
          "let_declaration:pattern",
          "parameter:pattern",
          "for_expression:pattern",
          "let_condition:pattern",
          "match_arm:pattern",
          "closure_parameters:*",
          "lifetime_parameter:name",
          "init_declarator:declarator",
          "for_range_loop:declarator",
          "property_declaration:name",
          "pattern:bound_identifier",
          "guard_statement:bound_identifier",
          "if_statement:bound_identifier",
          "while_statement:bound_identifier",
          "for_statement:item",
          "lambda_parameter:name",
          "foreach_statement:left",
          "catch_declaration:name",
          "declaration_pattern:name",
          "method_parameters:*",
          "block_parameters:*",
          "variable_declaration:*",
          "labeled_statement:label",
          "labeled_statement:",
          "loop_expression:",
          "while_expression:",
          "for_expression:",
          "function_expression:name",
          "import_clause:",
          "namespace_import:",
          "import_specifier:alias",
          "aliased_import:alias",
          "import_spec:name",
          "use_as_clause:alias",
          "using_directive:name",
          "namespace_use_clause:alias",
          "field_pattern:pattern",
          "simple_parameter:name",
          "variadic_parameter:name",
          "property_element:name",
          "catch_clause:name");

  /// Nodes that pass on that they are in a binding place.
  private static final Set<String> PATTERNS =
      Set.of(
          "pattern_list",
          "tuple_pattern",
          "list_pattern",
          "list_splat_pattern",
          "dictionary_splat_pattern",
          "expression_list",
          "array_pattern",
          "object_pattern",
          "object_assignment_pattern",
          "struct_pattern",
          "field_pattern",
          "variable_name",
          "label",
          "pair_pattern",
          "rest_pattern",
          "assignment_pattern",
          "mut_pattern",
          "ref_pattern",
          "captured_pattern",
          "slice_pattern",
          "reference_pattern",
          "tuple_struct_pattern",
          "match_pattern",
          "lifetime",
          "pointer_declarator",
          "reference_declarator",
          "array_declarator",
          "parenthesized_declarator",
          "structured_binding_declarator",
          "identifier_list",
          "pattern");

  /// Declarations, whose own name is known around them.
  private static final Set<String> DECLARATIONS =
      Set.of(
          "class_declaration",
          "interface_declaration",
          "enum_declaration",
          "record_declaration",
          "annotation_type_declaration",
          "method_declaration",
          "constructor_declaration",
          "compact_constructor_declaration",
          "enum_constant",
          "annotation_type_element_declaration",
          "function_definition",
          "class_definition",
          "function_declaration",
          "generator_function_declaration",
          "method_definition",
          "public_field_definition",
          "abstract_class_declaration",
          "abstract_method_signature",
          "method_signature",
          "property_signature",
          "type_alias_declaration",
          "internal_module",
          "type_spec",
          "type_alias",
          "field_declaration",
          "method_elem",
          "struct_item",
          "enum_item",
          "union_item",
          "enum_variant",
          "trait_item",
          "function_item",
          "function_signature_item",
          "mod_item",
          "const_item",
          "static_item",
          "type_item",
          "class_specifier",
          "struct_specifier",
          "union_specifier",
          "enum_specifier",
          "enumerator",
          "namespace_definition",
          "alias_declaration",
          "typealias_declaration",
          "protocol_declaration",
          "enum_entry",
          "protocol_function_declaration",
          "struct_declaration",
          "property_declaration",
          "delegate_declaration",
          "enum_member_declaration",
          "class",
          "module",
          "method",
          "singleton_method",
          "local_function_statement");

  /// Kotlin's grammar has names without a field: the first one is the declaration's own.
  private static final Set<String> UNMARKED =
      Set.of(
          "class_declaration",
          "object_declaration",
          "function_declaration",
          "parameter",
          "class_parameter",
          "enum_entry",
          "type_alias",
          "type_parameter",
          "catch_block",
          "import_alias");

  /// Functions that see the names around their call.
  private static final Set<String> SEEING =
      Set.of(
          "eval",
          "nameof",
          "exec",
          "locals",
          "vars",
          "binding",
          "instance_eval",
          "class_eval",
          "compact",
          "extract",
          "parse_str",
          "get_defined_vars");

  private final GrammarLanguage language;

  NameBindings(GrammarLanguage language) {
    this.language = language;
  }

  /// Whether a node stands where names are made known.
  ///
  /// @param within whether its parent does
  boolean binds(SyntaxTree tree, int node, int parent, boolean within) {
    String above = tree.kind(parent);
    String field = tree.field(node);
    if (within && PATTERNS.contains(above)) {
      return !field.equals("type")
          && !(above.equals("field_pattern") && tree.kind(node).equals("field_identifier"))
          && !field.equals("key")
          && !field.equals("right")
          && !field.equals("size")
          && !field.equals("condition")
          && lowercase(tree, node);
    }
    if (language == GrammarLanguage.KOTLIN && UNMARKED.contains(above)) {
      return tree.leaf(node) && firstName(tree, parent) == node;
    }
    if (above.endsWith("_specifier") && tree.child(parent, "body") < 0) {
      return false; // in C, a mention of the type
    }
    if ((DECLARATIONS.contains(above) && field.equals("name"))
        || (above.equals("field_definition") && field.equals("property"))) {
      return true;
    }
    if (field.equals("declarator") && declares(tree, parent)) {
      return true;
    }
    if (above.equals("assignment") && field.equals("left")) {
      return language == GrammarLanguage.PYTHON || language == GrammarLanguage.RUBY;
    }
    if (above.equals("assignment_expression") && field.equals("left")) {
      return language == GrammarLanguage.PHP || tree.kind(node).equals("member_expression");
    }
    if (above.equals("foreach_statement") && language == GrammarLanguage.PHP) {
      int as = tree.childOf(parent, "as");
      return node > as && !field.equals("body");
    }
    if (above.equals("for_statement") && field.equals("left")) {
      return language == GrammarLanguage.PYTHON;
    }
    if (above.equals("for_in_statement") && field.equals("left")) {
      return tree.child(parent, "kind") >= 0;
    }
    if (above.equals("range_clause") && field.equals("left")) {
      return tree.childOf(parent, ":=") >= 0;
    }
    if (above.equals("parameter") && field.equals("name")) {
      // Without a word of its own for callers, the name is that word.
      return language == GrammarLanguage.C_SHARP
          || (language == GrammarLanguage.SWIFT && tree.child(parent, "external_name") >= 0);
    }
    return (PLACES.contains(above + ":" + field) || PLACES.contains(above + ":*"))
        && !field.equals("type")
        && !field.equals("value")
        && lowercase(tree, node);
  }

  /// In Rust, a capitalised name in a pattern is not a new name.
  private boolean lowercase(SyntaxTree tree, int node) {
    return language != GrammarLanguage.RUST
        || !tree.kind(node).equals("identifier")
        || !Character.isUpperCase(tree.text(node).charAt(0));
  }

  /// A declaration of C that declares something here.
  private boolean declares(SyntaxTree tree, int node) {
    String kind = tree.kind(node);
    if (language != GrammarLanguage.C && language != GrammarLanguage.CPP) {
      return false;
    }
    if (kind.equals("declaration") || kind.equals("field_declaration")) {
      int storage = tree.childOf(node, "storage_class_specifier");
      return storage < 0 || !tree.text(storage).equals("extern");
    }
    return kind.equals("function_definition")
        || kind.equals("function_declarator")
        || kind.equals("type_definition");
  }

  private static int firstName(SyntaxTree tree, int parent) {
    for (int i = parent + 1; i < tree.end(parent); i = tree.end(i)) {
      if (tree.kind(i).equals("simple_identifier") || tree.kind(i).equals("type_identifier")) {
        return i;
      }
    }
    return -1;
  }

  /// Whether nothing in a function of that text can be taken for its own.
  boolean reachesOut(SyntaxTree tree, int node) {
    return switch (tree.kind(node)) {
      case "global_statement",
          "nonlocal_statement",
          "global_declaration",
          "dynamic_variable_name",
          "include_expression",
          "include_once_expression",
          "require_expression",
          "require_once_expression" ->
          true;
      case "call", "call_expression", "function_call_expression", "invocation_expression" -> {
        int function = Math.max(tree.child(node, "function"), tree.child(node, "method"));
        yield function >= 0 && tree.leaf(function) && SEEING.contains(tree.text(function));
      }
      default -> false;
    };
  }

  /// Whether a name is that of an object's part although it stands in a function: a parameter that
  /// is a field as well, an instance's variable.
  boolean part(SyntaxTree tree, int node, int parent) {
    return (tree.kind(parent).endsWith("_parameter")
            && tree.childOf(parent, "accessibility_modifier") >= 0)
        || tree.kind(node).equals("instance_variable")
        || tree.kind(node).equals("class_variable")
        || ownPart(tree, node, parent);
  }

  /// The name in `self.name`, or in `this.name`.
  private static boolean ownPart(SyntaxTree tree, int node, int parent) {
    int object = tree.child(parent, "object");
    if (object < 0) {
      return false;
    }
    return switch (tree.kind(parent)) {
      case "attribute" -> tree.field(node).equals("attribute") && tree.text(object).equals("self");
      case "member_expression" ->
          tree.field(node).equals("property") && tree.kind(object).equals("this");
      default -> false;
    };
  }
}
