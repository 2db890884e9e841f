// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.command.AuthCommand;
import dev.writ.app.command.CompletionCommand;
import dev.writ.app.command.ConfigCommand;
import dev.writ.app.command.DemoCommand;
import dev.writ.app.command.DoctorCommand;
import dev.writ.app.command.HelpCommand;
import dev.writ.app.command.ImportCommand;
import dev.writ.app.command.ModelsCommand;
import dev.writ.app.command.VersionCommand;
import dev.writ.app.command.chat.ChatCommand;
import dev.writ.app.command.grant.GrantsCommand;
import dev.writ.app.command.grant.InitCommand;
import dev.writ.app.command.grant.IntentCommand;
import dev.writ.app.command.grant.PackSubcommand;
import dev.writ.app.command.grant.PolicyCommand;
import dev.writ.app.command.grant.TrustCommand;
import dev.writ.app.command.session.RunSubcommand;
import dev.writ.app.command.session.SessionsCommand;
import dev.writ.app.command.session.ToolsCommand;
import dev.writ.app.command.trace.AuditCommand;
import dev.writ.app.command.trace.BlameCommand;
import dev.writ.app.command.trace.ChangesCommand;
import dev.writ.app.command.trace.TraceCommand;
import dev.writ.app.command.trace.UndoCommand;
import dev.writ.app.command.trace.WhyCommand;
import dev.writ.app.manual.CommandEntry;
import dev.writ.app.manual.HelpText;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.ProgramVersion;
import dev.writ.app.process.Subcommand;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.FailureReason;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The table of subcommands, and what they have in common: help, usage errors, trouble outside.
public final class CommandTable {
  private static final List<Subcommand> ALL =
      List.of(
          new ChatCommand(CommandTable::inChat),
          new RunSubcommand(),
          new DemoCommand(),
          new ToolsCommand(),
          new IntentCommand(),
          new PolicyCommand(),
          new InitCommand(),
          new TrustCommand(),
          new GrantsCommand(),
          new PackSubcommand(),
          new TraceCommand(),
          new BlameCommand(),
          new WhyCommand(),
          new AuditCommand(),
          new UndoCommand(),
          new ChangesCommand(),
          new ConfigCommand(),
          new ImportCommand(),
          new SessionsCommand(),
          new ModelsCommand(),
          new AuthCommand(),
          new DoctorCommand(),
          new CompletionCommand(CommandTable::entries),
          new HelpCommand(CommandTable::entries),
          new VersionCommand());

  /// The message about output that didn't arrive.
  static final String LOST =
      "writ: standard output cannot be written, so what arrived of it is not whole; check the disk"
          + " that it goes to";

  /// How many lines of a defect's way through the code are shown.
  private static final int FRAMES = 3;

  /// Options of a chat that its commands of the command line get.
  private static final List<String> CHAT_WIDE =
      List.of("config", "model", "provider", "endpoint", "script");

  private CommandTable() {}

  /// Runs a command line. Output that can't be written whole is an error, whatever the
  /// command says.
  public static ExitCode run(List<String> arguments, ProcessContext context) {
    ExitCode exit = perform(arguments, context);
    boolean lost = context.out().checkError(); // flushes, too
    if (lost) {
      context.err().println(LOST);
    }
    context.err().flush();
    return lost && exit == ExitCode.DONE ? ExitCode.FAILED : exit;
  }

  private static ExitCode perform(List<String> arguments, ProcessContext context) {
    try {
      Map<String, List<CommandOption>> options = new LinkedHashMap<>();
      ALL.forEach(command -> options.put(command.card().name(), command.card().options()));
      ParsedArguments parsedArguments = ParsedArguments.parse(arguments, options, "chat");
      if (parsedArguments.has("version")) {
        context.out().println(ProgramVersion.line());
        return ExitCode.DONE;
      }
      boolean named = arguments.contains(parsedArguments.command());
      Subcommand command =
          ALL.stream()
              .filter(c -> c.card().name().equals(parsedArguments.command()))
              .findFirst()
              .orElseThrow();
      if (parsedArguments.has("help")) {
        context.out().print(named ? HelpText.of(entry(command)) : HelpText.of(entries()));
        return ExitCode.DONE;
      }
      HonouredOptions.check(parsedArguments);
      return command.run(parsedArguments, context.at(parsedArguments));
    } catch (UsageException e) {
      context.err().println("writ: " + DisplayText.text("" + e.getMessage()));
      return ExitCode.USAGE;
    } catch (IOException e) {
      context.err().println(DisplayText.line("writ: " + new FailureReason(e).line()));
      context.err().println("  Check the named path, its permissions and the disk.");
      return ExitCode.FAILED;
    } catch (RuntimeException | Error e) {
      return defect(e, context.err());
    }
  }

  /// Runs a command line within a chat, with those of the chat's options that say of which place
  /// and model it is.
  private static ExitCode inChat(List<String> words, ParsedArguments chat, ProcessContext context) {
    List<String> line = new ArrayList<>(words);
    for (String name : CHAT_WIDE) {
      if (HonouredOptions.takes(words.getFirst(), name)) {
        chat.value(name).ifPresent(value -> line.add("--" + name + "=" + value));
      }
    }
    return run(line, context);
  }

  /// The end of a command whose code is wrong: a defect above the gate is reported in one way, too.
  private static ExitCode defect(Throwable e, PrintStream err) {
    err.println(DisplayText.line("writ: INTERNAL_ERROR: " + e));
    at(e, err);
    if (e.getCause() != null) {
      err.println(DisplayText.line("  because of " + e.getCause()));
      at(e.getCause(), err);
    }
    err.println(
        "  This is a defect of Writ: report these lines. The records contain everything"
            + " done before it"
            + " (writ trace verify).");
    return ExitCode.FAILED;
  }

  private static void at(Throwable e, PrintStream err) {
    Arrays.stream(e.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith("dev.writ."))
        .limit(FRAMES)
        .forEach(frame -> err.println("  at " + frame));
  }

  private static List<CommandEntry> entries() {
    return ALL.stream().map(CommandTable::entry).toList();
  }

  private static CommandEntry entry(Subcommand command) {
    Subcommand.Card card = command.card();
    return new CommandEntry(
        card,
        HonouredOptions.acts(card.name()),
        ParsedArguments.GLOBAL.stream()
            .filter(option -> HonouredOptions.takes(card.name(), option.name()))
            .toList());
  }
}
