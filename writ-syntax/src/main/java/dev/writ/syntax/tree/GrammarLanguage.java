// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.tree;

import dev.writ.records.change.LexicalSyntax;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A language with a grammar.
public enum GrammarLanguage {
  /// Java.
  JAVA("java", "java"),
  /// Python.
  PYTHON("python", "py", "pyi", "pyw"),
  /// TypeScript.
  TYPESCRIPT("typescript", "ts", "mts", "cts"),
  /// TypeScript with elements.
  TSX("tsx", "tsx"),
  /// JavaScript, with elements or without.
  JAVASCRIPT("javascript", "js", "mjs", "cjs", "jsx"),
  /// Go.
  GO("go", "go"),
  /// Rust.
  RUST("rust", "rs"),
  /// C.
  C("c", "c"),
  /// C++, which reads headers too.
  CPP("cpp", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx"),
  /// Swift.
  SWIFT("swift", "swift"),
  /// C#.
  C_SHARP("c-sharp", "cs"),
  /// Kotlin.
  KOTLIN("kotlin", "kt", "kts"),
  /// Ruby.
  RUBY("ruby", "rb"),
  /// PHP.
  PHP("php", "php");

  private final String library;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> extensions;

  GrammarLanguage(String library, String... extensions) {
    this.library = library;
    this.extensions = List.of(extensions);
  }

  /// The language of a file with that name, judged by its extension.
  public static Optional<GrammarLanguage> of(String fileName) {
    int dot = fileName.lastIndexOf('.');
    if (dot < 0) {
      return Optional.empty();
    }
    String extension = fileName.substring(dot + 1).toLowerCase(Locale.ROOT);
    for (GrammarLanguage language : values()) {
      if (language.extensions.contains(extension)) {
        return Optional.of(language);
      }
    }
    return Optional.empty();
  }

  /// The name of its grammar's shared library.
  public String library() {
    return library;
  }

  /// Whether the same tokens in the same order always mean the same, wherever lines end.
  public boolean freeForm() {
    return this == JAVA;
  }

  /// Whether it is JavaScript or builds on it.
  public boolean javascript() {
    return this == JAVASCRIPT || this == TYPESCRIPT || this == TSX;
  }

  /// How its tokens look where the grammar is not asked.
  public LexicalSyntax lexis() {
    return LexicalSyntax.of("." + extensions.getFirst());
  }
}
