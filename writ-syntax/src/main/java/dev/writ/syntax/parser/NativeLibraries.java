// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.parser;

import java.nio.file.Path;
import java.util.Locale;

/// The shared libraries of tree-sitter and its grammars for this machine: files in one directory,
/// loaded from there by their absolute paths.
final class NativeLibraries {
  private final Path directory;

  NativeLibraries(Path directory) {
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

  /// The path of a library. The image's build verified the library.
  Path library(String name) {
    return directory.resolve(file(name));
  }
}
