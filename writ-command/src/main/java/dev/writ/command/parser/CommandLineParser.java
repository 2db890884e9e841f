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
import dev.writ.command.lexer.CommandLexer;
import dev.writ.command.lexer.CommandLexer.Kind;
import dev.writ.command.lexer.CommandLexer.Token;
import dev.writ.command.lexer.LineVariables;
import dev.writ.command.lexer.UnsupportedConstructs;
import dev.writ.command.lexer.UnsupportedConstructs.Construct;
import dev.writ.command.lexer.WordBuilder;
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
  private final LineParts parts;
  private int depth;

  /// What surrounds a list.
  ///
  /// @param ends the words that end it
  /// @param apart whether it is left with the directory in which it was entered
  private record Frame(Set<String> ends, boolean apart) {}

  CommandLineParser(CommandLexer lexer, LineVariables variables, LineParts parts) {
    this.lexer = lexer;
    this.variables = variables;
    this.parts = parts;
    lexer.substituting(this::substituted);
    this.tokens = new TokenReader(lexer);
    this.commands = new SimpleCommandParser(tokens, variables);
  }

  private CommandLineParser(CommandLineParser outer) {
    this.lexer = outer.lexer;
    this.variables = outer.variables;
    this.depth = outer.depth;
    this.parts = outer.parts;
    this.tokens = new TokenReader(lexer);
    this.commands = new SimpleCommandParser(tokens, variables);
  }

  /// The text as one line.
  @Nullable CommandLine whole() {
    CommandLine line = list(new Frame(NONE, true));
    return line == null ? null : commands.withTexts(line);
  }

  /// What a substitution stands for, where it can be told without running anything, or was run.
  private @Nullable String substituted() {
    if (depth >= MAX_DEPTH) {
      return null;
    }
    depth++; // its first word may be another one
    parts.begin(OpenList.Course.SUBSTITUTED);
    CommandLineParser inner = new CommandLineParser(this);
    lexer.substituting(inner::substituted);
    @Nullable String[] value = new @Nullable String[1];
    variables.aside(
        () -> {
          CommandWord place = variables.entered();
          CommandLine line = inner.list(new Frame(Set.of(")"), true));
          parts.end();
          if (line != null && inner.tokens.isOperator(")") && !lexer.isExpecting()) {
            CommandLine whole = inner.commands.withTexts(line);
            String output = PureCommand.output(whole, variables);
            value[0] = output == null ? parts.output(whole, place) : output;
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
    OpenList open = parts.begin(steps, variables.entered(), commands::withTexts);
    do {
      Token start = tokens.token();
      variables.assigned().clear();
      CommandClause clause = clause();
      if (tokens.isRefused() || isDelayed(clause, start)) {
        return null;
      }
      assigned.addAll(variables.assigned());
      if (join == Join.OR) {
        variables.assigned().forEach(variables::forget);
      } else if (!sure) {
        later.addAll(variables.assigned());
      }
      sure &= OpenList.isNothing(clause);
      CommandClause read = parts.known(open, Objects.requireNonNull(clause));
      if (!open.isSkipping()) {
        open.add(read);
        if (!isFolded(steps, frame, start)) {
          return null;
        }
      }
      join = join(frame, open);
      if (join != Join.AND) {
        later.forEach(variables::forget);
        later.clear();
        sure = join != Join.OR;
      }
    } while (join != Join.FIRST && !tokens.isRefused());
    parts.end();
    if (!DirectoryChange.appliesToAll(steps)) {
      tokens.refuse(UnsupportedConstructs.DIRECTORY, first);
    }
    variables.assigned().addAll(assigned);
    return tokens.isRefused() ? null : DirectoryChange.folded(steps);
  }

  /// Refuses a clause whose patterns can't be expanded yet.
  private boolean isDelayed(@Nullable CommandClause clause, Token start) {
    boolean delayed =
        clause instanceof Pipeline pipeline && !lexer.isExpecting() && parts.delays(pipeline);
    if (delayed) {
      tokens.refuse(UnsupportedConstructs.PART, start);
    }
    return delayed;
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

  /// How the next step is joined; [Join#FIRST] where there is none.
  private Join join(Frame frame, OpenList open) {
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
    open.joined(join); // the next word may hold a substitution
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
    List<Step> deciding = new ArrayList<>();
    do {
      tokens.advance();
      CommandLine condition = list(new Frame(Set.of("then"), false));
      assigned.addAll(variables.assigned());
      if (branches.isEmpty()) {
        parts.begin(OpenList.Course.UNSURE, deciding);
      }
      expect("then");
      if (condition != null) {
        deciding.addAll(condition.steps());
      }
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
    parts.end();
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
    if (values.isEmpty()) {
      variables.aside(() -> passOver(name, body));
      expect("done");
      return tokens.isRefused() ? null : OpenList.result(0);
    }
    Set<String> assigned = new HashSet<>(Set.of(name));
    List<Step> steps = new ArrayList<>();
    parts.begin(steps, variables.entered(), commands::withTexts).joined(Join.THEN);
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
    parts.end();
    expect("done");
    variables.assigned().addAll(assigned);
    return tokens.isRefused() ? null : new CommandClause.Group(new CommandLine(steps));
  }

  /// Reads the body of a loop without a round.
  private void passOver(String name, int body) {
    parts.begin(OpenList.Course.NEVER);
    variables.set(name, name, false);
    tokens.returnTo(body);
    list(new Frame(Set.of("done"), false));
    parts.end();
  }

  private List<String> values(Token start) {
    List<CommandWord> words = commands.items();
    WordExpansion world = variables.world();
    boolean literal = words.stream().allMatch(CommandWord.Literal.class::isInstance);
    if (words.stream().anyMatch(CommandWord.Status.class::isInstance)
        || (world == null && !literal)
        || (!literal && !lexer.isExpecting() && parts.delaysPatterns())) {
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
