// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.course;

import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandLine.LineStep;
import dev.writ.command.language.CommandLine.StepJoin;
import dev.writ.command.language.DirectoryChange;
import dev.writ.command.language.Pipeline;
import dev.writ.command.lexer.UnsupportedConstructs;
import dev.writ.command.lexer.UnsupportedConstructs.UnsupportedConstruct;

/// The possible ends of a line by a list: the conclusions from the status of its last chain of `&&`
/// and `||`.
public final class ListCourse {
  private final boolean stops;
  private LineEnding ending = LineEnding.NEVER;
  private boolean first = true;
  private boolean begun;
  private int clauses;
  private boolean alternative;
  private boolean alternatives;
  private boolean exempt;
  private boolean negated;
  private boolean compound;
  private boolean moves;
  private boolean broken;
  private boolean over;

  /// How a chain stands in a tree.
  public enum ChainShape {
    /// Its clauses are steps of the list.
    STEPS,
    /// It is one step.
    GROUP,
    /// It is one step that fails only where its last clause does.
    CHOICE,
    /// No tree can mean it.
    NONE
  }

  /// @param stops whether what fails ends the line (`set -e`)
  public ListCourse(boolean stops) {
    this.stops = stops;
  }

  /// The part that a tree cannot express.
  public UnsupportedConstruct refusal() {
    return stops ? UnsupportedConstructs.STOPPING : UnsupportedConstructs.FLOW;
  }

  /// Another chain follows.
  public void next() {
    first = false;
    begun = false;
    clauses = 0;
    alternative = false;
    alternatives = false;
    exempt = false;
    negated = false;
    compound = false;
    moves = false;
    broken = false;
    over = false;
  }

  /// Reads the next clause of the chain.
  ///
  /// @param own how that one ends the line
  /// @return whether a tree can mean it
  public boolean read(StepJoin join, CommandClause clause, LineEnding own) {
    if (clause instanceof Pipeline pipeline && pipeline.negated() && LineExit.is(clause)) {
      return false;
    }
    if (!begun) {
      ending = own;
    } else if (ending == LineEnding.AT_ONCE
        || (join == StepJoin.OR && ending != LineEnding.NEVER)) {
      return false; // it would run behind the end of the line
    } else if (ending != LineEnding.ALWAYS) { // else it is never reached
      ending = join == StepJoin.AND ? ending.and(own) : ending.or(own);
    }
    alternative = begun && join == StepJoin.OR;
    alternatives |= alternative;
    begun = true;
    boolean changes = DirectoryChange.changes(new LineStep(StepJoin.FIRST, clause));
    clauses += changes ? 0 : 1;
    moves |= changes;
    negated = clause instanceof Pipeline pipeline && pipeline.negated();
    exempt |= negated;
    compound |= !(clause instanceof Pipeline);
    return !stops || !compound || clauses <= 1;
  }

  /// Records that the next clause never runs.
  public void skip() {
    broken = true;
    over |= stops && !begun && !first;
  }

  /// Whether what stood before the chain has failed and ended the line.
  public boolean isOver() {
    return over;
  }

  /// How many clauses the chain has.
  public int clauses() {
    return clauses;
  }

  /// How the chain stands in a tree.
  ///
  /// @param followed whether another one follows it
  public ChainShape shape(boolean followed) {
    boolean fallible = followed && begun && !alternative && clauses > 1;
    boolean alone = alternatives && !first;
    if (!stops || over || !(fallible || alone)) {
      return ChainShape.STEPS;
    }
    boolean plain = ending == LineEnding.NEVER && !compound && !moves && !broken;
    boolean unclear = fallible ? negated : followed && exempt;
    return !plain || unclear ? ChainShape.NONE : fallible ? ChainShape.CHOICE : ChainShape.GROUP;
  }

  /// The conclusion from the list's status, or from its last chain if another clause follows.
  public LineEnding followed() {
    if (!stops || ending == LineEnding.ALWAYS || ending == LineEnding.AT_ONCE) {
      return ending;
    }
    boolean strict = !exempt && (alternative || clauses <= 1) && ending != LineEnding.SOMETIMES;
    return strict ? LineEnding.IF_FAILED : LineEnding.SOMETIMES;
  }
}
