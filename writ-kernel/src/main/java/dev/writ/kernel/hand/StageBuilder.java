// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.hand;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.Redirection;
import dev.writ.command.language.SystemProgram;
import dev.writ.command.unwrap.ReadOnlyPrograms;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.program.ActivatedPrograms;
import dev.writ.kernel.program.CommandWorkplace;
import dev.writ.kernel.program.PackRequirements;
import dev.writ.kernel.program.PersonScripts;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.program.StartException;
import dev.writ.kernel.program.TemporarySpace;
import dev.writ.kernel.protection.ReadingGitConfig;
import dev.writ.kernel.repository.PersonalGit;
import dev.writ.kernel.secret.GitSettings;
import dev.writ.kernel.secret.SecretHiding;
import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchRequest.LaunchRedirect;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes the stages of one command line's pipelines: resolves programs, directories and
/// redirections where the line works, when each pipeline's turn has come.
final class StageBuilder {
  private static final int MAX_FIRST_LINE = 128;

  private static final Pattern FIRST_LINE =
      Pattern.compile("#! *(?:/\\S*/)(?:env +(?:-S +)?)?([\\w.+-]+)");

  private final Effect.RunCommand run;
  private final PersonScripts scripts;
  private final CommandWorkplace place;
  private final ProgramEnvironment programs;
  private final PackRequirements requirements;
  private final SessionSandbox sandbox;

  private final SecretHiding hiding;

  /// Whether an earlier pipeline ran Git, which brings files that no other part made.
  private boolean afterGit;

  /// The values that every command line of a session shares.
  record SessionValues(
      ProgramEnvironment programs, PackRequirements requirements, SessionSandbox sandbox) {}

  StageBuilder(
      Effect.RunCommand run,
      PersonScripts scripts,
      CommandWorkplace place,
      SessionValues session,
      SecretHiding hiding) {
    this.hiding = hiding;
    this.run = run;
    this.scripts = scripts;
    this.place = place;
    this.programs = session.programs();
    this.requirements = session.requirements();
    this.sandbox = session.sandbox();
  }

  /// The launches of a pipeline that is awaited, each of which reads what the one before printed:
  /// more than one where Git is to see what the other programs must not.
  ///
  /// @throws FileNotFoundException if a program is missing
  /// @throws IOException if a place is not inside the workspace any more
  List<LaunchRequest> launches(
      List<Command> commands, LaunchRequest.LaunchLimits limits, ByteBuffer input)
      throws IOException {
    List<List<Command>> parts = SplitPipeline.of(commands, this::isReader);
    if (parts.size() == 1 || !hiding.hidesTracked()) {
      return List.of(launch(commands, limits, input));
    }
    return List.of(
        launch(parts.getFirst(), limits.keeping(SplitPipeline.MOST_HANDED_ON), input),
        launch(parts.getLast(), limits, ByteBuffer.allocate(0)));
  }

  /// A pipeline that is awaited.
  ///
  /// @throws FileNotFoundException if a program is missing
  /// @throws IOException if a place is not inside the workspace any more
  LaunchRequest launch(List<Command> commands, LaunchRequest.LaunchLimits limits, ByteBuffer input)
      throws IOException {
    SandboxConfinement confinement = confinement(commands).reading(scripts.readable());
    if (place.view().isPresent()) {
      confinement = sandbox.inView(confinement, mayGitWrite(commands));
    }
    Optional<Path> temporary = sandbox.temporarySpace().real();
    if (temporary.isPresent()) {
      confinement = confinement.withTemporary(temporary.get());
    }
    return new LaunchRequest(
        stages(commands),
        confinement,
        limits,
        input,
        place.view(),
        sandbox.shared(run.reach(), /* goesOn= */ false));
  }

  /// A pipeline that runs while others do.
  ///
  /// @param exempt directories of the workspace whose writes are not reported
  LaunchRequest launchBesideOthers(
      List<Command> commands,
      List<Path> exempt,
      LaunchRequest.LaunchLimits limits,
      ByteBuffer input)
      throws IOException {
    boolean passing = run.limits().course() == Effect.RunCommand.RunCourse.PASSING;
    SandboxConfinement confinement = sandbox.besideOthers(confinement(commands), exempt, passing);
    return new LaunchRequest(
        stages(commands),
        confinement,
        limits,
        input,
        Optional.empty(),
        sandbox.shared(run.reach(), /* goesOn= */ true));
  }

  /// The place where the line works, as Writ reaches it.
  Path reached() {
    return place.root().path();
  }

  /// The handling of a request for a host that was not granted.
  NetworkReach.Further further() {
    return run.reach() instanceof NetworkReach.Hosts hosts
        ? hosts.further()
        : NetworkReach.Further.REFUSED;
  }

