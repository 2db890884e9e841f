// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.records.change;

import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import java.util.List;

/// The comparison that needs no grammar: a change is a refactoring where the same words, literals
/// and signs follow each other. Blank space and comments don't count, but indentation does where it
/// has meaning.
final class PlainComparison implements SemanticComparison {
  static final PlainComparison INSTANCE = new PlainComparison();

  /// Beyond it two contents are the same or they are not.
  private static final int MAX_BYTES = 4 * 1024 * 1024;

  private PlainComparison() {}

  @Override
  public MutationClass classOf(List<FileChange> changes) {
    for (FileChange change : changes) {
      if (!same(change)) {
        return MutationClass.INTENT_EVOLUTION;
      }
    }
    return MutationClass.AST_REFACTOR;
  }

  @Override
  public List<String> anchors(FileChange change) {
    return List.of();
  }

  private static boolean same(FileChange change) {
    if (change.before().equals(change.after())) {
      return true; // moved, also a directory
    }
    if (!(change.before() instanceof FileState.Present(FileContent before))
        || !(change.after() instanceof FileState.Present(FileContent after))) {
      return false;
    }
    if (before.binary() || after.binary() || Math.max(before.size(), after.size()) > MAX_BYTES) {
      return false;
    }
    LexicalSyntax lexis = LexicalSyntax.of(change.path().isRoot() ? "" : change.path().name());
    return lexis.layout() ? sameLines(before, after) : lexis.same(before.bytes(), after.bytes());
  }

  /// Blanks at the ends of lines and empty lines are all that may differ.
  private static boolean sameLines(FileContent before, FileContent after) {
    return filled(before).equals(filled(after));
  }

  private static List<String> filled(FileContent content) {
    return content.latin1().lines().map(String::stripTrailing).filter(s -> !s.isEmpty()).toList();
  }
}
