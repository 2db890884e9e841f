// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.course.LineEnding;
import dev.writ.command.course.ListCourse;
import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandLine.LineStep;
import dev.writ.command.language.CommandLine.StepJoin;
import dev.writ.command.language.DirectoryChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The last chain of `&&` and `||` in a list under `set -e`, as one step if necessary. A failing
/// step before it ends the line and must not lead to its `||`; and of the chain itself only the
/// last clause ends the line, so that `a && b; c` is `if a; then b; fi && c`.
final class StoppingChain {
  private final List<LineStep> steps;
  private final ListCourse course;
  private Optional<List<LineStep>> open = Optional.empty();
  private boolean settled;

  /// @param steps those of the list, owned by its reader
  StoppingChain(List<LineStep> steps, ListCourse course) {
    this.steps = steps;
    this.course = course;
  }

  ListCourse course() {
    return course;
  }

  /// Makes it what it is where another one follows it.
  ///
  /// @param asked whether its status may be used
  void settle(BooleanSupplier asked) {
    ListCourse.ChainShape shape = course.shape(true);
    boolean choice = shape == ListCourse.ChainShape.CHOICE;
    open =
        shape == ListCourse.ChainShape.STEPS ? Optional.empty() : Optional.of(List.copyOf(steps));
    settled =
        !(choice && asked.getAsBoolean())
            && change(true)
            && (choice || course.followed() == LineEnding.IF_FAILED);
  }

  /// Whether a tree can mean that.
  boolean isSettled() {
    return settled;
  }

  /// Takes that back.
  void reopen() {
    if (open.isPresent()) {
      steps.clear();
      steps.addAll(open.get());
    }
    open = Optional.empty();
  }

  /// Makes it what it is where nothing follows it.
  ///
  /// @return whether a tree can mean that
  boolean isClosed() {
    return change(false);
  }

  /// The list with this chain as it is where something follows; null where it is the same or can't
  /// be.
  @Nullable CommandLine settled() {
    List<LineStep> copy = new ArrayList<>(steps);
    boolean choice = course.shape(true) == ListCourse.ChainShape.CHOICE;
    return choice && new StoppingChain(copy, course).change(true)
        ? DirectoryChange.folded(copy)
        : null;
  }

  private boolean change(boolean followed) {
    ListCourse.ChainShape shape = course.shape(followed);
    if (shape == ListCourse.ChainShape.STEPS) {
      return true;
    }
    int from = steps.size() - course.clauses();
    if (shape == ListCourse.ChainShape.NONE
        || from < 0
        || steps.subList(from, steps.size()).stream().anyMatch(OpenList::isResult)) {
      return false;
    }
    List<LineStep> chain = new ArrayList<>(steps.subList(from, steps.size()));
    StepJoin join = chain.getFirst().join();
    chain.set(0, new LineStep(StepJoin.FIRST, chain.getFirst().clause()));
    steps.subList(from, steps.size()).clear();
    steps.add(
        new LineStep(join, shape == ListCourse.ChainShape.GROUP ? group(chain) : choice(chain)));
    return true;
  }

  private static CommandClause group(List<LineStep> chain) {
    return new CommandClause.ClauseGroup(new CommandLine(chain));
  }

  private static CommandClause choice(List<LineStep> chain) {
    LineStep last = chain.removeLast();
    CommandLine then = new CommandLine(List.of(new LineStep(StepJoin.FIRST, last.clause())));
    return new CommandClause.ClauseChoice(
        List.of(new CommandClause.Branch(new CommandLine(chain), then)), Optional.empty());
  }
}
