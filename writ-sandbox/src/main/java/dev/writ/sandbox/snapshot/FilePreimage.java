// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

/// The source from which a file's content, as of a snapshot, can be restored.
public sealed interface FilePreimage {
  /// In Writ's object store, under this hash.
  record Stored(String hash) implements FilePreimage {}

  /// Among Git's objects, under this id: the file was as the index has it.
  record InGit(String blob) implements FilePreimage {}

  /// In memory only: a secret, which has no copy on a disk, or what changes too often for one.
  @SuppressWarnings("ArrayRecordComponent") // immutable by convention
  record InMemory(byte[] bytes) implements FilePreimage {}

  /// Nowhere: it was too large, too many were new, or it couldn't be read.
  record Lost() implements FilePreimage {}

  /// Of a file with an access control list, which isn't kept.
  ///
  /// @param content where its content is
  /// @param permissions those that open it to nobody whom the list keeps out
  record ListedPreimage(FilePreimage content, int permissions) implements FilePreimage {}

  /// The source of the content alone.
  static FilePreimage ofContent(FilePreimage source) {
    return source instanceof ListedPreimage(FilePreimage content, int _) ? content : source;
  }

  /// Nowhere.
  FilePreimage LOST = new Lost();
}
