// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.compare;

import dev.writ.syntax.tree.Language;
import dev.writ.syntax.tree.Tree;
import java.util.Set;

/// Which places in a tree make a name known. What is not known here binds nothing, so that a new
/// name there counts as a change.
final class Bindings {
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
          "for_statement:item",
          "lambda_parameter:name",
          "foreach_statement:left",
          "catch_declaration:name",
          "declaration_pattern:name",
          "method_parameters:*",
          "block_parameters:*",
          "variable_declaration:*");

  /// What hands on that it stands where names are made known.
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
          "local_function_statement");

  private final Language language;

  Bindings(Language language) {
    this.language = language;
  }

  /// Whether a node stands where names are made known.
  ///
  /// @param within whether its parent does
  boolean binds(Tree tree, int node, int parent, boolean within) {
    String above = tree.kind(parent);
    String field = tree.field(node);
    if (within && PATTERNS.contains(above)) {
      return !field.equals("type")
          && !field.equals("key")
          && !field.equals("right")
          && !field.equals("size")
          && !field.equals("condition")
          && lowercase(tree, node);
    }
    if ((DECLARATIONS.contains(above) && field.equals("name"))
        || (above.equals("field_definition") && field.equals("property"))) {
      return true;
    }
    if (field.equals("declarator") && declares(tree, parent)) {
      return true;
    }
    if (above.equals("assignment") && field.equals("left")) {
      return language == Language.PYTHON || language == Language.RUBY;
    }
    if (above.equals("for_statement") && field.equals("left")) {
      return language == Language.PYTHON;
    }
    if (above.equals("for_in_statement") && field.equals("left")) {
      return tree.child(parent, "kind") >= 0;
    }
    if (above.equals("range_clause") && field.equals("left")) {
      return tree.childOf(parent, ":=") >= 0;
    }
    if (above.equals("parameter") && field.equals("name")) {
      // Without a word of its own for callers, the name is that word.
      return language == Language.C_SHARP
          || (language == Language.SWIFT && tree.child(parent, "external_name") >= 0);
    }
    return (PLACES.contains(above + ":" + field) || PLACES.contains(above + ":*"))
        && !field.equals("type")
        && !field.equals("value")
        && lowercase(tree, node);
  }

  /// In Rust, what begins with a capital in a pattern is no new name.
  private boolean lowercase(Tree tree, int node) {
    return language != Language.RUST
        || !tree.kind(node).equals("identifier")
        || !Character.isUpperCase(tree.text(node).charAt(0));
  }

  /// A declaration of C that declares something here.
  private boolean declares(Tree tree, int node) {
    String kind = tree.kind(node);
    if (language != Language.C && language != Language.CPP) {
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

  /// Whether nothing in a function of that text can be taken for its own.
  boolean reachesOut(Tree tree, int node) {
    String kind = tree.kind(node);
    return kind.equals("global_statement") || kind.equals("nonlocal_statement");
  }

  /// A parameter that is a field as well.
  boolean field(Tree tree, int parent) {
    return tree.kind(parent).endsWith("_parameter")
        && tree.childOf(parent, "accessibility_modifier") >= 0;
  }
}
