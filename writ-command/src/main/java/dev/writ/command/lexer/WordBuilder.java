// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.lexer;

import dev.writ.command.language.CommandWord;
import dev.writ.command.language.CommandWord.WordPiece;
import dev.writ.command.lexer.UnsupportedConstructs.UnsupportedConstruct;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Makes words of what was quoted and what was not.
public final class WordBuilder {
  /// The kind of a word at its place.
  public sealed interface WordReading {}

  /// A word.
  public record CompleteWord(CommandWord word) implements WordReading {}

  /// A variable of the command that follows.
  public record Assignment(String name, String value) implements WordReading {}

  /// Not in the language.
  public record RefusedWord(UnsupportedConstruct construct) implements WordReading {}

  /// Words that run a script in the shell.
  public static final List<String> SOURCES = List.of("source", ".");

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern ASSIGNMENT = Pattern.compile(NAME + "=");
  private static final Pattern ARRAY = Pattern.compile(NAME + "(\\[.*]\\+?|\\+)");
  private static final Pattern HISTORY = Pattern.compile("![!?#$*0-9-].*");

  /// The placeholder of the last command's status: it occurs in no text.
  static final char STATUS = '\uFDD2';

  private WordBuilder() {}

  /// Whether the status of the last command is to stand in a text.
  public static boolean hasStatus(String text) {
    return text.indexOf(STATUS) >= 0;
  }

  /// The text with that status.
  public static String withStatus(String text, int status) {
    return text.replace(String.valueOf(STATUS), Integer.toString(status));
  }

  /// Whether it may be the name of a variable.
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /// Whether a word that begins so gives a variable a value, where a command may begin.
  static boolean isAssignment(CharSequence start) {
    return ASSIGNMENT.matcher(start).lookingAt();
  }

  /// The same for a whole word.
  static boolean isAssignment(List<WordPiece> pieces) {
    return !pieces.isEmpty()
        && !pieces.getFirst().quoted()
        && isAssignment(pieces.getFirst().text());
  }

  /// The kind of a word at its place.
  ///
  /// @param first whether the word may be an assignment or else is the program
  public static WordReading read(List<WordPiece> pieces, boolean first) {
    WordPiece start = pieces.isEmpty() ? new WordPiece("", true) : pieces.getFirst();
    int equals = start.quoted() ? -1 : start.text().indexOf('=');
    String name = equals < 0 ? "" : start.text().substring(0, equals);
    String whole = plain(pieces);
    boolean assigns = !name.isEmpty() && NAME.matcher(name).matches();
    if (assigns && hasActiveTilde(pieces)) {
      return new RefusedWord(UnsupportedConstructs.TILDE);
    }
    boolean status = whole.indexOf(STATUS) >= 0;
    boolean home = !start.quoted() && start.text().startsWith("~");
    if (status && ((first && !assigns) || home || isPattern(pieces))) {
      return new RefusedWord(UnsupportedConstructs.STATUS);
    }
    if (first && assigns) {
      return new Assignment(name, whole.substring(equals + 1));
    }
    if (first && !name.isEmpty() && ARRAY.matcher(name).matches()) {
      return new RefusedWord(UnsupportedConstructs.ARRAY);
    }
    if (home) {
      return home(pieces);
    }
    if (!start.quoted()
        && start.text().startsWith("!")
        && HISTORY.matcher(start.text()).matches()) {
      return new RefusedWord(UnsupportedConstructs.HISTORY);
    }
    CommandWord word = word(pieces);
    boolean sources = SOURCES.contains(whole); // refused with its script
    UnsupportedConstruct reserved = first && !sources ? UnsupportedConstructs.program(whole) : null;
    if (reserved != null) {
      return new RefusedWord(reserved);
    }
    return first && (word instanceof CommandWord.Pattern || whole.isEmpty())
        ? new RefusedWord(UnsupportedConstructs.PATTERN_PROGRAM)
        : new CompleteWord(word);
  }

  /// The letters of a word without its quotes.
  public static String plain(List<WordPiece> pieces) {
    if (pieces.size() == 1) {
      return pieces.getFirst().text();
    }
    StringBuilder text = new StringBuilder();
    pieces.forEach(piece -> text.append(piece.text()));
    return text.toString();
  }

  /// Behind `=` and `:` of what looks like an assignment some shells expand it, even in an
  /// argument.
  private static boolean hasActiveTilde(List<WordPiece> pieces) {
    return pieces.stream()
        .anyMatch(
            piece ->
                !piece.quoted() && (piece.text().contains("=~") || piece.text().contains(":~")));
  }

  private static WordReading home(List<WordPiece> pieces) {
    String start = pieces.getFirst().text();
    if (start.equals("~") ? pieces.size() > 1 : start.charAt(1) != '/') {
      return new RefusedWord(UnsupportedConstructs.TILDE);
    }
    List<WordPiece> rest = new ArrayList<>(pieces);
    rest.set(0, new WordPiece(start.substring(1), false));
    return new CompleteWord(new CommandWord.Home(word(rest)));
  }

  private static CommandWord word(List<WordPiece> pieces) {
    if (!isPattern(pieces)) {
      String text = plain(pieces);
      return text.indexOf(STATUS) < 0
          ? new CommandWord.Literal(text)
          : new CommandWord.WordStatus(List.of(text.split(String.valueOf(STATUS), -1)));
    }
    List<WordPiece> joined = new ArrayList<>();
    for (WordPiece piece : pieces) {
      if (!joined.isEmpty() && joined.getLast().quoted() == piece.quoted()) {
        WordPiece last = joined.removeLast();
        joined.add(new WordPiece(last.text() + piece.text(), piece.quoted()));
      } else if (!piece.text().isEmpty()) {
        joined.add(piece);
      }
    }
    return new CommandWord.Pattern(joined);
  }

  /// Whether a shell would look for files: an active star, question mark or pair of brackets with
  /// something between them.
  private static boolean isPattern(List<WordPiece> pieces) {
    int index = 0;
    int open = Integer.MAX_VALUE;
    for (WordPiece piece : pieces) {
      for (int i = 0; i < piece.text().length(); i++, index++) {
        char letter = piece.quoted() ? '\0' : piece.text().charAt(i);
        if (letter == '*' || letter == '?' || (letter == ']' && index - 1 > open)) {
          return true;
        }
        open = letter == '[' ? Math.min(open, index) : open;
      }
    }
    return false;
  }
}
