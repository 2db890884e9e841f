// Implements: docs/spec/04-conversation.md §4.3 (Repository map)
package dev.writ.syntax;

import dev.writ.syntax.tree.SyntaxTree;
import java.util.HashMap;
import java.util.Map;

/// The names that a tree mentions: its leaves that are identifiers.
final class IdentifierMentions {
  private static final int LEAST_CHARS = 3;
  private static final int MOST_CHARS = 60;
  private static final int MOST_NAMES = 3000;

  private IdentifierMentions() {}

  static Map<String, Integer> of(SyntaxTree tree) {
    Map<String, Integer> mentions = new HashMap<>();
    for (int i = 0; i < tree.count(); i++) {
      int length = tree.to(i) - tree.from(i);
      if (length >= LEAST_CHARS
          && length <= MOST_CHARS
          && tree.leaf(i)
          && isName(tree.kind(i))
          && mentions.size() < MOST_NAMES) {
        mentions.merge(tree.shown(i), 1, Integer::sum);
      }
    }
    return mentions;
  }

  private static boolean isName(String kind) {
    return kind.endsWith("identifier") || kind.equals("constant") || kind.equals("name");
  }
}
