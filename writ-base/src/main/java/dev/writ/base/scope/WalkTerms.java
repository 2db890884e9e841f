// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.base.scope;

import java.io.IOException;

/// The words of a walk through a directory tree.
public interface WalkTerms {
  /// The type of an entry.
  enum WalkEntryKind {
    /// A regular file.
    FILE,
    /// A directory.
    DIRECTORY,
    /// A symbolic link; it is not followed.
    LINK,
    /// A pipe, socket or device; it is never opened.
    OTHER
  }

  /// The continuation of the walk after an entry.
  enum WalkStep {
    /// Continue, into the directory if it is one.
    GO_ON,
    /// Continue, but not into it.
    SKIP,
    /// End the walk.
    STOP
  }

  /// One entry.
  ///
  /// @param sizeBytes the file's size
  /// @param reader reads a regular file whole, while the entry is being visited
  record WalkEntry(WorkspacePath path, WalkEntryKind kind, long sizeBytes, Reader reader) {}

  /// Reads an entry's content.
  @FunctionalInterface
  interface Reader {
    /// The bytes.
    ///
    /// @throws IOException if it is not a regular file, too large or unreadable
    byte[] read() throws IOException;
  }

  /// Reads a file of a directory by name.
  @FunctionalInterface
  interface Sibling {
    /// The bytes of the file with that name.
    ///
    /// @throws IOException where there is none that can be read
    byte[] read(String name) throws IOException;
  }

  /// Sees the entries, parents before children, names in order.
  interface WalkVisitor {
    /// Before a directory's entries.
    ///
    /// @param files reads files of this directory, such as its ignore rules
    default void enter(WorkspacePath directory, Sibling files) {}

    /// For each entry.
    WalkStep visit(WalkEntry entry) throws IOException;
  }
}
