// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Distinguishes keywords, literals and comments, line by line, by rules that most languages share.
final class CodeTokens {
  private static final Set<String> KEYWORDS =
      Set.of(
          ("abstract and as async await boolean break byte case catch char class const continue def"
                  + " default defer del do double elif else end enum except export extends extern"
                  + " false final finally float fn for from func function go goto if impl implements"
                  + " import in instanceof int interface is lambda let local long loop match mod"
                  + " module mut namespace new nil none None not null or override package pass private"
                  + " protected pub public raise record return sealed select self short signed sizeof"
                  + " static struct super switch template then this throw throws trait true try type"
                  + " typedef union unsafe unsigned until use using val var virtual void volatile when"
                  + " where while with yield True False String echo fi done esac")
              .split(" "));

  private static final Set<String> HASH_COMMENTS =
      Set.of(
          "python",
          "py",
          "sh",
          "bash",
          "shell",
          "zsh",
          "ruby",
          "rb",
          "yaml",
          "yml",
          "toml",
          "perl",
          "make",
          "makefile",
          "dockerfile",
          "r",
          "elixir",
          "ini",
          "conf");

  private static final Set<String> PLAIN = Set.of("", "text", "txt", "console", "output", "log");

  private CodeTokens() {}

  /// The pieces of a line.
  static List<StyledSpan> spans(String line, String language) {
    if (PLAIN.contains(language)) {
      return List.of(new StyledSpan(TextRole.CODE, line));
    }
    String comment = HASH_COMMENTS.contains(language) ? "#" : language.equals("sql") ? "--" : "//";
    List<StyledSpan> spans = new ArrayList<>();
    int at = 0;
    while (at < line.length()) {
      char c = line.charAt(at);
      int end;
      TextRole role;
      if (line.startsWith(comment, at)) {
        end = line.length();
        role = TextRole.COMMENT;
      } else if (c == '"' || c == '\'' || c == '`') {
        end = stringEnd(line, at);
        role = TextRole.LITERAL;
      } else if (Character.isLetter(c) || c == '_') {
        end = wordEnd(line, at);
        role = KEYWORDS.contains(line.substring(at, end)) ? TextRole.KEYWORD : TextRole.CODE;
      } else if (Character.isDigit(c)) {
        end = wordEnd(line, at);
        role = TextRole.LITERAL;
      } else {
        end = at + 1;
        role = TextRole.CODE;
      }
      add(spans, role, line.substring(at, end));
      at = end;
    }
    return spans;
  }

  private static void add(List<StyledSpan> spans, TextRole role, String text) {
    if (!spans.isEmpty() && spans.getLast().role() == role) {
      StyledSpan last = spans.removeLast();
      spans.add(new StyledSpan(role, last.text() + text));
    } else {
      spans.add(new StyledSpan(role, text));
    }
  }

  private static int wordEnd(String line, int at) {
    int end = at;
    while (end < line.length()
        && (Character.isLetterOrDigit(line.charAt(end)) || line.charAt(end) == '_')) {
      end++;
    }
    return Math.max(end, at + 1);
  }

  /// A quote without an end is one character.
  private static int stringEnd(String line, int at) {
    for (int i = at + 1; i < line.length(); i++) {
      if (line.charAt(i) == '\\') {
        i++;
      } else if (line.charAt(i) == line.charAt(at)) {
        return i + 1;
      }
    }
    return at + 1;
  }
}
