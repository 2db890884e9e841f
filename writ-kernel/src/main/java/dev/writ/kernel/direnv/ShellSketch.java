// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.direnv;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The commands of a shell's text, each as its words, wherever they stand: in functions, branches
/// and substitutions, too. Quotes are taken off. What only running it would tell becomes
/// [#ANYTHING]. Text that no shell would take gives the words that it has.
final class ShellSketch {
  /// Stands before the name of a variable.
  static final char VARIABLE = '\u0001';

  /// Stands behind it.
  static final char END = '\u0002';

  /// Stands for a text that isn't known, as in a pattern.
  static final char ANYTHING = '*';

  /// Stands for a place outside of a project: the home directory's sign.
  static final String ELSEWHERE = "~";

  /// The variable of the directory in which the text is read.
  static final String HERE = "PWD";

  /// The variable of the text's own name.
  private static final String SOURCE = "BASH_SOURCE";

  /// What stands for the root of the repository around it.
  static final String TOP = "git rev-parse --show-toplevel";

  /// Programs that print the place that is their last word.
  private static final Set<String> PRINTING =
      Set.of("expand_path", "find_up", "user_rel_path", "realpath", "readlink", "echo");

  /// Programs that print a place outside of a project.
  private static final Set<String> PRINTING_OTHERS =
      Set.of("brew", "go", "pyenv", "rbenv", "nodenv", "xcrun", "xcode-select", "mktemp", "which");

  private static final int DEEPEST = 100;

  private static final String BETWEEN = " \t\r\n;|&()";

  private final String text;
  private final List<List<String>> commands = new ArrayList<>();

  /// Quoted texts of several lines: perhaps a quote before them was none, as in a document that
  /// stands in the text. So their lines count, too.
  private final List<String> longQuotes = new ArrayList<>();

  private int at;
  private int depth;

  private ShellSketch(String text) {
    this.text = text;
  }

  /// The commands; those of a substitution stand before the one that holds it.
  static List<List<String>> commands(String text) {
    ShellSketch sketch = new ShellSketch(text);
    sketch.read();
    List<List<String>> commands = sketch.commands;
    for (String quoted : sketch.longQuotes) {
      for (String line : quoted.lines().toList()) {
        ShellSketch inner = new ShellSketch(line);
        inner.read();
        commands.addAll(inner.commands);
      }
    }
    return commands;
  }

  private void read() {
    while (at < text.length()) {
      read(END);
      at++;
    }
  }

  /// Reads commands up to that character; deeper than anybody writes it, up to the next one.
  ///
  /// @return how many there were, without those in them
  private int read(char close) {
    if (depth == DEEPEST) {
      return 0;
    }
    depth++;
    int count = commands(close);
    depth--;
    return count;
  }

