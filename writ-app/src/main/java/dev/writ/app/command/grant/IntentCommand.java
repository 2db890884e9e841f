// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.app.command.grant;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.command.session.RunSubcommand;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentDraft;
import dev.writ.kernel.intent.IntentEditor;
import dev.writ.kernel.intents.IntentDeclaration;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `writ intent`: what the project declares, and a person's edits of it.
public final class IntentCommand implements Subcommand {
  /// The most files that are compared with exclusions.
  private static final int MOST = 200_000;

  private static final List<String> ACTS =
      List.of("list", "show", "add", "suggest", "activate", "pause", "done", "abandon");

  @Override
  public Card card() {
    return new Card(
        "intent",
        "Show declared intents and edit them.",
        "list | show ID | add NAME PATTERN… | suggest REQUEST | activate ID | pause ID | done ID"
            + " | abandon ID",
        "writ intent add 'Order service' 'src/orders/**' '!src/orders/generated/**'",
        List.of(
            CommandOption.valued("id", "ID", "add: its id (default: the next free one)"),
            CommandOption.valued("constraint", "TEXT", "add: a constraint of the intent"),
            CommandOption.valued("criterion", "TEXT", "add: a criterion that shows it is done"),
            CommandOption.flag("yes", "activate: answer yes to the question, for scripts")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    List<String> operands = arguments.operands();
    String act = operands.isEmpty() ? "list" : operands.getFirst();
    if (!ACTS.contains(act)) {
      throw new UsageException(
          "intent: there is no '"
              + act
              + "'"
              + NearestWord.hint(act, ACTS)
              + "; there are "
              + ACTS);
    }
    List<String> rest = operands.isEmpty() ? List.of() : operands.subList(1, operands.size());
    boolean fits =
        switch (act) {
          case "list" -> rest.isEmpty();
          case "add" -> rest.size() >= 2;
          case "suggest" -> !rest.isEmpty();
          default -> rest.size() == 1;
        };
    if (!fits) {
      throw new UsageException("usage: writ intent " + card().usage());
    }
    boolean done = act.equals("done");
    try (SessionHost host =
        SessionHost.open(
            arguments,
            context,
            SessionHost.SessionUse.RUN,
            done ? RunSubcommand.approver(context) : Approver.nobody())) {
      Desk desk = new Desk(arguments, context, host);
      return switch (act) {
        case "list" -> IntentText.list(host, arguments.has("json"), context);
        case "show" -> IntentText.show(host, rest.getFirst(), arguments.has("json"), context);
        case "add" -> desk.add(drafted(arguments, rest), "");
        case "suggest" -> desk.suggest(String.join(" ", rest));
        case "activate" -> desk.activate(rest.getFirst());
        case "pause" -> desk.status(rest.getFirst(), Intent.IntentStatus.PAUSED);
        case "abandon" -> desk.status(rest.getFirst(), Intent.IntentStatus.ABANDONED);
        default -> desk.done(rest.getFirst());
      };
    }
  }

  private static IntentDraft drafted(ParsedArguments arguments, List<String> rest) {
    return new IntentDraft(
        arguments.value("id").orElse(""),
        rest.getFirst(),
        rest.subList(1, rest.size()),
        arguments.value("constraint").map(List::of).orElse(List.of()),
        arguments.value("criterion").map(List::of).orElse(List.of()));
  }

  /// A person's edits: no process that Writ started gets here.
  private record Desk(ParsedArguments arguments, ProcessContext context, SessionHost host) {
    private ActOrigin origin() {
      return new ActOrigin(host.file().id(), 0, 0, new ActOrigin.Contributor.Human());
    }

    ExitCode suggest(String request) throws UsageException, IOException {
      IntentDraft draft = IntentSuggestion.of(request, context.project());
      return add(
          draft,
          draft.scope().equals(IntentSuggestion.EVERYTHING)
              ? "  (everything: the request names no file or directory here, and Writ asked no"
                  + " model)\n"
              : "");
    }

    /// @param remark on the scope, as lines
    ExitCode add(IntentDraft draft, String remark) throws UsageException, IOException {
      if (arguments.has("dry-run")) {
        context.out().print(IntentEditor.shown(draft.called(IntentSuggestion.shownId(draft))));
        return ExitCode.DONE;
      }
      GrantingPerson _ = GrantingPerson.of(arguments, context);
      IntentDeclaration.EditOutcome edited = host.governor().declaration().add(draft, origin());
      ExitCode exit = told(edited, Intent.IntentStatus.DRAFT);
      if (edited instanceof IntentDeclaration.EditOutcome.RecordedEdit(String id, var _)
          && !arguments.has("json")) {
        IntentText.print("owned scope", draft.scope(), context.out());
        context.out().print(remark);
        context.out().println("To let the model work under it: writ intent activate " + id);
      }
      return exit;
    }

    /// Activating widens what may be done, so the person sees what it owns first.
    ExitCode activate(String id) throws UsageException, IOException {
      GrantingPerson person = GrantingPerson.of(arguments, context);
      Optional<Intent> intent =
          host.governor().intents() instanceof DeclaredIntents.Declared declared
              ? declared.byId(id)
              : Optional.empty();
      if (intent.isPresent()) {
        PrintStream words = arguments.has("json") ? context.err() : context.out();
        IntentText.print(intent.get(), words);
        warnOfIdle(intent.get());
        if (!person.agrees("Let the model work under this intent?", "yes")) {
          words.println("Nothing was changed.");
          return ExitCode.DENIED;
        }
      }
      return status(id, Intent.IntentStatus.ACTIVE);
    }

    /// An exclusion that is mistyped excludes nothing, which nothing else shows.
    private void warnOfIdle(Intent intent) throws IOException {
      if (intent.scope().excluded().isEmpty()) {
        return;
      }
      List<WorkspacePath> places = new ArrayList<>();
      host.governor().reading().files(file -> places.add(file.path()) && places.size() < MOST);
      if (places.size() < MOST) {
        for (String pattern : intent.scope().idle(places)) {
          context
              .err()
              .println(
                  "writ: warning: owned_scope: "
                      + DisplayText.line(pattern)
                      + " excludes no file that is here now (ignored files aside)");
        }
      }
    }

    ExitCode status(String id, Intent.IntentStatus status) throws UsageException, IOException {
      GrantingPerson _ = GrantingPerson.of(arguments, context);
      return told(host.governor().declaration().status(id, status, origin()), status);
    }

    ExitCode done(String id) throws UsageException, IOException {
      GrantingPerson _ = GrantingPerson.of(arguments, context);
      try {
        IntentDeclaration.EditOutcome edited =
            host.governor().closing().close(id, host.sessionState(), origin(), LiveOutput.NOBODY);
        return told(edited, Intent.IntentStatus.DONE);
      } catch (InterruptedException _) {
        context.err().println("writ: interrupted; the intent stays open");
        return ExitCode.INTERRUPTED;
      }
    }

    private ExitCode told(IntentDeclaration.EditOutcome edited, Intent.IntentStatus status) {
      return switch (edited) {
        case IntentDeclaration.EditOutcome.RecordedEdit(String id, var record) -> {
          context
              .out()
              .println(
                  arguments.has("json")
                      ? Json.object()
                          .put("id", id)
                          .put("status", status.word())
                          .put("record", record.id())
                          .build()
                          .write()
                      : id + " is " + status.word() + " (record " + record.id() + ")");
          yield ExitCode.DONE;
        }
        case IntentDeclaration.EditOutcome.RefusedEdit(ToolError error) -> {
          if (arguments.has("json")) {
            context.out().println(error.json().write());
          }
          context.err().println("writ: " + error.code() + ": " + DisplayText.text(error.message()));
          context.err().println("  " + DisplayText.line(error.requiredAction()));
          yield ExitCode.DENIED;
        }
      };
    }
  }
}
