// Implements: docs/spec/07-commands.md §7.7 (Asking for a verdict)
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
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.tool.GateJudgement;
import dev.writ.pack.file.LoadedPack;
import dev.writ.pack.file.PackRegistry;
import dev.writ.pack.schema.PackExample;
import dev.writ.records.audit.GateAnswer;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// `writ policy`: what the gates say of commands, without running them.
public final class PolicyCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "policy",
        "Print verdicts on commands without running them.",
        "check [--] COMMAND | check --batch | test | show --effective",
        "writ policy check --execution restricted_autonomous -- 'git status | head'",
        List.of(
            CommandOption.flag(
                "batch", "JSON lines {\"id\",\"command\",\"mode\"} on standard input"),
            CommandOption.flag("effective", "the rules in force"),
            CommandOption.valued("intent", "ID", "as under this declared intent"),
            CommandOption.flag("allow-dangerous", "as if a person had granted everything")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    List<String> operands = arguments.operands();
    String what = operands.isEmpty() ? "" : operands.getFirst();
    return switch (what) {
      case "check" -> {
        try (SessionHost host =
            SessionHost.open(
                arguments, context, SessionHost.SessionUse.VERDICT, Approver.nobody())) {
          yield arguments.has("batch")
              ? batch(host, context)
              : check(host, operands.subList(1, operands.size()), arguments, context);
        }
      }
      case "test" -> examples(arguments, context);
      case "show" -> show(arguments, context);
      default -> throw new UsageException("policy: check, test or show");
    };
  }

  private static ExitCode check(
      SessionHost host, List<String> words, ParsedArguments arguments, ProcessContext context)
      throws UsageException {
    if (words.isEmpty()) {
      throw new UsageException("policy check needs a command, or --batch");
    }
    CommandVerdicts verdicts = new CommandVerdicts(host);
    GateJudgement judgement =
        words.size() == 1
            ? verdicts.of(words.getFirst(), host.sessionState().execution())
            : verdicts.of(words, host.sessionState().execution());
    if (arguments.has("json")) {
      context.out().println(CommandVerdicts.json(Optional.empty(), judgement).write());
    } else {
      context.placeLine().ifPresent(context.err()::println);
      explain(judgement, context.out());
    }
    return judgement.refused().isPresent() ? ExitCode.DENIED : ExitCode.DONE;
  }

  private static void explain(GateJudgement judgement, PrintStream out) {
    out.println(CommandVerdicts.word(judgement));
    judgement
        .proposal()
        .ifPresent(
            proposal ->
                proposal.effects().stream()
                    .flatMap(effect -> effect.words().stream())
                    .forEach(words -> out.println("  " + DisplayText.name(words))));
    for (GateAnswer gate : judgement.gates()) {
      out.println(gate.gate() + ": " + DisplayText.line(gate.text()));
    }
    judgement.asks().forEach(concern -> out.println("asks: " + DisplayText.line(concern.words())));
    judgement
        .refused()
        .ifPresent(
            error -> {
              out.println("denied: " + error.code() + ": " + DisplayText.line(error.message()));
              if (!error.message().contains(error.requiredAction())) {
                out.println("  " + DisplayText.line(error.requiredAction()));
              }
            });
  }

  private static ExitCode batch(SessionHost host, ProcessContext context) throws IOException {
    try (VerdictBatch batch = new VerdictBatch(() -> answering(host))) {
      batch.run(context.in(), context.out());
      return ExitCode.DONE;
    }
  }

  private static UnaryOperator<String> answering(SessionHost host) {
    CommandVerdicts verdicts = new CommandVerdicts(host);
    return line -> verdicts.answer(line).write();
  }

  /// Runs the examples that the packs carry.
  private static ExitCode examples(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.RUN, Approver.nobody())) {
      PackRegistry packs = host.governor().packs();
      int checked = 0;
      List<String> faults = new ArrayList<>();
      for (String tool : packs.tools()) {
        switch (packs.load(tool)) {
          case LoadedPack.Active active -> {
            for (PackExample example : active.pack().examples()) {
              checked++;
              example.fault(packs.read(example.argv())).ifPresent(f -> faults.add(tool + ": " + f));
            }
          }
          case LoadedPack.RefusedPack refused -> faults.add(tool + ": " + refused.why());
          case LoadedPack.MissingPack _ -> {}
        }
      }
      faults.forEach(fault -> context.out().println(DisplayText.line(fault)));
      context.out().println(checked + " examples, " + faults.size() + " faults");
      return faults.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }
  }

  private static ExitCode show(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.RUN, Approver.nobody())) {
      Json.Obj effective = host.governor().effective();
      context.out().println(effective.write());
      return ExitCode.DONE;
    }
  }

  /// The words for execution modes that a batch may use.
  static Optional<ExecutionMode> execution(String word) {
    for (ExecutionMode mode : ExecutionMode.values()) {
      if (mode.word().equals(word)) {
        return Optional.of(mode);
      }
    }
    return Optional.empty();
  }
}
