// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import java.util.List;
import java.util.stream.Collectors;

/// One word of a command: what a program gets as one argument, or a pattern or a path below the
/// home directory that becomes arguments when the line is expanded.
public sealed interface CommandWord {
  /// Text in the command language that parses to an equal word.
  String written();

  /// The word without its quotes. Parts that are not literal remain as typed, including `~`.
  String plain();

  /// A word that stands for itself.
  ///
  /// @param text what the program gets
  record Literal(String text) implements CommandWord {
    @Override
    public String written() {
      return ShellQuoting.quoted(text);
    }

    @Override
    public String plain() {
      return text;
    }
  }

  /// A word with active `*`, `?` or `[…]`.
  ///
  /// @param pieces in order; two neighbours are never both quoted or both active
  record Pattern(List<WordPiece> pieces) implements CommandWord {
    public Pattern {
      pieces = List.copyOf(pieces);
    }

    @Override
    public String written() {
      return pieces.stream()
          .map(piece -> piece.quoted() ? ShellQuoting.always(piece.text()) : piece.text())
          .collect(Collectors.joining());
    }

    @Override
    public String plain() {
      return pieces.stream().map(WordPiece::text).collect(Collectors.joining());
    }
  }

  /// A word with `$?`, the exit status of what ran before its command: a number that only the run
  /// knows, and whatever it is, it means nothing to the programs that may get it.
  ///
  /// @param texts what stands before, between and behind the numbers, two or more
  record WordStatus(List<String> texts) implements CommandWord {
    public WordStatus {
      texts = List.copyOf(texts);
    }

    @Override
    public String written() {
      return texts.stream()
          .map(text -> text.replaceAll("[\\\\\"$`]", "\\\\$0"))
          .collect(Collectors.joining("$?", "\"", "\""));
    }

    @Override
    public String plain() {
      return String.join("$?", texts);
    }

    /// The word where the number is known.
    Literal of(int status) {
      return new Literal(String.join(Integer.toString(status), texts));
    }
  }

  /// A part of a pattern.
  ///
  /// @param text without quotes
  /// @param quoted whether its letters stand for themselves
  record WordPiece(String text, boolean quoted) {}

  /// A word that begins with an active `~`.
  ///
  /// @param rest what follows it: nothing, or a literal or pattern that begins with `/`
  record Home(CommandWord rest) implements CommandWord {
    public Home {
      if (rest instanceof Home || (!rest.plain().isEmpty() && !rest.plain().startsWith("/"))) {
        throw new IllegalArgumentException("'" + rest.plain() + "' is not a path below a home");
      }
    }

    @Override
    public String written() {
      // The slash must stay active, or the tilde would be a letter; a pattern begins with it so.
      if (rest instanceof Pattern || rest.plain().length() < 2) {
        return "~" + (rest.plain().isEmpty() ? "" : rest.written());
      }
      return "~/" + ShellQuoting.quoted(rest.plain().substring(1));
    }

    @Override
    public String plain() {
      return "~" + rest.plain();
    }
  }
}
