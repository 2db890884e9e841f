// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.call;

import java.util.List;

/// What there is to say of a command's run besides its output and its end.
///
/// @param sandbox the mechanism's name; empty where no program was run
/// @param notes what the model and the person must know, a line each
/// @param tampered protected paths that it changed, whether or not they could be put back
/// @param wanted hosts for the sake of which it was ended, as entries of [Reach.Hosts]: a person
///     can be asked about another run
public record CommandReport(
    String sandbox, List<String> notes, List<String> tampered, List<String> wanted) {
  public CommandReport {
    notes = List.copyOf(notes);
    tampered = List.copyOf(tampered);
    wanted = List.copyOf(wanted);
  }
}
