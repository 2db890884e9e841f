// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.course.LineEnding;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandLine.LineStep;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.Pipeline;
import dev.writ.command.language.Redirection;
import dev.writ.command.lexer.CommandLexer;
import dev.writ.command.lexer.CommandLexer.CommandToken;
import dev.writ.command.lexer.LineVariables;
import dev.writ.command.lexer.UnsupportedConstructs;
import dev.writ.command.lexer.UnsupportedConstructs.UnsupportedConstruct;
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
  private final ListParser lists;
  private final LoopReader loops;
  private int depth;

  /// Whether what fails ends the line here (`set -e`).
  private boolean stops;

  /// Whether a pipeline fails with each of its commands (`set -o pipefail`).
  private boolean watchesPipes;

  /// How the clause or the list that was read last ends the line.
  private LineEnding ending = LineEnding.NEVER;

  CommandLineParser(CommandLexer lexer, LineVariables variables, LineParts parts) {
    this.lexer = lexer;
    this.variables = variables;
    this.parts = parts;
    lexer.substituting(this::substituted);
    this.tokens = new TokenReader(lexer);
    this.commands = new SimpleCommandParser(tokens, variables, parts);
    this.lists = new ListParser(new Inner(), lexer, tokens, variables, commands, parts);
    this.loops = new LoopReader(new Bodies(), lexer, tokens, variables, commands, parts);
  }

  private CommandLineParser(CommandLineParser outer) {
    this.lexer = outer.lexer;
    this.variables = outer.variables;
    this.depth = outer.depth;
    this.parts = outer.parts;
    this.stops = outer.stops;
    this.watchesPipes = outer.watchesPipes;
    this.tokens = new TokenReader(lexer);
    this.commands = new SimpleCommandParser(tokens, variables, parts);
    this.lists = new ListParser(new Inner(), lexer, tokens, variables, commands, parts);
    this.loops = new LoopReader(new Bodies(), lexer, tokens, variables, commands, parts);
  }

  /// The text as one line.
  @Nullable CommandLine whole() {
    tokens.skipLineEnds();
    while (tokens.isKeyword("set") && settings()) {
      tokens.skipLineEnds();
    }
    CommandLine line = lists.read(new ListParser.Frame(NONE, true));
    return line == null ? null : commands.withTexts(line);
  }

  /// The content of a list of this text.
  private final class Inner implements ListParser.Clauses {
    @Override
    public @Nullable CommandClause read() {
      return clause();
    }

    @Override
    public LineEnding ending() {
      return ending;
    }

    @Override
    public boolean stops() {
      return stops;
    }
  }

  /// The content of a loop of this text.
  private final class Bodies implements LoopReader.ListReader {
    @Override
    public @Nullable CommandLine read(String end) {
      return lists.read(new ListParser.Frame(Set.of(end), false));
    }

    @Override
    public LineEnding ending() {
      return lists.ending();
    }

    @Override
    public @Nullable CommandLine settled() {
      return lists.settled();
    }

    @Override
    public boolean isAskedFrom(int position) {
      return lists.isAskedFrom(position);
    }

    @Override
    public UnsupportedConstruct refusal() {
      return stops ? UnsupportedConstructs.STOPPING : UnsupportedConstructs.FLOW;
    }

    @Override
    public void expect(String keyword) {
      CommandLineParser.this.expect(keyword);
    }
  }

  /// `set -e` and its relatives at the beginning, for their effect.
  private boolean settings() {
    CommandToken start = tokens.token();
    tokens.advance();
    ShellSettings settings = ShellSettings.read(tokens);
    if (settings == null) {
      tokens.refuse(Objects.requireNonNull(UnsupportedConstructs.program("set")), start);
      return false;
    }
    stops |= settings.stops();
    watchesPipes |= settings.watchesPipes();
    return true;
  }

  /// The value of a substitution that is known without a run, or that has run.
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
          CommandLine line = inner.lists.read(new ListParser.Frame(Set.of(")"), true));
          parts.end();
          if (line != null && stops && line.steps().size() > 1) {
            lexer.refuse(UnsupportedConstructs.STOPPING, 0, 0); // shells differ there
          }
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

  /// @return null where it is refused
  private @Nullable CommandClause clause() {
    if (depth >= MAX_DEPTH) {
      tokens.refuse(UnsupportedConstructs.TOO_LONG, tokens.token());
      return null;
    }
    depth++;
    LineEnding own = LineEnding.NEVER;
    CommandClause clause;
    if (tokens.isOperator("(")) {
      clause = apart();
    } else if (tokens.isKeyword("{")) {
      clause = braces();
      own = lists.ending();
    } else if (tokens.isKeyword("if")) {
      clause = choice();
      own = ending;
    } else if (tokens.isKeyword("for")) {
      clause = loops.read();
      own = loops.ending();
    } else {
      boolean negated = tokens.isKeyword("!");
      if (negated) {
        tokens.advance();
      }
      clause =
          tokens.isKeyword("[[")
              ? new ShellTestReader(tokens, commands).read(negated)
              : pipeline(negated);
    }
    ending = own;
    depth--;
    return clause;
  }

  private @Nullable CommandClause apart() {
    tokens.advance();
    @Nullable CommandLine[] line = new @Nullable CommandLine[1];
    variables.aside(() -> line[0] = lists.read(new ListParser.Frame(Set.of(")"), true)));
    if (!tokens.isRefused() && !tokens.isOperator(")")) {
      tokens.refuse(UnsupportedConstructs.UNFINISHED, tokens.token());
    }
    tokens.advance();
    return tokens.isRefused()
        ? null
        : new CommandClause.ClauseGroup(Objects.requireNonNull(line[0]));
  }

  private @Nullable CommandClause braces() {
    tokens.advance();
    CommandLine line = lists.read(new ListParser.Frame(Set.of("}"), false));
    expect("}");
    return tokens.isRefused() ? null : new CommandClause.ClauseGroup(Objects.requireNonNull(line));
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
    List<LineStep> deciding = new ArrayList<>();
    List<LineEnding> endings = new ArrayList<>();
    do {
      CommandLine condition = condition();
      assigned.addAll(variables.assigned());
      if (branches.isEmpty()) {
        parts.begin(OpenList.Course.UNSURE, deciding);
      }
      expect("then");
      if (condition != null) {
        deciding.addAll(condition.steps());
      }
      CommandLine line = lists.read(new ListParser.Frame(Set.of("elif", "else", "fi"), false));
      assigned.addAll(variables.assigned());
      if (tokens.isRefused()) {
        return null;
      }
      endings.add(lists.ending());
      branches.add(
          new CommandClause.Branch(
              Objects.requireNonNull(condition), Objects.requireNonNull(line)));
      assigned.forEach(variables::forget);
    } while (tokens.isKeyword("elif"));
    if (tokens.isKeyword("else")) {
      tokens.advance();
      otherwise = Optional.ofNullable(lists.read(new ListParser.Frame(Set.of("fi"), false)));
      endings.add(lists.ending());
      assigned.addAll(variables.assigned());
      assigned.forEach(variables::forget);
    }
    ending = LineEnding.ofChoice(endings, otherwise.isPresent());
    parts.end();
    expect("fi");
    variables.assigned().addAll(assigned);
    return tokens.isRefused() ? null : new CommandClause.ClauseChoice(branches, otherwise);
  }

  /// A failure in a condition does not end the line.
  private @Nullable CommandLine condition() {
    CommandToken start = tokens.token();
    boolean before = stops;
    stops = false;
    tokens.advance();
    CommandLine condition = lists.read(new ListParser.Frame(Set.of("then"), false));
    if (lists.ending() != LineEnding.NEVER) {
      tokens.refuse(UnsupportedConstructs.FLOW, start);
    }
    stops = before;
    return condition;
  }

  private @Nullable CommandClause pipeline(boolean negated) {
    CommandToken start = tokens.token();
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
    if (watchesPipes && stages.size() > 1) {
      tokens.refuse(UnsupportedConstructs.PIPE_STATUS, start);
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
