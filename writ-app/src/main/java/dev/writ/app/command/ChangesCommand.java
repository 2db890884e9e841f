// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.app.command;

import dev.writ.app.cli.CommandLine;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.ExitCode;
import dev.writ.app.host.Host;
import dev.writ.app.host.Surroundings;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.gate.KeptChanges;
import dev.writ.kernel.ledger.Origin;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `writ changes`: what interrupted and timed out commands had changed, none of which is in the
/// workspace. A person looks at it, applies it or drops it.
final class ChangesCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "changes",
        "Show, apply or drop what an interrupted command had changed.",
        "list | show NAME | apply NAME | drop NAME",
        "writ changes list",
        List.of());
  }

  @Override
  public ExitCode run(CommandLine line, Surroundings surroundings)
      throws UsageException, IOException {
    List<String> operands = line.operands();
    String act = operands.isEmpty() ? "list" : operands.getFirst();
    boolean named = operands.size() == 2;
    if (!List.of("list", "show", "apply", "drop").contains(act)
        || (act.equals("list") ? operands.size() > 1 : !named)) {
      throw new UsageException("changes needs one of: list, show NAME, apply NAME, drop NAME");
    }
    try (Host host = Host.open(line, surroundings, Host.Use.RUN, Approver.nobody())) {
      KeptChanges kept = host.governor().keptChanges();
      if (act.equals("list")) {
        return list(kept, surroundings);
      }
      String name = operands.getLast();
      boolean done =
          switch (act) {
            case "show" -> show(kept.show(name), surroundings);
            case "apply" -> {
              Origin person = new Origin(host.file().id(), 0, 0, new Origin.Contributor.Human());
              yield applied(kept.apply(name, person), surroundings);
            }
            default -> kept.drop(name);
          };
      if (!done) {
        surroundings
            .err()
            .println("writ: nothing is kept as '" + Inert.line(name) + "'; see writ changes list");
      }
      return done ? ExitCode.DONE : ExitCode.FAILED;
    }
  }

  private static ExitCode list(KeptChanges kept, Surroundings surroundings) throws IOException {
    List<KeptChanges.Kept> all = kept.all();
    for (KeptChanges.Kept one : all) {
      surroundings.out().println(one.name() + "  " + Inert.line(one.command()));
    }
    if (all.isEmpty()) {
      surroundings.out().println("No changes of interrupted commands are kept.");
    }
    return ExitCode.DONE;
  }

  private static boolean show(Optional<List<KeptChanges.Shown>> shown, Surroundings surroundings) {
    for (KeptChanges.Shown one : shown.orElse(List.of())) {
      surroundings.out().println(Inert.line(one.words()));
      one.diff().lines().forEach(text -> surroundings.out().println("  " + Inert.line(text)));
    }
    return shown.isPresent();
  }

  private static boolean applied(Optional<KeptChanges.Applied> applied, Surroundings surroundings) {
    if (applied.isPresent()) {
      applied.get().applied().forEach(words -> surroundings.out().println(Inert.line(words)));
      applied
          .get()
          .leftOut()
          .forEach(words -> surroundings.err().println("writ: " + Inert.line(words)));
    }
    return applied.isPresent();
  }
}
