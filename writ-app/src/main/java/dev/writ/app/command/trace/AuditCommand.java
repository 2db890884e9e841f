// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.app.command.trace;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.records.audit.AuditCheck;
import dev.writ.records.audit.AuditEntry;
import dev.writ.records.audit.AuditTrail;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/// `writ audit`: every decision of every workspace, shown, searched and verified.
public final class AuditCommand implements Subcommand {
  private static final int USUAL_LAST = 50;
  private static final int WORKSPACE_WIDTH = 12;
  private static final int HOW_WIDTH = 20;

  @Override
  public Card card() {
    return new Card(
        "audit",
        "Show, search or verify the audit log of all decisions.",
        "show | search TEXT | verify",
        "writ audit search --denied rm",
        List.of(
            CommandOption.valued("last", "N", "only the newest N (show: 50)"),
            CommandOption.valued("tool", "NAME", "only calls of that tool"),
            CommandOption.flag("denied", "only denied calls"),
            CommandOption.flag(NarrowLine.LONG, "each decision in full, with its workspace")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    List<String> operands = arguments.operands();
    String what = operands.isEmpty() ? "show" : operands.getFirst();
    AuditTrail trail = new AuditTrail(context.data());
    return switch (what) {
      case "show" -> {
        if (operands.size() > 1) {
          throw new UsageException("audit show takes no words; writ audit search TEXT");
        }
        yield show(trail, _ -> true, last(arguments, USUAL_LAST), arguments, context);
      }
      case "search" -> {
        if (operands.size() != 2) {
          throw new UsageException("audit search needs one text");
        }
        String text = operands.get(1);
        yield show(
            trail,
            entry -> entry.line().contains(text),
            last(arguments, Integer.MAX_VALUE),
            arguments,
            context);
      }
      case "verify" -> verify(trail.verify(), arguments, context);
      default -> throw new UsageException("audit: show, search or verify");
    };
  }

  private static int last(ParsedArguments arguments, int usual) throws UsageException {
    String text = arguments.value("last").orElse(Integer.toString(usual));
    if (!text.matches("[0-9]{1,9}") && arguments.has("last")) {
      throw new UsageException("--last needs a whole number, not '" + DisplayText.line(text) + "'");
    }
    return Integer.parseInt(text);
  }

  private static ExitCode show(
      AuditTrail trail,
      Predicate<AuditEntry> wanted,
      int last,
      ParsedArguments arguments,
      ProcessContext context)
      throws IOException {
    List<AuditEntry> entries =
        trail.entries().stream()
            .filter(entry -> !arguments.has("denied") || entry.denied())
            .filter(entry -> arguments.value("tool").stream().allMatch(entry.act().tool()::equals))
            .filter(wanted)
            .toList();
    for (AuditEntry entry : entries.subList(Math.max(0, entries.size() - last), entries.size())) {
      context.out().println(shown(entry, arguments));
    }
    return ExitCode.DONE;
  }

  private static String shown(AuditEntry entry, ParsedArguments arguments) {
    if (arguments.has("json")) {
      return entry.json().write();
    }
    if (arguments.has(NarrowLine.LONG)) {
      return DisplayText.line(entry.line());
    }
    String workspace = entry.workspace();
    return new NarrowLine()
        .column(NarrowLine.minute(entry.time()), NarrowLine.MINUTE_WIDTH)
        .column(workspace.substring(workspace.lastIndexOf('/') + 1), WORKSPACE_WIDTH)
        .column(entry.denied() ? entry.denial() : entry.ending(), HOW_WIDTH)
        .last((entry.act().tool() + "  " + entry.act().what()).strip());
  }

  private static ExitCode verify(
      AuditCheck.Found found, ParsedArguments arguments, ProcessContext context) {
    if (arguments.has("json")) {
      List<Json> open = found.open().stream().<Json>map(AuditEntry::json).toList();
      context
          .out()
          .println(
              Json.object()
                  .put("sound", found.sound())
                  .put("receipts", found.receipts())
                  .put("faults", Json.texts(found.faults()))
                  .put("open", new Json.Arr(open))
                  .build()
                  .write());
    } else if (found.sound()) {
      context.out().println("The audit log is valid: " + found.receipts() + " receipts");
    } else {
      found.faults().forEach(fault -> context.err().println("writ: " + DisplayText.line(fault)));
      found
          .open()
          .forEach(
              entry ->
                  context
                      .err()
                      .println(
                          DisplayText.line("writ: open: " + entry.id() + " | " + entry.line())));
    }
    return found.sound() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
