// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.hand;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.code.NamedCode;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.program.BuiltInPrograms;
import dev.writ.kernel.program.CommandOutcome;
import dev.writ.kernel.program.CommandWorkplace;
import dev.writ.kernel.program.KnownPrograms;
import dev.writ.kernel.program.PackRequirements;
import dev.writ.kernel.program.PersonScripts;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.program.StartException;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.repository.GitHistory;
import dev.writ.kernel.repository.PersonalHooks;
import dev.writ.kernel.repository.RepositoryUse;
import dev.writ.kernel.secret.SecretHiding;
import dev.writ.kernel.view.CommandView;
import dev.writ.kernel.view.CommandViews;
import dev.writ.kernel.view.ReopenedView;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.pack.file.PackRegistry;
import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.launch.BackgroundLaunch;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.LiveListener;
import dev.writ.sandbox.launch.PipelineExecutor;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Runs a judged command line: its pipelines one after the other, as their joints say, each in the
/// sandbox. A few words that stand alone Writ performs itself.
public final class CommandHand implements AutoCloseable {
  /// Longer than any session.
  private static final Duration WHOLE_SESSION = Duration.ofDays(3650);

  private final CommandWorkplace workspace;
  private final StageBuilder.SessionValues session;
  private final CommandViews views;
  private final Optional<KnownPrograms> known;
  private final SecretHiding.SecretSources secrets;
  private final BuiltInPrograms builtIns;
  private final BackgroundCommands background;
  private final Predicate<String> kept;

  /// A hand that runs in that workspace.
  ///
  /// @param known what programs are compared with; empty if they are not
  public CommandHand(
      Hands hands,
      ProgramEnvironment programs,
      PackRegistry packs,
      SessionSandbox sandbox,
      Optional<KnownPrograms> known,
      SecretHiding.SecretSources secrets) {
    this.secrets = secrets;
    this.kept = hands::isKept;
    this.workspace = new CommandWorkplace(hands.root(), hands.locator(), Optional.empty());
    this.session = new StageBuilder.SessionValues(programs, new PackRequirements(packs), sandbox);
    this.views = new CommandViews(hands, sandbox, secrets.files()::directories);
    this.background = new BackgroundCommands(this, hands.root().path());
    this.known = known;
    this.builtIns = new BuiltInPrograms(programs);
  }

  /// The workspace in which commands work.
  public WorkspaceRoot root() {
    return workspace.root();
  }

  /// The views in which commands work.
  public CommandViews views() {
    return views;
  }

  /// Runs the line to its end, in the workspace itself.
  ///
  /// @param live receives output as it is produced
  /// @param scripts the additional environment of a hook
  /// @throws FileNotFoundException if a program is missing
  /// @throws IOException if one can't be started, or the sandbox not be set up
  /// @throws InterruptedException when aborted; the process tree is ended before
  public CommandOutcome run(Effect.RunCommand run, LiveListener live, PersonScripts scripts)
      throws IOException, InterruptedException {
    return run(run, live, scripts, workspace);
  }

  /// Runs the line to its end, in a view of the workspace.
  public CommandOutcome run(
      Effect.RunCommand run, LiveListener live, PersonScripts scripts, CommandView view)
      throws IOException, InterruptedException {
    workspace.root().check();
    CommandWorkplace place = view.workplace();
    view.changes().copied(code(place).take(run));
    return run(run, live, scripts, place);
  }

  private CommandOutcome run(
      Effect.RunCommand run, LiveListener live, PersonScripts scripts, CommandWorkplace place)
      throws IOException, InterruptedException {
    workspace.root().check();
    compare(run);
    code(place).check(run);
    SecretHiding hiding = hiding(run);
    StageBuilder builder = new StageBuilder(run, scripts, place, session, hiding);
    CommandOutcome.Collected collected = new CommandOutcome.Collected(run.limits(), live);
    long began = System.nanoTime();
    long allowed = Duration.ofSeconds(run.limits().timeoutSeconds()).toNanos();
    new CommandLineRun(
            (commands, given) -> {
              Duration left = Duration.ofNanos(allowed - (System.nanoTime() - began));
              try {
                step(builder, commands, given, left, collected);
              } catch (StartException | FileNotFoundException e) {
                collected.add(e, run.line().pipelines().size() == 1);
              }
            },
            collected,
            bytes(run.input().orElse("")))
        .run(run.line());
    return noted(
        hiding.masked(collected.outcome(Duration.ofNanos(System.nanoTime() - began))), run);
  }

