// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;

/// Lists directories below a root and looks at what is in them, one directory at a time, for one
/// thread. No link is followed.
interface DirectoryLister extends AutoCloseable {
  /// What an owner must be permitted to look into a directory, and to change it.
  int FOR_ITS_OWNER = 0700;

  /// The one for this system.
  ///
  /// @throws IOException where the root can't be opened
  static DirectoryLister below(Path root) throws IOException {
    if (System.getProperty("os.name", "").equals("Linux")) {
      KernelLister lister = new KernelLister(root.toString());
      if (lister.works()) {
        return lister;
      }
      lister.close();
    }
    return new PlainLister(root);
  }

  /// Goes to a directory, relative to the root; false where it is gone, is none, or may not be
  /// entered.
  ///
  /// @throws IOException where that can't be said
  boolean enter(String directory) throws IOException;

  /// Opens a directory for its owner.
  ///
  /// @return its permissions before; empty if it is not a directory, or belongs to another user
  OptionalInt open(String directory);

  /// Gives a directory that was opened its permissions back, unless it has others by now.
  ///
  /// @param permissions those before it was opened
  void shut(String directory, int permissions);

  /// The entries there: for each one a byte for its kind, the name and a zero. None where the
  /// directory is gone.
  ///
  /// @throws IOException where they can't be read to the end
  byte[] list() throws IOException;

  /// Reads an entry there, identified by the start of its name in the last listing. A missing entry
  /// leaves the row unchanged.
  ///
  /// @throws IOException where it is there and can't be looked at
  void stat(EntryNames names, int at, long[] rows, int index) throws IOException;

  /// Leaves the directory.
  void leave();

  @Override
  void close();
}
