// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.workspace;

import dev.writ.base.scope.WorkspacePath;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/// Which directory stood at which place when somebody looked. Of each only one number is kept, so
/// that those of a large workspace take little memory.
public final class KnownDirectories {
  private final Set<Long> marks;

  /// None yet.
  public KnownDirectories() {
    this(Set.of());
  }

  /// Those of which another one has the marks.
  public KnownDirectories(Collection<Long> marks) {
    this.marks = new HashSet<>(marks);
  }

  /// Notes one.
  ///
  /// @param number the file system's number of it (`inode(7)`)
  public void add(WorkspacePath place, long number) {
    marks.add(mark(place, number));
  }

  /// Whether the one of that number stood there.
  public boolean has(WorkspacePath place, long number) {
    return marks.contains(mark(place, number));
  }

  /// What is kept of them: the same in every process.
  public Set<Long> marks() {
    return Set.copyOf(marks);
  }

  /// The odd number spreads the file system's, which are near each other, over all 64 bits.
  private static long mark(WorkspacePath place, long number) {
    return number * 0x9E37_79B9_7F4A_7C15L + place.segments().hashCode();
  }
}