  /// The outcome, with what no Git here started of the person's own hooks.
  private CommandOutcome noted(CommandOutcome outcome, Effect.RunCommand run) throws IOException {
    Set<String> guards = PersonalHooks.guards(run);
    if (guards.isEmpty()) {
      return outcome;
    }
    Map<String, String> inherited = session.programs().inherited();
    return PersonalHooks.of(
            new GitHead(workspace.root().path()),
            session.sandbox().personalGit().settings(session.programs().find("git"), inherited),
            inherited)
        .flatMap(hooks -> hooks.unstarted(guards))
        .map(note -> outcome.with(outcome.report().noting(note)))
        .orElse(outcome);
  }

  private NamedCode code(CommandWorkplace place) {
    return new NamedCode(place.root(), place.locator(), session.requirements());
  }

  /// As programs read it.
  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /// What the commits hold that a command brought into a repository in its view.
  public GitHistory history(CommandView view) {
    return history(view::workplace);
  }

  /// The same in a view that was kept.
  public GitHistory history(ReopenedView view) {
    return history(view::workplace);
  }

  private GitHistory history(Workplace view) {
    return history(
        side -> side == GitHistory.Side.AFTER ? view.get() : workspace, Optional.empty());
  }

  /// The same in the workspace itself.
  public GitHistory history(GitHistory.EarlierIds earlier) {
    return history(_ -> workspace, Optional.of(earlier));
  }

  /// Where Git is to read.
  private interface Workplace {
    CommandWorkplace get() throws IOException;
  }

  private interface Workplaces {
    CommandWorkplace of(GitHistory.Side side) throws IOException;
  }

  private GitHistory history(Workplaces places, Optional<GitHistory.EarlierIds> earlier) {
    return new GitHistory(
        workspace.root().path(),
        (pipeline, input, side) -> {
          Effect.RunCommand run = reading(pipeline.getFirst());
          LaunchRequest launch =
              new StageBuilder(run, PersonScripts.NONE, places.of(side), session, hiding(run))
                  .launch(pipeline, GitHistory.LIMITS, bytes(input))
                  .reading();
          try {
            return session.sandbox().executor().run(launch, LiveListener.NOBODY);
          } catch (InterruptedException e) {
            throw new IOException("interrupted behind the shield", e);
          }
        },
        earlier,
        kept);
  }

  private Effect.RunCommand reading(Command command) {
    return new Effect.RunCommand(
        CommandLine.of(command),
        workspace.locator().locate("."),
        Effect.RunCommand.Touches.NONE,
        new Effect.RunCommand.RunLimits(
            Math.toIntExact(GitHistory.LIMITS.timeout().toSeconds()),
            GitHistory.LIMITS.stdoutBytes(),
            GitHistory.LIMITS.stderrBytes()),
        Optional.empty(),
        NetworkReach.NONE);
  }

  /// A place that is hidden from a command, or shown to it without its secrets.
  ///
  /// @throws IOException if the workspace can't be looked through
  public Optional<WorkspacePath> secretBeside(Effect.RunCommand run) throws IOException {
    Optional<WorkspacePath> secret =
        secrets.files().anyUnnamed(run).or(() -> secrets.settings().any(secrets.files()));
    return secret.isPresent() ? secret : workspace.locator().unseenIn(WorkspacePath.ROOT);
  }

  /// Whether a place that gets a content in Git usually holds secrets.
  public boolean mayBeSecret(WorkspacePath place) {
    return secrets.files().mayBeSecret(place);
  }

  private SecretHiding hiding(Effect.RunCommand run) throws IOException {
    return SecretHiding.of(secrets, session.sandbox(), run, session.programs());
  }

  /// A line's output without the contents of unnamed secret files as they are now: new files may
  /// appear while it runs that are not hidden from it.
  CommandOutcome.Stream withoutSecrets(Effect.RunCommand run, CommandOutcome.Stream text) {
    try {
      return text.text().isEmpty() ? text : hiding(run).masked(text);
    } catch (IOException e) {
      return new CommandOutcome.Stream(
          "[not shown: Writ cannot check it for secrets: " + e.getMessage() + "]",
          text.cut(),
          text.totalBytes());
    }
  }

