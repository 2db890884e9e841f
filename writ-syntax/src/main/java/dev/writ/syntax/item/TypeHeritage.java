// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.item;

import dev.writ.syntax.tree.SyntaxTree;
import java.util.HashSet;
import java.util.Set;

/// The supertypes of a type.
///
/// @param bases names of types; those of their arguments are among them
public record TypeHeritage(Set<String> bases) {
  static final TypeHeritage NONE = new TypeHeritage(Set.of());

  private static final Set<String> CLAUSES =
      Set.of(
          "superclass",
          "super_interfaces",
          "extends_interfaces",
          "class_heritage",
          "extends_type_clause",
          "base_class_clause",
          "base_list",
          "delegation_specifier",
          "inheritance_specifier",
          "base_clause",
          "class_interface_clause");

  /// Supertypes that require no members.
  private static final Set<String> PLAIN = Set.of("object", "ABC", "Generic", "Serializable");

  /// Of the type whose body has that parent.
  static TypeHeritage of(SyntaxTree tree, int type, GrammarFacts facts) {
    Set<String> bases = new HashSet<>();
    boolean created = tree.kind(type).equals("object_creation_expression");
    for (int i = type + 1; i < tree.end(type); i = tree.end(i)) {
      String field = tree.field(i);
      if (CLAUSES.contains(tree.kind(i))
          || field.equals("superclasses")
          || field.equals("trait")
          || (created && field.equals("type"))) {
        for (int k = i; k < tree.end(i); k++) {
          if (facts.name(tree, k) && !PLAIN.contains(tree.text(k))) {
            bases.add(tree.text(k));
          }
        }
      }
    }
    return bases.isEmpty() ? NONE : new TypeHeritage(bases);
  }
}
