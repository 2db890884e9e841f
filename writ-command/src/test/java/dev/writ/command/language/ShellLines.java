// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.command.language;

import dev.writ.testkit.Gen;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Makes command lines that mean something, and some that nearly do.
public final class ShellLines {
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
          "2>&1",
          "\\\n",
          " # c\n",
          "<<E\n",
          "\nE\n",
          "<<<",
          "{a,b}",
          "{1..2}",
          "|&");

  private static final List<String> BRACES =
      List.of(
          "{a,b}",
          "x{,y}",
          "{1..3}",
          "{b..a}",
          "{a,{b,'c d'}}z",
          "{a}{1,2}",
          "{'x,y',z}",
          "{a,*.txt}",
          "{-1..1}.{x,y}",
          "\"{a,b}\"",
          "{a\\,b,c}",
          "{}{a,b}",
          "{a.b}");

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

  private static final List<String> NUMBERS =
      List.of("1", "2", "5", "-3", "0", "07", "12", "x", "");

  private final RandomGenerator random;

  private int nested;

  /// What stands below the line; only lines without line ends have any.
  private final List<String> documents = new ArrayList<>();

  private ShellLines(RandomGenerator random) {
    this.random = random;
  }

  /// Characters and fragments in any order.
  public static Gen<String> soup() {
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
  public static Gen<String> lines() {
    return random -> new ShellLines(random).line();
  }

  private String one(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private String line() {
    StringBuilder text = new StringBuilder();
    text.append(
        random.nextInt(3) > 0 ? "" : one(List.of("set -e; ", "set -eu\n", "set -o errexit && ")));
    // Where a place is missing nothing follows here; under `set -e` a shell goes on behind the
    // chain.
    boolean chain = text.isEmpty() && random.nextInt(4) == 0;
    if (chain && random.nextInt(3) > 0) {
      text.append("cd ").append(one(List.of("sub", "sub/deep", "sub/..", "./sub", "'x y'", "~")));
      text.append(one(List.of(" && ", "&&", " && cd .. && ", " && cd deep && ")));
    }
    text.append(pipeline());
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(
          chain
              ? one(List.of(" && ", " && ", " && cd .. && ", " && cd deep && ", "&&cd sub&&"))
              : one(
                  List.of(
                      " && ", " || ", "; ", "&&", "||", ";", "\n", " # c\n\n", " &&\n", ";\n")));
      text.append(pipeline());
    }
    text.append(one(List.of("", "", "", " ", ";", "\n", " # end")));
    documents.forEach(document -> text.append(document));
    return text.toString();
  }

  private String pipeline() {
    int kind = nested > 1 ? 0 : random.nextInt(28);
    nested++;
    String text =
        switch (kind) {
          case 1 -> "(" + list() + ")";
          case 2 -> "{ " + list() + "; }";
          case 3 -> "if " + list() + "; then " + list() + "; fi";
          case 4 -> "if " + list() + "\nthen " + list() + "\nelse\n" + list() + "\nfi";
          case 5 -> "for v in " + items() + "; do " + list() + "; " + command(0) + " \"$v\"; done";
          case 6 -> "for v in " + items() + "\ndo\n ok ${v}z \"${v%.txt}\" $v\ndone";
          case 27 -> "for v in " + items() + "; do " + list() + " && ok $v; done";
          case 7 -> "! " + plainPipeline();
          case 8 -> "B=" + word();
          case 9 -> "ok \"$B\" ${B}";
          case 10 -> "echo $? \"s $?\"";
          case 11 -> "ok \"$(echo x y)\" $(echo z) $HOME/x \"$PWD\"";
          case 12 -> "export A=" + word();
          case 13 -> "ok \"$(" + list() + ")\" x$(echo y)z";
          case 14 -> "B=$(" + list() + ")" + one(List.of("", "", " ok", "; ok \"$B\""));
          case 15 -> one(List.of("ok > new.txt", "echo a b > sub/new", "bad >> c.txt"));
          case 16 -> "ok " + one(PATTERNS) + " $(echo " + one(List.of("a.txt", "n o", "")) + ")";
          case 17 -> "for v in $(" + command(0) + "); do ok $v; done";
          case 18 -> "n=" + one(NUMBERS) + "; ok $((" + sum() + ")) \"$((" + sum() + "))\"";
          case 19 ->
              one(List.of("B=; ", "")) + "ok ${B:-x.y} ${NONE:-z 1} ${NONE:-z}${NONE-} \"${B-q}\"";
          case 20 -> one(List.of("ok", "bad", "B=$(bad)")) + " || exit 1";
          case 21 -> "{ " + list() + " || { " + command(0) + "; exit 1; }; }";
          case 22 ->
              one(List.of("exit 1", "(exit 1)", "exit", "(" + list() + "; exit $?)", "exit 0"));
          case 23 -> "C=$?; ok $C";
          case 24 -> "if " + list() + "; then " + command(0) + "; exit 1; fi";
          case 25 -> "for v in a b; do " + list() + " || exit 1; done";
          case 26 -> "[[ " + condition() + one(List.of("", " && ", " || ")) + condition() + " ]]";
          default -> plainPipeline();
        };
    nested--;
    return text;
  }

  /// Of a shell test.
  private String condition() {
    return one(
        List.of(
            "-f a.txt",
            "! -d sub",
            "-e none",
            "\"$B\" == a*",
            "$n != ?",
            "x == 'x'",
            "b.txt = *.txt",
            "a'*'b == a'*'?",
            "-z \"$B\"",
            "-n x",
            "x",
            "3 -lt 12",
            "$? -eq 0"));
  }

  /// Of the variable `n` and numbers.
  private String sum() {
    StringBuilder text = new StringBuilder(one(List.of("n", "$n", "${n}", "-n", "(n + 2)")));
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(one(List.of("+", " - ", "*", " / ", "%", "-", " * -")));
      text.append(one(List.of("n", "$n", "3", "(7-$n)", "17", "0", "(n)", "$(echo 4)", "$((n))")));
    }
    return text.toString();
  }

  /// What a loop goes over.
  private String items() {
    return one(List.of("a", "a b", "*.txt", "'x y' b", "sub/*", "$(echo 1 2)", "none*", "~"));
  }

  private String list() {
    return pipeline() + one(List.of("", "", " && ok", " || ok 1", "; bad"));
  }

  private String plainPipeline() {
    StringBuilder text = new StringBuilder();
    int stages = 1 + random.nextInt(3);
    for (int stage = 0; stage < stages; stage++) {
      text.append(stage == 0 ? "" : one(List.of(" | ", "|", " |", " |\n", " \\\n| ", " |& ")))
          .append(command(stage));
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
      text.append(
          random.nextInt(4) == 0 ? one(random.nextInt(3) == 0 ? BRACES : PATTERNS) : word());
    }
    for (int i = random.nextInt(8) - 5; i > 0; i--) {
      String redirection = one(REDIRECTIONS);
      if (stage > 0 && redirection.contains("<")) {
        // Whoever writes into a pipe without a reader dies sooner or later.
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
    if (stage == 0 && random.nextInt(6) == 0) {
      input(text);
    }
    return text.toString();
  }

  /// A text in the line, or below it.
  private void input(StringBuilder text) {
    if (random.nextInt(3) == 0) {
      text.append(" <<< ").append(word());
      return;
    }
    String end = "E" + documents.size();
    String lines =
        one(
            List.of(
                "one\n",
                "",
                "one\n\ttwo 'x' \"y\" # z\n\n",
                "a\\b \\\\ c\n",
                "$ 5 {a,b} *\n",
                "b $B ${B} $HOME\n"));
    text.append(one(List.of(" <<", " << ", " <<-", " 0<<")));
    text.append(one(List.of(end, "'" + end + "'", "\"" + end + "\"", "\\" + end)));
    documents.add("\n" + lines + end);
  }

  private String word() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      text.append(one(FRAGMENTS));
    }
    return text.toString();
  }
}
