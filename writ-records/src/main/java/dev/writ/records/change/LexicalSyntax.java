// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.records.change;

import java.util.Arrays;
import java.util.Locale;

/// How a file of some name is cut into words, literals and signs where its grammar is not asked:
/// what begins a comment, what a text, and whether indentation has meaning. Bytes above 0x7F count
/// as letters, so nothing depends on the encoding.
///
/// @param line what begins a comment that goes to the end of its line; empty where nothing does
/// @param open what begins a comment that has an end; empty where nothing does
/// @param close that end
/// @param quotes the signs between which a text stands
/// @param traits what else is peculiar
public record LexicalSyntax(
    String line, String open, String close, String quotes, java.util.Set<SyntaxTrait> traits) {
  /// A peculiarity of a language's texts and comments.
  public enum SyntaxTrait {
    /// Indentation has meaning.
    LAYOUT,
    /// A comment with an end may hold another.
    NESTED,
    /// Three quotes begin a text over several lines.
    TRIPLE,
    /// A text may hold expressions.
    INTERPOLATED,
    /// A quote may stand for a lifetime, or between digits.
    LONE_QUOTE,
    /// A slash may begin a regular expression.
    SLASH_REGEX,
    /// `#` begins a comment too.
    HASH
  }

  public LexicalSyntax {
    traits = java.util.Set.copyOf(traits);
  }

  private static LexicalSyntax slashes(String quotes, SyntaxTrait... traits) {
    return new LexicalSyntax("//", "/*", "*/", quotes, java.util.Set.of(traits));
  }

  private static LexicalSyntax plain(
      String line, String open, String close, SyntaxTrait... traits) {
    return new LexicalSyntax(line, open, close, "", java.util.Set.of(traits));
  }

  /// The syntax of files with that name.
  public static LexicalSyntax of(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    if (name.startsWith("makefile") || name.startsWith("gnumakefile")) {
      return plain("", "", "", SyntaxTrait.LAYOUT);
    }
    if (name.startsWith("dockerfile")) {
      return plain("", "", "");
    }
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "java" -> slashes("\"'", SyntaxTrait.TRIPLE, SyntaxTrait.LONE_QUOTE);
      case "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "m", "mm", "ino", "cu" ->
          slashes("\"'", SyntaxTrait.LONE_QUOTE);
      case "rs" ->
          slashes("\"'", SyntaxTrait.NESTED, SyntaxTrait.LONE_QUOTE, SyntaxTrait.INTERPOLATED);
      case "go" -> slashes("\"'`", SyntaxTrait.LONE_QUOTE);
      case "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx" ->
          slashes("\"'`", SyntaxTrait.INTERPOLATED, SyntaxTrait.SLASH_REGEX);
      case "swift" ->
          slashes("\"", SyntaxTrait.NESTED, SyntaxTrait.TRIPLE, SyntaxTrait.INTERPOLATED);
      case "kt", "kts", "scala", "dart" ->
          slashes(
              "\"'",
              SyntaxTrait.NESTED,
              SyntaxTrait.TRIPLE,
              SyntaxTrait.INTERPOLATED,
              SyntaxTrait.LONE_QUOTE);
      case "cs" ->
          slashes("\"'", SyntaxTrait.TRIPLE, SyntaxTrait.INTERPOLATED, SyntaxTrait.LONE_QUOTE);
      case "php" -> slashes("\"'", SyntaxTrait.INTERPOLATED, SyntaxTrait.HASH);
      case "groovy", "gradle" -> slashes("\"'", SyntaxTrait.TRIPLE, SyntaxTrait.INTERPOLATED);
      case "proto", "zig", "jsonc", "json5", "scss", "less" ->
          slashes("\"'", SyntaxTrait.LONE_QUOTE);
      case "json" -> new LexicalSyntax("", "", "", "\"", java.util.Set.of());
      case "css" -> new LexicalSyntax("", "/*", "*/", "\"'", java.util.Set.of());
      case "py", "pyi", "pyw" ->
          new LexicalSyntax(
              "#",
              "",
              "",
              "\"'",
              java.util.Set.of(SyntaxTrait.LAYOUT, SyntaxTrait.TRIPLE, SyntaxTrait.INTERPOLATED));
      case "rb" ->
          new LexicalSyntax("#", "", "", "\"'", java.util.Set.of(SyntaxTrait.INTERPOLATED));
      case "toml", "ini", "cfg" ->
          new LexicalSyntax("#", "", "", "\"'", java.util.Set.of(SyntaxTrait.TRIPLE));
      case "sql" -> new LexicalSyntax("--", "/*", "*/", "\"'", java.util.Set.of());
      case "xml", "html", "htm", "svg", "xsl" -> plain("", "<!--", "-->");
      case "clj", "el", "lisp", "scm" -> plain(";", "", "");
      case "tex", "erl" -> plain("%", "", "");
      case "yaml", "yml", "mk", "hs", "elm", "nim", "coffee", "sass", "pug", "haml", "slim", "fs" ->
          plain("", "", "", SyntaxTrait.LAYOUT);
      case "diff", "patch", "csv", "tsv", "sh", "bash", "zsh" ->
          plain("", "", "", SyntaxTrait.LAYOUT);
      default -> plain("", "", "");
    };
  }

  /// Whether indentation has meaning.
  public boolean layout() {
    return traits.contains(SyntaxTrait.LAYOUT);
  }

  /// The tokens of a text.
  public TokenSequence tokens(byte[] text) {
    return new SourceTokenizer(this, text).tokens();
  }

  /// Whether two texts have the same tokens in the same order.
  boolean same(byte[] before, byte[] after) {
    TokenSequence old = tokens(before);
    TokenSequence now = tokens(after);
    if (old.count() != now.count()) {
      return false;
    }
    for (int i = 0; i < old.count(); i++) {
      if (!old.equal(i, now, i)) {
        return false;
      }
    }
    return true;
  }

  /// Comments with a meaning for a compiler or interpreter.
  ///
  /// @param text the whole file, in which the comment goes from one offset to the other
  public static boolean directive(byte[] text, int from, int to) {
    if (from == 0 && to > 2 && text[0] == '#' && text[1] == '!') {
      return true;
    }
    for (int i = from; i + 1 < to; i++) {
      if (text[i] == '\\' && text[i + 1] == 'u') {
        return true; // in Java it may end the comment
      }
    }
    int word = from;
    while (word < to && (text[word] == '/' || text[word] == '*' || text[word] == '#')) {
      word++;
    }
    boolean spaced = word < to && text[word] == ' ';
    word += spaced ? 1 : 0;
    for (String known : DIRECTIVES) {
      if (starts(text, word, to, known)) {
        return true;
      }
    }
    return !spaced && (starts(text, word, to, "go:") || starts(text, word, to, "export "));
  }

  private static final String[] DIRECTIVES = {
    "+build",
    "#cgo",
    "@ts-",
    "@jsx",
    "@flow",
    "<reference",
    "type:",
    "-*-",
    "coding",
    "vim:",
    "frozen_string_literal",
    "eslint",
    "pragma",
    "NOLINT",
    "nolint",
    "noinspection",
    "fmt:",
    "pylint",
    "mypy",
    "noqa",
    "cython:",
    "distutils:",
    "sourceMappingURL",
    "@preserve",
  };

  private static boolean starts(byte[] text, int from, int to, String wanted) {
    if (to - from < wanted.length()) {
      return false;
    }
    for (int i = 0; i < wanted.length(); i++) {
      if (text[from + i] != wanted.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// The kind of a token.
  public enum SourceTokenKind {
    /// A name or a keyword.
    WORD,
    /// A number or a text.
    LITERAL,
    /// A sign of one byte.
    SIGN
  }

  /// The tokens of one text, in order.
  public static final class TokenSequence {
    private final byte[] text;
    private int[] from = new int[256];
    private int[] to = new int[256];
    private SourceTokenKind[] kinds = new SourceTokenKind[256];
    private int count;

    TokenSequence(byte[] text) {
      this.text = text;
    }

    void add(SourceTokenKind kind, int start, int end) {
      if (count == from.length) {
        from = Arrays.copyOf(from, count * 2);
        to = Arrays.copyOf(to, count * 2);
        kinds = Arrays.copyOf(kinds, count * 2);
      }
      from[count] = start;
      to[count] = end;
      kinds[count++] = kind;
    }

    /// How many there are.
    public int count() {
      return count;
    }

    /// One token.
    public SourceTokenKind kind(int index) {
      return kinds[index];
    }

    /// One's own bytes, a character each.
    public String text(int index) {
      return new String(
          text, from[index], to[index] - from[index], java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    /// Whether two tokens are the same.
    public boolean equal(int index, TokenSequence other, int at) {
      return kinds[index] == other.kinds[at]
          && Arrays.equals(text, from[index], to[index], other.text, other.from[at], other.to[at]);
    }
  }
}
