// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.command.Command;
import dev.writ.kernel.command.CommandLine;
import dev.writ.kernel.command.Redirection;
import dev.writ.kernel.command.SystemProgram;
import dev.writ.kernel.pack.Loaded;
import dev.writ.kernel.pack.Packs;
import dev.writ.kernel.sandbox.Confinement;
import dev.writ.kernel.sandbox.Executor;
import dev.writ.kernel.sandbox.Launch;
import dev.writ.kernel.sandbox.Live;
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
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Runs a judged command line: its pipelines one after the other, as their joints say, each in the
/// sandbox. A few words that stand alone Writ performs itself.
public final class CommandHand implements AutoCloseable {
  private final Root root;
  private final Locator locator;
  private final Programs programs;
  private final Packs packs;
  private final Shelter shelter;
  private final BuiltIns builtIns;

  /// A hand that runs in that workspace.
  public CommandHand(Root root, Locator locator, Programs programs, Packs packs, Shelter shelter) {
    this.root = root;
    this.locator = locator;
    this.programs = programs;
    this.packs = packs;
    this.shelter = shelter;
    this.builtIns = new BuiltIns(programs);
  }

  /// Runs the line to its end.
  ///
  /// @throws FileNotFoundException where a program is missing
  /// @throws IOException where one can't be started, or the sandbox not be set up
  /// @throws InterruptedException when aborted; the process tree is ended before
  public Outcome run(Effect.RunCommand run) throws IOException, InterruptedException {
    root.check();
    Outcome.Collected collected = new Outcome.Collected(run.limits());
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
        step(run, step.pipeline().commands(), input, left, collected);
        input = ByteBuffer.allocate(0); // it was the first command's
      }
      if (collected.timedOut()) {
        break;
      }
    }
    return collected.outcome(Duration.ofNanos(System.nanoTime() - began));
  }

  private void step(
      Effect.RunCommand run,
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
    List<Launch.Stage> stages = new ArrayList<>();
    List<String> caches = new ArrayList<>();
    boolean git = false;
    for (Command command : commands) {
      stages.add(stage(run, command));
      caches.addAll(caches(command));
      git |= command.programName().equals("git");
    }
    Launch launch =
        new Launch(
            stages,
            shelter.confinement(git, caches, Confinement.Network.DENY),
            new Launch.Limits(
                left.isPositive() ? left : Duration.ofMillis(1),
                collected.roomForStdout(),
                collected.roomForStderr(),
                Launch.Quotas.DEFAULT),
            input);
    Executor executor = shelter.executor();
    try {
      collected.add(executor.run(launch, Live.NOBODY));
    } catch (SandboxException e) {
      throw e;
    } catch (IOException e) {
      throw new StartException(e);
    }
  }

  private Launch.Stage stage(Effect.RunCommand run, Command command) throws IOException {
    TreeMap<String, String> environment = new TreeMap<>(programs.environment());
    if (command.programName().equals("git")) {
      environment.putAll(shelter.identity().environment());
    }
    environment.putAll(command.environment());
    Path directory = directory(run, command);
    return new Launch.Stage(
        program(run, command), command.argv(), environment, directory, redirections(run, command));
  }

  /// Resolved once; what is found is what is started.
  private Path program(Effect.RunCommand run, Command command) throws IOException {
    String name = command.program();
    if (!name.contains("/")) {
      return programs
          .find(name)
          .orElseThrow(
              () ->
                  new FileNotFoundException(
                      "%s was not found in %s"
                          .formatted(name, String.join(":", Programs.SEARCH_PATH))));
    }
    Path path = SystemProgram.isPath(name) ? Path.of(name) : inside(run, command, name);
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

  private List<String> caches(Command command) {
    return packs.of(command.program()) instanceof Loaded.Active active
        ? active.pack().surroundings().caches()
        : List.of();
  }

  private Launch.Redirections redirections(Effect.RunCommand run, Command command)
      throws IOException {
    Launch.Source stdin = new Launch.Source.Upstream();
    Launch.Target stdout = new Launch.Target.Onward();
    Launch.Target stderr = new Launch.Target.Onward();
    for (Redirection redirection : command.redirections()) {
      switch (redirection) {
        case Redirection.Input(var source) ->
            stdin = new Launch.Source.File(file(run, command, source.plain()));
        case Redirection.Output(var channel, var target, boolean append) -> {
          Launch.Target file = new Launch.Target.File(file(run, command, target.plain()), append);
          if (channel == Redirection.Channel.ERROR) {
            stderr = file;
          } else {
            stdout = file;
            stderr = channel == Redirection.Channel.BOTH ? new Launch.Target.Merged() : stderr;
          }
        }
        case Redirection.ErrorToOutput() -> stderr = new Launch.Target.Merged();
        case Redirection.OutputToError() -> {} // both are shown to whoever reads the result
      }
    }
    return new Launch.Redirections(stdin, stdout, stderr);
  }

  private Path file(Effect.RunCommand run, Command command, String name) throws IOException {
    return name.equals("/dev/null") ? Path.of(name) : inside(run, command, name);
  }

  /// Ends what still runs.
  @Override
  public void close() {
    shelter.close();
  }
}
