// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

/// Where the content of a file, as a snapshot saw it, can be had again.
public sealed interface FilePreimage {
  /// In Writ's object store, under this hash.
  record Stored(String hash) implements FilePreimage {}

  /// Among Git's objects, under this id: the file was as the index has it.
  record InGit(String blob) implements FilePreimage {}

  /// In memory only: a secret, of which there is no copy on a disk.
  @SuppressWarnings("ArrayRecordComponent") // nobody changes it
  record InMemory(byte[] bytes) implements FilePreimage {}

  /// Nowhere: it was too large, too many were new, or it couldn't be read.
  record Lost() implements FilePreimage {}

  /// Nowhere.
  FilePreimage LOST = new Lost();
}
