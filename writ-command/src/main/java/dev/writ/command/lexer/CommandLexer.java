// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.lexer;

import dev.writ.command.language.CommandCharacters;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.UnsupportedText;
import dev.writ.command.lexer.UnsupportedConstructs.UnsupportedConstruct;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Splits a text into words and operators, once, from left to right. The first construct that isn't
/// in the language ends the text.
public final class CommandLexer {
  /// The kind of a token.
  public enum TokenKind {
    WORD,
    /// Digits directly before a redirection.
    NUMBER,
    OPERATOR,
    END
  }

  /// A word or an operator, and where it stands.
  ///
  /// @param operator the operator or the digits; empty for a word
  /// @param pieces of a word: what was quoted, be it nothing, and what wasn't
  /// @param braces whether active braces of a word hold a list
  public record CommandToken(
      TokenKind kind,
      String operator,
      List<CommandWord.WordPiece> pieces,
      boolean braces,
      int start,
      int end) {}

  private static final String ENDS_WORD = " \t\n|&;<>()";

  /// A line end between commands, as an operator.
  public static final String LINE_END = "\n";

  /// How deep calculations may stand in each other.
  private static final int MAX_NESTED = 10;

  private static final String ESCAPED_IN_DOUBLE_QUOTES = "$`\"\\";

  private final CharSequence text;
  private final ExpectedDocuments pending = new ExpectedDocuments();
  private final LineVariables variables;
  private final Deque<CommandToken> fields = new ArrayDeque<>();
  private Supplier<@Nullable String> substitution = () -> null;
  private WordPlace place = WordPlace.START;
  private int at;
  private int valueLength;
  private int nested;
  private @Nullable UnsupportedText refused;

  public CommandLexer(CharSequence text, LineVariables variables) {
    this.text = text;
    this.variables = variables;
  }

  /// The reader of a `$(…)`; the text continues after it.
  public void substituting(Supplier<@Nullable String> reader) {
    substitution = reader;
  }

  /// Whether something would be expanded there.
  public boolean expandsIn(CommandToken token) {
    String raw = text.subSequence(token.start(), token.end()).toString();
    return raw.indexOf('$') >= 0 || raw.indexOf('`') >= 0;
  }

  /// All of the text.
  public CharSequence text() {
    return text;
  }

  /// Goes back to a place where no word and no text is begun, in a text that isn't refused.
  public void returnTo(int position) {
    at = position;
    place = WordPlace.START;
  }

  /// Whether the text of a here-document is still to be read.
  public boolean isExpecting() {
    return !pending.isEmpty();
  }

  /// The construct outside the language, null if none was found yet.
  public @Nullable UnsupportedText refused() {
    return refused;
  }

  /// Refuses the text; the first refusal applies. The rest is not read.
  public void refuse(UnsupportedConstruct construct, int from, int to) {
    if (refused == null) {
      refused = new UnsupportedText(construct.name(), from, to - from, construct.rewrite());
    }
    at = text.length();
  }

  /// The next token; always the end behind the last one.
  public CommandToken next() {
    CommandToken token = read();
    place = place.after(token);
    return token;
  }

  private CommandToken read() {
    if (!fields.isEmpty() && refused == null) {
      return fields.removeFirst();
    }
    skipBlanks();
    int start = at;
    if (at == text.length()) {
      if (!pending.isEmpty() && refused == null) {
        refuse(UnsupportedConstructs.HERE_UNFINISHED, at, at);
      }
      return new CommandToken(TokenKind.END, "", List.of(), false, start, start);
    }
    if (letter() == '\n') {
      at++;
      readPending();
      return new CommandToken(TokenKind.OPERATOR, LINE_END, List.of(), false, start, start + 1);
    }
    return ENDS_WORD.indexOf(letter()) >= 0 ? operator() : word();
  }

  /// The text of a here-document begins behind the next line end; until then its text isn't known.
  ///
  /// @param tabs whether tabs at the beginning of its lines count for nothing
  public HereDocument expect(List<CommandWord.WordPiece> delimiter, boolean tabs) {
    return pending.add(delimiter, tabs, variables.now());
  }

  private void readPending() {
    at = pending.read(text, at);
    HereDocument.Fault fault = pending.fault();
    if (fault != null) {
      refuse(fault.construct(), fault.from(), fault.to());
    }
  }

