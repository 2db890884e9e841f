// Implements: docs/spec/17-quality.md §17.4 (Packaging)
package dev.writ.app.manual;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import java.util.List;

/// The manual page writ(1), in the macros of man(7). It has no date, so that the same program
/// always makes the same page.
public final class ManualPage {
  private final StringBuilder text = new StringBuilder();

  private ManualPage() {}

  /// The page.
  ///
  /// @param version of the program
  public static String of(List<CommandEntry> entries, String version) {
    ManualPage page = new ManualPage();
    page.macro(".TH WRIT 1 \"\" \"" + escaped(version) + "\" \"User Commands\"");
    page.macro(".SH NAME");
    page.line("writ - a coding agent that acts only under a warrant");
    page.macro(".SH SYNOPSIS");
    page.macro(".B writ");
    page.line("[OPTIONS] [COMMAND] [ARGUMENTS]");
    page.macro(".SH DESCRIPTION");
    page.line(
        "Writ works on the project in the current directory with any model, local or remote. The"
            + " model proposes; nothing happens before a chain of checks allows it and the"
            + " decision is recorded. Without a command, writ is writ chat.");
    page.macro(".SH COMMANDS");
    entries.forEach(page::command);
    page.macro(".SH OPTIONS");
    page.line("A command accepts only the options that affect it; others are errors.");
    page.options(ParsedArguments.GLOBAL);
    page.files();
    return page.text.toString();
  }

  private void command(CommandEntry entry) {
    String usage = entry.card().usage();
    macro(".SS \"" + escaped("writ " + entry.name()) + "\"");
    if (!usage.isEmpty()) {
      macro(".B " + escaped("writ " + entry.name()));
      line(usage);
      macro(".br");
    }
    line(entry.card().summary());
    options(entry.card().options());
    macro(".PP");
    line("Example: " + entry.card().example());
  }

  private void options(List<CommandOption> options) {
    for (CommandOption option : options) {
      String letter = option.letter() == 0 ? "" : "-" + option.letter() + ", ";
      String value = option.value().isEmpty() ? "" : " " + option.value();
      macro(".TP");
      macro(".B " + escaped(letter + "--" + option.name() + value));
      line(option.help());
    }
  }

  private void files() {
    macro(".SH FILES");
    macro(".TP");
    line("~/.config/writ/config.yaml");
    line("your configuration; writ config shows every key");
    macro(".TP");
    line(".writ/project.yaml");
    line("what commands may do in a project; writ init proposes it");
    macro(".TP");
    line(".orchestration");
    line("the ledger of a project");
  }

  private void macro(String line) {
    text.append(line).append('\n');
  }

  private void line(String words) {
    String escaped = escaped(words);
    macro(escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped);
  }

  private static String escaped(String words) {
    return words
        .replace("\\", "\\e")
        .replace("-", "\\-")
        .replace("\"", "\\(dq")
        .replace("…", "...")
        .replace("~", "\\(ti");
  }
}
