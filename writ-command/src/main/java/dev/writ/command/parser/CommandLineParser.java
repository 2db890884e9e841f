// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandLine.Join;
import dev.writ.command.language.CommandLine.Step;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.DirectoryChange;
import dev.writ.command.language.Pipeline;
import dev.writ.command.language.Redirection;
import dev.writ.command.language.WordExpansion;
import dev.writ.command.parser.CommandLexer.Kind;
import dev.writ.command.parser.CommandLexer.Token;
import dev.writ.command.parser.UnsupportedConstructs.Construct;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads lists of pipelines and what holds lists in turn: groups, choices, loops. The rounds of a
/// loop are read one by one, so that in the tree every word is what it will be.
final class CommandLineParser {
  /// How deep groups, choices, loops and substitutions may stand in each other.
  static final int MAX_DEPTH = 10;

  private static final Set<String> NONE = Set.of();

  private final CommandLexer lexer;
  private final TokenReader tokens;
  private final LineVariables variables;
  private final SimpleCommandParser commands;
  private int depth;

  /// What surrounds a list.
  ///
  /// @param ends the words that end it
  /// @param apart whether it is left with the directory in which it was entered
  private record Frame(Set<String> ends, boolean apart) {}

  CommandLineParser(CommandLexer lexer, LineVariables variables, int depth) {
    this.lexer = lexer;
    this.variables = variables;
    this.depth = depth;
    lexer.substituting(this::substituted);
    this.tokens = new TokenReader(lexer);
    this.commands = new SimpleCommandParser(tokens, variables);
  }

  private CommandLineParser(CommandLineParser outer) {
    this.lexer = outer.lexer;
    this.variables = outer.variables;
    this.depth = outer.depth;
    this.tokens = new TokenReader(lexer);
    this.commands = new SimpleCommandParser(tokens, variables);
  }

  /// The text as one line.
  @Nullable CommandLine whole() {
    CommandLine line = list(new Frame(NONE, true));
    return line == null ? null : commands.withTexts(line);
  }

  /// What a substitution stands for, where it can be told without running anything.
  private @Nullable String substituted() {
    if (depth >= MAX_DEPTH) {
      return null;
    }
    depth++; // its first word may be another one
    CommandLineParser inner = new CommandLineParser(this);
    lexer.substituting(inner::substituted);
    @Nullable String[] value = new @Nullable String[1];
    variables.aside(
        () -> {
          CommandLine line = inner.list(new Frame(Set.of(")"), true));
          if (line != null && inner.tokens.isOperator(")")) {
            value[0] = PureCommand.output(inner.commands.withTexts(line), variables);
          }
        });
    lexer.substituting(this::substituted);
    depth--;
    return value[0];
  }

  private @Nullable CommandLine list(Frame frame) {
    List<Step> steps = new ArrayList<>();
    Set<String> assigned = new HashSet<>();
    Set<String> later = new HashSet<>();
    tokens.skipLineEnds();
    Token first = tokens.token();
    Join join = Join.FIRST;
    boolean sure = true;
    do {
      Token start = tokens.token();
      variables.assigned().clear();
      CommandClause clause = clause();
      if (tokens.isRefused()) {
        return null;
      }
      assigned.addAll(variables.assigned());
      if (join == Join.OR) {
        variables.assigned().forEach(variables::forget);
      } else if (!sure) {
        later.addAll(variables.assigned());
      }
      sure &= isNothing(clause);
      CommandClause read = Objects.requireNonNull(clause);
      steps.add(new Step(withoutNothing(steps, join, read), read));
      if (!isFolded(steps, frame, start)) {
        return null;
      }
      join = join(frame);
      if (join != Join.AND) {
        later.forEach(variables::forget);
        later.clear();
        sure = join != Join.OR;
      }
    } while (join != Join.FIRST && !tokens.isRefused());
    if (!DirectoryChange.appliesToAll(steps)) {
      tokens.refuse(UnsupportedConstructs.DIRECTORY, first);
    }
    variables.assigned().addAll(assigned);
    return tokens.isRefused() ? null : DirectoryChange.folded(steps);
  }

