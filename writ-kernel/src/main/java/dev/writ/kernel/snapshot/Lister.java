// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.snapshot;

import java.io.IOException;
import java.nio.file.Path;

/// Lists directories below a root and looks at what is in them, one directory at a time, for one
/// thread. No link is followed.
interface Lister extends AutoCloseable {
  /// The one for this system.
  ///
  /// @throws IOException where the root can't be opened
  static Lister below(Path root) throws IOException {
    return System.getProperty("os.name", "").equals("Linux")
        ? new KernelLister(root.toString())
        : new PlainLister(root);
  }

  /// Goes to a directory, relative to the root; false where it can't be entered.
  boolean enter(String directory);

  /// Opens a directory for its owner; false where it is none, or somebody else's.
  boolean open(String directory);

  /// The entries there: for each one a byte for its kind, the name and a zero.
  byte[] list();

  /// Looks at an entry there, by where its name begins in what was listed last. What is gone leaves
  /// the row as it is.
  void look(Names names, int at, long[] rows, int index);

  /// Leaves the directory.
  void leave();

  @Override
  void close();
}
