// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import java.util.List;
import java.util.random.RandomGenerator;

/// Makes command lines that mean something, and some that nearly do.
final class ShellLines {
  private static final List<String> SOUP =
      List.of(
          "a",
          "b",
          "x y",
          "-n",
          "'",
          "\"",
          "\\",
          "$",
          "`",
          "!",
          "#",
          "~",
          "{",
          "}",
          "[",
          "]",
          "(",
          ")",
          "=",
          "^",
          "%",
          "*",
          "?",
          ",",
          "..",
          "/",
          " ",
          "  ",
          "\t",
          "\n",
          "&",
          "|",
          ";",
          "<",
          ">",
          "1",
          "2",
          "&1",
          "A=",
          "'x y'",
          "\"x y\"",
          "\\ ",
          "''",
          "\"\"",
          "ä",
          "\u00A0",
          "\u200B",
          "$(",
          "ok",
          "bad",
          " ok ",
          " && ok",
          " | ok",
          "cd sub && ",
          "*.txt",
          "\"$\"",
          "'$'",
          "\\$",
          "\\\\",
          "'\\'",
          "\"\\\"\"",
          "\"\\a\"",
          "~/",
          "@{1}",
          "{}",
          "2>&1");

  private static final List<String> FRAGMENTS =
      List.of(
          "a",
          "b.txt",
          "-x",
          "'q r'",
          "\"q r\"",
          "\\ ",
          "\\\\",
          "'\\'",
          "\"\\\\\"",
          "\"\\x\"",
          "\"'\"",
          "'\"'",
          "\\'",
          "\\\"",
          "\"a\\\"b\"",
          "\"\\$\"",
          "\"\\`\"",
          "'$x'",
          "'`'",
          "\\$",
          "''",
          "\"\"",
          "#",
          "=",
          "!",
          "%",
          "@",
          "^",
          "+",
          ",",
          ":",
          "{",
          "}",
          "{}",
          "]",
          "~",
          "é",
          "'\n'",
          "\"\n\"",
          "'\t'",
          "\"$\"",
          "\"a$|b$\"",
          "'*'",
          "\\*",
          "\"?\"",
          "\"[a]\"",
          "'~'",
          "\\~",
          "-",
          "--",
          "1",
          "2");

  private static final List<String> PATTERNS =
      List.of(
          "*",
          "*.txt",
          "?.txt",
          "[ab].txt",
          "[!a]*",
          "[a-c]*",
          "sub/*",
          "*/*",
          "*/c.*",
          "'a'*",
          "*\"txt\"",
          "x*",
          "none*",
          "'x y'*",
          ".h*",
          "~/*",
          "~",
          "~/",
          "~/no*",
          "[",
          "]",
          "[]");

  private static final List<String> REDIRECTIONS =
      List.of(
          "> ", ">", ">> ", "2> ", "2>>", "&> ", "1> ", "1>>", "< ", "0<", "2>&1", "1>&2", ">&2",
          ">&1", "2>&2", "2>& 1");

  private final RandomGenerator random;

  private ShellLines(RandomGenerator random) {
    this.random = random;
  }

  /// Characters and fragments in any order.
  static Gen<String> soup() {
    return random -> {
      ShellLines lines = new ShellLines(random);
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "ok " : "");
      for (int i = random.nextInt(12); i >= 0; i--) {
        text.append(lines.one(SOUP));
      }
      return text.toString();
    };
  }

  /// Lines of the programs `ok` and `bad`.
  static Gen<String> lines() {
    return random -> new ShellLines(random).line();
  }

  private String one(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private String line() {
    StringBuilder text = new StringBuilder();
    boolean chain = random.nextInt(4) == 0;
    if (chain && random.nextInt(3) > 0) {
      text.append("cd ").append(one(List.of("sub", "sub/deep", "sub/..", "./sub", "'x y'", "~")));
      text.append(one(List.of(" && ", "&&", " && cd .. && ", " && cd deep && ")));
    }
    text.append(pipeline());
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(
          chain
              ? one(List.of(" && ", " && ", " && cd .. && ", " && cd deep && ", "&&cd sub&&"))
              : one(List.of(" && ", " || ", "; ", "&&", "||", ";")));
      text.append(pipeline());
    }
    return text.append(one(List.of("", "", "", " ", ";", "\n"))).toString();
  }

  private String pipeline() {
    StringBuilder text = new StringBuilder();
    int stages = 1 + random.nextInt(3);
    for (int stage = 0; stage < stages; stage++) {
      text.append(stage == 0 ? "" : one(List.of(" | ", "|", " |"))).append(command(stage));
    }
    return text.toString();
  }

  private String command(int stage) {
    StringBuilder text = new StringBuilder();
    if (random.nextInt(6) == 0) {
      text.append("A=").append(word()).append(' ');
    }
    text.append(one(List.of("ok", "bad", "'ok'", "o\"k\"", "\\ok", "b\\ad", "ok")));
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(one(List.of(" ", "  ", "\t")));
      text.append(random.nextInt(4) == 0 ? one(PATTERNS) : word());
    }
    for (int i = random.nextInt(8) - 5; i > 0; i--) {
      String redirection = one(REDIRECTIONS);
      if (stage > 0 && redirection.contains("<")) {
        // Whoever writes into a pipe that nobody reads dies sooner or later.
        continue;
      }
      text.append(' ').append(redirection);
      if (redirection.contains("<")) {
        text.append(one(List.of("a.txt", "'x y.txt'", "\"sub\"/c.txt", "none")));
      } else if (!redirection.matches("[12]?>& ?[12]")) {
        // Stages run at the same time, so each has files of its own, and hidden ones.
        text.append(one(List.of(".f", "'.f'", ".g\\ "))).append(stage);
      }
    }
    return text.toString();
  }

  private String word() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      text.append(one(FRAGMENTS));
    }
    return text.toString();
  }
}
