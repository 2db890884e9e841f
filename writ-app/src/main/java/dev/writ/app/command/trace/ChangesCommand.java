// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.app.command.trace;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.settle.KeptChanges;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `writ changes`: the changes of interrupted and timed out commands, none of which is in the
/// workspace. A person inspects, applies or drops them.
public final class ChangesCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "changes",
        "Show, apply or drop the changes of interrupted commands.",
        "list | show NAME | apply NAME | drop NAME",
        "writ changes list",
        List.of());
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    List<String> operands = arguments.operands();
    String act = operands.isEmpty() ? "list" : operands.getFirst();
    boolean named = operands.size() == 2;
    if (!List.of("list", "show", "apply", "drop").contains(act)
        || (act.equals("list") ? operands.size() > 1 : !named)) {
      throw new UsageException("changes needs one of: list, show NAME, apply NAME, drop NAME");
    }
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.RUN, Approver.nobody())) {
      KeptChanges kept = host.governor().keptChanges();
      if (act.equals("list")) {
        return list(kept, context);
      }
      String name = operands.getLast();
      boolean done =
          switch (act) {
            case "show" -> show(kept.show(name), context);
            case "apply" -> {
              ActOrigin person =
                  new ActOrigin(host.file().id(), 0, 0, new ActOrigin.Contributor.Human());
              yield applied(kept.apply(name, person), context);
            }
            default -> kept.drop(name);
          };
      if (!done) {
        context
            .err()
            .println(
                "writ: there are no kept changes named '"
                    + DisplayText.line(name)
                    + "'; writ changes list shows them");
      }
      return done ? ExitCode.DONE : ExitCode.FAILED;
    }
  }

  private static ExitCode list(KeptChanges kept, ProcessContext context) throws IOException {
    List<KeptChanges.Kept> all = kept.all();
    for (KeptChanges.Kept one : all) {
      context.out().println(one.name() + "  " + DisplayText.line(one.command()));
    }
    if (all.isEmpty()) {
      context.out().println("No changes of interrupted commands are kept.");
    }
    return ExitCode.DONE;
  }

  private static boolean show(Optional<List<KeptChanges.Shown>> shown, ProcessContext context) {
    for (KeptChanges.Shown one : shown.orElse(List.of())) {
      context.out().println(DisplayText.line(one.words()));
      one.diff().lines().forEach(text -> context.out().println("  " + DisplayText.line(text)));
    }
    return shown.isPresent();
  }

  private static boolean applied(Optional<KeptChanges.Applied> applied, ProcessContext context) {
    if (applied.isPresent()) {
      applied.get().applied().forEach(words -> context.out().println(DisplayText.line(words)));
      applied
          .get()
          .leftOut()
          .forEach(words -> context.err().println("writ: " + DisplayText.line(words)));
    }
    return applied.isPresent();
  }
}
