// Implements: docs/spec/12-plans-and-workers.md §12.2 (Unattended runs)
package dev.writ.app.command.session;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.front.AnswerBuffer;
import dev.writ.app.front.DryRunScreen;
import dev.writ.app.front.JsonEventStream;
import dev.writ.app.front.PlainScreen;
import dev.writ.app.front.RunSummary;
import dev.writ.app.front.ScreenStyle;
import dev.writ.app.front.ScreenStyle.DetailLevel;
import dev.writ.app.front.ScreenStyle.OutputPlace;
import dev.writ.app.front.ScreenSymbols;
import dev.writ.app.front.SimulatedApprover;
import dev.writ.app.front.TerminalPresence;
import dev.writ.app.host.SessionHost;
import dev.writ.app.host.SessionPrelude;
import dev.writ.app.model.NoModelException;
import dev.writ.app.process.EffectiveConfiguration;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.app.session.SessionOpening;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.session.Session;
import dev.writ.engine.session.SessionCommand;
import dev.writ.engine.turn.ModelRoster;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.StandardStream;
import dev.writ.kernel.change.SessionMutations;
import dev.writ.kernel.policy.ExecutionMode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// `writ run`: one turn, unattended unless a terminal is there to answer questions.
public final class RunSubcommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "run",
        "Run one task and exit.",
        "[PROMPT | -]",
        "writ run \"rename Foo to Bar in src\"",
        Stream.concat(
                SessionChoice.OPTIONS.stream(),
                Stream.of(
                    CommandOption.valued("output", "FORMAT", "text, json or stream-json"),
                    CommandOption.valued("max-iterations", "N", "limit of model requests"),
                    CommandOption.flag(
                        "simulate",
                        "perform reads only, and list the questions of the other calls"),
                    CommandOption.flag("no-sandbox", "run programs without a sandbox; audited"),
                    CommandOption.flag(
                        "allow-dangerous", "together with --execution full_autonomous")))
            .toList());
  }

  private enum Output {
    TEXT,
    JSON,
    STREAM_JSON
  }

  @Override
  public ExitCode run(ParsedArguments given, ProcessContext context)
      throws UsageException, IOException {
    SessionPrelude.begin();
    ParsedArguments arguments = latest(given, context);
    Output output = output(arguments);
    RunRequest request = RunRequest.of(arguments, context, !StandardStream.INPUT.isTerminal());
    if (output == Output.TEXT && !arguments.has("quiet")) {
      context.placeLine().ifPresent(context.err()::println);
      request.remark().ifPresent(context.err()::println);
    }
    SimulatedApprover simulatedApprover = new SimulatedApprover();
    Approver approver = arguments.has("simulate") ? simulatedApprover : approver(context);
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.RUN, approver)) {
      if (host.sessionState().execution() == ExecutionMode.FULL_AUTONOMOUS
          && TerminalPresence.console().isEmpty()) {
        host.governor().demandProof();
      }
      try (ModelRoster models = host.models(new TerminalKeyPrompt(context))) {
        ExitCode code = run(host, models, request.text(), output, context, arguments);
        if (arguments.has("simulate")) {
          tell(simulatedApprover, host, output, context);
        }
        return code;
      }
    } catch (NoModelException e) {
      return e.tell(context);
    }
  }

  private static void tell(
      SimulatedApprover simulatedApprover,
      SessionHost host,
      Output output,
      ProcessContext context) {
    if (output == Output.TEXT) {
      simulatedApprover.print(context.out(), host.governor()::agreesUnattended);
    } else {
      Json questions = simulatedApprover.json(host.governor()::agreesUnattended);
      context
          .out()
          .println(
              Json.object().put("type", "simulation").put("questions", questions).build().write());
    }
    context.out().flush();
  }

  private static Consumer<SessionEvent> text(
      SessionHost host, ProcessContext context, ParsedArguments arguments) {
    boolean terminal = StandardStream.OUTPUT.isTerminal();
    ScreenStyle style =
        new ScreenStyle(
            extent(host, arguments),
            terminal ? OutputPlace.TOGETHER : OutputPlace.APART,
            ScreenSymbols.of(context.environment()),
            terminal ? Optional.of(new RunPaint(host, context, arguments)) : Optional.empty());
    Consumer<SessionEvent> screen =
        AnswerBuffer.unless(
            host.settings().flag("ui.stream_responses"),
            new PlainScreen(context.out(), context.err(), style));
    return host.isDryRun() ? new DryRunScreen(screen, context.err()) : screen;
  }

  /// A dry run is there to be looked at, so its calls are always shown.
  private static DetailLevel extent(SessionHost host, ParsedArguments arguments) {
    if (arguments.has("verbose")) {
      return DetailLevel.DETAILS;
    }
    if (host.isDryRun()) {
      return DetailLevel.CALLS;
    }
    if (arguments.has("quiet")) {
      return DetailLevel.ANSWER;
    }
    return host.settings().flag("ui.show_tool_calls") ? DetailLevel.CALLS : DetailLevel.WORDS;
  }

  private static ExitCode run(
      SessionHost host,
      ModelRoster models,
      String prompt,
      Output output,
      ProcessContext context,
      ParsedArguments arguments)
      throws UsageException, IOException {
    SessionEffort effort = SessionEffort.of(arguments);
    List<PersonImage> images =
        new AttachedImages(host, context.below()).of(String.join(" ", arguments.operands()));
    Consumer<SessionEvent> screen =
        switch (output) {
          case TEXT -> text(host, context, arguments);
          case JSON -> _ -> {};
          case STREAM_JSON -> new JsonEventStream(context.out());
        };
    RunSummary summary = new RunSummary(screen);
    SessionMutations mutations = host.governor().gate().mutations();
    long before = mutations.now();
    Session session = host.session(models, SessionHost.SessionUse.RUN, summary);
    CountDownLatch over =
        InterruptHandler.endingRun(() -> session.submit(new SessionCommand.Abort()));
    try {
      effort.begin(session);
      session.submit(new SessionCommand.BeginTurn(prompt, images));
      session.submit(new SessionCommand.Leave());
      if (output != Output.TEXT) {
        String id = host.file().id();
        Json result =
            summary.json(id, host.sessionState().questionsSaved(), mutations.touched(before, id));
        context.out().println(result.write());
      } else if (!arguments.has("quiet")) {
        conclude(summary, mutations.touched(before, host.file().id()), host, context);
      }
      summary
          .refused()
          .flatMap(_ -> host.choice().missing(models.id()))
          .ifPresent(why -> context.err().println("  " + DisplayText.line(why)));
      context.out().flush(); // an interrupted process ends once this is over
    } finally {
      over.countDown();
    }
    return summary.exitCode();
  }

  /// A summary of the work for an attended run; its cost, if known.
  private static void conclude(
      RunSummary summary, List<String> changed, SessionHost host, ProcessContext context) {
    ScreenSymbols symbols = ScreenSymbols.of(context.environment());
    if (StandardStream.ERROR.isTerminal()) {
      context
          .err()
          .println(
              symbols.of(
                  summary.line(changed.size(), host.settings().flag("ui.show_token_usage"))));
    } else {
      summary.spent().ifPresent(context.err()::println);
    }
  }

  /// `--resume PROMPT`: with one word behind it the latest session of the directory is meant,
  /// unless that word names a session.
  private static ParsedArguments latest(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    String word = arguments.value(SessionOpening.RESUME).orElse("");
    if (word.isEmpty() || !arguments.operands().isEmpty()) {
      return arguments;
    }
    boolean named = true;
    try {
      var _ =
          SessionOpening.directory(context, EffectiveConfiguration.of(arguments, context))
              .find(word, context);
    } catch (UsageException _) {
      named = false;
    }
    return named ? arguments : arguments.with(SessionOpening.RESUME, "").operands(List.of(word));
  }

  private static Output output(ParsedArguments arguments) throws UsageException {
    String word = arguments.value("output").orElse(arguments.has("json") ? "json" : "text");
    return switch (word) {
      case "text" -> Output.TEXT;
      case "json" -> Output.JSON;
      case "stream-json" -> Output.STREAM_JSON;
      default ->
          throw new UsageException("--output: text, json or stream-json, not '" + word + "'");
    };
  }

  /// Asks at a terminal. A question without a person to answer it is not printed.
  public static Approver approver(ProcessContext context) {
    return new TerminalApprover(context);
  }
}
