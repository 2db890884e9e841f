// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.change;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.LineSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// One file's step from one state to another.
///
/// @param before absent, present, or unusable where the old content could not be kept
/// @param after absent, present, or unusable where something else than a file stands there now
/// @param from where it was, where it was moved; `before` is then what it was there
/// @param modes the permission bits on both sides, as far as they matter
public record FileChange(
    WorkspacePath path,
    FileState before,
    FileState after,
    Optional<WorkspacePath> from,
    Modes modes) {
  /// The most lines of a content that are told apart: the hashes of more make a record too long,
  /// and a few such contents fill the memory.
  private static final int MOST_LINES = 1_000_000;

  /// A change of what stands at one place.
  public FileChange(WorkspacePath path, FileState before, FileState after) {
    this(path, before, after, Optional.empty(), Modes.UNKNOWN);
  }

  /// A move, perhaps with a change on the way.
  ///
  /// @param before what stood at the old place
  /// @param after what stands at the new one
  public static FileChange moved(
      WorkspacePath from, WorkspacePath to, FileState before, FileState after) {
    return new FileChange(to, before, after, Optional.of(from), Modes.UNKNOWN);
  }

  /// Permission bits, as `rwxr-xr-x`.
  ///
  /// @param before those of what is replaced or deleted; empty where they are not known
  /// @param after those of what is left; empty where they are those of before, or the usual ones
  public record Modes(Optional<String> before, Optional<String> after) {
    /// Nothing is known of them.
    public static final Modes UNKNOWN = new Modes(Optional.empty(), Optional.empty());

    /// The other way round.
    Modes back() {
      return new Modes(/* before= */ after, /* after= */ before);
    }
  }

  /// The same with permission bits.
  public FileChange with(Modes bits) {
    return new FileChange(path, before, after, from, bits);
  }

  /// Whether it changes anything.
  public boolean isChange() {
    return !before.equals(after)
        || from.isPresent()
        || (modes.after().isPresent() && !modes.after().equals(modes.before()));
  }

  /// The change that takes this one back.
  public FileChange back() {
    FileChange back =
        from.isPresent()
            ? moved(
                /* from= */ path, /* to= */ from.get(), /* before= */ after, /* after= */ before)
            : new FileChange(path, /* before= */ after, /* after= */ before);
    return back.with(modes.back());
  }

  /// The change of the file.
  public enum ChangeKind {
    /// It was not there.
    CREATE,
    /// It has another content.
    MODIFY,
    /// It is gone.
    DELETE,
    /// It is at another place.
    RENAME;

    /// The word that is written.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// The word for what has happened.
    public String past() {
      return this == MODIFY ? "modified" : word() + "d";
    }
  }

  /// The kind of this change.
  public ChangeKind kind() {
    if (from.isPresent()) {
      return ChangeKind.RENAME;
    }
    if (before instanceof FileState.Absent) {
      return ChangeKind.CREATE;
    }
    return after instanceof FileState.Absent ? ChangeKind.DELETE : ChangeKind.MODIFY;
  }

  /// The lines of a state; empty if it has no text.
  static List<String> lines(FileState state) {
    return lines(state, UnaryOperator.identity());
  }

  private static List<String> lines(FileState state, UnaryOperator<String> shown) {
    return state instanceof FileState.Present(FileContent content) && !content.binary()
        ? shown.apply(content.text()).lines().toList()
        : List.of();
  }

  private static int lineCount(FileState state) {
    return state instanceof FileState.Present(FileContent content) && !content.binary()
        ? content.lineCount()
        : 0;
  }

  private boolean hasTooManyLines() {
    return Math.max(lineCount(before), lineCount(after)) > MOST_LINES;
  }

  /// The lines that this change wrote, and the origin of the others; empty where there are too many
  /// to tell.
  ///
  /// @param program whether a program wrote it
  public Optional<ChangedLines> changedLines(boolean program) {
    return hasTooManyLines()
        ? Optional.empty()
        : Optional.of(ChangedLines.of(lines(before), lines(after), program));
  }

  /// These lines of the new content, with their hashes.
  public List<LineRange> ranges(ChangedLines changed) {
    List<String> lines = lines(after);
    List<LineRange> ranges = new ArrayList<>();
    for (LineSpan span : changed.written()) {
      ranges.add(LineRange.of(span, lines, changed.forms()));
    }
    return ranges;
  }

  /// A unified diff for people and models.
  public String diff(int maxLines) {
    return diff(maxLines, UnaryOperator.identity());
  }

  /// The same of what a reader may see of both texts.
  public String diff(int maxLines, UnaryOperator<String> shown) {
    List<String> old = lines(before, shown);
    List<String> now = lines(after, shown);
    return LineDiff.of(old, now).unified(old, now, 3, maxLines);
  }

  /// How many lines were added and removed; where there are too many to compare, all of them.
  public LineSpan.Count count() {
    if (hasTooManyLines()) {
      return new LineSpan.Count(/* added= */ lineCount(after), /* removed= */ lineCount(before));
    }
    LineDiff diff = LineDiff.of(lines(before), lines(after));
    int added = diff.hunks().stream().mapToInt(h -> h.newTo() - h.newFrom()).sum();
    int removed = diff.hunks().stream().mapToInt(h -> h.oldTo() - h.oldFrom()).sum();
    return new LineSpan.Count(added, removed);
  }
}
