// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.records.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/// What one look at a file's attributes tells: equal stamps mean that nobody wrote the file between
/// the looks, as far as a file that is only appended to, or replaced whole, goes. A file that can't
/// be looked at equals nothing seen before.
///
/// @param key which file it is
public record JournalStamp(Object key, long size, FileTime modified) {
  private static final JournalStamp MISSING = new JournalStamp("", -1, FileTime.fromMillis(0));

  /// Looks at a file.
  public static JournalStamp of(Path file) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      Object key = now.fileKey();
      return new JournalStamp(key == null ? "" : key, now.size(), now.lastModifiedTime());
    } catch (NoSuchFileException _) {
      return MISSING;
    } catch (IOException _) {
      return new JournalStamp(new Object(), -1, FileTime.fromMillis(0));
    }
  }
}
