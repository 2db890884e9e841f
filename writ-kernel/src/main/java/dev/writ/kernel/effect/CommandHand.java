// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.RunCommand.Course;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Reach;
import dev.writ.kernel.command.Command;
import dev.writ.kernel.command.CommandLine;
import dev.writ.kernel.command.Redirection;
import dev.writ.kernel.command.SystemProgram;
import dev.writ.kernel.pack.Packs;
import dev.writ.kernel.sandbox.Background;
import dev.writ.kernel.sandbox.Confinement;
import dev.writ.kernel.sandbox.Executor;
import dev.writ.kernel.sandbox.Launch;
import dev.writ.kernel.sandbox.Launch.Redirect;
import dev.writ.kernel.sandbox.Launch.Stream;
import dev.writ.kernel.sandbox.Live;
import dev.writ.kernel.sandbox.Ran;
import dev.writ.kernel.sandbox.SandboxException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Runs a judged command line: its pipelines one after the other, as their joints say, each in the
/// sandbox. A few words that stand alone Writ performs itself.
public final class CommandHand implements AutoCloseable {
  /// Longer than any session.
  private static final Duration WHOLE_SESSION = Duration.ofDays(3650);

  private final Root root;
  private final Locator locator;
  private final Programs programs;
  private final Provisions provisions;
  private final Shelter shelter;
  private final Optional<KnownPrograms> known;
  private final BuiltIns builtIns;
  private final BackgroundCommands background = new BackgroundCommands(this);

  /// A hand that runs in that workspace.
  ///
  /// @param known what programs are compared with; empty where they are not
  public CommandHand(
      Root root,
      Locator locator,
      Programs programs,
      Packs packs,
      Shelter shelter,
      Optional<KnownPrograms> known) {
    this.root = root;
    this.locator = locator;
    this.programs = programs;
    this.provisions = new Provisions(packs);
    this.shelter = shelter;
    this.known = known;
    this.builtIns = new BuiltIns(programs);
  }

  /// Runs the line to its end.
  ///
  /// @param live is told of output as it comes
  /// @throws FileNotFoundException where a program is missing
  /// @throws IOException where one can't be started, or the sandbox not be set up
  /// @throws InterruptedException when aborted; the process tree is ended before
  public Outcome run(Effect.RunCommand run, Live live) throws IOException, InterruptedException {
    return run(run, live, PersonsScripts.NONE);
  }

  /// The same for a hook, with what it gets besides.
  public Outcome run(Effect.RunCommand run, Live live, PersonsScripts scripts)
      throws IOException, InterruptedException {
    root.check();
    compare(run);
    Outcome.Collected collected = new Outcome.Collected(run.limits(), live);
    long began = System.nanoTime();
    long allowed = Duration.ofSeconds(run.limits().timeoutSeconds()).toNanos();
    ByteBuffer input = ByteBuffer.wrap(run.input().orElse("").getBytes(StandardCharsets.UTF_8));
    for (CommandLine.Step step : run.line().steps()) {
      boolean wanted =
          switch (step.join()) {
            case FIRST, THEN -> true;
            case AND -> collected.status() == 0;
            case OR -> collected.status() != 0;
          };
      if (wanted) {
        Duration left = Duration.ofNanos(allowed - (System.nanoTime() - began));
        step(run, scripts, step.pipeline().commands(), input, left, collected);
        input = ByteBuffer.allocate(0); // it was the first command's
      }
      if (collected.timedOut() || collected.stopped()) {
        break;
      }
    }
    return collected.outcome(Duration.ofNanos(System.nanoTime() - began));
  }

  private void compare(Effect.RunCommand run) throws IOException {
    if (known.isPresent()) {
      known.get().check(run.line());
    }
  }

  private void step(
      Effect.RunCommand run,
      PersonsScripts scripts,
      List<Command> commands,
      ByteBuffer input,
      Duration left,
      Outcome.Collected collected)
      throws IOException, InterruptedException {
    Command only = commands.getFirst();
    if (commands.size() == 1 && only.redirections().isEmpty()) {
      Optional<BuiltIns.Said> said = builtIns.perform(only, directory(run, only));
      if (said.isPresent()) {
        collected.add(said.get());
        return;
      }
    }
    Launch.Limits limits =
        new Launch.Limits(
            left.isPositive() ? left : Duration.ofMillis(1),
            collected.roomForStdout(),
            collected.roomForStderr(),
            Launch.Quotas.DEFAULT);
    Confinement confinement = confinement(run, commands).reading(scripts.readable());
    Launch launch = new Launch(stages(run, scripts, commands), confinement, limits, input);
    Executor executor = shelter.executor();
    try {
      collected.add(executor.run(launch, collected.live()), further(run.reach()));
    } catch (SandboxException e) {
      throw e;
    } catch (IOException e) {
      throw new StartException(e);
    }
  }

  private List<Launch.Stage> stages(
      Effect.RunCommand run, PersonsScripts scripts, List<Command> commands) throws IOException {
    List<Launch.Stage> stages = new ArrayList<>();
    for (Command command : commands) {
      stages.add(stage(run, scripts, command));
    }
    return stages;
  }

  private Confinement confinement(Effect.RunCommand run, List<Command> commands)
      throws IOException {
    List<String> caches = new ArrayList<>();
    boolean git = false;
    for (Command command : commands) {
      caches.addAll(provisions.caches(command));
      git |= command.programName().equals("git");
    }
    Confinement whole =
        shelter.confinement(git, caches, run.reach()).reading(programs.personsOwn(commands));
    return run.touches().mayWrite()
        ? shelter.within(whole, run.touches().within(), git)
        : whole.readingOnly();
  }