  /// What secret files and settings say that a line doesn't name.
  public List<String> secrets(Effect.RunCommand run) {
    try {
      return hiding(run).values();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A command that may have changed something has ended, and its changes are where they belong.
  public void settled() {
    secrets.files().renew();
  }

  private void compare(Effect.RunCommand run) throws IOException {
    if (known.isPresent()) {
      known.get().check(run.line());
    }
  }

  private void step(
      StageBuilder builder,
      List<Command> commands,
      ByteBuffer input,
      Duration left,
      CommandOutcome.Collected collected)
      throws IOException, InterruptedException {
    workspace.root().check();
    Command only = commands.getFirst();
    if (commands.size() == 1 && only.redirections().isEmpty()) {
      Optional<BuiltInPrograms.Said> said =
          builtIns.perform(only, builder.directory(only), builder.activated(only));
      if (said.isPresent()) {
        collected.add(said.get());
        return;
      }
    }
    LaunchRequest.LaunchLimits limits =
        new LaunchRequest.LaunchLimits(
            left.isPositive() ? left : Duration.ofMillis(1),
            collected.roomForStdout(),
            collected.roomForStderr(),
            LaunchRequest.LaunchQuotas.DEFAULT);
    List<LaunchRequest> launches = builder.launches(commands, limits, input);
    PipelineExecutor executor = session.sandbox().executor();
    UnchangedRecords records =
        new UnchangedRecords(
            workspace.root().path(),
            builder.reached(),
            git -> {
              workspace.root().check();
              return executor.run(
                  builder.launch(List.of(git), UnchangedRecords.LIMITS, bytes("")),
                  LiveListener.NOBODY);
            });
    boolean changesRepository = builder.changesRepository(commands);
    try (RepositoryUse.OpenUse _ =
        changesRepository ? session.sandbox().repository().begin() : RepositoryUse.OpenUse.NONE) {
      collected.add(
          records.during(commands, () -> SplitPipeline.run(executor, launches, collected.live())),
          builder.further());
    } catch (SandboxException e) {
      throw e;
    } catch (IOException e) {
      workspace.root().check(); // else the rest of the line would run in another project
      throw new StartException(e);
    }
  }

  /// The background commands.
  public BackgroundCommands background() {
    return background;
  }

  /// Starts a line of one pipeline in the background.
  ///
  /// @param exempt directories of the workspace whose writes are not reported
  BackgroundLaunch start(Effect.RunCommand run, List<Path> exempt)
      throws IOException, InterruptedException {
    workspace.root().check();
    compare(run);
    code(workspace).check(run);
    if (run.line().pipelines().size() != 1 || !run.limits().course().goesOn()) {
      throw new IllegalArgumentException("not one pipeline for the background: " + run);
    }
    int seconds = run.limits().timeoutSeconds();
    LaunchRequest.LaunchLimits limits =
        new LaunchRequest.LaunchLimits(
            seconds == 0 ? WHOLE_SESSION : Duration.ofSeconds(seconds),
            run.limits().maxStdoutBytes(),
            run.limits().maxStderrBytes(),
            LaunchRequest.LaunchQuotas.DEFAULT);
    List<Command> commands = run.line().pipelines().getFirst().commands();
    ByteBuffer input = bytes(commands.getFirst().input().or(run::input).orElse(""));
    LaunchRequest launch =
        new StageBuilder(run, PersonScripts.NONE, workspace, session, hiding(run))
            .launchBesideOthers(commands, exempt, limits, input);
    BackgroundLaunch started = session.sandbox().executor().start(launch);
    try {
      started.awaitBegun();
    } catch (InterruptedException e) {
      LaunchResult _ = started.stop();
      throw e;
    }
    return started;
  }

  /// The names of the outputs of a line's programs, according to their packs.
  public Set<String> outputs(Effect.RunCommand run) {
    Set<String> outputs = new HashSet<>();
    run.line()
        .commands()
        .forEach(command -> outputs.addAll(session.requirements().outputs(command)));
    return outputs;
  }

  /// Ends what still runs.
  @Override
  public void close() {
    background.ending();
    session.sandbox().close();
    secrets.settings().close();
  }
}
