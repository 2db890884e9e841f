// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.change;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.records.change.FileChange;
import java.util.Optional;

/// A change in a line, with everything that its lines don't show: permissions, targets of links,
/// the ends of lines. As it is: whoever shows it makes it inert.
public final class ChangeTitle {
  private ChangeTitle() {}

  /// The line of a change.
  public static String of(FileChange change) {
    String from = change.from().map(path -> shown(path) + " -> ").orElse("");
    StringBuilder title = new StringBuilder(from).append(shown(change.path()));
    if (isDirectory(change)) {
      title.append(" (directory)");
    } else if (isLink(change.before()) || isLink(change.after())) {
      title.append(" (").append(kind(change.before())).append(" -> ");
      title.append(kind(change.after())).append(')');
    } else if (isBinary(change.before()) || isBinary(change.after())) {
      title.append(" binary, ").append(bytes(change.before())).append(" -> ");
      title.append(bytes(change.after())).append(" bytes");
    } else {
      title.append(' ').append(change.count());
      ends(change).ifPresent(title::append);
    }
    permissions(change).ifPresent(bits -> title.append(", ").append(bits));
    return title.toString();
  }

  private static String shown(WorkspacePath path) {
    return DisplayText.place(path.toString());
  }

  private static boolean isDirectory(FileChange change) {
    return change.before() instanceof FileState.Directory
        || change.after() instanceof FileState.Directory;
  }

  private static boolean isLink(FileState state) {
    return state instanceof FileState.Link;
  }

  /// What stands there, where a link does or did.
  private static String kind(FileState state) {
    return switch (state) {
      case FileState.Absent _ -> "nothing";
      case FileState.Present _ -> "file";
      case FileState.Link(FileContent target) -> "link to " + DisplayText.place(target.text());
      case FileState.Directory _ -> "directory";
      case FileState.Unusable _ -> "something else";
    };
  }

  /// Changed permissions; for a new file those that make it executable or writable by everyone.
  private static Optional<String> permissions(FileChange change) {
    Optional<String> before = change.modes().before();
    Optional<String> after = change.modes().after();
    if (after.isEmpty() || change.kind() == FileChange.ChangeKind.DELETE || after.equals(before)) {
      return Optional.empty();
    }
    if (before.isPresent()) {
      return Optional.of(before.get() + " -> " + after.get());
    }
    return after.filter(
        bits -> bits.charAt(7) == 'w' || (!isDirectory(change) && bits.indexOf('x') >= 0));
  }

  private static boolean isBinary(FileState state) {
    return state instanceof FileState.Present(FileContent content) && content.binary();
  }

  private static int bytes(FileState state) {
    return state instanceof FileState.Present(FileContent content) ? content.size() : 0;
  }

  /// The differences that a line diff does not show: line ends.
  private static Optional<String> ends(FileChange change) {
    if (!(change.before() instanceof FileState.Present(FileContent before)
        && change.after() instanceof FileState.Present(FileContent after))) {
      return Optional.empty();
    }
    boolean same = Ends.of(before.text()).equals(Ends.of(after.text()));
    return same ? Optional.empty() : Optional.of(", ends of lines change");
  }

  /// How lines end.
  ///
  /// @param carriage whether any does with a carriage return
  /// @param plain whether any does with a line feed alone
  /// @param last whether the last one does
  private record Ends(boolean carriage, boolean plain, boolean last) {
    static Ends of(String text) {
      boolean carriage = false;
      boolean plain = false;
      for (int i = 0; i < text.length(); i++) {
        boolean feed = text.charAt(i) == '\n';
        boolean behind = i > 0 && text.charAt(i - 1) == '\r';
        carriage |= text.charAt(i) == '\r';
        plain |= feed && !behind;
      }
      return new Ends(carriage, plain, text.endsWith("\n") || text.endsWith("\r"));
    }
  }
}