  private char letter() {
    return text.charAt(at);
  }

  /// Blanks, comments, and line ends that a backslash takes away.
  private void skipBlanks() {
    boolean more = true;
    while (more && at < text.length()) {
      char letter = letter();
      if (letter == ' ' || letter == '\t') {
        at++;
      } else if (isContinued()) {
        at += 2;
      } else if (letter == '#') {
        while (at < text.length() && letter() != '\n') {
          at++;
        }
      } else {
        more = false;
      }
    }
  }

  private boolean isContinued() {
    return letter() == '\\' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
  }

  private CommandToken operator() {
    int start = at;
    String operator = UnsupportedConstructs.operatorAt(text, at);
    at += operator.length();
    return new CommandToken(TokenKind.OPERATOR, operator, List.of(), false, start, at);
  }

  private CommandToken word() {
    int start = at;
    WordPieces pieces = new WordPieces();
    boolean vanishes = false;
    while (at < text.length() && ENDS_WORD.indexOf(letter()) < 0) {
      switch (letter()) {
        case '\'' -> singleQuoted(pieces);
        case '"' -> doubleQuoted(pieces);
        case '\\' -> escaped(pieces);
        default -> {
          if (dollar(pieces, false)) {
            vanishes = true;
          } else {
            copy(pieces, false);
          }
        }
      }
    }
    List<CommandWord.WordPiece> found = pieces.list();
    if (vanishes && found.isEmpty() && refused == null) {
      return read(); // the words that wait
    }
    boolean redirected = at < text.length() && (letter() == '<' || letter() == '>');
    if (redirected && found.size() == 1 && !found.getFirst().quoted()) {
      String before = found.getFirst().text();
      if (before.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return new CommandToken(TokenKind.NUMBER, before, List.of(), false, start, at);
      }
      if (before.startsWith("{") && before.endsWith("}")) {
        refuse(UnsupportedConstructs.NAMED_DESCRIPTOR, start, at);
      }
    }
    return new CommandToken(TokenKind.WORD, "", found, pieces.hasBraceExpansion(), start, at);
  }

  /// Takes the next character as it is.
  private void copy(WordPieces pieces, boolean quoted) {
    if (at == text.length()) {
      return;
    }
    char letter = letter();
    if (letter >= ' ' && letter < 0x7F) {
      pieces.add(letter, quoted); // nearly every letter of nearly every line
      at++;
      return;
    }
    String fault = CommandCharacters.fault(text, at, quoted);
    int size = Character.charCount(Character.codePointAt(text, at));
    if (fault != null) {
      String name = "%s (U+%04X)".formatted(fault, Character.codePointAt(text, at));
      refuse(new UnsupportedConstruct(name, "omit it or write a plain character"), at, at + size);
      return;
    }
    pieces.add(text.subSequence(at, at + size), quoted);
    at += size;
  }

  private void singleQuoted(WordPieces pieces) {
    int start = at++;
    pieces.add("", true);
    while (at < text.length() && letter() != '\'') {
      copy(pieces, true);
    }
    close(start);
  }

  private void doubleQuoted(WordPieces pieces) {
    int start = at++;
    pieces.add("", true);
    while (at < text.length() && letter() != '"') {
      if (letter() == '\\' && at + 1 < text.length()) {
        char next = text.charAt(at + 1);
        if (next == '\n') {
          at += 2;
          continue;
        }
        if (ESCAPED_IN_DOUBLE_QUOTES.indexOf(next) >= 0) {
          at++;
        }
      } else if (dollar(pieces, true)) {
        continue;
      }
      copy(pieces, true);
    }
    close(start);
  }

  private void close(int start) {
    if (at == text.length()) {
      refuse(UnsupportedConstructs.UNCLOSED, start, start + 1);
    } else {
      at++;
    }
  }

  private void escaped(WordPieces pieces) {
    if (at + 1 == text.length()) {
      refuse(UnsupportedConstructs.LONE_BACKSLASH, at, at + 1);
    } else if (isContinued()) {
      at += 2;
    } else {
      at++;
      String fault = CommandCharacters.fault(text, at, false);
      // An escaped tab is a tab; what can't be seen stays refused.
      copy(pieces, fault == null || letter() == '\t');
    }
  }

