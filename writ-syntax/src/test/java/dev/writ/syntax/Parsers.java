// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax;

import java.nio.file.Path;
import java.util.List;

/// The parser as tests start it: from the class path, with the libraries that the build unpacked.
public final class Parsers {
  private Parsers() {}

  /// The command line.
  public static List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xshare:auto",
        "-Xmx256m",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        "dev.writ.syntax.parser.ParserMain",
        System.getProperty("writ.natives"));
  }
}
