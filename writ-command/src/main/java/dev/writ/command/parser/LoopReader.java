// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.course.LineEnding;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandLine.LineStep;
import dev.writ.command.language.CommandLine.StepJoin;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.WordExpansion;
import dev.writ.command.lexer.CommandLexer;
import dev.writ.command.lexer.CommandLexer.CommandToken;
import dev.writ.command.lexer.LineVariables;
import dev.writ.command.lexer.UnsupportedConstructs;
import dev.writ.command.lexer.UnsupportedConstructs.UnsupportedConstruct;
import dev.writ.command.lexer.WordBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads loops over words, round by round.
final class LoopReader {
  private final ListReader lists;
  private final CommandLexer lexer;
  private final TokenReader tokens;
  private final LineVariables variables;
  private final SimpleCommandParser commands;
  private final LineParts parts;
  private LineEnding ending = LineEnding.NEVER;

  /// Reads what stands in a loop.
  interface ListReader {
    /// The list up to that word, null where it is refused.
    @Nullable CommandLine read(String end);

    /// How the list that was read last ends the line.
    LineEnding ending();

    /// That list as it is where something follows it, null where it is the same.
    @Nullable CommandLine settled();

    /// Whether the text from there on may ask how what stands before it ended.
    boolean isAskedFrom(int position);

    /// The part that a tree cannot express.
    UnsupportedConstruct refusal();

    /// Goes behind that word.
    void expect(String keyword);
  }

  LoopReader(
      ListReader lists,
      CommandLexer lexer,
      TokenReader tokens,
      LineVariables variables,
      SimpleCommandParser commands,
      LineParts parts) {
    this.lists = lists;
    this.lexer = lexer;
    this.tokens = tokens;
    this.variables = variables;
    this.commands = commands;
    this.parts = parts;
  }

  /// How the loop that was read last ends the line.
  LineEnding ending() {
    return ending;
  }

  /// A loop over words: each round is read with the variable's value.
  @Nullable CommandClause read() {
    CommandToken start = tokens.token();
    tokens.advance();
    String name = WordBuilder.plain(tokens.token().pieces());
    boolean named = tokens.isKeyword(name) && WordBuilder.isName(name);
    tokens.advance();
    if (!named || !tokens.isKeyword("in")) {
      tokens.refuse(UnsupportedConstructs.LOOP_FORM, start);
      return null;
    }
    tokens.advance();
    List<String> values = values(start);
    if (!tokens.isOperator(";") && !tokens.isOperator(CommandLexer.LINE_END)) {
      tokens.refuse(UnsupportedConstructs.LOOP_FORM, start);
      return null;
    }
    tokens.advance();
    tokens.skipLineEnds();
    int body = tokens.token().end();
    if (!tokens.isKeyword("do")) {
      tokens.refuse(UnsupportedConstructs.LOOP_FORM, start);
      return null;
    }
    ending = LineEnding.NEVER;
    if (values.isEmpty()) {
      variables.aside(() -> passOver(name, body));
      lists.expect("done");
      return tokens.isRefused() ? null : OpenList.result(0);
    }
    Set<String> assigned = new HashSet<>(Set.of(name));
    List<LineStep> steps = new ArrayList<>();
    OpenList round = parts.begin(steps, variables.entered(), commands::withTexts);
    round.joined(StepJoin.THEN);
    for (int i = 0; i < values.size(); i++) {
      variables.set(name, values.get(i), false);
      tokens.returnTo(body);
      CommandLine line = round(body, i == values.size() - 1);
      assigned.addAll(variables.assigned());
      if (line == null) {
        tokens.refuse(lists.refusal(), start);
        return null;
      }
      add(line, steps, round);
      round.joined(ending == LineEnding.NEVER ? StepJoin.THEN : StepJoin.AND);
    }
    parts.end();
    lists.expect("done");
    variables.assigned().addAll(assigned);
    return tokens.isRefused() ? null : new CommandClause.ClauseGroup(new CommandLine(steps));
  }

  /// Reads a round and how it ends the line: where something follows it, as it is there.
  ///
  /// @return null where it is refused
  private @Nullable CommandLine round(int body, boolean last) {
    CommandLine line = lists.read("done");
    CommandLine settled = lists.settled();
    ending = lists.ending();
    if (line == null || ending == LineEnding.NEVER || ending == LineEnding.IF_FAILED) {
      return line;
    }
    if (last && !TextAhead.goesOn(lexer.text(), tokens.token().end())) {
      return settled == null ? null : line;
    }
    ending = LineEnding.IF_FAILED;
    return lists.isAskedFrom(body) ? null : settled;
  }

  /// One that ends the line where it fails is a step of its own: a later `||` is not its.
  private void add(CommandLine line, List<LineStep> steps, OpenList round) {
    if (ending != LineEnding.NEVER) {
      CommandClause clause = new CommandClause.ClauseGroup(line);
      if (!round.isSkipping()) {
        steps.add(new LineStep(steps.isEmpty() ? StepJoin.FIRST : StepJoin.AND, clause));
      }
      return;
    }
    for (LineStep step : line.steps()) {
      boolean begins = step.join() == StepJoin.FIRST && !steps.isEmpty();
      steps.add(new LineStep(begins ? StepJoin.THEN : step.join(), step.clause()));
    }
  }

  /// Reads the body of a loop without a round.
  private void passOver(String name, int body) {
    parts.begin(OpenList.Course.NEVER);
    variables.set(name, name, false);
    tokens.returnTo(body);
    lists.read("done");
    parts.end();
  }

  private List<String> values(CommandToken start) {
    List<CommandWord> words = commands.items();
    WordExpansion world = variables.world();
    boolean literal = words.stream().allMatch(CommandWord.Literal.class::isInstance);
    if (words.stream().anyMatch(CommandWord.WordStatus.class::isInstance)
        || (world == null && !literal)
        || (!literal && parts.delaysPatterns(lexer.isExpecting()))) {
      tokens.refuse(UnsupportedConstructs.LOOP_FORM, start);
      return List.of();
    }
    return tokens.isRefused() ? List.of() : parts.values(() -> values(words, world));
  }

  private List<String> values(List<CommandWord> words, @Nullable WordExpansion world) {
    List<CommandWord> argv = new ArrayList<>(List.of(new CommandWord.Literal("for")));
    argv.addAll(words);
    Command items = Command.of("for").with(argv).in(new CommandWord.Literal(variables.directory()));
    List<String> values = world == null ? items.argv() : items.expanded(world).argv();
    return values.subList(1, values.size());
  }
}
