// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A directory's entries as they were listed: for each one a byte for its kind, the name and a
/// zero.
public final class EntryNames {
  /// The kind of an entry that is a directory (getdents(2)).
  private static final byte DIRECTORY = 4;

  /// The kind of an entry that must be looked at to know its kind.
  static final byte UNKNOWN = 0;

  /// What stands for bytes that are no UTF-8.
  private static final char NOT_DECODED = '\uFFFD';

  private final byte[] listing;

  EntryNames(byte[] listing) {
    this.listing = listing;
  }

  /// Whether a name that was listed leads to its entry: not all bytes are UTF-8.
  public static boolean isDecoded(String name) {
    return name.indexOf(NOT_DECODED) < 0;
  }

  /// Whether all names lead to their entries, at a glance.
  boolean areAscii() {
    for (byte one : listing) {
      if (one < 0) {
        return false;
      }
    }
    return true;
  }

  byte[] bytes() {
    return listing;
  }

  /// The start of the first name.
  static int first() {
    return 1;
  }

  /// Whether a name begins there; behind the last one none does.
  boolean has(int at) {
    return at < listing.length;
  }

  /// The start of the name after the given one.
  int after(int at) {
    return at + length(at) + 1;
  }

  private byte kind(int at) {
    return listing[at - 1];
  }

  /// Whether the entry is a directory, no link to one.
  boolean isDirectory(int at, DirectoryLister lister) throws IOException {
    if (kind(at) != UNKNOWN) {
      return kind(at) == DIRECTORY;
    }
    long[] row = new long[StatRow.WIDTH];
    lister.stat(this, at, row, 0);
    return StatRow.at(row, 0).directory();
  }

  /// How many bytes the name that begins there has, the zero included.
  int length(int at) {
    int end = at;
    while (listing[end] != 0) {
      end++;
    }
    return end + 1 - at;
  }

  /// The name that begins there; invalid UTF-8 becomes the replacement character.
  String at(int from) {
    return new String(listing, from, length(from) - 1, StandardCharsets.UTF_8);
  }

  boolean contains(String name) {
    byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
    for (int at = first(); has(at); at = after(at)) {
      if (length(at) == wanted.length + 1
          && Arrays.equals(listing, at, at + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  boolean same(EntryNames other) {
    return Arrays.equals(listing, other.listing);
  }
}
