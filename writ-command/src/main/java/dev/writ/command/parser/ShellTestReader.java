// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandLine.LineStep;
import dev.writ.command.language.CommandLine.StepJoin;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.Pipeline;
import dev.writ.command.lexer.CommandLexer.CommandToken;
import dev.writ.command.lexer.CommandLexer.TokenKind;
import dev.writ.command.lexer.UnsupportedConstructs;
import dev.writ.command.lexer.WordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `[[ … ]]` where `test` can do the same: each of its conditions becomes a command.
final class ShellTestReader {
  private static final Set<String> OF_ONE =
      Set.of(
          "-n", "-z", "-e", "-f", "-d", "-s", "-r", "-w", "-x", "-L", "-h", "-p", "-S", "-b", "-c");

  private static final Map<String, String> OF_TWO =
      Map.of("==", "=", "=", "=", "!=", "!=", "-nt", "-nt", "-ot", "-ot", "-ef", "-ef");

  private static final Set<String> OF_NUMBERS = Set.of("-eq", "-ne", "-lt", "-le", "-gt", "-ge");

  private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,17})|\\$\\?");

  private static final CommandWord TEST = new CommandWord.Literal("test");

  private final TokenReader tokens;
  private final SimpleCommandParser commands;

  ShellTestReader(TokenReader tokens, SimpleCommandParser commands) {
    this.tokens = tokens;
    this.commands = commands;
  }

  /// Reads the one that begins here.
  ///
  /// @param negated whether it succeeds where its condition doesn't hold
  /// @return null where it is refused
  @Nullable CommandClause read(boolean negated) {
    CommandToken start = tokens.token();
    tokens.advance();
    List<List<Pipeline>> alternatives = new ArrayList<>();
    alternatives.add(new ArrayList<>());
    boolean more = true;
    while (more) {
      Pipeline condition = condition(start);
      if (condition == null) {
        return null;
      }
      alternatives.getLast().add(condition);
      more = tokens.isOperator("&&") || tokens.isOperator("||");
      if (tokens.isOperator("||")) {
        alternatives.add(new ArrayList<>());
      }
      if (more) {
        tokens.advance();
      }
    }
    boolean single = alternatives.size() == 1 && alternatives.getFirst().size() == 1;
    if (!tokens.isKeyword("]]") || (negated && !single)) {
      refuse(start);
      return null;
    }
    tokens.advance();
    if (single) {
      Pipeline only = alternatives.getFirst().getFirst();
      return new Pipeline(only.commands(), only.negated() != negated);
    }
    return new CommandClause.ClauseGroup(alternatives(alternatives));
  }

  /// In a test `&&` comes before `||`, in a line neither.
  private static CommandLine alternatives(List<List<Pipeline>> alternatives) {
    List<LineStep> steps = new ArrayList<>();
    for (List<Pipeline> all : alternatives) {
      if (steps.isEmpty()) {
        steps.addAll(chain(all).steps());
      } else {
        CommandClause clause =
            all.size() == 1 ? all.getFirst() : new CommandClause.ClauseGroup(chain(all));
        steps.add(new LineStep(StepJoin.OR, clause));
      }
    }
    return new CommandLine(steps);
  }

  private static CommandLine chain(List<Pipeline> all) {
    List<LineStep> steps = new ArrayList<>();
    all.forEach(
        pipeline ->
            steps.add(new LineStep(steps.isEmpty() ? StepJoin.FIRST : StepJoin.AND, pipeline)));
    return new CommandLine(steps);
  }

  private @Nullable Pipeline condition(CommandToken start) {
    boolean negated = tokens.isKeyword("!");
    if (negated) {
      tokens.advance();
    }
    List<CommandWord> words = OF_ONE.contains(keyword()) ? ofOne(keyword()) : ofTwo();
    if (words == null) {
      refuse(start);
      return null;
    }
    Command command = commands.counted(words, start);
    return command == null ? null : new Pipeline(List.of(command), negated);
  }

  private @Nullable List<CommandWord> ofOne(String operator) {
    tokens.advance();
    CommandWord operand = word();
    return operand == null || operand instanceof CommandWord.Pattern
        ? null
        : List.of(TEST, new CommandWord.Literal(operator), operand);
  }

  private @Nullable List<CommandWord> ofTwo() {
    CommandWord left = word();
    String operator = keyword();
    if (left == null || left instanceof CommandWord.Pattern) {
      return null;
    }
    if (!OF_TWO.containsKey(operator) && !OF_NUMBERS.contains(operator)) {
      return List.of(TEST, new CommandWord.Literal("-n"), left);
    }
    tokens.advance();
    CommandWord right = word();
    if (right instanceof CommandWord.Pattern pattern) {
      return operator.endsWith("=") ? matched(left, operator, pattern) : null;
    }
    boolean numbers = OF_NUMBERS.contains(operator);
    return right == null || (numbers && !(isNumber(left) && isNumber(right)))
        ? null
        : List.of(
            TEST, left, new CommandWord.Literal(OF_TWO.getOrDefault(operator, operator)), right);
  }

  /// A pattern is evaluated here, because both sides are known.
  private static @Nullable List<CommandWord> matched(
      CommandWord text, String operator, CommandWord.Pattern pattern) {
    boolean plain =
        pattern.pieces().stream()
            .allMatch(piece -> piece.quoted() || !piece.text().matches("(?s).*[\\[\\]].*"));
    return plain && text instanceof CommandWord.Literal(String known)
        ? List.of(
            new CommandWord.Literal(
                Boolean.toString(matches(known, pattern) != operator.equals("!="))))
        : null;
  }

  private static boolean matches(String text, CommandWord.Pattern pattern) {
    List<String> parts = new ArrayList<>(); // a star, a question mark, or a letter behind a blank
    for (CommandWord.WordPiece piece : pattern.pieces()) {
      piece
          .text()
          .codePoints()
          .mapToObj(Character::toString)
          .map(letter -> !piece.quoted() && "*?".contains(letter) ? letter : " " + letter)
          .forEach(parts::add);
    }
    int[] letters = text.codePoints().toArray();
    int part = 0;
    int at = 0;
    int star = -1;
    int behind = 0;
    while (at < letters.length) {
      String next = part < parts.size() ? parts.get(part) : "";
      if (next.equals("*")) {
        star = part++;
        behind = at;
      } else if (next.equals("?") || next.equals(" " + Character.toString(letters[at]))) {
        part++;
        at++;
      } else if (star >= 0) {
        part = star + 1;
        at = ++behind;
      } else {
        return false;
      }
    }
    return parts.subList(part, parts.size()).stream().allMatch("*"::equals);
  }

  private static boolean isNumber(CommandWord word) {
    return !(word instanceof CommandWord.Home) && NUMBER.matcher(word.plain()).matches();
  }

  /// The word here if it is written without quotes, else nothing.
  private String keyword() {
    CommandToken token = tokens.token();
    boolean plain = token.kind() == TokenKind.WORD && token.pieces().size() == 1;
    return plain && tokens.isKeyword(token.pieces().getFirst().text())
        ? token.pieces().getFirst().text()
        : "";
  }

  /// The word here, null where it isn't one word that is known.
  private @Nullable CommandWord word() {
    CommandToken token = tokens.token();
    if (token.kind() != TokenKind.WORD || token.braces() || tokens.isKeyword("]]")) {
      return null;
    }
    WordBuilder.WordReading reading = WordBuilder.read(token.pieces(), false);
    tokens.advance();
    return reading instanceof WordBuilder.CompleteWord(CommandWord word) ? word : null;
  }

  private void refuse(CommandToken start) {
    tokens.refuse(UnsupportedConstructs.SHELL_TEST, start);
  }
}
