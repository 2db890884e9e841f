// Implements: docs/spec/07-commands.md §7.7 (Asking for a verdict)
package dev.writ.app.command;

import dev.writ.app.cli.CommandLine;
import dev.writ.app.cli.Option;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.ExitCode;
import dev.writ.app.host.Host;
import dev.writ.app.host.Surroundings;
import dev.writ.kernel.call.GateAnswer;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.gate.Judgement;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.pack.Example;
import dev.writ.kernel.pack.Loaded;
import dev.writ.kernel.pack.Packs;
import dev.writ.kernel.policy.ExecutionMode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// `writ policy`: what the gates say of commands, without running them.
final class PolicyCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "policy",
        "Ask for verdicts without running anything.",
        "check [--] COMMAND | check --batch | test | show --effective",
        "writ policy check --execution restricted_autonomous -- 'git status | head'",
        List.of(
            Option.flag("batch", "JSON lines {\"id\",\"command\",\"mode\"} on standard input"),
            Option.flag("effective", "the rules in force"),
            Option.valued("intent", "ID", "as under this declared intent"),
            Option.flag("allow-dangerous", "as if a person had granted everything")));
  }

  @Override
  public ExitCode run(CommandLine line, Surroundings surroundings)
      throws UsageException, IOException {
    List<String> operands = line.operands();
    String what = operands.isEmpty() ? "" : operands.getFirst();
    return switch (what) {
      case "check" -> {
        try (Host host = Host.open(line, surroundings, Host.Use.VERDICT, Approver.nobody())) {
          yield line.has("batch")
              ? batch(host, surroundings)
              : check(host, operands.subList(1, operands.size()), line, surroundings);
        }
      }
      case "test" -> examples(line, surroundings);
      case "show" -> show(line, surroundings);
      default -> throw new UsageException("policy: check, test or show");
    };
  }

  private static ExitCode check(
      Host host, List<String> words, CommandLine line, Surroundings surroundings)
      throws UsageException {
    if (words.isEmpty()) {
      throw new UsageException("policy check needs a command, or --batch");
    }
    Verdicts verdicts = new Verdicts(host);
    Judgement judgement =
        words.size() == 1
            ? verdicts.of(words.getFirst(), host.standing().execution())
            : verdicts.of(words, host.standing().execution());
    if (line.has("json")) {
      surroundings.out().println(Verdicts.json(Optional.empty(), judgement).write());
    } else {
      explain(judgement, surroundings.out());
    }
    return judgement.refused().isPresent() ? ExitCode.DENIED : ExitCode.DONE;
  }

  private static void explain(Judgement judgement, PrintStream out) {
    out.println(Verdicts.word(judgement));
    judgement
        .proposal()
        .ifPresent(
            proposal ->
                proposal.effects().stream()
                    .flatMap(effect -> effect.words().stream())
                    .forEach(words -> out.println("  " + Inert.name(words))));
    for (GateAnswer gate : judgement.gates()) {
      out.println(gate.gate() + ": " + Inert.line(gate.text()));
    }
    judgement.asks().forEach(concern -> out.println("asks: " + Inert.line(concern.words())));
    judgement
        .refused()
        .ifPresent(
            error -> {
              out.println("denied: " + error.code() + ": " + Inert.line(error.message()));
              out.println("  " + Inert.line(error.requiredAction()));
            });
  }

  private static ExitCode batch(Host host, Surroundings surroundings) throws IOException {
    try (Batch batch = new Batch(() -> answering(host))) {
      batch.run(surroundings.in(), surroundings.out());
      return ExitCode.DONE;
    }
  }

  private static UnaryOperator<String> answering(Host host) {
    Verdicts verdicts = new Verdicts(host);
    return line -> verdicts.answer(line).write();
  }

  /// Runs the examples that the packs carry.
  private static ExitCode examples(CommandLine line, Surroundings surroundings)
      throws UsageException, IOException {
    try (Host host = Host.open(line, surroundings, Host.Use.RUN, Approver.nobody())) {
      Packs packs = host.governor().packs();
      int checked = 0;
      List<String> faults = new ArrayList<>();
      for (String tool : packs.tools()) {
        switch (packs.load(tool)) {
          case Loaded.Active active -> {
            for (Example example : active.pack().examples()) {
              checked++;
              example.fault(packs.read(example.argv())).ifPresent(f -> faults.add(tool + ": " + f));
            }
          }
          case Loaded.Refused refused -> faults.add(tool + ": " + refused.why());
          case Loaded.Missing _ -> {}
        }
      }
      faults.forEach(fault -> surroundings.out().println(Inert.line(fault)));
      surroundings.out().println(checked + " examples, " + faults.size() + " faults");
      return faults.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }
  }

  private static ExitCode show(CommandLine line, Surroundings surroundings)
      throws UsageException, IOException {
    try (Host host = Host.open(line, surroundings, Host.Use.RUN, Approver.nobody())) {
      Json.Obj effective = host.governor().effective();
      surroundings.out().println(effective.write());
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
