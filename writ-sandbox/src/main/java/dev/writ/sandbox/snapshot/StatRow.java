// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

/// The file system's data of one entry (stat(2)). A file with an equal row has equal content: a
/// program can set the time of modification, but not that of the last status change.
///
/// @param mode kind and permissions
/// @param modified nanoseconds since 1970
/// @param changed when content or attributes last changed, in nanoseconds since 1970
/// @param links how many names it has
public record StatRow(
    long mode, long inode, long sizeBytes, long modified, long changed, long links) {
  /// How many numbers a row has where rows lie in an array.
  static final int WIDTH = 6;

  private static final long KIND = 0xF000;
  private static final long DIRECTORY = 0x4000;
  private static final long REGULAR = 0x8000;
  private static final long LINK = 0xA000;
  private static final long PERMISSIONS = 0777;
  private static final long OF_DIRECTORIES = 03777;
  private static final long SPECIAL = 06000;
  private static final long OWNER_READS = 0400;
  private static final long OWNER_RUNS = 0100;

  static StatRow at(long[] rows, int index) {
    int from = index * WIDTH;
    return new StatRow(
        rows[from], rows[from + 1], rows[from + 2], rows[from + 3], rows[from + 4], rows[from + 5]);
  }

  /// Whether it is a regular file.
  public boolean regular() {
    return (mode & KIND) == REGULAR;
  }

  /// Whether it is a directory.
  public boolean directory() {
    return (mode & KIND) == DIRECTORY;
  }

  /// The permission bits; of a directory with those by which what comes into it gets its group, or
  /// only its owner may remove it (inode(7)).
  public int permissions() {
    return (int) (mode & (directory() ? OF_DIRECTORIES : PERMISSIONS));
  }

  /// Whether it is a file that changes its user's or group's identity when it is run.
  public boolean setsId() {
    return (mode & SPECIAL) != 0 && regular();
  }

  /// Whether it is a regular file that its owner may run.
  public boolean program() {
    return regular() && (mode & OWNER_RUNS) != 0;
  }

  /// Whether it is a regular file that its owner can't read.
  public boolean closed() {
    return regular() && (mode & OWNER_READS) == 0;
  }

  /// Whether all is the same but the time of the last status change.
  boolean isLike(StatRow other) {
    return other.equals(new StatRow(mode, inode, sizeBytes, modified, other.changed, links));
  }

  /// Whether it is a symbolic link.
  public boolean link() {
    return (mode & KIND) == LINK;
  }
}