  /// The commands that go on by themselves.
  public BackgroundCommands background() {
    return background;
  }

  /// Starts a line of one pipeline, which goes on by itself.
  ///
  /// @param exempt directories of the workspace in which nobody need know what it writes
  Background start(Effect.RunCommand run, List<Path> exempt)
      throws IOException, InterruptedException {
    root.check();
    compare(run);
    if (run.line().steps().size() != 1 || run.limits().course() != Course.BACKGROUND) {
      throw new IllegalArgumentException("not one pipeline for the background: " + run);
    }
    int seconds = run.limits().timeoutSeconds();
    Launch.Limits limits =
        new Launch.Limits(
            seconds == 0 ? WHOLE_SESSION : Duration.ofSeconds(seconds),
            run.limits().maxStdoutBytes(),
            run.limits().maxStderrBytes(),
            Launch.Quotas.DEFAULT);
    ByteBuffer input = ByteBuffer.wrap(run.input().orElse("").getBytes(StandardCharsets.UTF_8));
    List<Command> commands = run.line().steps().getFirst().pipeline().commands();
    Confinement confinement = shelter.besideOthers(confinement(run, commands), exempt);
    Launch launch =
        new Launch(stages(run, PersonsScripts.NONE, commands), confinement, limits, input);
    Background started = shelter.executor().start(launch);
    try {
      started.awaitBegun();
    } catch (InterruptedException e) {
      Ran _ = started.stop();
      throw e;
    }
    return started;
  }

  private Launch.Stage stage(Effect.RunCommand run, PersonsScripts scripts, Command command)
      throws IOException {
    TreeMap<String, String> environment = new TreeMap<>(programs.environment());
    if (command.programName().equals("git")) {
      environment.putAll(shelter.identity().environment());
    }
    if (run.reach() instanceof Reach.Hosts && shelter.confines()) {
      environment.putAll(provisions.proxied(command));
    }
    environment.putAll(scripts.environment());
    environment.putAll(command.environment());
    Path directory = directory(run, command);
    return new Launch.Stage(
        program(run, scripts, command),
        command.argv(),
        environment,
        directory,
        redirections(run, command));
  }

  /// Resolved once; what is found is what is started.
  private Path program(Effect.RunCommand run, PersonsScripts scripts, Command command)
      throws IOException {
    String name = command.program();
    if (!name.contains("/")) {
      return programs
          .find(name)
          .orElseThrow(
              () ->
                  new FileNotFoundException(
                      "%s was not found in %s"
                          .formatted(name, String.join(":", programs.searchPath()))));
    }
    boolean outside =
        SystemProgram.isPath(name) || scripts.files().contains(Path.of(name).normalize());
    Path path = outside ? Path.of(name) : inside(run, command, name);
    if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
      throw new FileNotFoundException(name + " is no program");
    }
    return path;
  }

  private Path directory(Effect.RunCommand run, Command command) throws IOException {
    Path directory = inside(run, command, "");
    if (!Files.isDirectory(directory)) {
      throw new NoSuchFileException(directory.toString());
    }
    return directory;
  }

  /// Where a name of a command leads, located anew: it must still be inside.
  private Path inside(Effect.RunCommand run, Command command, String name) throws IOException {
    String place = run.directory().toString();
    String own = command.directory().plain();
    String base = own.startsWith("/") ? own : own.isEmpty() ? place : place + "/" + own;
    String whole = name.startsWith("/") ? name : name.isEmpty() ? base : base + "/" + name;
    Location at = locator.locate(whole);
    if (at instanceof Location.Inside inside) {
      return root.absolute(inside.path());
    }
    throw new IOException(whole + " is not inside the workspace");
  }

  /// Names of what the programs of a line make, as their packs say.
  public Set<String> outputs(Effect.RunCommand run) {
    Set<String> outputs = new HashSet<>();
    run.line().commands().forEach(command -> outputs.addAll(provisions.outputs(command)));
    return outputs;
  }

  private static Reach.Further further(Reach reach) {
    return reach instanceof Reach.Hosts hosts ? hosts.further() : Reach.Further.REFUSED;
  }

  private Launch.Redirections redirections(Effect.RunCommand run, Command command)
      throws IOException {
    List<Redirect> inOrder = new ArrayList<>();
    for (Redirection redirection : command.redirections()) {
      switch (redirection) {
        case Redirection.Input(var source) ->
            inOrder.add(new Redirect.Input(file(run, command, source.plain())));
        case Redirection.Output(var channel, var target, boolean append) -> {
          boolean errors = channel == Redirection.Channel.ERROR;
          Path file = file(run, command, target.plain());
          inOrder.add(new Redirect.Output(errors ? Stream.STDERR : Stream.STDOUT, file, append));
          if (channel == Redirection.Channel.BOTH) {
            inOrder.add(new Redirect.Joined(Stream.STDERR));
          }
        }
        case Redirection.ErrorToOutput() -> inOrder.add(new Redirect.Joined(Stream.STDERR));
        case Redirection.OutputToError() -> inOrder.add(new Redirect.Joined(Stream.STDOUT));
      }
    }
    return new Launch.Redirections(inOrder);
  }

  private Path file(Effect.RunCommand run, Command command, String name) throws IOException {
    return name.equals("/dev/null") ? Path.of(name) : inside(run, command, name);
  }

  /// Ends what still runs.
  @Override
  public void close() {
    background.ending();
    shelter.close();
  }
}
