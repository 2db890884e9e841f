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
  public ExitCode run(ParsedArguments line, ProcessContext surroundings)
      throws UsageException, IOException {
    List<String> operands = line.operands();
    String what = operands.isEmpty() ? "list" : operands.getFirst();
    try (SessionHost host =
        SessionHost.open(line, surroundings, SessionHost.Use.RUN, Approver.nobody())) {
      return switch (what) {
        case "list" -> list(host, line, surroundings);
        case "call" -> {
          if (operands.size() != 2) {
            throw new UsageException("tools call needs a tool's name and --args JSON");
          }
          yield call(host, operands.get(1), line, surroundings);
        }
        default -> throw new UsageException("tools " + what + ": list or call");
      };
    }
  }

  private static ExitCode list(
      SessionHost host, ParsedArguments line, ProcessContext surroundings) {
    List<ToolDefinition> tools =
        host.governor().gate().catalogue().definitions(host.standing().mode());
    if (line.has("json")) {
      surroundings
          .out()
          .println(new Json.Arr(tools.stream().<Json>map(ToolsCommand::function).toList()).write());
    } else {
      tools.forEach(tool -> surroundings.out().println(tool.name() + "\n  " + tool.description()));
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
      SessionHost host, String tool, ParsedArguments line, ProcessContext surroundings) {
    String session = host.file().id();
    host.standing().beginTurn(Intent.ofSession("INT-S-" + session, "writ tools call " + tool));
    ActOrigin origin = new ActOrigin(session, 1, 1, new ActOrigin.Contributor.Human());
    try {
      if (line.value("intent").isPresent()) {
        Json.Obj select =
            Json.object()
                .put("intent", "CODE")
                .put("intent_id", line.value("intent").get())
                .build();
        ToolCall handshake = new ToolCall("intent", "select_active_intent", select.write());
        CallAnswer declared = host.governor().gate().call(handshake, host.standing(), origin);
        if (declared.result() instanceof ToolResult.Failure) {
          return print(declared, line, surroundings);
        }
      }
      ToolCall call = new ToolCall("call", tool, line.value("args").orElse("{}"));
      return print(host.governor().gate().call(call, host.standing(), origin), line, surroundings);
    } catch (InterruptedException _) {
      return ExitCode.INTERRUPTED;
    }
  }

  private static ExitCode print(
      CallAnswer answered, ParsedArguments line, ProcessContext surroundings) {
    boolean success = answered.result() instanceof ToolResult.Success;
    if (line.has("json")) {
      surroundings.out().println(json(answered, success).write());
    } else {
      surroundings.out().println(DisplayText.text(answered.result().content()));
      if (line.has("verbose") || line.has("dry-run")) {
        answered.gates().forEach(g -> surroundings.err().println(g.gate() + ": " + g.text()));
      }
    }
    boolean denied = answered.denied();
    return success ? ExitCode.DONE : denied ? ExitCode.DENIED : ExitCode.FAILED;
  }

  private static Json.Obj json(CallAnswer answered, boolean success) {
    Json.Builder gates = Json.object();
    for (GateAnswer gate : answered.gates()) {
      gates.put(gate.gate(), gate.text());
    }
    Json.Builder json =
        Json.object()
            .put("success", success)
            .put("output", success ? answered.result().content() : "")
            .put("truncated", answered.result().truncated())
            .put("metadata", answered.result().metadata())
            .put("gates", gates.build())
            .put(
                "ledger",
                Json.texts(
                    answered.ledger().stream()
                        .map(AppendedRecord::id)
                        .collect(Collectors.toList())));
    if (answered.result() instanceof ToolResult.Failure failure) {
      json.put("error", failure.error().json());
    }
    return json.build();
  }
}
