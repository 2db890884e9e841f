// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.app.command;

import dev.writ.app.cli.CommandLine;
import dev.writ.app.cli.Option;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.ExitCode;
import dev.writ.app.host.Host;
import dev.writ.app.host.Surroundings;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.command.Command;
import dev.writ.kernel.command.CommandParser;
import dev.writ.kernel.command.Inner;
import dev.writ.kernel.command.Parsed;
import dev.writ.kernel.command.Unwrapping;
import dev.writ.kernel.gate.Activating;
import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.pack.Loaded;
import dev.writ.kernel.pack.Pack;
import dev.writ.kernel.pack.PackDiff;
import dev.writ.kernel.pack.PackException;
import dev.writ.kernel.pack.Packs;
import dev.writ.kernel.pack.Reading;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `writ pack`: what is known of programs, and which packs say so.
final class PackCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "pack",
        "Show, check and activate what is known of programs.",
        "list | show TOOL | check [--] COMMAND | candidate [FILE] | diff TOOL | activate TOOL |"
            + " deactivate TOOL",
        "writ pack check -- git push --force",
        List.of(
            Option.flag("yes", "agree without being asked, in scripts; needs --hash"),
            Option.valued("hash", "SHA256", "the pack that is meant, as list and diff show it")));
  }

  @Override
  public ExitCode run(CommandLine line, Surroundings surroundings)
      throws UsageException, IOException {
    List<String> operands = line.operands();
    String what = operands.isEmpty() ? "list" : operands.getFirst();
    List<String> rest = operands.isEmpty() ? List.of() : operands.subList(1, operands.size());
    try (Host host = Host.open(line, surroundings, Host.Use.VERDICT, Approver.nobody())) {
      Packs packs = host.governor().packs();
      Activating activating = host.governor().granting().packs();
      PackActivation activation = new PackActivation(packs, activating, line, surroundings);
      return switch (what) {
        case "list" -> list(packs, activating, line, surroundings.out());
        case "show" -> show(packs, tool(what, rest), line, surroundings);
        case "check" -> check(packs, rest, line, surroundings.out());
        case "candidate" -> activation.candidate(rest);
        case "diff" -> diff(packs, activating, tool(what, rest), line, surroundings);
        case "activate" -> activation.activate(tool(what, rest));
        case "deactivate" -> activation.deactivate(tool(what, rest));
        default ->
            throw new UsageException(
                "pack: list, show, check, candidate, diff, activate or deactivate");
      };
    } catch (PackException e) {
      surroundings.err().println("writ: " + Inert.line(String.valueOf(e.getMessage())));
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
      Packs packs, Activating activating, CommandLine line, PrintStream out) throws IOException {
    List<Json> rows = new ArrayList<>();
    for (String tool : packs.tools()) {
      rows.add(PackText.state(tool, packs.load(tool)));
    }
    for (String tool : activating.candidates()) {
      rows.add(Json.object().put("tool", tool).put("state", "candidate").build());
    }
    if (line.has("json")) {
      out.println(new Json.Arr(rows).write());
    } else {
      rows.forEach(row -> out.println(Inert.line(PackText.line((Json.Obj) row))));
    }
    return ExitCode.DONE;
  }

  private static ExitCode show(
      Packs packs, String tool, CommandLine line, Surroundings surroundings) {
    Loaded loaded = packs.load(tool);
    if (!(loaded instanceof Loaded.Active active)) {
      surroundings
          .err()
          .println("writ: " + Inert.line(PackText.line(PackText.state(tool, loaded))));
      return ExitCode.FAILED;
    }
    if (line.has("json")) {
      surroundings.out().println(PackText.json(active.pack(), active.hash()).write());
    } else {
      surroundings.out().println(Inert.line(PackText.line(PackText.state(tool, loaded))));
      PackText.describe(active.pack(), surroundings.out());
    }
    return ExitCode.DONE;
  }

  private static ExitCode check(Packs packs, List<String> words, CommandLine line, PrintStream out)
      throws UsageException {
    if (words.isEmpty()) {
      throw new UsageException("pack check needs a command");
    }
    List<Json> readings = new ArrayList<>();
    boolean known = true;
    for (Command command : commands(words)) {
      for (Inner inner : Unwrapping.of(command)) {
        Reading reading = packs.read(inner.command().argv());
        known &= reading instanceof Reading.Known && !(inner instanceof Inner.Opaque);
        Json.Obj row = PackText.reading(inner.command().argv(), reading);
        readings.add(row);
        if (!line.has("json")) {
          out.println(Inert.line(PackText.words(reading)));
        }
      }
    }
    if (line.has("json")) {
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
      case Parsed.Line(var parsed) -> parsed.commands();
      case Parsed.Refused(var unsupported) -> throw new UsageException(unsupported.message());
    };
  }

  private static ExitCode diff(
      Packs packs, Activating activating, String tool, CommandLine line, Surroundings surroundings)
      throws UsageException, PackException, IOException {
    Activating.Offer offer = PackActivation.offer(activating, tool);
    List<PackDiff.Difference> differences =
        PackDiff.between(inForce(packs, tool), offer.candidate().pack());
    if (line.has("json")) {
      surroundings
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
    surroundings
        .out()
        .println(
            tool
                + " "
                + offer.candidate().pack().title().version()
                + " "
                + offer.candidate().hash());
    PackText.differences(differences, surroundings.out());
    return ExitCode.DONE;
  }

  /// The pack that speaks for a tool now.
  static Optional<Pack> inForce(Packs packs, String tool) {
    return packs.load(tool) instanceof Loaded.Active active
        ? Optional.of(active.pack())
        : Optional.empty();
  }
}