  private boolean isFolded(List<Step> steps, Frame frame, Token start) {
    boolean changes = DirectoryChange.changes(steps.getLast());
    if (!DirectoryChange.isFolded(steps) || (changes && !frame.apart())) {
      tokens.refuse(UnsupportedConstructs.DIRECTORY, start);
      return false;
    }
    if (changes) {
      variables.enter(DirectoryChange.target(steps.getLast()));
    }
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // a `true` that was typed is a step like others
  private static boolean isNothing(@Nullable CommandClause clause) {
    return clause instanceof Pipeline pipeline
        && !pipeline.negated()
        && pipeline.commands().getFirst() == SimpleCommandParser.NOTHING;
  }

  /// An assignment leaves no step where nobody asks how it ended.
  private static Join withoutNothing(List<Step> steps, Join join, CommandClause next) {
    if (steps.isEmpty() || !isNothing(steps.getLast().clause()) || asksForStatus(next)) {
      return join;
    }
    Join own = steps.getLast().join();
    boolean drops = join != Join.OR && own != Join.OR;
    if (drops) {
      steps.removeLast();
    }
    return drops && own != Join.AND ? own : join;
  }

  private static boolean asksForStatus(CommandClause clause) {
    return new CommandLine(List.of(new Step(Join.FIRST, clause)))
        .commands().stream()
            .flatMap(command -> command.words().stream())
            .anyMatch(CommandWord.Status.class::isInstance);
  }

  /// How the next step is joined; [Join#FIRST] where there is none.
  private Join join(Frame frame) {
    Token token = tokens.token();
    Join join =
        switch (token.operator()) {
          case "&&" -> Join.AND;
          case "||" -> Join.OR;
          case ";", CommandLexer.LINE_END -> Join.THEN;
          default -> Join.FIRST;
        };
    if (join == Join.FIRST) {
      if (token.kind() != Kind.END && !(tokens.isOperator(")") && frame.ends().contains(")"))) {
        tokens.refuse(refusal(token), token);
      }
      return join;
    }
    tokens.advance();
    tokens.skipLineEnds();
    boolean ended = tokens.token().kind() == Kind.END || isEnd(frame);
    return join == Join.THEN && ended ? Join.FIRST : join;
  }

  private boolean isEnd(Frame frame) {
    return frame.ends().stream()
        .anyMatch(end -> end.equals(")") ? tokens.isOperator(end) : tokens.isKeyword(end));
  }

  /// Why a token can't stand behind a command.
  private static Construct refusal(Token token) {
    return Objects.requireNonNullElse(
        UnsupportedConstructs.operator(token.operator()),
        token.operator().isEmpty() || "|<>".indexOf(token.operator().charAt(0)) < 0
            ? UnsupportedConstructs.NO_PROGRAM
            : UnsupportedConstructs.GROUP_STREAM);
  }

  /// @return null where it is refused
  private @Nullable CommandClause clause() {
    if (depth >= MAX_DEPTH) {
      tokens.refuse(UnsupportedConstructs.TOO_LONG, tokens.token());
      return null;
    }
    depth++;
    CommandClause clause;
    if (tokens.isOperator("(")) {
      clause = apart();
    } else if (tokens.isKeyword("{")) {
      clause = braces();
    } else if (tokens.isKeyword("if")) {
      clause = choice();
    } else if (tokens.isKeyword("for")) {
      clause = loop();
    } else {
      boolean negated = tokens.isKeyword("!");
      if (negated) {
        tokens.advance();
      }
      clause = pipeline(negated);
    }
    depth--;
    return clause;
  }

  private @Nullable CommandClause apart() {
    tokens.advance();
    @Nullable CommandLine[] line = new @Nullable CommandLine[1];
    variables.aside(() -> line[0] = list(new Frame(Set.of(")"), true)));
    if (!tokens.isRefused() && !tokens.isOperator(")")) {
      tokens.refuse(UnsupportedConstructs.UNFINISHED, tokens.token());
    }
    tokens.advance();
    return tokens.isRefused() ? null : new CommandClause.Group(Objects.requireNonNull(line[0]));
  }

  private @Nullable CommandClause braces() {
    tokens.advance();
    CommandLine line = list(new Frame(Set.of("}"), false));
    expect("}");
    return tokens.isRefused() ? null : new CommandClause.Group(Objects.requireNonNull(line));
  }

  private void expect(String keyword) {
    if (!tokens.isRefused() && !tokens.isKeyword(keyword)) {
      tokens.refuse(UnsupportedConstructs.UNFINISHED, tokens.token());
    }
    tokens.advance();
  }

  private @Nullable CommandClause choice() {
    List<CommandClause.Branch> branches = new ArrayList<>();
    Optional<CommandLine> otherwise = Optional.empty();
    Set<String> assigned = new HashSet<>();
    do {
      tokens.advance();
      CommandLine condition = list(new Frame(Set.of("then"), false));
      assigned.addAll(variables.assigned());
      expect("then");
      CommandLine line = list(new Frame(Set.of("elif", "else", "fi"), false));
      assigned.addAll(variables.assigned());
      if (tokens.isRefused()) {
        return null;
      }
      branches.add(
          new CommandClause.Branch(
              Objects.requireNonNull(condition), Objects.requireNonNull(line)));
      assigned.forEach(variables::forget);
    } while (tokens.isKeyword("elif"));
    if (tokens.isKeyword("else")) {
      tokens.advance();
      otherwise = Optional.ofNullable(list(new Frame(Set.of("fi"), false)));
      assigned.addAll(variables.assigned());
      assigned.forEach(variables::forget);
    }
    expect("fi");
    variables.assigned().addAll(assigned);
    return tokens.isRefused() ? null : new CommandClause.Choice(branches, otherwise);
  }

  /// A loop over words: each round is read with the variable's value.
  private @Nullable CommandClause loop() {
    Token start = tokens.token();
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
    List<Step> steps = new ArrayList<>();
    Set<String> assigned = new HashSet<>(Set.of(name));
    for (String value : values) {
      variables.set(name, value, false);
      tokens.returnTo(body);
      CommandLine line = list(new Frame(Set.of("done"), false));
      assigned.addAll(variables.assigned());
      if (line == null) {
        return null;
      }
      for (Step step : line.steps()) {
        boolean begins = step.join() == Join.FIRST && !steps.isEmpty();
        steps.add(new Step(begins ? Join.THEN : step.join(), step.clause()));
      }
    }
    expect("done");
    variables.assigned().addAll(assigned);
    return tokens.isRefused() ? null : new CommandClause.Group(new CommandLine(steps));
  }

  private List<String> values(Token start) {
    List<CommandWord> words = commands.items();
    WordExpansion world = variables.world();
    boolean literal = words.stream().allMatch(CommandWord.Literal.class::isInstance);
    if (words.isEmpty()
        || words.stream().anyMatch(CommandWord.Status.class::isInstance)
        || (world == null && !literal)) {
      tokens.refuse(UnsupportedConstructs.LOOP_FORM, start);
      return List.of();
    }
    List<CommandWord> argv = new ArrayList<>(List.of(new CommandWord.Literal("for")));
    argv.addAll(words);
    Command items = Command.of("for").with(argv).in(new CommandWord.Literal(variables.directory()));
    List<String> values = world == null ? items.argv() : items.expanded(world).argv();
    return values.subList(1, values.size());
  }

  private @Nullable CommandClause pipeline(boolean negated) {
    List<Command> stages = new ArrayList<>();
    boolean more = true;
    while (more) {
      Command command = commands.read(stages.size());
      boolean both = tokens.isOperator("|&");
      if (command != null) {
        stages.add(both ? withErrors(command) : command);
      }
      more = both || tokens.isOperator("|");
      if (more) {
        tokens.advance();
        tokens.skipLineEnds();
      }
    }
    return tokens.isRefused() ? null : new Pipeline(stages, negated);
  }

  /// `|&` is `2>&1 |`.
  private static Command withErrors(Command command) {
    List<Redirection> redirections = new ArrayList<>(command.redirections());
    redirections.add(new Redirection.ErrorToOutput());
    return command.redirected(redirections);
  }
}
