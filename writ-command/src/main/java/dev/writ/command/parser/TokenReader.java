// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.language.CommandWord;
import dev.writ.command.lexer.CommandLexer;
import dev.writ.command.lexer.CommandLexer.CommandToken;
import dev.writ.command.lexer.CommandLexer.TokenKind;
import dev.writ.command.lexer.HereDocument;
import dev.writ.command.lexer.UnsupportedConstructs.UnsupportedConstruct;
import java.util.List;

/// The tokens of a text, with one token of lookahead.
final class TokenReader {
  private final CommandLexer lexer;
  private CommandToken token;

  /// Looks at the first one.
  TokenReader(CommandLexer lexer) {
    this.lexer = lexer;
    this.token = lexer.next();
  }

  CommandToken token() {
    return token;
  }

  void advance() {
    token = lexer.next();
  }

  /// Looks at what stands behind that place again.
  void returnTo(int place) {
    lexer.returnTo(place);
    advance();
  }

  void refuse(UnsupportedConstruct construct, CommandToken from) {
    lexer.refuse(construct, from.start(), from.end());
    token = lexer.next();
  }

  boolean isRefused() {
    return lexer.refused() != null;
  }

  boolean isOperator(String operator) {
    return token.kind() == TokenKind.OPERATOR && token.operator().equals(operator);
  }

  /// Whether it is that word without quotes.
  boolean isKeyword(String word) {
    return token.kind() == TokenKind.WORD
        && token.pieces().size() == 1
        && !token.pieces().getFirst().quoted()
        && token.pieces().getFirst().text().equals(word);
  }

  void skipLineEnds() {
    while (isOperator(CommandLexer.LINE_END)) {
      advance();
    }
  }

  boolean isExpanding() {
    return lexer.expandsIn(token);
  }

  HereDocument expect(List<CommandWord.WordPiece> delimiter, boolean tabs) {
    return lexer.expect(delimiter, tabs);
  }
}