  /// Takes the value of what a shell would expand at this place, outside of single quotes, or
  /// refuses it.
  ///
  /// @return whether something was taken
  private boolean dollar(WordPieces pieces, boolean quoted) {
    char letter = letter();
    if (letter == '`') {
      refuse(UnsupportedConstructs.BACKTICKS, at, at + 1);
    }
    if (letter != '$' || at + 1 == text.length()) {
      return false;
    }
    char next = text.charAt(at + 1);
    Optional<ParameterExpansion> parameter = ParameterExpansion.at(text, at);
    String value = parameter.map(found -> found.of(variables)).orElse(null);
    if (next == '?') {
      pieces.add(String.valueOf(WordBuilder.STATUS), true);
      at += 2;
      return true;
    }
    if (value != null) {
      int start = at;
      at += parameter.get().length();
      value(value, start, pieces, quoted);
      return true;
    }
    if (next == '(') {
      boolean calculates = at + 2 < text.length() && text.charAt(at + 2) == '(';
      return calculates ? calculated(pieces, quoted) : substituted(pieces, quoted);
    }
    if (!quoted && (next == '\'' || next == '"')) {
      refuse(UnsupportedConstructs.DOLLAR_QUOTES, at, at + 2);
    } else if (quoted ? ParameterExpansion.expands(next) : ENDS_WORD.indexOf(next) < 0) {
      refuse(UnsupportedConstructs.PARAMETER, at, at + 2);
    }
    return false;
  }

  private boolean calculated(WordPieces pieces, boolean quoted) {
    int start = at;
    at += 3;
    WordPieces expression = new WordPieces();
    int open = 0;
    nested++;
    while (nested <= MAX_NESTED && at < text.length() && (open > 0 || letter() != ')')) {
      if (!dollar(expression, true) && at < text.length()) {
        open += letter() == '(' ? 1 : letter() == ')' ? -1 : 0;
        copy(expression, true);
      }
    }
    nested--;
    boolean closed = at + 1 < text.length() && letter() == ')' && text.charAt(at + 1) == ')';
    String value =
        closed
            ? ArithmeticExpression.value(WordBuilder.plain(expression.list()), variables::value)
            : null;
    if (value == null) {
      refuse(UnsupportedConstructs.ARITHMETIC, start, Math.min(at, start + 3));
      return false;
    }
    at += 2;
    value(value, start, pieces, quoted);
    return true;
  }

  private boolean substituted(WordPieces pieces, boolean quoted) {
    int start = at;
    at += 2;
    WordPlace outer = place;
    place = WordPlace.START;
    String value = pending.isEmpty() ? substitution.get() : null;
    place = outer;
    if (value == null) {
      refuse(UnsupportedConstructs.SUBSTITUTION, start, start + 2);
      return false;
    }
    value(value, start, pieces, quoted);
    return true;
  }

  /// A value in the place of what stands from that index to here.
  private void value(String value, int start, WordPieces pieces, boolean quoted) {
    valueLength += value.length();
    if (valueLength > CommandCharacters.MAX_LENGTH) {
      refuse(UnsupportedConstructs.TOO_LONG, start, at);
      return;
    }
    if (quoted || WordPlace.isOneWord(value) || (place.beginsCommand() && pieces.isAssignment())) {
      pieces.add(value, true);
      return;
    }
    boolean whole = pieces.isEmpty() && (at == text.length() || ENDS_WORD.indexOf(letter()) >= 0);
    if (place.isTarget()) {
      refuse(UnsupportedConstructs.TARGET, start, at);
    } else if (WordPlace.isPattern(value)) {
      pieces.add(value, false);
    } else if ((!whole && !value.isEmpty())
        || !WordPlace.words(value).stream().allMatch(WordPlace::isKnown)) {
      refuse(UnsupportedConstructs.SPLIT, start, at);
    } else {
      for (String word : WordPlace.words(value)) {
        var piece = List.of(new CommandWord.WordPiece(word, !WordPlace.isPattern(word)));
        // As with braces: several words, which no target of a redirection may be.
        fields.addLast(new CommandToken(TokenKind.WORD, "", piece, true, start, at));
      }
    }
  }
}
