// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.course.LineEnding;
import dev.writ.command.course.LineExit;
import dev.writ.command.course.ListCourse;
import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandLine.LineStep;
import dev.writ.command.language.CommandLine.StepJoin;
import dev.writ.command.language.DirectoryChange;
import dev.writ.command.language.Pipeline;
import dev.writ.command.lexer.CommandLexer;
import dev.writ.command.lexer.CommandLexer.CommandToken;
import dev.writ.command.lexer.CommandLexer.TokenKind;
import dev.writ.command.lexer.LineVariables;
import dev.writ.command.lexer.UnsupportedConstructs;
import dev.writ.command.lexer.UnsupportedConstructs.UnsupportedConstruct;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads lists: clauses with `&&`, `||`, `;` or line ends between them. A clause after one that may
/// end the line runs if that one succeeded.
final class ListParser {
  /// How many clauses of a line may end it where others follow.
  private static final int MAX_RESTS = 8;

  private final Clauses clauses;
  private final CommandLexer lexer;
  private final TokenReader tokens;
  private final LineVariables variables;
  private final SimpleCommandParser commands;
  private final LineParts parts;
  private LineEnding ending = LineEnding.NEVER;
  private @Nullable CommandLine settled;
  private OptionalInt lastAsk = OptionalInt.empty();
  private int rests;

  /// The context of a list.
  ///
  /// @param ends the words that end it
  /// @param apart whether it is left with the directory in which it was entered
  record Frame(Set<String> ends, boolean apart) {}

  /// Reads what stands in a list.
  interface Clauses {
    /// The clause that begins here, null where it is refused.
    @Nullable CommandClause read();

    /// How the clause that was read last ends the line.
    LineEnding ending();

    /// Whether what fails ends the line here (`set -e`).
    boolean stops();
  }

  ListParser(
      Clauses clauses,
      CommandLexer lexer,
      TokenReader tokens,
      LineVariables variables,
      SimpleCommandParser commands,
      LineParts parts) {
    this.clauses = clauses;
    this.lexer = lexer;
    this.tokens = tokens;
    this.variables = variables;
    this.commands = commands;
    this.parts = parts;
  }

  /// How the list that was read last ends the line.
  LineEnding ending() {
    return ending;
  }

  /// The list that was read last such that a failure which doesn't end the line is none, where
  /// something follows it; null where it is the same, or no tree can mean that.
  @Nullable CommandLine settled() {
    return settled;
  }

  /// Reads the list that begins here, null where it is refused.
  @Nullable CommandLine read(Frame frame) {
    List<LineStep> steps = new ArrayList<>();
    Set<String> assigned = new HashSet<>();
    Set<String> later = new HashSet<>();
    tokens.skipLineEnds();
    CommandToken first = tokens.token();
    StepJoin join = StepJoin.FIRST;
    boolean sure = true;
    ListCourse course = new ListCourse(clauses.stops());
    OpenList open = parts.begin(steps, variables.entered(), commands::withTexts);
    LineEnding end = LineEnding.NEVER;
    do {
      CommandToken start = tokens.token();
      variables.assigned().clear();
      CommandClause clause = clauses.read();
      if (tokens.isRefused() || isDelayed(clause, start)) {
        return null;
      }
      assigned.addAll(variables.assigned());
      if (join == StepJoin.OR) {
        variables.assigned().forEach(variables::forget);
      } else if (!sure) {
        later.addAll(variables.assigned());
      }
      sure &= OpenList.isNothing(clause);
      if (!isAdded(parts.known(open, Objects.requireNonNull(clause)), steps, open, course)
          || !isFolded(steps, frame, start)) {
        tokens.refuse(course.refusal(), start);
        return null;
      }
      end = course.followed();
      join = join(frame, new StoppingChain(steps, course), open);
      if (join == StepJoin.THEN && end != LineEnding.NEVER) {
        end = rest(frame, open, assigned);
        join = StepJoin.FIRST;
      }
      if (join != StepJoin.AND) {
        later.forEach(variables::forget);
        later.clear();
        sure = join != StepJoin.OR;
      }
    } while (join != StepJoin.FIRST && !tokens.isRefused());
    parts.end();
    StoppingChain chain = new StoppingChain(steps, course);
    settled = chain.settled();
    if (!tokens.isRefused() && !chain.isClosed()) {
      tokens.refuse(UnsupportedConstructs.STOPPING, first);
    }
    if (!DirectoryChange.appliesToAll(steps)) {
      tokens.refuse(UnsupportedConstructs.DIRECTORY, first);
    } else if (end == LineEnding.AT_ONCE && !frame.apart()) {
      tokens.refuse(UnsupportedConstructs.FLOW, first);
    }
    variables.assigned().addAll(assigned);
    ending = end;
    return tokens.isRefused() ? null : DirectoryChange.folded(steps);
  }

