// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.session;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.front.KernelTerminal;
import dev.writ.app.front.PaintSource;
import dev.writ.app.front.TerminalPaint;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.terminal.screen.ColorTheme;
import dev.writ.kernel.approval.PersonTerminal;
import dev.writ.kernel.approval.StandardStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How a run looks at a terminal that can move its cursor.
final class RunPaint implements PaintSource {
  private final boolean colors;
  private final Map<String, String> environment;
  private boolean looked;
  private Optional<TerminalPaint> paint = Optional.empty();

  RunPaint(SessionHost host, ProcessContext context, ParsedArguments arguments) {
    this.colors = host.settings().flag("ui.color") && !arguments.has("no-color");
    this.environment = context.environment();
  }

  /// Empty where a program or a screen reader reads, where the size of the terminal is not known,
  /// or where the person wants plain lines.
  @Override
  public Optional<TerminalPaint> paint() {
    if (!looked) {
      looked = true;
      paint = look();
    }
    return paint;
  }

  private Optional<TerminalPaint> look() {
    String term = environment.getOrDefault("TERM", "");
    String wanted = environment.getOrDefault("WRIT_SCREEN", "");
    if (term.isEmpty()
        || term.equals("dumb")
        || List.of("plain", "reader").contains(wanted)
        || !StandardStream.ERROR.isTerminal()) {
      return Optional.empty();
    }
    try {
      ColorTheme theme = colors ? ColorTheme.of(environment) : ColorTheme.MONOCHROME;
      return PersonTerminal.open()
          .filter(terminal -> terminal.size().isPresent())
          .map(terminal -> new TerminalPaint(theme, new KernelTerminal(terminal)));
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
