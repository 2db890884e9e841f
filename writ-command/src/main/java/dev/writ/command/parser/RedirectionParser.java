// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.Redirection;
import dev.writ.command.lexer.CommandLexer.CommandToken;
import dev.writ.command.lexer.CommandLexer.TokenKind;
import dev.writ.command.lexer.HereDocument;
import dev.writ.command.lexer.UnsupportedConstructs;
import dev.writ.command.lexer.UnsupportedConstructs.UnsupportedConstruct;
import dev.writ.command.lexer.WordBuilder;
import java.util.IdentityHashMap;
import java.util.List;

/// Reads the redirections of commands, and puts the texts of their here-documents in once they were
/// read.
final class RedirectionParser {
  private static final List<String> REDIRECTIONS =
      List.of("<", "<<", "<<-", "<<<", ">", ">>", ">|", "&>", "&>>", ">&");

  private final TokenReader tokens;

  /// By the redirections that stand for them until they are read.
  private final IdentityHashMap<Redirection, HereDocument> documents = new IdentityHashMap<>();

  RedirectionParser(TokenReader tokens) {
    this.tokens = tokens;
  }

  /// The line with the texts of its here-documents, which were read last.
  CommandLine withTexts(CommandLine line) {
    return documents.isEmpty()
        ? line
        : line.each(
            command ->
                command.redirected(
                    command.redirections().stream()
                        .map(
                            redirection ->
                                documents.containsKey(redirection)
                                    ? documents.get(redirection).redirection()
                                    : redirection)
                        .toList()));
  }

  /// Whether one begins here.
  boolean isHere() {
    return tokens.token().kind() == TokenKind.NUMBER
        || (tokens.token().kind() == TokenKind.OPERATOR
            && REDIRECTIONS.contains(tokens.token().operator()));
  }

  /// Whether a command would have more than one input, one of which is a text.
  ///
  /// @param first whether it is the first one of its pipeline
  static boolean hasTwoInputs(List<Redirection> redirections, boolean first) {
    long texts =
        redirections.stream().filter(Redirection.TextRedirection.class::isInstance).count();
    long files =
        redirections.stream().filter(Redirection.InputRedirection.class::isInstance).count();
    return texts > 0 && (!first || texts + files > 1);
  }

  /// Reads the one that begins here.
  void read(List<Redirection> redirections) {
    CommandToken start = tokens.token();
    String number = "";
    if (tokens.token().kind() == TokenKind.NUMBER) {
      number = tokens.token().operator();
      tokens.advance();
    }
    String operator = tokens.token().operator();
    UnsupportedConstruct refused = UnsupportedConstructs.operator(operator);
    boolean input = operator.startsWith("<");
    if (refused != null) {
      tokens.refuse(refused, tokens.token());
      return;
    }
    if (!(input ? List.of("", "0") : List.of("", "1", "2")).contains(number)) {
      tokens.refuse(UnsupportedConstructs.DESCRIPTOR, start);
      return;
    }
    tokens.advance();
    CommandToken target = tokens.token();
    WordBuilder.WordReading reading =
        target.kind() == TokenKind.WORD && !target.braces()
            ? WordBuilder.read(target.pieces(), false)
            : new WordBuilder.RefusedWord(UnsupportedConstructs.TARGET);
    if (target.kind() == TokenKind.WORD && operator.startsWith("<<")) {
      text(operator, target, redirections);
    } else if (target.kind() == TokenKind.WORD && operator.equals(">&")) {
      duplicate(number, target, redirections);
    } else if (reading instanceof WordBuilder.CompleteWord(CommandWord word)
        && !(word instanceof CommandWord.Pattern)
        && !(word instanceof CommandWord.WordStatus)
        && !(word instanceof CommandWord.Home(CommandWord.Pattern pattern))
        && !word.plain().isEmpty()) {
      redirections.add(redirection(operator, number, word));
      tokens.advance();
    } else {
      tokens.refuse(
          reading instanceof WordBuilder.RefusedWord(UnsupportedConstruct construct)
              ? construct
              : UnsupportedConstructs.TARGET,
          target);
    }
  }

  private void text(String operator, CommandToken target, List<Redirection> redirections) {
    WordBuilder.WordReading reading = WordBuilder.read(target.pieces(), false);
    boolean splits = target.braces() && tokens.isExpanding();
    if (operator.equals("<<<") && (splits || !isText(reading))) {
      tokens.refuse(
          reading instanceof WordBuilder.RefusedWord(UnsupportedConstruct construct)
              ? construct
              : UnsupportedConstructs.TARGET,
          target);
      return;
    }
    // Of a delimiter it is only a mark.
    Redirection marker =
        new Redirection.TextRedirection(
            new CommandWord.Literal(WordBuilder.plain(target.pieces())));
    if (!operator.equals("<<<")) {
      if (tokens.isExpanding()) {
        tokens.refuse(UnsupportedConstructs.HERE_EXPANSION, target);
        return;
      }
      documents.put(marker, tokens.expect(target.pieces(), operator.equals("<<-")));
    }
    redirections.add(marker);
    tokens.advance();
  }

  private static boolean isText(WordBuilder.WordReading reading) {
    return reading instanceof WordBuilder.CompleteWord(CommandWord word)
        && !(word instanceof CommandWord.Home)
        && !(word instanceof CommandWord.WordStatus);
  }

  private static Redirection redirection(String operator, String number, CommandWord target) {
    Redirection.Channel channel =
        operator.startsWith("&")
            ? Redirection.Channel.BOTH
            : number.equals("2") ? Redirection.Channel.ERROR : Redirection.Channel.OUTPUT;
    return operator.equals("<")
        ? new Redirection.InputRedirection(target)
        : new Redirection.OutputRedirection(channel, target, operator.endsWith(">>"));
  }

  private void duplicate(String number, CommandToken target, List<Redirection> redirections) {
    boolean plain = target.pieces().size() == 1 && !target.pieces().getFirst().quoted();
    String to = plain ? target.pieces().getFirst().text() : "";
    if (number.equals("2") && to.equals("1")) {
      redirections.add(new Redirection.ErrorToOutput());
    } else if (!number.equals("2") && to.equals("2")) {
      redirections.add(new Redirection.OutputToError());
    } else if (!to.equals(number.isEmpty() ? "1" : number)) {
      tokens.refuse(UnsupportedConstructs.DUPLICATE, target);
      return;
    }
    tokens.advance();
  }
}
