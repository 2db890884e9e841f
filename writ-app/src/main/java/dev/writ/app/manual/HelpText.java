// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.manual;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import java.util.List;

/// The text of `--help`.
public final class HelpText {
  private static final int COMMAND_WIDTH = 12;
  private static final int OPTION_WIDTH = 24;
  private static final int COLUMNS = 96;

  private HelpText() {}

  /// Of one command: its own options are explained, those of several commands named.
  public static String of(CommandEntry entry) {
    StringBuilder text = new StringBuilder();
    usage(entry, text);
    text.append("\n\n").append(entry.card().summary()).append('\n');
    options("\noptions:", entry.card().options(), text);
    text.append("\nalso, as writ help options explains:\n ");
    int column = 1;
    for (CommandOption option : entry.shared()) {
      String name = " " + option.line();
      if (column + name.length() > COLUMNS) {
        text.append("\n ");
        column = 1;
      }
      text.append(name);
      column += name.length();
    }
    return text.append("\n\nexample: ").append(entry.card().example()).append('\n').toString();
  }

  /// The usage, in one line if it fits.
  private static void usage(CommandEntry entry, StringBuilder text) {
    String line = ("usage: writ " + entry.name() + " " + entry.card().usage()).stripTrailing();
    if (line.length() > COLUMNS) {
      String next = "\n       writ " + entry.name() + " ";
      line = line.replace(" | ", next);
    }
    text.append(line);
  }

  /// Of the program.
  public static String of(List<CommandEntry> entries) {
    StringBuilder text = new StringBuilder();
    text.append("Writ: a coding agent that acts only under a warrant.\n\n");
    text.append("usage: writ [OPTIONS] [COMMAND] [ARGUMENTS]   (without a command: chat)\n\n");
    for (CommandEntry entry : entries) {
      text.append("  ").append(padded(entry.name(), COMMAND_WIDTH));
      text.append(entry.card().summary()).append('\n');
    }
    return text.append("\nwrit help COMMAND explains one command, with an example;\n")
        .append(
            "writ help options explains what several commands take: the model, the directory …\n")
        .toString();
  }

  /// Of the options that many commands take.
  public static String ofOptions() {
    StringBuilder text = new StringBuilder();
    options("options of several commands:", ParsedArguments.GLOBAL, text);
    return text.append("\nA command accepts only the options that affect it; others are errors.\n")
        .toString();
  }

  private static void options(String title, List<CommandOption> options, StringBuilder text) {
    if (options.isEmpty()) {
      return;
    }
    text.append(title).append('\n');
    for (CommandOption option : options) {
      String letter = option.letter() == 0 ? "    " : "-" + option.letter() + ", ";
      text.append("  ")
          .append(letter)
          .append(padded(option.line(), OPTION_WIDTH))
          .append(option.help());
      text.append('\n');
    }
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(1, width - text.length()));
  }
}
