// Implements: docs/spec/07-commands.md §7.7 (Asking for a verdict)
package dev.writ.app.command.session;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.audit.GateAnswer;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/// `writ tools`: what a model is offered, and one call through the whole door without a model.
public final class ToolsCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "tools",
        "List the tools, or send one call through every gate.",
        "list | call NAME --args JSON",
        "writ tools call read_file --args '{\"path\":\"README.md\"}'",
        List.of(
            CommandOption.valued("args", "JSON", "the call's arguments"),
            CommandOption.valued("intent", "ID", "call under this declared intent"),
            CommandOption.flag("no-sandbox", "run programs without a sandbox; audited"),
            CommandOption.flag("allow-dangerous", "together with --execution full_autonomous")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    List<String> operands = arguments.operands();
    String what = operands.isEmpty() ? "list" : operands.getFirst();
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.RUN, Approver.nobody())) {
      return switch (what) {
        case "list" -> list(host, arguments, context);
        case "call" -> {
          if (operands.size() != 2) {
            throw new UsageException("tools call needs a tool's name and --args JSON");
          }
          if (!arguments.has("json")) {
            context.placeLine().ifPresent(context.err()::println);
          }
          yield call(host, operands.get(1), arguments, context);
        }
        default -> throw new UsageException("tools " + what + ": list or call");
      };
    }
  }

  private static ExitCode list(
      SessionHost host, ParsedArguments arguments, ProcessContext context) {
    List<ToolDefinition> tools =
        host.governor().gate().catalogue().definitions(host.sessionState().mode());
    if (arguments.has("json")) {
      context
          .out()
          .println(new Json.Arr(tools.stream().<Json>map(ToolsCommand::function).toList()).write());
    } else {
      tools.forEach(tool -> context.out().println(tool.name() + "\n  " + tool.description()));
    }
    return ExitCode.DONE;
  }

  /// A definition in the form that most providers take.
  private static Json.Obj function(ToolDefinition tool) {
    return Json.object()
        .put("type", "function")
        .put(
            "function",
            Json.object()
                .put("name", tool.name())
                .put("description", tool.description())
                .put("parameters", tool.schema())
                .build())
        .build();
  }

  private static ExitCode call(
      SessionHost host, String tool, ParsedArguments arguments, ProcessContext context) {
    String session = host.file().id();
    host.sessionState().beginTurn(Intent.ofSession("INT-S-" + session, "writ tools call " + tool));
    ActOrigin origin = new ActOrigin(session, 1, 1, new ActOrigin.Contributor.Human());
    try {
      if (arguments.value("intent").isPresent()) {
        Json.Obj select =
            Json.object()
                .put("intent", "CODE")
                .put("intent_id", arguments.value("intent").get())
                .build();
        ToolCall handshake = new ToolCall("intent", "select_active_intent", select.write());
        CallAnswer declared = host.governor().gate().call(handshake, host.sessionState(), origin);
        if (declared.result() instanceof ToolResult.Failure) {
          return print(declared, arguments, context);
        }
      }
      ToolCall call = new ToolCall("call", tool, arguments.value("args").orElse("{}"));
      return print(
          host.governor().gate().call(call, host.sessionState(), origin), arguments, context);
    } catch (InterruptedException _) {
      return ExitCode.INTERRUPTED;
    }
  }

  private static ExitCode print(
      CallAnswer answer, ParsedArguments arguments, ProcessContext context) {
    boolean success = answer.result() instanceof ToolResult.Success;
    if (arguments.has("json")) {
      context.out().println(json(answer, success).write());
    } else {
      context.out().println(DisplayText.text(text(answer.result())));
      if (arguments.has("verbose") || arguments.has("dry-run")) {
        answer.gates().forEach(g -> context.err().println(g.gate() + ": " + g.text()));
      }
    }
    boolean denied = answer.denied();
    return success ? ExitCode.DONE : denied ? ExitCode.DENIED : ExitCode.FAILED;
  }

  private static String text(ToolResult result) {
    return switch (result) {
      case ToolResult.Success success -> success.output();
      case ToolResult.Failure(ToolError error, var _) ->
          error.code() + ": " + error.message() + "\n  " + error.requiredAction();
    };
  }

  private static Json.Obj json(CallAnswer answer, boolean success) {
    Json.Builder gates = Json.object();
    for (GateAnswer gate : answer.gates()) {
      gates.put(gate.gate(), gate.text());
    }
    Json.Builder json =
        Json.object()
            .put("success", success)
            .put("output", success ? answer.result().content() : "")
            .put("truncated", answer.result().truncated())
            .put("metadata", answer.result().metadata())
            .put("gates", gates.build())
            .put(
                "ledger",
                Json.texts(
                    answer.ledger().stream().map(AppendedRecord::id).collect(Collectors.toList())));
    if (answer.result() instanceof ToolResult.Failure failure) {
      json.put("error", failure.error().json());
    }
    return json.build();
  }
}
