// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandLine.Join;
import dev.writ.command.language.CommandLine.Step;
import dev.writ.command.language.DirectoryChange;
import dev.writ.command.language.Pipeline;
import dev.writ.command.lexer.UnsupportedConstructs;
import dev.writ.command.lexer.UnsupportedConstructs.Construct;

/// How a list that is read may end the line: what the status of its last chain of `&&` and `||`
/// tells about that.
final class ListCourse {
  private final boolean stops;
  private LineEnding ending = LineEnding.NEVER;
  private boolean first = true;
  private boolean begun;
  private int clauses;
  private boolean alternative;
  private boolean exempt;
  private boolean compound;

  /// @param stops whether what fails ends the line (`set -e`)
  ListCourse(boolean stops) {
    this.stops = stops;
  }

  /// What a tree can't mean here.
  Construct refusal() {
    return stops ? UnsupportedConstructs.STOPPING : UnsupportedConstructs.FLOW;
  }

  /// Another chain follows.
  void next() {
    first = false;
    begun = false;
    clauses = 0;
    alternative = false;
    exempt = false;
    compound = false;
  }

  /// Reads the next clause of the chain.
  ///
  /// @param own how that one ends the line
  /// @return whether a tree can mean it
  boolean read(Join join, CommandClause clause, LineEnding own) {
    if (clause instanceof Pipeline pipeline && pipeline.negated() && LineExit.is(clause)) {
      return false;
    }
    if (!begun) {
      ending = own;
    } else if (ending == LineEnding.ALWAYS
        || ending == LineEnding.AT_ONCE
        || (join == Join.OR && ending != LineEnding.NEVER)) {
      return false; // it would run behind the end of the line
    } else {
      ending = join == Join.AND ? ending.and(own) : ending.or(own);
    }
    alternative = begun && join == Join.OR;
    begun = true;
    clauses += DirectoryChange.changes(new Step(Join.FIRST, clause)) ? 0 : 1;
    exempt |= clause instanceof Pipeline pipeline && pipeline.negated();
    compound |= !(clause instanceof Pipeline);
    return !stops || !((alternative && !first) || (compound && clauses > 1));
  }

  /// What the list's status tells where something follows it, or its last chain.
  LineEnding followed() {
    if (!stops || ending == LineEnding.ALWAYS || ending == LineEnding.AT_ONCE) {
      return ending;
    }
    boolean strict = !exempt && (alternative || clauses <= 1) && ending != LineEnding.SOMETIMES;
    return strict ? LineEnding.IF_FAILED : LineEnding.SOMETIMES;
  }
}
