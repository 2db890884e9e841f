// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.command.session;

import dev.writ.base.value.DisplayText;
import dev.writ.kernel.approval.PersonTerminal;
import dev.writ.kernel.approval.TypedAheadInput;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;

/// The line that a person types with the terminal's own editing. It can be taken out of the
/// terminal, but not put back: the person sees what it was and goes on with it.
public final class TerminalLine implements TypedLines.UnfinishedLine {
  private final PrintStream out;
  private Optional<PersonTerminal> terminal = Optional.empty();

  /// Opens nothing before the first question.
  ///
  /// @param out where the person reads
  public TerminalLine(PrintStream out) {
    this.out = out;
  }

  /// A line that is dropped: what is typed while a program runs unattended is no message to it.
  public static TypedLines.UnfinishedLine dropped() {
    return new TypedLines.UnfinishedLine() {
      @Override
      public void take() {
        TypedAheadInput.discard();
      }

      @Override
      public boolean isKept() {
        return false;
      }

      @Override
      public void show(String beginning, boolean atPrompt) {}
    };
  }

  @Override
  public void take() {
    try {
      if (terminal.isEmpty()) {
        terminal = PersonTerminal.open();
      }
      if (terminal.isPresent()) {
        // Without lines, the terminal gives out what it holds of one. The reader of standard input
        // gets it: two readers would block each other.
        terminal.get().raw();
        terminal.get().restore();
      }
    } catch (IOException e) {
      System.Logger log = System.getLogger(TerminalLine.class.getName());
      log.log(
          System.Logger.Level.INFO,
          "the line being typed was dropped: {0}",
          DisplayText.line("" + e.getMessage()));
      TypedAheadInput.discard();
    }
  }

  @Override
  public boolean isKept() {
    return true;
  }

  @Override
  public void show(String beginning, boolean atPrompt) {
    String line = DisplayText.line(beginning);
    out.print(atPrompt ? line : "  your message so far (Ctrl-C drops it): " + line + "\n");
    out.flush();
  }
}
