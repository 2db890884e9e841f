// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.ClosedPlaces;
import dev.writ.kernel.comparison.ViewContents;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.comparison.ViewDifference.Kind;
import dev.writ.kernel.comparison.ViewDifference.Node;
import dev.writ.kernel.comparison.ViewDifference.Role;
import dev.writ.kernel.output.MovedOutputs;
import dev.writ.kernel.output.TakenOutputs;
import dev.writ.kernel.workspace.TreeWalk;
import dev.writ.sandbox.namespace.OverlayView;
import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import dev.writ.sandbox.os.PlaceHandle;
import dev.writ.sandbox.snapshot.ExemptDirectories;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads what a view changed from the upper directory of its overlay (kernel: overlayfs.rst):
/// files that were written, whiteouts of what was removed, directories that hide one of the
/// workspace (`opaque`). Reading costs as much as was changed.
final class ViewReader {
  /// The maximum depth of a tree; deeper entries are omitted.
  static final int MAX_DEPTH = TreeWalk.MAX_DEPTH;

  private static final String GIT = ".git";
  private static final String ORIGIN = "origin";

  private final ExemptDirectories exempt;
  private final OutputGuard asks;
  private final ViewPast past;
  private final String attributes = OverlayView.attributes();
  private final List<ViewDifference> found = new ArrayList<>();
  private final MovedOutputs moved;
  private final ClosedPlaces closed;

  /// New outputs where no tool makes them again: what goes there is recorded.
  private final Set<WorkspacePath> lasting = new HashSet<>();

  /// Copies of what is no longer in the workspace.
  private final Set<WorkspacePath> copies = new HashSet<>();

  /// Whether the command took a file from its place, so that a copy may stand at another one.
  private boolean takesAway;

  private boolean repository;

  /// What is known of the workspace before the view.
  ///
  /// @param openedAt when the view was opened, in nanoseconds since 1970
  /// @param standing which directories were there
  record ViewPast(long openedAt, StandingDirectories standing) {
    boolean precedes(long time) {
      return time > openedAt;
    }
  }

  /// @param exempt says what is an output
  /// @param asks whether a change of a place has to be judged by itself, also in an output
  /// @param closed what was found closed to its owner before
  ViewReader(ExemptDirectories exempt, OutputGuard asks, ClosedPlaces closed, ViewPast past) {
    this(exempt, asks, closed, past, new MovedOutputs(List.of()));
  }

  private ViewReader(
      ExemptDirectories exempt,
      OutputGuard asks,
      ClosedPlaces closed,
      ViewPast past,
      MovedOutputs moved) {
    this.closed = closed;
    this.exempt = exempt;
    this.asks = asks;
    this.past = past;
    this.moved = moved;
  }

  /// The differences, each directory before what is in it; what was moved into outputs is recorded.
  ///
  /// @param contents reads both sides
  /// @throws IOException where the view or the workspace can't be read; then nothing may be applied
  List<ViewDifference> read(Path root, Path upper, ViewContents contents) throws IOException {
    List<ViewDifference> all = read(root, upper);
    MovedOutputs outputs = new MovedOutputs(all);
    if (outputs.areThere()) {
      ViewReader again = new ViewReader(exempt, asks, closed, past, outputs);
      List<ViewDifference> entries = again.read(root, upper);
      all = outputs.recorded(entries, again.lasting::contains, contents);
    }
    return TakenOutputs.recorded(all, contents);
  }

  /// The differences, each directory before what is in it.
  ///
  /// @throws IOException where the view or the workspace can't be read; then nothing may be applied
  List<ViewDifference> read(Path root, Path upper) throws IOException {
    try (DirectoryHandle workspace = DirectoryHandle.open(root);
        DirectoryHandle changed = DirectoryHandle.open(upper)) {
      repository = workspace.entry(GIT) != null;
      IgnoreRules rules = exempt.rules(exempt.above(), WorkspacePath.ROOT);
      walk(
          changed,
          new Level(WorkspacePath.ROOT, rules, Role.FILE, workspace, Standing.AS_IT_WAS),
          /* opaque= */ false);
      return takesAway ? found : found.stream().map(this::standing).toList();
    }
  }

  /// What the view continues from the workspace and is not there any more, another program removed.
  private ViewDifference standing(ViewDifference difference) {
    return copies.contains(difference.path()) && difference.isRecorded()
        ? difference.stale()
        : difference;
  }

