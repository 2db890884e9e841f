// Implements: docs/spec/04-conversation.md §4.3 (Repository map)
package dev.writ.syntax;

import java.util.List;
import java.util.Map;

/// The declarations of a file, and the names that it mentions with their counts.
public record FileTags(List<DeclaredItem> declarations, Map<String, Integer> mentions) {
  /// Of a file that can't be parsed.
  public static final FileTags NONE = new FileTags(List.of(), Map.of());

  public FileTags {
    declarations = List.copyOf(declarations);
    mentions = Map.copyOf(mentions);
  }
}
