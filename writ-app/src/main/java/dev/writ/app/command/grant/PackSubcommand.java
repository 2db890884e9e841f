// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.app.command.grant;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.command.language.Command;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.parser.CommandParser;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.grant.PackActivator;
import dev.writ.pack.file.LoadedPack;
import dev.writ.pack.file.PackDiff;
import dev.writ.pack.file.PackException;
import dev.writ.pack.file.PackRegistry;
import dev.writ.pack.schema.Pack;
import dev.writ.pack.schema.PackReading;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `writ pack`: what is known of programs, and which packs say so.
public final class PackSubcommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "pack",
        "Show, check and activate packs: descriptions of programs' commands.",
        "list | show TOOL | check [--] COMMAND | candidate [FILE] | diff TOOL | activate TOOL |"
            + " deactivate TOOL",
        "writ pack check -- git push --force",
        List.of(
            CommandOption.flag("yes", "answer yes to the question, for scripts; needs --hash"),
            CommandOption.valued("hash", "SHA256", "hash of the pack, as list and diff show it")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    List<String> operands = arguments.operands();
    String what = operands.isEmpty() ? "list" : operands.getFirst();
    List<String> rest = operands.isEmpty() ? List.of() : operands.subList(1, operands.size());
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.VERDICT, Approver.nobody())) {
      PackRegistry packs = host.governor().packs();
      PackActivator activator = host.governor().authority().packs();
      PackActivationDialog activation =
          new PackActivationDialog(packs, activator, arguments, context);
      return switch (what) {
        case "list" -> list(packs, activator, arguments, context.out());
        case "show" -> show(packs, tool(what, rest), arguments, context);
        case "check" -> check(packs, rest, arguments, context.out());
        case "candidate" -> activation.candidate(rest);
        case "diff" -> diff(packs, activator, tool(what, rest), arguments, context);
        case "activate" -> activation.activate(tool(what, rest));
        case "deactivate" -> activation.deactivate(tool(what, rest));
        default ->
            throw new UsageException(
                "pack: list, show, check, candidate, diff, activate or deactivate");
      };
    } catch (PackException e) {
      context.err().println("writ: " + DisplayText.line(String.valueOf(e.getMessage())));
      return ExitCode.FAILED;
    }
  }

  private static String tool(String what, List<String> rest) throws UsageException {
    if (rest.size() != 1) {
      throw new UsageException("pack " + what + " needs the name of one tool");
    }
    return rest.getFirst();
  }

  private static ExitCode list(
      PackRegistry packs, PackActivator activator, ParsedArguments arguments, PrintStream out)
      throws IOException {
    List<Json> rows = new ArrayList<>();
    for (String tool : packs.tools()) {
      rows.add(PackText.state(tool, packs.load(tool)));
    }
    for (String tool : activator.candidates()) {
      rows.add(Json.object().put("tool", tool).put("state", "candidate").build());
    }
    if (arguments.has("json")) {
      out.println(new Json.Arr(rows).write());
    } else {
      rows.forEach(row -> out.println(DisplayText.line(PackText.line((Json.Obj) row))));
    }
    return ExitCode.DONE;
  }

  private static ExitCode show(
      PackRegistry packs, String tool, ParsedArguments arguments, ProcessContext context) {
    LoadedPack loaded = packs.load(tool);
    if (!(loaded instanceof LoadedPack.Active active)) {
      context
          .err()
          .println("writ: " + DisplayText.line(PackText.line(PackText.state(tool, loaded))));
      return ExitCode.FAILED;
    }
    if (arguments.has("json")) {
      context.out().println(PackText.json(active.pack(), active.hash()).write());
    } else {
      context.out().println(DisplayText.line(PackText.line(PackText.state(tool, loaded))));
      PackText.describe(active.pack(), context.out());
    }
    return ExitCode.DONE;
  }

  private static ExitCode check(
      PackRegistry packs, List<String> words, ParsedArguments arguments, PrintStream out)
      throws UsageException {
    if (words.isEmpty()) {
      throw new UsageException("pack check needs a command");
    }
    List<Json> readings = new ArrayList<>();
    boolean known = true;
    for (Command command : commands(words)) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        PackReading reading = packs.read(inner.command().argv());
        known &= reading instanceof PackReading.Known && !(inner instanceof InnerCommand.Opaque);
        Json.Obj row = PackText.reading(inner.command().argv(), reading);
        readings.add(row);
        if (!arguments.has("json")) {
          out.println(DisplayText.line(PackText.words(reading)));
        }
      }
    }
    if (arguments.has("json")) {
      out.println(new Json.Arr(readings).write());
    }
    return known ? ExitCode.DONE : ExitCode.DENIED;
  }

  /// One word is a line of the command language, several are an argument array.
  private static List<Command> commands(List<String> words) throws UsageException {
    if (words.size() > 1) {
      return List.of(Command.of(words));
    }
    return switch (CommandParser.parse(words.getFirst())) {
      case ParsedCommand.ParsedLine(var parsed) -> parsed.commands();
      case ParsedCommand.RefusedLine(var unsupported) ->
          throw new UsageException(unsupported.message());
    };
  }

  private static ExitCode diff(
      PackRegistry packs,
      PackActivator activator,
      String tool,
      ParsedArguments arguments,
      ProcessContext context)
      throws UsageException, PackException, IOException {
    PackActivator.Offer offer = PackActivationDialog.offer(activator, tool);
    List<PackDiff.PackDifference> differences =
        PackDiff.between(inForce(packs, tool), offer.candidate().pack());
    if (arguments.has("json")) {
      context
          .out()
          .println(
              Json.object()
                  .put("tool", tool)
                  .put("hash", offer.candidate().hash())
                  .put(
                      "differences",
                      new Json.Arr(differences.stream().map(PackText::json).toList()))
                  .build()
                  .write());
      return ExitCode.DONE;
    }
    context
        .out()
        .println(
            tool
                + " "
                + offer.candidate().pack().title().version()
                + " "
                + offer.candidate().hash());
    PackText.differences(differences, context.out());
    return ExitCode.DONE;
  }

  /// The pack that speaks for a tool now.
  static Optional<Pack> inForce(PackRegistry packs, String tool) {
    return packs.load(tool) instanceof LoadedPack.Active active
        ? Optional.of(active.pack())
        : Optional.empty();
  }
}
