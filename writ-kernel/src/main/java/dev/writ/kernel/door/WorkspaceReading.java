// Implements: docs/spec/04-conversation.md §4.3 (Repository map)
package dev.writ.kernel.door;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WalkTerms;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.policy.MaskedText;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.records.ledger.Evidence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Predicate;

/// Reads of a workspace that no call asks for. They can't leave it and change nothing; what every
/// request brings along passes over what is blocked, too.
public final class WorkspaceReading {
  private final Hands hands;
  private final Evidence evidence;

  WorkspaceReading(Hands hands, Evidence evidence) {
    this.hands = hands;
    this.evidence = evidence;
  }

  /// A file as attribution sees it; empty where no readable file is.
  ///
  /// @throws IOException where the operating system fails
  public Optional<FileContent> file(WorkspacePath path) throws IOException {
    return evidence.file(path);
  }

  /// The text of a file; empty where no readable text file is, or where it is blocked, a secret
  /// file or a tool's settings, also behind a link: nobody is asked about it.
  ///
  /// @throws IOException where the operating system fails
  public Optional<FileContent> text(WorkspacePath path) throws IOException {
    try {
      return hands.locator().locate(path.toString()) instanceof PathLocation.Inside inside
              && !inside.path().isRoot()
              && ProtectedNames.secrets(inside).isEmpty()
              && !MaskedText.isOfSettings(inside.path().toString())
              && hands.files().exact(inside.path())
                  instanceof FileState.Present(FileContent content)
              && !content.binary()
          ? Optional.of(content)
          : Optional.empty();
    } catch (FileSystemException _) {
      return Optional.empty(); // not to be read: nothing of it is known
    }
  }

  /// Visits the files that no ignore file names, directories in order, as long as one is `wanted`.
  ///
  /// @throws IOException where the workspace can't be read
  public void files(Predicate<WalkTerms.WalkEntry> wanted) throws IOException {
    hands.root().check();
    hands.tree().walk(WorkspacePath.ROOT, new Visible(wanted));
  }

  private static final class Visible implements WalkTerms.WalkVisitor {
    private record Level(WorkspacePath directory, IgnoreRules rules) {}

    private final Deque<Level> levels = new ArrayDeque<>();
    private final Predicate<WalkTerms.WalkEntry> wanted;

    Visible(Predicate<WalkTerms.WalkEntry> wanted) {
      this.wanted = wanted;
      levels.push(new Level(WorkspacePath.ROOT, IgnoreRules.NONE));
    }

    private IgnoreRules rulesAt(WorkspacePath place) {
      while (!place.within(levels.element().directory())) {
        levels.pop();
      }
      return levels.element().rules();
    }

    @Override
    public void enter(WorkspacePath directory, WalkTerms.Sibling files) {
      IgnoreRules rules = rulesAt(directory);
      try {
        String text = new String(files.read(IgnoreRules.FILE), StandardCharsets.UTF_8);
        levels.push(new Level(directory, rules.with(directory, text)));
      } catch (IOException _) {
        // No ignore file here.
      }
    }

    @Override
    public WalkTerms.WalkStep visit(WalkTerms.WalkEntry entry) {
      boolean directory = entry.kind() == WalkTerms.WalkEntryKind.DIRECTORY;
      if (rulesAt(entry.path()).ignored(entry.path(), directory)) {
        return WalkTerms.WalkStep.SKIP;
      }
      return directory || entry.kind() != WalkTerms.WalkEntryKind.FILE || wanted.test(entry)
          ? WalkTerms.WalkStep.GO_ON
          : WalkTerms.WalkStep.STOP;
    }
  }
}
