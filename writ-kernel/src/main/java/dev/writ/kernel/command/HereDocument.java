// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import dev.writ.kernel.command.Constructs.Construct;
import org.jspecify.annotations.Nullable;

/// A text that stands in the lines below a command line, up to a line that is its delimiter. With a
/// quoted delimiter every letter stands for itself; otherwise a backslash escapes as it does in
/// double quotes, and what a shell would expand is refused.
final class HereDocument {
  /// What isn't in the language, and where.
  record Fault(Construct construct, int at) {}

  private static final String ESCAPED = "$`\\";

  private final String delimiter;
  private final boolean tabs;
  private final boolean literal;
  private final StringBuilder body = new StringBuilder();
  private @Nullable Fault fault;

  HereDocument(String delimiter, boolean tabs, boolean literal) {
    this.delimiter = delimiter;
    this.tabs = tabs;
    this.literal = literal;
  }

  /// What is wrong with the text, null if nothing is.
  @Nullable Fault fault() {
    return fault;
  }

  /// Reads the text.
  ///
  /// @param from where its first line begins
  /// @return where what follows it begins; negative where its delimiter is missing
  int read(CharSequence text, int from) {
    int at = from;
    while (at < text.length()) {
      int start = at;
      while (tabs && start < text.length() && text.charAt(start) == '\t') {
        start++;
      }
      int end = start;
      while (end < text.length() && text.charAt(end) != '\n') {
        end++;
      }
      int next = Math.min(end + 1, text.length());
      if (CharSequence.compare(text.subSequence(start, end), delimiter) == 0) {
        // The line end behind the delimiter ends the command line, too.
        return end;
      }
      line(text, start, end);
      at = end == text.length() ? end : next;
    }
    return -1;
  }

  private void line(CharSequence text, int start, int end) {
    for (int i = start; i < end; i++) {
      char letter = text.charAt(i);
      if (Letters.fault(text, i, true) != null) {
        refuse(Constructs.HERE_LETTER, i);
      }
      boolean escapes = !literal && letter == '\\' && i + 1 < end;
      if (escapes && ESCAPED.indexOf(text.charAt(i + 1)) >= 0) {
        i++;
      } else if (!literal && letter == '\\' && i + 1 == end) {
        refuse(Constructs.HERE_CONTINUATION, i);
      } else if (!literal && letter == '`') {
        refuse(Constructs.HERE_EXPANSION, i);
      } else if (!literal && letter == '$' && i + 1 < end && Lexer.expands(text.charAt(i + 1))) {
        refuse(Constructs.HERE_EXPANSION, i);
      }
      body.append(text.charAt(i));
    }
    body.append('\n');
  }

  private void refuse(Construct construct, int at) {
    if (fault == null) {
      fault = new Fault(construct, at);
    }
  }

  /// The redirection that it means.
  Redirection redirection() {
    return body.isEmpty()
        ? new Redirection.Input(new Word.Literal("/dev/null"))
        : new Redirection.Text(new Word.Literal(body.substring(0, body.length() - 1)));
  }
}
