// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.os;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Paths as the kernel has them: any bytes but zero, which need not be text. A path whose names are
/// no text comes from a listing only, and its text names nothing.
public final class PathBytes {
  private static final char NO_TEXT = '\uFFFD';

  private PathBytes() {}

  /// The bytes of an absolute path, whatever the locale.
  public static byte[] of(Path path) {
    String text = path.toString();
    return text.indexOf(NO_TEXT) < 0 ? text.getBytes(StandardCharsets.UTF_8) : listed(path);
  }

  private static byte[] listed(Path path) {
    String raw = path.toUri().getRawPath(); // has each byte
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
    int end = raw.length() > 1 && raw.endsWith("/") ? raw.length() - 1 : raw.length();
    for (int i = 0; i < end; i++) {
      boolean escaped = raw.charAt(i) == '%';
      bytes.write(escaped ? Integer.parseInt(raw, i + 1, i + 3, 16) : raw.charAt(i));
      i += escaped ? 2 : 0;
    }
    return bytes.toByteArray();
  }

  /// The absolute path that consists of these bytes.
  public static Path path(byte[] bytes) {
    StringBuilder uri = new StringBuilder("file://");
    for (byte one : bytes) {
      if (one == '/') {
        uri.append('/');
      } else {
        uri.append('%').append(Character.forDigit((one >> 4) & 0xF, 16));
        uri.append(Character.forDigit(one & 0xF, 16));
      }
    }
    return Path.of(URI.create(uri.toString()));
  }
}
