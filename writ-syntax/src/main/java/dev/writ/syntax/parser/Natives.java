// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.parser;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/// The shared libraries of tree-sitter and its grammars for this machine: files in one directory,
/// loaded from there by their absolute paths. A library that is not byte for byte the one this
/// version was built with is not loaded.
final class Natives {
  private final Path directory;

  Natives(Path directory) {
    this.directory = directory.toAbsolutePath();
  }

  /// How the files of this machine's kind begin and end.
  private static String file(String name) {
    String machine =
        switch (System.getProperty("os.arch", "").toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "aarch64";
          default -> "unknown";
        };
    boolean linux = System.getProperty("os.name", "").startsWith("Linux");
    return machine + (linux ? "-linux-gnu-" + name + ".so" : "-macos-" + name + ".dylib");
  }

  /// Where a library is, after its bytes were compared with what they must be.
  ///
  /// @throws IOException where it is missing, or another one
  Path library(String name) throws IOException {
    String file = file(name);
    Path path = directory.resolve(file);
    String is = digest(Files.readAllBytes(path));
    if (!expected().contains(is + "  " + file + "\n")) {
      throw new IOException(path + " is not the library that this version was built with");
    }
    return path;
  }

  private static String expected() throws IOException {
    try (InputStream in = Natives.class.getResourceAsStream("natives.sha256")) {
      if (in == null) {
        throw new IOException("natives.sha256 is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
