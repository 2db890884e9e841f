// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.base.value;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A file's bytes with their hash. Bytes that are not UTF-8 survive: edits work on bytes.
public final class FileContent {
  private final byte[] bytes;

  /// Made when it is first asked for: a search looks at many contents and hashes none.
  private volatile @Nullable String hash;

  private FileContent(byte[] bytes) {
    this.bytes = bytes;
  }

  /// The content with these bytes (copied).
  public static FileContent of(byte[] bytes) {
    return new FileContent(bytes.clone());
  }

  /// The content with this text in UTF-8.
  public static FileContent of(String text) {
    return new FileContent(text.getBytes(StandardCharsets.UTF_8));
  }

  /// A copy of the bytes.
  public byte[] bytes() {
    return bytes.clone();
  }

  /// Number of bytes.
  public int size() {
    return bytes.length;
  }

  /// `sha256:` and 64 hexadecimal digits.
  public String hash() {
    String known = hash;
    if (known == null) {
      known = ContentHash.of(bytes);
      hash = known;
    }
    return known;
  }

  /// How the bytes are to be read as text: UTF-16 where a byte order mark says so, else UTF-8.
  public Charset charset() {
    if (bytes.length < 2 || bytes.length % 2 != 0) {
      return StandardCharsets.UTF_8;
    }
    int mark = (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
    if (mark == 0xfeff) {
      return StandardCharsets.UTF_16BE;
    }
    boolean utf32 = bytes.length >= 4 && bytes[2] == 0 && bytes[3] == 0;
    return mark == 0xfffe && !utf32 ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
  }

  /// The text, with malformed bytes shown as the replacement character.
  public String text() {
    return new String(bytes, charset());
  }

  /// The text with one character (U+0000 to U+00FF) per byte: searching and replacing in it changes
  /// exactly the bytes that are meant, whatever their encoding.
  public String latin1() {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /// The lines of the text, without their ends; a final line end begins no further line.
  public List<String> lines() {
    return text().lines().toList();
  }

  /// How many lines there are, as [#lines()] has them.
  public int lineCount() {
    if (!charset().equals(StandardCharsets.UTF_8)) {
      return (int) text().lines().count();
    }
    int count = 0;
    for (int i = 0; i < bytes.length; i++) {
      boolean pair = bytes[i] == '\r' && i + 1 < bytes.length && bytes[i + 1] == '\n';
      if ((bytes[i] == '\n' || bytes[i] == '\r') && !pair) {
        count++;
      }
    }
    boolean ended =
        bytes.length == 0 || bytes[bytes.length - 1] == '\n' || bytes[bytes.length - 1] == '\r';
    return ended ? count : count + 1;
  }

  /// Whether the first kilobytes contain a NUL, as binary formats do and text in UTF-8 does not.
  public boolean binary() {
    if (!charset().equals(StandardCharsets.UTF_8)) {
      return text().indexOf('\0') >= 0;
    }
    int probe = Math.min(bytes.length, 8192);
    for (int i = 0; i < probe; i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FileContent that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hash() + " (" + bytes.length + " bytes)";
  }
}
