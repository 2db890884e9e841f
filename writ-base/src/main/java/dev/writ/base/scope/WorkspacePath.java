// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.base.scope;

import java.util.ArrayList;
import java.util.List;

/// A place below the workspace root: plain names without `.`, `..`, links or separators in them.
/// The root itself has no segments. Names are used as given, without any folding.
public record WorkspacePath(List<String> segments) implements Comparable<WorkspacePath> {
  /// The workspace root.
  public static final WorkspacePath ROOT = new WorkspacePath(List.of());

  public WorkspacePath {
    segments = List.copyOf(segments);
    for (String segment : segments) {
      if (segment.isEmpty()
          || segment.equals(".")
          || segment.equals("..")
          || segment.indexOf('/') >= 0
          || segment.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("not a plain name: '" + segment + "'");
      }
    }
  }

  /// The place that a relative, already plain text such as `src/A.java` names.
  ///
  /// @throws IllegalArgumentException where it is not plain
  public static WorkspacePath of(String text) {
    return text.isEmpty() || text.equals(".")
        ? ROOT
        : new WorkspacePath(List.of(text.split("/", -1)));
  }

  /// Whether this is the workspace root.
  public boolean isRoot() {
    return segments.isEmpty();
  }

  /// The last name.
  ///
  /// @throws IllegalStateException for the root, which has none
  public String name() {
    if (isRoot()) {
      throw new IllegalStateException("the workspace root has no name");
    }
    return segments.getLast();
  }

  /// The directory this is in; the root is its own parent.
  public WorkspacePath parent() {
    return isRoot() ? this : new WorkspacePath(segments.subList(0, segments.size() - 1));
  }

  /// The place with that name below this one.
  public WorkspacePath child(String name) {
    List<String> longer = new ArrayList<>(segments);
    longer.add(name);
    return new WorkspacePath(longer);
  }

  /// Whether this is that place or below it.
  public boolean within(WorkspacePath other) {
    return segments.size() >= other.segments.size()
        && segments.subList(0, other.segments.size()).equals(other.segments);
  }

  /// By segments: what is in a directory follows it before anything else does.
  @Override
  public int compareTo(WorkspacePath other) {
    int common = Math.min(segments.size(), other.segments.size());
    for (int i = 0; i < common; i++) {
      int order = segments.get(i).compareTo(other.segments.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(segments.size(), other.segments.size());
  }

  /// The segments with `/` between them; `.` for the root.
  @Override
  public String toString() {
    return isRoot() ? "." : String.join("/", segments);
  }
}
