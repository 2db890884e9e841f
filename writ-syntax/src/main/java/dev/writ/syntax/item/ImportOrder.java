// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.item;

import dev.writ.syntax.tree.GrammarLanguage;
import dev.writ.syntax.tree.SyntaxTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Imports of languages that run what they import. People and tools sort them all the same: those
/// that stand together and only take names may change places.
final class ImportOrder {
  private ImportOrder() {}

  /// Whether what is written in the comment before an import of Go is a program in C.
  static boolean program(SyntaxTree tree, int imports) {
    return tree.kind(imports).equals("import_declaration") && tree.text(imports).endsWith("\"C\"");
  }

  /// Whether a text says where something is imported from.
  static boolean source(SyntaxTree tree, int node, int parent, int above) {
    int function = above < 0 ? -1 : tree.child(above, "function");
    boolean required =
        function >= 0 && tree.kind(parent).equals("arguments") && calls(tree.text(function));
    return required || tree.field(node).equals("source");
  }

  private static boolean calls(String function) {
    return function.equals("require") || function.equals("import");
  }

  /// Whether a node is a name that Python's `from … import` takes.
  static boolean name(SyntaxTree tree, int node, int parent) {
    return tree.kind(parent).equals("import_from_statement") && tree.field(node).equals("name");
  }

  /// Makes one item of each row of such imports.
  static void gather(List<ComparedItem> items, GrammarLanguage language) {
    boolean runs = language == GrammarLanguage.PYTHON || language.javascript();
    for (int from = 0; runs && from < items.size(); from++) {
      List<ComparedItem> row = new ArrayList<>();
      Set<String> names = new HashSet<>();
      while (from + row.size() < items.size() && taken(items.get(from + row.size()), names)) {
        row.add(items.get(from + row.size()));
      }
      if (row.size() > 1) {
        ComparedItem first = row.getFirst();
        ComparedItem all = new ComparedItem("imports", first.node(), first.order());
        List<ComparedItem> free = new ArrayList<>();
        row.forEach(item -> free.add(item.as(ComparedItem.Order.FREE)));
        all.tokens().add(TreeToken.PARTS);
        all.bodies().add(free);
        all.close();
        items.subList(from, from + row.size()).clear();
        items.add(from, all);
      }
    }
  }

  /// Whether an item is an import that takes names, none of them taken before.
  private static boolean taken(ComparedItem item, Set<String> names) {
    if (!item.kind().startsWith("import_")) {
      return false;
    }
    List<TreeToken> tokens = new ArrayList<>(item.tokens());
    item.bodies().forEach(body -> body.forEach(name -> tokens.addAll(name.tokens())));
    boolean after = false;
    Set<String> own = new HashSet<>();
    for (TreeToken token : tokens) {
      if (after && token.name()) {
        own.add(token.text());
      }
      after |= token.text().equals("import");
      if (token.text().equals("*") && token.kind().equals("*") && item.kind().contains("from")) {
        return false;
      }
    }
    boolean other = own.stream().noneMatch(names::contains);
    names.addAll(own);
    return other && !own.isEmpty();
  }
}