  private SandboxConfinement confinement(List<Command> commands) throws IOException {
    List<String> caches = new ArrayList<>();
    for (Command command : commands) {
      caches.addAll(requirements.caches(command));
    }
    boolean git = mayGitWrite(commands);
    SandboxConfinement whole =
        sandbox
            .confinement(git, caches, run.reach())
            .reading(programs.personsOwn(commands))
            .reading(hiding.readable())
            .emptying(RecordHiding.emptied(commands, run, place.root().path()))
            .emptying(hiding.stores(place));
    whole = whole.covering(hiding.replaced(whole, commands, place, afterGit));
    SandboxConfinement bounded =
        run.touches().mayWrite()
            ? sandbox.within(whole, run.touches().within(), git)
            : whole.readingOnly();
    boolean brought = afterGit;
    afterGit |= SecretHiding.runsGit(commands);
    return hiding.hiding(bounded, place, isGitAlone(commands), brought);
  }

  /// Whether a pipeline may change the repository itself.
  boolean changesRepository(List<Command> commands) {
    return place.view().isEmpty() && run.touches().mayWrite() && mayGitWrite(commands);
  }

  /// Whether Git may write its own directory: nothing else runs in the pipeline, or only what never
  /// writes, such as `tail`.
  private boolean mayGitWrite(List<Command> commands) {
    return commands.stream().anyMatch(command -> command.isSystems("git"))
        && commands.stream().allMatch(command -> command.isSystems("git") || isReader(command));
  }

  private boolean isReader(Command command) {
    return ReadOnlyPrograms.onlyReads(SystemProgram.name(command.program()))
        && requirements.onlyReads(command);
  }

  /// Whether Git and nothing else runs in a pipeline: what nobody else may see is shown to it.
  private static boolean isGitAlone(List<Command> commands) {
    return commands.stream().allMatch(command -> command.isSystems("git"));
  }

  /// The stages of a pipeline.
  ///
  /// @throws FileNotFoundException if a program is missing
  /// @throws IOException if a place is not inside the workspace any more
  private List<LaunchRequest.LaunchStage> stages(List<Command> commands) throws IOException {
    List<LaunchRequest.LaunchStage> stages = new ArrayList<>();
    // Where Git may write its directory, no program of the workspace replaces one of the system.
    boolean runsCode = run.touches().code().isPresent() && !mayGitWrite(commands);
    for (Command command : commands) {
      stages.add(stage(command, runsCode));
    }
    return stages;
  }

  /// @param runsCode whether it was judged as one that may run programs of the workspace
  private LaunchRequest.LaunchStage stage(Command command, boolean runsCode) throws IOException {
    TreeMap<String, String> environment = new TreeMap<>(programs.environment());
    if (command.isSystems("git")) {
      environment.putAll(PersonalGit.identity(programs.inherited()));
    }
    environment.putAll(hiding.variables(requirements.onlyReads(command)));
    if (requirements.onlyReads(command)) {
      environment.putAll(ReadingGitConfig.VARIABLES);
    }
    if (run.reach() instanceof NetworkReach.Hosts && sandbox.confines()) {
      environment.putAll(requirements.proxied(command));
    }
    environment.putAll(settings(command).environment());
    environment.putAll(scripts.environment());
    environment.putAll(command.environment());
    activated(command)
        .ifPresent(
            own -> {
              environment.put(Command.VIRTUAL_ENVIRONMENT, own.environment().toString());
              if (runsCode) {
                environment.merge(
                    "PATH", own.directory().toString(), (all, first) -> first + ":" + all);
              }
            });
    return new LaunchRequest.LaunchStage(
        program(command), command.argv(), environment, directory(command), redirections(command));
  }

  /// Git's settings: for a command that only reads, no person agreed to start any other program.
  private GitSettings settings(Command command) {
    GitSettings all = hiding.settings();
    if (UnchangedRecords.marks(command)) {
      all = all.and(UnchangedRecords.KEEPING_MARKS);
    }
    return requirements.onlyReads(command) ? all.and(ReadingGitConfig.told()) : all;
  }

  /// Resolves a program once, so that the judged program is the started one.
  private Path program(Command command) throws IOException {
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
    Path reached;
    Path path;
    if (outside) {
      path = Path.of(name);
      reached = path;
    } else {
      NamedPlace at = programPlace(command, name);
      path = at.named();
      reached = at.reached();
    }
    if (!Files.isRegularFile(reached)) {
      throw new FileNotFoundException(name + " is not a program");
    }
    if (!Files.isExecutable(reached)) {
      String word = new CommandWord.Literal(name).written();
      throw new StartException(
          "%s is not executable. Instead: chmod +x %s%s"
              .formatted(
                  name,
                  word,
                  interpreter(reached).map(by -> ", or " + by + " " + word).orElse("")));
    }
    return path;
  }

