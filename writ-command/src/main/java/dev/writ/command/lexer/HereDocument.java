// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.lexer;

import dev.writ.command.language.CommandCharacters;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.Redirection;
import dev.writ.command.lexer.UnsupportedConstructs.UnsupportedConstruct;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A text that stands in the lines below a command line, up to a line that is its delimiter. With a
/// quoted delimiter every letter is literal; otherwise a backslash escapes as it does in
/// double quotes, variables have their values, and what else a shell would expand is refused.
public final class HereDocument {
  /// The construct outside the language, and its place.
  record Fault(UnsupportedConstruct construct, int from, int to) {}

  private static final String ESCAPED = "$`\\";

  private final String delimiter;
  private final boolean tabs;
  private final boolean literal;
  private final Function<ParameterExpansion, @Nullable String> variables;
  private final StringBuilder body = new StringBuilder();
  private @Nullable Fault fault;

  /// @param variables their values where the document is asked for
  HereDocument(
      String delimiter,
      boolean tabs,
      boolean literal,
      Function<ParameterExpansion, @Nullable String> variables) {
    this.variables = variables;
    this.delimiter = delimiter;
    this.tabs = tabs;
    this.literal = literal;
  }

  /// The fault of the text, null if there is none.
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
    for (int i = start; i < end && fault == null; i++) {
      char letter = text.charAt(i);
      if (CommandCharacters.fault(text, i, true) != null) {
        refuse(UnsupportedConstructs.HERE_LETTER, i);
      }
      int taken = literal || letter != '$' ? 0 : value(text, i);
      if (taken > 0) {
        i += taken - 1;
        continue;
      }
      boolean escapes = !literal && letter == '\\' && i + 1 < end;
      if (escapes && ESCAPED.indexOf(text.charAt(i + 1)) >= 0) {
        i++;
      } else if (!literal && letter == '\\' && i + 1 == end) {
        refuse(UnsupportedConstructs.HERE_CONTINUATION, i);
      } else if (!literal && letter == '`') {
        refuse(UnsupportedConstructs.HERE_EXPANSION, i);
      } else if (!literal
          && letter == '$'
          && i + 1 < end
          && ParameterExpansion.expands(text.charAt(i + 1))) {
        refuse(UnsupportedConstructs.HERE_EXPANSION, i);
      }
      body.append(text.charAt(i));
    }
    body.append('\n');
  }

  /// Takes the value of a variable.
  ///
  /// @return how much of the text it takes the place of; nothing where it isn't known
  private int value(CharSequence text, int at) {
    Optional<ParameterExpansion> parameter = ParameterExpansion.at(text, at);
    String value = parameter.map(variables).orElse(null);
    if (value == null) {
      return 0;
    }
    body.append(value);
    if (body.length() > CommandCharacters.MAX_LENGTH) {
      refuse(UnsupportedConstructs.TOO_LONG, at);
    }
    return parameter.get().length();
  }

  private void refuse(UnsupportedConstruct construct, int at) {
    fault = new Fault(construct, at, at + 1);
  }

  /// The redirection that it means.
  public Redirection redirection() {
    return body.isEmpty()
        ? new Redirection.InputRedirection(new CommandWord.Literal("/dev/null"))
        : new Redirection.TextRedirection(
            new CommandWord.Literal(body.substring(0, body.length() - 1)));
  }
}