  private int commands(char close) {
    int count = 0;
    List<String> words = new ArrayList<>();
    while (at < text.length() && text.charAt(at) != close) {
      char c = text.charAt(at);
      if (c == '#') {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (BETWEEN.indexOf(c) >= 0) {
        at++;
        if (c > ' ' || c == '\n') {
          count += end(words);
          words = new ArrayList<>();
        }
        if (c == '(') {
          read(')');
          at++;
        }
      } else {
        String word = word(close);
        if (!word.isEmpty()) {
          words.add(word);
        }
      }
    }
    return count + end(words);
  }

  private int end(List<String> words) {
    if (words.isEmpty()) {
      return 0;
    }
    commands.add(words);
    return 1;
  }

  private String word(char close) {
    StringBuilder word = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == close || BETWEEN.indexOf(c) >= 0) {
        break;
      }
      at++;
      switch (c) {
        case '\'' -> {
          int end = text.indexOf('\'', at);
          String quoted = text.substring(at, end < 0 ? text.length() : end);
          word.append(quoted);
          keep(quoted);
          at += quoted.length() + 1;
        }
        case '"' -> {
          int start = at;
          quoted('"', word);
          keep(text.substring(start, Math.min(at, text.length())));
        }
        case '<', '>' -> {
          if (at < text.length() && text.charAt(at) == '(') {
            at++;
            read(')');
            at++;
          } else if (!word.isEmpty()) {
            return word.toString();
          }
        }
        default -> letter(c, word);
      }
    }
    return word.toString();
  }

  private void keep(String quoted) {
    if (quoted.indexOf('\n') >= 0) {
      longQuotes.add(quoted);
    }
  }

  /// What stands in double quotes, or in braces behind a variable's name.
  private void quoted(char close, StringBuilder word) {
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == close) {
        return;
      }
      letter(c, word);
    }
  }

  private void letter(char c, StringBuilder word) {
    switch (c) {
      case '\\' -> {
        if (at < text.length() && text.charAt(at) != '\n') {
          word.append(text.charAt(at));
        }
        at++;
      }
      case '`' -> substitution('`', word);
      case '$' -> dollar(word);
      default -> word.append(c);
    }
  }

  private void dollar(StringBuilder word) {
    char next = at < text.length() ? text.charAt(at) : ' ';
    int end = at;
    while (end < text.length() && isName(text.charAt(end))) {
      end++;
    }
    if (next == '(') {
      at++;
      substitution(')', word);
    } else if (next == '{') {
      at++;
      braced(word);
    } else if (Character.isDigit(next) || "@*#?!$-".indexOf(next) >= 0) {
      at++;
      word.append(ANYTHING);
    } else if (end > at) {
      word.append(variable(text.substring(at, end)));
      at = end;
    }
  }

  /// A variable in braces, perhaps with another text for where it has no value: then both count.
  private void braced(StringBuilder word) {
    if (depth == DEEPEST) {
      return;
    }
    int start = at;
    StringBuilder inner = new StringBuilder();
    depth++;
    quoted('}', inner);
    depth--;
    int end = 0;
    while (end < inner.length() && isName(inner.charAt(end))) {
      end++;
    }
    String name = inner.substring(0, end);
    String rest = inner.substring(end);
    int other = rest.startsWith(":") ? 1 : 0;
    if (end > 0 && (rest.isEmpty() || (name.equals(SOURCE) && rest.equals("[0]")))) {
      word.append(variable(name));
    } else if (end > 0 && other < rest.length() && "-+=?".indexOf(rest.charAt(other)) >= 0) {
      String either = "_" + start;
      commands.add(List.of("export", either + "=" + variable(name)));
      commands.add(List.of("export", either + "=" + rest.substring(other + 1)));
      if (rest.charAt(other) == '=') {
        commands.add(List.of("export", name + rest.substring(other)));
      }
      word.append(variable(either));
    } else {
      word.append(ANYTHING);
    }
  }

  private void substitution(char close, StringBuilder word) {
    int count = read(close);
    at++;
    List<String> last = count == 0 ? List.of() : commands.getLast();
    if (last.equals(List.of("pwd"))
        || last.equals(List.of("pwd", "-P"))
        || last.equals(List.of("dirname", variable(SOURCE)))) {
      word.append(variable(HERE));
    } else if (count == 1 && String.join(" ", last).equals(TOP)) {
      word.append(variable(TOP));
    } else if (count == 1 && last.size() > 1 && PRINTING.contains(last.getFirst())) {
      word.append(last.getLast());
    } else if (count == 1 && last.getFirst().equals("direnv_layout_dir")) {
      word.append(".direnv");
    } else if (count == 1 && PRINTING_OTHERS.contains(last.getFirst())) {
      word.append(ELSEWHERE);
    } else {
      word.append(ANYTHING);
    }
  }

  private static String variable(String name) {
    return VARIABLE + name + END;
  }

  private static boolean isName(char c) {
    return c == '_' || (c < 128 && Character.isLetterOrDigit(c));
  }
}
