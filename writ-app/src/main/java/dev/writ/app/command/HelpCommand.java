// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.command;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.manual.CommandEntry;
import dev.writ.app.manual.HelpText;
import dev.writ.app.manual.ManualPage;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.ProgramVersion;
import dev.writ.app.process.Subcommand;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// `writ help`: what `--help` prints, and the manual page.
public final class HelpCommand implements Subcommand {
  private static final String MAN = "man";
  private static final String OPTIONS = "options";

  private final Supplier<List<CommandEntry>> entries;

  /// @param entries all commands
  public HelpCommand(Supplier<List<CommandEntry>> entries) {
    this.entries = entries;
  }

  @Override
  public Card card() {
    return new Card(
        "help",
        "Print help on a command.",
        "[COMMAND | options]",
        "writ help run",
        List.of(CommandOption.flag(MAN, "print the manual page in man(7) format")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context) throws UsageException {
    List<CommandEntry> all = entries.get();
    if (arguments.has(MAN)) {
      context.out().print(ManualPage.of(all, ProgramVersion.NAME));
      return ExitCode.DONE;
    }
    if (arguments.operands().isEmpty()) {
      context.out().print(HelpText.of(all));
      return ExitCode.DONE;
    }
    String name = arguments.operands().getFirst();
    if (name.equals(OPTIONS) && arguments.operands().size() == 1) {
      context.out().print(HelpText.ofOptions());
      return ExitCode.DONE;
    }
    CommandEntry entry =
        all.stream()
            .filter(command -> command.card().name().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown(name, all));
    checkAct(entry, arguments.operands().subList(1, arguments.operands().size()));
    context.out().print(HelpText.of(entry));
    return ExitCode.DONE;
  }

  private static UsageException unknown(String name, List<CommandEntry> all) {
    List<String> known =
        Stream.concat(all.stream().map(entry -> entry.card().name()), Stream.of(OPTIONS)).toList();
    return new UsageException(
        "there is no command '%s'%s; writ --help lists the commands"
            .formatted(name, NearestWord.hint(name, known)));
  }

  /// `writ help pack list` is understood, though the help is that of the whole command.
  private static void checkAct(CommandEntry entry, List<String> words) throws UsageException {
    if (words.isEmpty() || (words.size() == 1 && entry.acts().contains(words.getFirst()))) {
      return;
    }
    throw new UsageException(
        entry.acts().isEmpty()
            ? "help takes one command"
            : "help takes one command and one of its actions: %s has %s"
                .formatted(entry.card().name(), String.join(", ", entry.acts())));
  }
}
