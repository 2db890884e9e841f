// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.item;

import dev.writ.syntax.tree.SyntaxTree;
import java.util.Set;
import java.util.regex.Pattern;

/// How far a name is known that a function makes known inside of itself.
final class FunctionScope {
  /// How deep one looks.
  private static final int DEEPEST = 50;

  private static final Set<String> BLOCKS =
      Set.of("block", "statement_block", "compound_statement", "statements", "body_statement");

  /// Parts of a function that have names of their own.
  private static final Pattern DIVIDING =
      Pattern.compile("_statement$|_expression$|_clause$|_arm$|_arms$|comprehension$|^do_block$");

  private static final Set<String> PASSED =
      Set.of("expression_statement", "local_declaration_statement", "assignment_expression");

  private FunctionScope() {}

  /// Whether what is declared within open nodes is known to the end of their first, a function.
  static boolean whole(SyntaxTree tree, int[] open, int height, GrammarFacts facts) {
    if (height > DEEPEST) {
      return false;
    }
    int bodies = 0;
    for (int i = 1; i < height; i++) {
      String kind = tree.kind(open[i]);
      bodies += BLOCKS.contains(kind) ? 1 : 0;
      boolean divides = DIVIDING.matcher(kind).find() && !PASSED.contains(kind);
      if (bodies > 1 || (divides && !facts.callable(kind))) {
        return false;
      }
    }
    return facts.callable(tree.kind(open[0])) || (height > 1 && facts.callable(tree.kind(open[1])));
  }
}
