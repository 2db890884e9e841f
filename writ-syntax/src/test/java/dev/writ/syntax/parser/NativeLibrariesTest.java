// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.parser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.syntax.tree.GrammarLanguage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NativeLibrariesTest {
  private static final Path DIRECTORY = Path.of(System.getProperty("writ.natives"));

  @Test
  void theLibrariesAreThoseThatWereChosen() throws IOException, GeneralSecurityException {
    List<String> lines = Files.readAllLines(Path.of("natives.sha256"));
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (String line : lines) {
      String file = line.substring(line.indexOf("  ") + 2);
      byte[] is = digest.digest(Files.readAllBytes(DIRECTORY.resolve(file)));
      assertThat(HexFormat.of().formatHex(is) + "  " + file).isEqualTo(line);
    }
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .as("the image takes those that are listed")
          .allMatch(name -> lines.stream().anyMatch(line -> line.endsWith("  " + name)));
    }
  }

  @Test
  void eachLanguageHasItsLibraryOnThisMachine() {
    NativeLibraries natives = new NativeLibraries(DIRECTORY);
    assertThat(natives.library("tree-sitter")).isRegularFile();
    for (GrammarLanguage language : GrammarLanguage.values()) {
      assertThat(natives.library("tree-sitter-" + language.library())).isRegularFile();
    }
  }
}