  /// Whether the view continues a file of the workspace, as the overlay notes it in each copy.
  private boolean isCopy(DirectoryHandle upper, DirectoryEntry entry) throws IOException {
    if (!entry.isFile() || entry.links() > 1) {
      return false;
    }
    try (PlaceHandle place = upper.file(entry.name())) {
      return place.hasAttribute(attributes + ORIGIN);
    }
  }

  /// Another program's changes of a directory of the workspace since the view was opened.
  private enum Standing {
    /// Nothing.
    AS_IT_WAS,
    /// Changed what is in it: nothing that is in it is removed.
    TOUCHED,
    /// Put it, or one above it, there: nothing that is in it is changed.
    MOVED_HERE
  }

  /// A directory of the view.
  ///
  /// @param lower what stands at its place in the workspace, if a directory does
  private record Level(
      WorkspacePath path,
      IgnoreRules rules,
      Role role,
      @Nullable DirectoryHandle lower,
      Standing standing) {}

  /// A rename sets when a directory itself was changed, and not when what is in it was. Where both
  /// were, and the one above it, too, it may have been moved there and changed then, unless it is
  /// known.
  private Standing classify(Level above, WorkspacePath path, @Nullable DirectoryEntry lower)
      throws IOException {
    boolean known = lower != null && past.standing().has(path, lower);
    if (above.standing() == Standing.MOVED_HERE) {
      return Standing.MOVED_HERE;
    }
    if (lower == null || !past.precedes(lower.stamp().changed())) {
      return Standing.AS_IT_WAS;
    }
    boolean same = known || !isChanged(above);
    return same && past.precedes(lower.stamp().modified()) ? Standing.TOUCHED : Standing.MOVED_HERE;
  }

  /// Whether something came into a directory of the workspace, or went from it.
  private boolean isChanged(Level level) throws IOException {
    DirectoryEntry own = look(level.lower(), ".");
    return own == null || past.precedes(own.stamp().changed());
  }

  private void add(Level level, WorkspacePath path, Node before, Node after, Role usual)
      throws IOException {
    boolean lasts = usual == Role.OUTPUT && !exempt.isMadeAgain(level.rules(), path, repository);
    Role role = lasts && !before.isAbsent() ? Role.IGNORED : usual;
    if (lasts) {
      lasting.add(path);
    }
    boolean stale =
        switch (level.standing()) {
          case AS_IT_WAS -> false;
          case TOUCHED -> after.isAbsent();
          case MOVED_HERE -> !before.isAbsent();
        };
    long last = before.isClosed() ? before.stamp().modified() : before.stamp().changed();
    boolean changed = before.isLeaf() && past.precedes(last);
    ViewDifference.Standing standing =
        stale || changed
            ? ViewDifference.Standing.STALE
            : before.isFile() && after.isFile() && isOpenForWriting(level, path.name())
                ? ViewDifference.Standing.IN_USE
                : ViewDifference.Standing.AS_IT_WAS;
    found.add(new ViewDifference(path, before, after, role, standing));
  }

  private static boolean isOpenForWriting(Level level, String name) throws IOException {
    if (level.lower() == null) {
      return false;
    }
    try (PlaceHandle place = level.lower().file(name)) {
      return place.isOpenForWriting();
    } catch (FileSystemException _) {
      return false; // it went meanwhile, or can't be read
    }
  }

  private void walk(DirectoryHandle upper, Level level, boolean opaque) throws IOException {
    Set<String> names = new HashSet<>();
    for (DirectoryEntry entry : upper.entries()) {
      names.add(entry.name());
      WorkspacePath path = level.path().child(entry.name());
      DirectoryEntry lower = look(level.lower(), entry.name());
      Role role = role(level, path, entry.isDirectory() || (lower != null && lower.isDirectory()));
      if (entry.isDirectory()) {
        directory(upper, entry, level, role, lower);
      } else {
        Node before = Node.of(lower);
        if (before.isDirectory()) {
          removed(level, path, role, lower);
        }
        Node after = closed.open(upper, entry, path);
        boolean copy = isCopy(upper, entry);
        takesAway |= before.isFile() && !copy;
        if (copy && before.isAbsent()) {
          copies.add(path);
        }
        if (!before.isAbsent() || !after.isAbsent()) {
          add(level, path, before, after, role);
        }
      }
    }
    if (opaque) {
      hidden(level, names);
    }
  }