  /// Adds a clause to the steps, unless it never runs or only leaves the status as it is.
  ///
  /// @return whether it may stand there
  private boolean isAdded(
      CommandClause clause, List<LineStep> steps, OpenList open, ListCourse course) {
    boolean exits = LineExit.is(clause);
    boolean otherwise = open.join() == StepJoin.OR;
    boolean nothing =
        exits
            && !steps.isEmpty()
            && (LineExit.isBare(clause) || (otherwise && DirectoryChange.changes(steps.getLast())));
    LineEnding own = exits ? LineExit.ending(clause, otherwise) : clauses.ending();
    if (open.isSkipping()) {
      course.skip();
    }
    boolean fits = course.read(open.join(), clause, own);
    if (fits && !nothing && !open.isSkipping() && !course.isOver()) {
      open.add(clause);
    }
    return fits;
  }

  /// A clause after one that may end the line runs if that one succeeded.
  ///
  /// @return how all of it ends the line
  private LineEnding rest(Frame frame, OpenList open, Set<String> assigned) {
    if (++rests > MAX_RESTS) {
      tokens.refuse(UnsupportedConstructs.TOO_LONG, tokens.token());
    }
    CommandLine rest = read(frame);
    rests--;
    if (rest != null && !open.isSkipping()) {
      LineStep step = rest.steps().getFirst();
      boolean single = rest.steps().size() == 1 && !DirectoryChange.changes(step);
      boolean nothing = single && LineExit.is(step.clause()) && LineExit.isBare(step.clause());
      if (!nothing) {
        open.add(single ? step.clause() : new CommandClause.ClauseGroup(rest));
      }
    }
    assigned.addAll(variables.assigned());
    return LineEnding.IF_FAILED.and(ending);
  }

  /// Refuses a clause whose patterns can't be expanded yet.
  private boolean isDelayed(@Nullable CommandClause clause, CommandToken start) {
    boolean delayed =
        clause instanceof Pipeline pipeline && parts.delays(pipeline, lexer.isExpecting());
    if (delayed) {
      tokens.refuse(UnsupportedConstructs.PART, start);
    }
    return delayed;
  }

  private boolean isFolded(List<LineStep> steps, Frame frame, CommandToken start) {
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

  /// Whether the text from there on may ask how what stands before it ended.
  boolean isAskedFrom(int position) {
    if (lastAsk.isEmpty()) {
      lastAsk = OptionalInt.of(TextAhead.lastAsk(lexer.text()));
    }
    return lastAsk.getAsInt() >= position;
  }

  /// How the next step is joined; [StepJoin#FIRST] where there is none.
  private StepJoin join(Frame frame, StoppingChain chain, OpenList open) {
    ListCourse course = chain.course();
    CommandToken token = tokens.token();
    StepJoin join =
        switch (token.operator()) {
          case "&&" -> StepJoin.AND;
          case "||" -> StepJoin.OR;
          case ";", CommandLexer.LINE_END -> StepJoin.THEN;
          default -> StepJoin.FIRST;
        };
    if (join == StepJoin.FIRST) {
      if (token.kind() != TokenKind.END
          && !(tokens.isOperator(")") && frame.ends().contains(")"))) {
        tokens.refuse(refusal(token), token);
      }
      return join;
    }
    boolean certain = join != StepJoin.THEN || course.followed() == LineEnding.NEVER;
    if (join == StepJoin.THEN) {
      chain.settle(() -> isAskedFrom(token.end()));
    }
    open.joined(certain ? join : StepJoin.AND); // the next word may hold a substitution
    tokens.advance();
    tokens.skipLineEnds();
    if (join != StepJoin.THEN) {
      return join;
    }
    if (tokens.token().kind() == TokenKind.END || isEnd(frame)) {
      chain.reopen();
      return StepJoin.FIRST;
    }
    if (!certain && !chain.isSettled()) {
      tokens.refuse(course.refusal(), token);
    }
    course.next();
    return clauses.stops() ? StepJoin.AND : StepJoin.THEN;
  }

  private boolean isEnd(Frame frame) {
    return frame.ends().stream()
        .anyMatch(end -> end.equals(")") ? tokens.isOperator(end) : tokens.isKeyword(end));
  }

  /// Why a token can't stand behind a command.
  private static UnsupportedConstruct refusal(CommandToken token) {
    return Objects.requireNonNullElse(
        UnsupportedConstructs.operator(token.operator()),
        token.operator().isEmpty() || "|<>".indexOf(token.operator().charAt(0)) < 0
            ? UnsupportedConstructs.NO_PROGRAM
            : UnsupportedConstructs.GROUP_STREAM);
  }
}
