// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandLine.LineStep;
import dev.writ.command.language.CommandLine.StepJoin;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.DirectoryChange;
import dev.writ.command.language.PathText;
import dev.writ.command.language.Pipeline;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A list of which some steps are read. Steps that have run are replaced by their results; steps
/// that then never run, and steps without an effect whose status is not used, are dropped.
final class OpenList {
  private static final Command SUCCEEDED = Command.of("true");
  private static final Command FAILED = Command.of("false");

  /// The facts about a list before it runs.
  enum Course {
    /// It runs as soon as what stands before it has run.
    CERTAIN,
    /// The same, but what it prints are words.
    SUBSTITUTED,
    /// Whether it runs is decided by what runs just before it.
    UNSURE,
    /// It never runs.
    NEVER
  }

  private final List<LineStep> steps;
  private final CommandWord place;
  private final UnaryOperator<CommandLine> texts;
  private final Course course;
  private StepJoin join = StepJoin.FIRST;

  /// @param steps the steps read so far, owned by the reader
  /// @param place where it runs
  /// @param texts gives a line the texts of its here-documents
  OpenList(
      List<LineStep> steps, CommandWord place, UnaryOperator<CommandLine> texts, Course course) {
    this.steps = steps;
    this.place = place;
    this.texts = texts;
    this.course = course;
  }

  /// How the step is joined that is read now.
  StepJoin join() {
    return join;
  }

  /// Sets how that one is joined.
  void joined(StepJoin next) {
    join = next;
  }

  /// Adds the step that was read.
  void add(CommandClause clause) {
    if (isBehindResult() && isBetweenPlaces(clause)) {
      LineStep last = steps.removeLast();
      steps.add(new LineStep(last.join(), typed(last)));
    }
    steps.add(new LineStep(withoutNothing(clause), clause));
  }

  /// Whether the step that is read now never runs.
  boolean isSkipping() {
    return !steps.isEmpty()
        && ((join == StepJoin.AND && isOf(beforePlaces().clause(), FAILED))
            || (join == StepJoin.OR && isOf(steps.getLast().clause(), SUCCEEDED)));
  }

  /// The last step, or where that only goes to another place, the one on which that depends.
  private LineStep beforePlaces() {
    int at = steps.size() - 1;
    while (at > 0
        && steps.get(at).join() == StepJoin.AND
        && DirectoryChange.changes(steps.get(at))) {
      at--;
    }
    return steps.get(at);
  }

  /// The same, also where it stands in the tree.
  boolean isPassingOver() {
    return course == Course.NEVER
        || isSkipping()
        || (join == StepJoin.OR && isNothing(steps.getLast().clause()));
  }

  /// Whether a part of the line that has run stands just before that step.
  boolean isBehindPart() {
    return isBehindResult() && !isNothing(steps.getLast().clause());
  }

  private boolean isBehindResult() {
    return !steps.isEmpty() && isResult(steps.getLast());
  }

  /// Whether some of its steps have not run.
  boolean isUnfinished() {
    return steps.stream().anyMatch(step -> !DirectoryChange.changes(step) && !isResult(step));
  }

  /// The facts about it, and about the lists in it.
  Course course() {
    return course;
  }

  /// The steps read so far, as a separate line.
  CommandLine line() {
    return placed(texts.apply(DirectoryChange.folded(steps)), place);
  }

  /// Puts how they ended in the place of the steps; changes of the directory stay.
  void finish(int status) {
    List<LineStep> before = List.copyOf(steps);
    steps.clear();
    boolean told = false;
    for (LineStep step : before) {
      if (DirectoryChange.changes(step)) {
        steps.add(step);
      } else if (!told) {
        told = true;
        steps.add(new LineStep(step.join(), result(status)));
      }
    }
  }

  /// Stands for what has run.
  static Pipeline result(int status) {
    return new Pipeline(List.of(status == 0 ? SUCCEEDED : FAILED));
  }

  /// Whether a clause is what an assignment leaves of itself.
  static boolean isNothing(@Nullable CommandClause clause) {
    return isOf(clause, SimpleCommandParser.NOTHING);
  }

  /// The line in that place.
  static CommandLine placed(CommandLine line, CommandWord place) {
    return line.each(command -> command.in(PathText.entered(place, command.directory())));
  }

  /// Whether a step stands for what has run.
  static boolean isResult(LineStep step) {
    return isOf(step.clause(), SUCCEEDED)
        || isOf(step.clause(), FAILED)
        || isNothing(step.clause());
  }

  @SuppressWarnings("ReferenceEquality") // a `true` that was typed is a step like others
  private static boolean isOf(@Nullable CommandClause clause, Command command) {
    return clause instanceof Pipeline pipeline
        && !pipeline.negated()
        && pipeline.commands().getFirst() == command;
  }

  /// The operator before the next step, without steps that have no effect and whose status is not
  /// used.
  private StepJoin withoutNothing(CommandClause next) {
    if (!isBehindResult() || asksForStatus(next)) {
      return join;
    }
    LineStep last = steps.getLast();
    boolean drops =
        last.join() != StepJoin.OR
            && ((join == StepJoin.THEN && last.join() != StepJoin.AND)
                || (join != StepJoin.OR && !isOf(last.clause(), FAILED)));
    if (drops) {
      steps.removeLast();
    }
    return drops && last.join() != StepJoin.AND ? last.join() : join;
  }

  /// Whether a missing place would be noticed.
  private boolean isBetweenPlaces(CommandClause next) {
    return DirectoryChange.changes(new LineStep(StepJoin.FIRST, next))
        && steps.stream().anyMatch(DirectoryChange::changes);
  }

  /// The same as if it were written there: it runs in its place.
  private static Pipeline typed(LineStep result) {
    return new Pipeline(
        List.of(Command.of(((Pipeline) result.clause()).commands().getFirst().argv())));
  }

  private static boolean asksForStatus(CommandClause clause) {
    return asksForStatus(new CommandLine(List.of(new LineStep(StepJoin.FIRST, clause))));
  }

  /// Whether one of its words is the status of what ran before.
  static boolean asksForStatus(CommandLine line) {
    return line.commands().stream()
        .flatMap(command -> command.words().stream())
        .anyMatch(CommandWord.WordStatus.class::isInstance);
  }
}