  /// The entries of the workspace there that the view hides.
  private void hidden(Level level, Set<String> names) throws IOException {
    if (level.lower() == null) {
      return;
    }
    for (DirectoryEntry entry : level.lower().entries()) {
      if (!names.contains(entry.name())) {
        WorkspacePath path = level.path().child(entry.name());
        if (path.segments().size() > MAX_DEPTH) {
          throw new IOException(level.path() + " is nested too deeply to remove");
        }
        Role role = role(level, path, entry.isDirectory());
        takesAway |= entry.isFile();
        if (entry.isDirectory()) {
          removed(level, path, role, entry);
        }
        add(level, path, Node.of(entry), Node.ABSENT, role);
      }
    }
  }

  private void directory(
      DirectoryHandle upper,
      DirectoryEntry entry,
      Level level,
      Role role,
      @Nullable DirectoryEntry lowerEntry)
      throws IOException {
    WorkspacePath path = level.path().child(entry.name());
    Node before = Node.of(lowerEntry);
    if (path.segments().size() > MAX_DEPTH) {
      Node unusable = new Node(Kind.OTHER, 0, false, false, entry.stamp());
      add(level, path, before, unusable, role);
      return;
    }
    Node after = closed.open(upper, entry, path);
    DirectoryHandle lower = before.isDirectory() ? child(level.lower(), entry.name()) : null;
    try (DirectoryHandle changed = upper.child(entry.name())) {
      if (role == Role.OUTPUT && before.isAbsent()) {
        boolean again = exempt.isMadeAgain(level.rules(), path, repository);
        MovedOutputs inside = again ? new MovedOutputs(List.of()) : moved;
        OptionalLong files = new OutputScan(asks, inside, closed).files(changed, path);
        boolean mayBeMoved = inside.areThere() && files.orElse(1) == 0; // it was empty before, too
        if (files.isPresent() && !mayBeMoved) {
          add(level, path, before, after.asTree(files.getAsLong()), role);
          return;
        }
      }
      if (before.isAbsent() && changed.attribute(attributes + ORIGIN).isPresent()) {
        copies.add(path);
      }
      if (!before.isDirectory() || before.permissions() != after.permissions()) {
        add(level, path, before, after, role);
      }
      Standing standing = classify(level, path, lowerEntry);
      walk(
          changed,
          new Level(path, rules(level, path, lower), role, lower, standing),
          isOpaque(changed));
    } finally {
      close(lower);
    }
  }

  /// Whether a directory hides the one of the workspace.
  ///
  /// @throws IOException where it continues another one instead, which no view of ours can say
  private boolean isOpaque(DirectoryHandle directory) throws IOException {
    if (directory.attribute(attributes + "redirect").isPresent()) {
      throw new IOException("the view reports a directory moved from another place");
    }
    return directory.attribute(attributes + "opaque").isPresent();
  }

  private static @Nullable DirectoryEntry look(@Nullable DirectoryHandle directory, String name)
      throws IOException {
    return directory == null ? null : directory.entry(name);
  }

  private static void close(@Nullable DirectoryHandle directory) {
    if (directory != null) {
      directory.close();
    }
  }

  private static @Nullable DirectoryHandle child(@Nullable DirectoryHandle parent, String name)
      throws IOException {
    try {
      return parent == null ? null : parent.child(name);
    } catch (NoSuchFileException _) {
      return null; // it went meanwhile
    }
  }

  /// Everything below a directory of the workspace that the view no longer has, the innermost last.
  private void removed(Level level, WorkspacePath path, Role role, @Nullable DirectoryEntry entry)
      throws IOException {
    DirectoryHandle lower = child(level.lower(), path.name());
    if (lower == null) {
      return;
    }
    try (lower) {
      Standing standing = classify(level, path, entry);
      Level below = new Level(path, rules(level, path, lower), role, lower, standing);
      hidden(below, Set.of());
    }
  }

  private IgnoreRules rules(Level level, WorkspacePath path, @Nullable DirectoryHandle lower)
      throws IOException {
    boolean own =
        lower != null && (lower.entry(IgnoreRules.FILE) != null || lower.entry(GIT) != null);
    return own ? exempt.rules(level.rules(), path) : level.rules();
  }

  private Role role(Level level, WorkspacePath path, boolean directory) {
    if (level.role() == Role.GIT || path.name().equals(GIT)) {
      return Role.GIT;
    }
    if (level.role() == Role.OUTPUT && !exempt.tracked().tracks(path)) {
      return Role.OUTPUT;
    }
    return exempt.isOutput(level.rules(), path, directory) ? Role.OUTPUT : Role.FILE;
  }
}
