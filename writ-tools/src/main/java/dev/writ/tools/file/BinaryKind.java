// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.file;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// The type of a binary file, from its first bytes.
final class BinaryKind {
  private static final Map<String, String> BEGINNINGS = beginnings();

  private BinaryKind() {}

  /// The beginnings of files as Latin-1 text; a longer one stands before one that begins it.
  private static Map<String, String> beginnings() {
    Map<String, String> known = new LinkedHashMap<>();
    known.put("\u0089PNG\r\n", "a PNG image");
    known.put("\u00FF\u00D8\u00FF", "a JPEG image");
    known.put("GIF8", "a GIF image");
    known.put("BM", "a BMP image");
    known.put("II*\0", "a TIFF image");
    known.put("MM\0*", "a TIFF image");
    known.put("\0\0\u0001\0", "an icon");
    known.put("%PDF-", "a PDF document");
    known.put("PK\u0003\u0004", "a ZIP archive (also JAR, DOCX and the like)");
    known.put("\u001F\u008B", "gzip data");
    known.put("BZh", "bzip2 data");
    known.put("\u00FD7zXZ\0", "XZ data");
    known.put("(\u00B5/\u00FD", "Zstandard data");
    known.put("7z\u00BC\u00AF", "a 7-Zip archive");
    known.put("\u007FELF", "an ELF program or library");
    known.put("\u00CF\u00FA\u00ED\u00FE", "a Mach-O program or library");
    known.put("MZ", "a Windows program or library");
    known.put("\u00CA\u00FE\u00BA\u00BE", "a Java class or a universal Mach-O file");
    known.put("\0asm", "a WebAssembly module");
    known.put("SQLite format 3\0", "an SQLite database");
    known.put("wOF", "a web font");
    known.put("OggS", "Ogg media");
    known.put("ID3", "MP3 audio");
    known.put("fLaC", "FLAC audio");
    return known;
  }

  /// The kind in words.
  static String of(byte[] content) {
    String start =
        new String(content, 0, Math.min(content.length, 300), StandardCharsets.ISO_8859_1);
    for (Map.Entry<String, String> known : BEGINNINGS.entrySet()) {
      if (start.startsWith(known.getKey())) {
        return known.getValue();
      }
    }
    if (start.startsWith("RIFF")) {
      return start.startsWith("WEBP", 8) ? "a WebP image" : "RIFF media";
    }
    if (start.startsWith("ftyp", 4)) {
      return "MP4 media";
    }
    return start.startsWith("ustar", 257) ? "a tar archive" : "an unknown kind";
  }
}