  /// The interpreter of a script: the program that its first line names, else a shell.
  private static Optional<String> interpreter(Path script) throws IOException {
    try (InputStream in = Files.newInputStream(script)) {
      String start = new String(in.readNBytes(MAX_FIRST_LINE), StandardCharsets.ISO_8859_1);
      Matcher named = FIRST_LINE.matcher(start);
      boolean text = start.indexOf('\0') < 0;
      return text ? Optional.of(named.lookingAt() ? named.group(1) : "sh") : Optional.empty();
    }
  }

  /// A link in the workspace to a program of the system is called by its own name: by that a
  /// virtual environment knows itself.
  private NamedPlace programPlace(Command command, String name) throws IOException {
    String whole = whole(command, name);
    Optional<WorkspacePath> link = place.locator().linkToProgram(whole);
    return link.isPresent()
        ? new NamedPlace(place.root().absolute(link.get()), place.root().reached(link.get()), false)
        : place(command, name);
  }

  /// The programs of the virtual environment that the line activated for a command.
  Optional<ActivatedPrograms> activated(Command command) {
    return Optional.ofNullable(command.environment().get(Command.VIRTUAL_ENVIRONMENT))
        .map(name -> name.startsWith("/") ? name : run.directory() + "/" + name)
        .map(place.locator()::locate)
        .filter(PathLocation.Inside.class::isInstance)
        .map(PathLocation.Inside.class::cast)
        .map(
            at ->
                new ActivatedPrograms(
                    place.root().absolute(at.path()), place.root().reached(at.path())));
  }

  /// The directory in which a command runs.
  Path directory(Command command) throws IOException {
    NamedPlace at = place(command, "");
    if (!Files.isDirectory(at.reached())) {
      throw new NoSuchFileException(at.named().toString());
    }
    return at.named();
  }

  /// A place that a command names.
  ///
  /// @param named as its programs see it
  /// @param reached as Writ does
  /// @param isTemporary whether it lies outside of the workspace, in the session's temporary space
  private record NamedPlace(Path named, Path reached, boolean isTemporary) {}

  /// Locates the path of a command again: it must still be inside.
  private NamedPlace place(Command command, String name) throws IOException {
    String whole = whole(command, name);
    PathLocation at = place.locator().locate(whole);
    if (at instanceof PathLocation.Inside(String _, WorkspacePath path, var _)) {
      return new NamedPlace(place.root().absolute(path), place.root().reached(path), false);
    }
    return sandbox
        .temporarySpace()
        .reached(whole)
        .map(reached -> new NamedPlace(TemporarySpace.named(whole), reached, true))
        .orElseThrow(() -> new IOException(whole + " is not inside the workspace"));
  }

  private String whole(Command command, String name) {
    String directory = run.directory().toString();
    String own = command.directory().plain();
    String base = own.startsWith("/") ? own : own.isEmpty() ? directory : directory + "/" + own;
    return name.startsWith("/") ? name : name.isEmpty() ? base : base + "/" + name;
  }

  private LaunchRequest.LaunchRedirections redirections(Command command) throws IOException {
    List<LaunchRedirect> inOrder = new ArrayList<>();
    for (Redirection redirection : command.redirections()) {
      switch (redirection) {
        case Redirection.InputRedirection(var source) ->
            inOrder.add(new LaunchRedirect.Input(file(command, source.plain())));
        case Redirection.OutputRedirection(var channel, var target, boolean append) -> {
          boolean errors = channel == Redirection.Channel.ERROR;
          Path file = file(command, target.plain());
          inOrder.add(
              new LaunchRedirect.OutputRedirect(
                  errors ? LaunchStream.STDERR : LaunchStream.STDOUT, file, append));
          if (channel == Redirection.Channel.BOTH) {
            inOrder.add(new LaunchRedirect.Joined(LaunchStream.STDERR));
          }
        }
        case Redirection.TextRedirection _ -> {} // the pipeline's input
        case Redirection.ErrorToOutput() ->
            inOrder.add(new LaunchRedirect.Joined(LaunchStream.STDERR));
        case Redirection.OutputToError() ->
            inOrder.add(new LaunchRedirect.Joined(LaunchStream.STDOUT));
      }
    }
    return new LaunchRequest.LaunchRedirections(inOrder);
  }

  private Path file(Command command, String name) throws IOException {
    if (name.equals("/dev/null")) {
      return Path.of(name);
    }
    NamedPlace at = place(command, name);
    return at.isTemporary() ? at.reached() : at.named();
  }
}
