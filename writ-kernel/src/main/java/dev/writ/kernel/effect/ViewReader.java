// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.effect;

import dev.writ.kernel.effect.ViewDifference.Kind;
import dev.writ.kernel.effect.ViewDifference.Node;
import dev.writ.kernel.effect.ViewDifference.Role;
import dev.writ.kernel.sandbox.DirectoryHandle;
import dev.writ.kernel.sandbox.DirectoryHandle.Entry;
import dev.writ.kernel.scope.IgnoreRules;
import dev.writ.kernel.scope.WorkspacePath;
import dev.writ.kernel.snapshot.Exempt;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads what a view changed from the upper directory of its overlay (kernel: overlayfs.rst):
/// files that were written, whiteouts of what was removed, directories that hide (`opaque`) or
/// continue (`redirect`) one of the workspace. Reading costs as much as was changed.
final class ViewReader {
  /// How deep a tree is read. What lies deeper is left out.
  static final int MAX_DEPTH = 200;

  private static final String GIT = ".git";
  static final List<String> PREFIXES = List.of("trusted.overlay.", "user.overlay.");

  private final Exempt exempt;
  private final DirectoryHandle workspace;
  private final List<ViewDifference> found = new ArrayList<>();

  private ViewReader(Exempt exempt, DirectoryHandle workspace) {
    this.exempt = exempt;
    this.workspace = workspace;
  }

  /// The differences, each directory before what is in it.
  ///
  /// @param exempt says what is an output
  /// @throws IOException where the view or the workspace can't be read; then nothing may be applied
  static List<ViewDifference> read(Path root, Path upper, Exempt exempt) throws IOException {
    try (DirectoryHandle workspace = DirectoryHandle.open(root);
        DirectoryHandle changed = DirectoryHandle.open(upper)) {
      ViewReader reader = new ViewReader(exempt, workspace);
      IgnoreRules rules = exempt.rules(exempt.above(), WorkspacePath.ROOT);
      Base base = new Base(workspace, WorkspacePath.ROOT);
      reader.walk(changed, new Level(WorkspacePath.ROOT, rules, Role.FILE, workspace, base));
      return withoutRenamed(reader.found);
    }
  }

  /// What is gone from a place because it was renamed is told at its new place.
  private static List<ViewDifference> withoutRenamed(List<ViewDifference> all) {
    Set<WorkspacePath> renamed = new HashSet<>();
    all.forEach(difference -> difference.from().ifPresent(renamed::add));
    return renamed.isEmpty()
        ? all
        : all.stream().filter(d -> !(d.after().isAbsent() && renamed.contains(d.path()))).toList();
  }

  /// A directory of the view.
  ///
  /// @param lower what stands at its place in the workspace, if a directory does
  /// @param base the directory whose entries show through; none where it is opaque
  private record Level(
      WorkspacePath path,
      IgnoreRules rules,
      Role role,
      @Nullable DirectoryHandle lower,
      @Nullable Base base) {
    /// Whether what shows through is what stands there.
    boolean isMerged() {
      return base != null && base.handle() == lower;
    }
  }

  /// A directory of the workspace whose entries show through.
  private record Base(DirectoryHandle handle, WorkspacePath path) {}

  private void walk(DirectoryHandle upper, Level level) throws IOException {
    Set<String> names = new HashSet<>();
    for (Entry entry : upper.entries()) {
      names.add(entry.name());
      WorkspacePath path = level.path().child(entry.name());
      Entry lower = look(level.lower(), entry.name());
      Role role = role(level, path, entry.isDirectory() || (lower != null && lower.isDirectory()));
      Node before = Node.of(lower);
      if (entry.isDirectory()) {
        directory(upper, entry, level, role, before);
      } else {
        if (before.isDirectory()) {
          removed(level, path, role);
        }
        Node after = Node.of(entry);
        if (!before.isAbsent() || !after.isAbsent()) {
          found.add(new ViewDifference(path, before, after, role));
        }
      }
    }
    if (!level.isMerged()) {
      through(level, names);
      hidden(level, names);
    }
  }

  /// What shows through from where a directory was renamed from.
  ///
  /// @param names what stands before it; gets the names of what shows through
  private void through(Level level, Set<String> names) throws IOException {
    Base base = level.base();
    if (base == null) {
      return;
    }
    for (Entry entry : base.handle().entries()) {
      if (!names.add(entry.name())) {
        continue;
      }
      WorkspacePath path = level.path().child(entry.name());
      WorkspacePath from = base.path().child(entry.name());
      Node before = Node.of(look(level.lower(), entry.name()));
      Role role = role(level, path, entry.isDirectory());
      Node after = Node.of(entry);
      if (!entry.isDirectory()) {
        found.add(new ViewDifference(path, before, after, Optional.of(from), role));
        continue;
      }
      if (!before.isDirectory() || before.permissions() != after.permissions()) {
        found.add(new ViewDifference(path, before, after, role));
      }
      DirectoryHandle lower = before.isDirectory() ? child(level.lower(), entry.name()) : null;
      try (DirectoryHandle below = base.handle().child(entry.name())) {
        Level inner = new Level(path, level.rules(), role, lower, new Base(below, from));
        Set<String> shown = new HashSet<>();
        through(inner, shown);
        hidden(inner, shown);
      } finally {
        close(lower);
      }
    }
  }

