// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.app.command;

import dev.writ.app.cli.CommandLine;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.ExitCode;
import dev.writ.app.host.Host;
import dev.writ.app.host.Surroundings;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.intent.Intents;
import dev.writ.kernel.json.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/// `writ intent`: what the project declares.
final class IntentCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "intent",
        "Show declared intents.",
        "list | show ID",
        "writ intent show INT-001",
        List.of());
  }

  @Override
  public ExitCode run(CommandLine line, Surroundings surroundings)
      throws UsageException, IOException {
    List<String> operands = line.operands();
    String what = operands.isEmpty() ? "list" : operands.getFirst();
    boolean list = what.equals("list") && operands.size() <= 1;
    if (!list && !(what.equals("show") && operands.size() == 2)) {
      throw new UsageException("intent: list, or show ID");
    }
    try (Host host = Host.open(line, surroundings, Host.Use.RUN, Approver.nobody())) {
      return switch (host.governor().intents()) {
        case Intents.Undeclared() -> {
          surroundings
              .out()
              .println(line.has("json") ? "[]" : "No intents are declared in " + IntentFile.PATH);
          yield list ? ExitCode.DONE : ExitCode.FAILED;
        }
        case Intents.Malformed(String problem) -> {
          surroundings.err().println("writ: " + problem);
          yield ExitCode.USAGE;
        }
        case Intents.Declared declared ->
            list
                ? list(declared, line, surroundings)
                : show(declared.byId(operands.get(1)), line, surroundings);
      };
    }
  }

  private static ExitCode list(
      Intents.Declared declared, CommandLine line, Surroundings surroundings) {
    PrintStream out = surroundings.out();
    if (line.has("json")) {
      out.println(
          new Json.Arr(declared.all().stream().<Json>map(IntentCommand::json).toList()).write());
    } else {
      declared
          .all()
          .forEach(
              i -> out.println(i.id() + "  " + i.status().word() + "  " + Inert.line(i.name())));
    }
    return ExitCode.DONE;
  }

  private static ExitCode show(
      Optional<Intent> intent, CommandLine line, Surroundings surroundings) {
    if (intent.isEmpty()) {
      surroundings.err().println("writ: there is no such intent; writ intent list shows them");
      return ExitCode.FAILED;
    }
    Intent found = intent.get();
    PrintStream out = surroundings.out();
    if (line.has("json")) {
      out.println(json(found).write());
      return ExitCode.DONE;
    }
    out.println(found.id() + "  " + found.status().word() + "  " + Inert.line(found.name()));
    print("owned scope", found.scope().patterns(), out);
    print("constraints", found.constraints(), out);
    print("acceptance criteria", found.acceptanceCriteria(), out);
    return ExitCode.DONE;
  }

  private static void print(String title, List<String> items, PrintStream out) {
    if (!items.isEmpty()) {
      out.println(title + ":");
      items.forEach(item -> out.println("  " + Inert.line(item)));
    }
  }

  private static Json.Obj json(Intent intent) {
    return Json.object()
        .put("id", intent.id())
        .put("name", intent.name())
        .put("status", intent.status().word())
        .put("owned_scope", Json.texts(intent.scope().patterns()))
        .put("constraints", Json.texts(intent.constraints()))
        .put("acceptance_criteria", Json.texts(intent.acceptanceCriteria()))
        .build();
  }
}
