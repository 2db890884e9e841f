// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.app.command.grant;

import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentBudget;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.intent.IntentLog;
import dev.writ.records.ledger.RelatedSource;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// Intents as people and programs read them.
final class IntentText {
  private IntentText() {}

  static ExitCode list(SessionHost host, boolean json, ProcessContext context) throws IOException {
    PrintStream out = context.out();
    return switch (host.governor().intents()) {
      case DeclaredIntents.Undeclared() -> {
        out.println(
            json
                ? "[]"
                : """
                No intents are declared in %s%s.
                writ intent suggest REQUEST drafts one; writ intent add NAME SCOPE… declares one.\
                """
                    .formatted(
                        IntentFile.PATH,
                        host.settings().flag("governance.require_declared_intents")
                            ? ""
                            : ", and none is needed: each request is its own intent"));
        yield ExitCode.DONE;
      }
      case DeclaredIntents.MalformedIntents(String problem) -> malformed(problem, context);
      case DeclaredIntents.Declared(List<Intent> all) -> {
        if (json) {
          List<Json> items = new ArrayList<>();
          for (Intent intent : all) {
            items.add(json(intent, host.governor().spent(intent.id())));
          }
          out.println(new Json.Arr(items).write());
        } else {
          all.forEach(i -> out.println(head(i)));
        }
        yield ExitCode.DONE;
      }
    };
  }

  static ExitCode show(SessionHost host, String id, boolean json, ProcessContext context)
      throws IOException {
    DeclaredIntents now = host.governor().intents();
    if (now instanceof DeclaredIntents.MalformedIntents(String problem)) {
      return malformed(problem, context);
    }
    List<Intent> all =
        now instanceof DeclaredIntents.Declared declared ? declared.all() : List.of();
    for (Intent intent : all) {
      if (intent.id().equals(id)) {
        IntentLog.IntentUsage spent = host.governor().spent(id);
        if (json) {
          context.out().println(json(intent, spent).write());
        } else {
          print(intent, context.out());
          if (!spent.equals(IntentLog.IntentUsage.NOTHING)) {
            context.out().println("spent: " + words(spent));
          }
        }
        return ExitCode.DONE;
      }
    }
    context
        .err()
        .println(
            now instanceof DeclaredIntents.Undeclared
                ? "writ: no intents are declared in " + IntentFile.PATH
                : "writ: there is no such intent; writ intent list shows them");
    return ExitCode.FAILED;
  }

  private static ExitCode malformed(String problem, ProcessContext context) {
    context.err().println("writ: " + DisplayText.line(problem));
    return ExitCode.USAGE;
  }

  private static String head(Intent intent) {
    return intent.id() + "  " + intent.status().word() + "  " + DisplayText.line(intent.name());
  }

  static void print(Intent intent, PrintStream out) {
    out.println(head(intent));
    print("owned scope", intent.scope().patterns(), out);
    print("constraints", intent.constraints(), out);
    print("acceptance criteria", intent.acceptanceCriteria(), out);
    print("related", intent.terms().related().stream().map(RelatedSource::toString).toList(), out);
    print("checks", intent.terms().checks(), out);
    if (!intent.terms().budget().unlimited()) {
      out.println("budget: " + intent.terms().budget().words());
    }
  }

  static void print(String title, List<String> items, PrintStream out) {
    if (!items.isEmpty()) {
      out.println(title + ":");
      items.forEach(item -> out.println("  " + DisplayText.line(item)));
    }
  }

  private static String words(IntentLog.IntentUsage spent) {
    String cost =
        spent.unpriced() > 0
            ? "cost not known of " + spent.unpriced() + " of them"
            : IntentBudget.usd(spent.costMicroUsd()) + " USD";
    return "%d iterations, %s, %d changed lines"
        .formatted(spent.iterations(), cost, spent.changedLines());
  }

  private static Json.Obj json(Intent intent, IntentLog.IntentUsage spent) {
    List<Json> related = new ArrayList<>();
    for (RelatedSource item : intent.terms().related()) {
      related.add(Json.object().put("type", item.type().word()).put("value", item.value()).build());
    }
    IntentBudget limits = intent.terms().budget();
    Json.Builder budget = Json.object();
    limits.iterations().ifPresent(n -> budget.put("iterations", n));
    limits.costMicroUsd().ifPresent(n -> budget.put("cost", new Json.Num(IntentBudget.usd(n))));
    limits.changedLines().ifPresent(n -> budget.put("changed_lines", n));
    return Json.object()
        .put("id", intent.id())
        .put("name", intent.name())
        .put("status", intent.status().word())
        .put("owned_scope", Json.texts(intent.scope().patterns()))
        .put("constraints", Json.texts(intent.constraints()))
        .put("acceptance_criteria", Json.texts(intent.acceptanceCriteria()))
        .put("related", new Json.Arr(related))
        .put("budget", budget.build())
        .put("checks", Json.texts(intent.terms().checks()))
        .put(
            "spent",
            Json.object()
                .put("iterations", spent.iterations())
                .put("cost", new Json.Num(IntentBudget.usd(spent.costMicroUsd())))
                .put("unpriced", spent.unpriced())
                .put("changed_lines", spent.changedLines())
                .build())
        .build();
  }
}