  /// What the workspace has there and the view hides.
  private void hidden(Level level, Set<String> names) throws IOException {
    if (level.lower() == null) {
      return;
    }
    for (Entry entry : level.lower().entries()) {
      if (!names.contains(entry.name())) {
        WorkspacePath path = level.path().child(entry.name());
        Role role = role(level, path, entry.isDirectory());
        if (entry.isDirectory()) {
          removed(level, path, role);
        }
        found.add(new ViewDifference(path, Node.of(entry), Node.ABSENT, role));
      }
    }
  }

  private void directory(DirectoryHandle upper, Entry entry, Level level, Role role, Node before)
      throws IOException {
    WorkspacePath path = level.path().child(entry.name());
    if (path.segments().size() > MAX_DEPTH) {
      Node unusable = new Node(Kind.OTHER, 0, false, false, entry.stamp());
      found.add(new ViewDifference(path, before, unusable, role));
      return;
    }
    Node after = Node.of(entry);
    DirectoryHandle lower = before.isDirectory() ? child(level.lower(), entry.name()) : null;
    try (DirectoryHandle changed = upper.child(entry.name())) {
      if (role == Role.OUTPUT && before.isAbsent()) {
        OptionalLong files = OutputScan.files(changed);
        if (files.isPresent()) {
          found.add(new ViewDifference(path, before, after.asTree(files.getAsLong()), role));
          return;
        }
      }
      if (!before.isDirectory() || before.permissions() != after.permissions()) {
        found.add(new ViewDifference(path, before, after, role));
      }
      Base base = base(changed, level, entry.name(), lower);
      try {
        walk(changed, new Level(path, rules(level, path, lower), role, lower, base));
      } finally {
        if (base != null && base.handle() != lower) {
          base.handle().close();
        }
      }
    } finally {
      close(lower);
    }
  }

  /// What shows through a directory of the view.
  private @Nullable Base base(
      DirectoryHandle changed, Level parent, String name, @Nullable DirectoryHandle lower)
      throws IOException {
    Optional<String> redirect = attribute(changed, "redirect");
    if (redirect.isPresent()) {
      return redirected(parent, redirect.get());
    }
    Base above = parent.base();
    if (above == null || attribute(changed, "opaque").isPresent()) {
      return null;
    }
    if (above.handle() == parent.lower()) {
      return lower == null ? null : new Base(lower, parent.path().child(name));
    }
    DirectoryHandle below = child(above.handle(), name);
    return below == null ? null : new Base(below, above.path().child(name));
  }

  /// A redirect is a path from the root, or another name beside where the parent's entries come
  /// from.
  private @Nullable Base redirected(Level parent, String redirect) throws IOException {
    WorkspacePath path;
    if (redirect.startsWith("/")) {
      path = WorkspacePath.of(redirect.substring(1));
    } else if (parent.base() == null) {
      throw new IOException("the view renames " + redirect + ", which it doesn't show");
    } else {
      path = parent.base().path().child(redirect);
    }
    DirectoryHandle handle = workspace.child(".");
    for (String segment : path.segments()) {
      try (DirectoryHandle above = handle) {
        handle = above.child(segment);
      } catch (NoSuchFileException _) {
        return null; // it went meanwhile
      }
    }
    return new Base(handle, path);
  }

  private static @Nullable Entry look(@Nullable DirectoryHandle directory, String name)
      throws IOException {
    return directory == null ? null : directory.look(name);
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

  private static Optional<String> attribute(DirectoryHandle directory, String name) {
    for (String prefix : PREFIXES) {
      Optional<String> value = directory.attribute(prefix + name);
      if (value.isPresent()) {
        return value;
      }
    }
    return Optional.empty();
  }

  /// Everything below a directory of the workspace that the view no longer has, the innermost last.
  private void removed(Level level, WorkspacePath path, Role role) throws IOException {
    DirectoryHandle lower = child(level.lower(), path.name());
    if (lower == null) {
      return;
    }
    try (lower) {
      Level below = new Level(path, rules(level, path, lower), role, lower, null);
      hidden(below, Set.of());
    }
  }

  private IgnoreRules rules(Level level, WorkspacePath path, @Nullable DirectoryHandle lower)
      throws IOException {
    boolean own = lower != null && lower.look(IgnoreRules.FILE) != null;
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
