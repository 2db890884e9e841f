// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.run;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.command.denylist.RemovedPaths;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.LinkCommand;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.Pipeline;
import dev.writ.command.language.ProgramInvocation;
import dev.writ.command.language.Redirection;
import dev.writ.command.language.SystemProgram;
import dev.writ.command.language.UnsupportedText;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.command.unwrap.ReadOnlyPrograms;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.JudgedCode;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.code.NamedCode;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.grant.AuthoritySource;
import dev.writ.kernel.name.SecretNames;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.program.PackRequirements;
import dev.writ.kernel.program.TemporarySpace;
import dev.writ.kernel.tool.RefusedException;
import dev.writ.kernel.workspace.GlobExpansion;
import dev.writ.kernel.workspace.PathLocator;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.pack.file.PackRegistry;
import dev.writ.pack.schema.PackEffect;
import dev.writ.pack.schema.PackReading;
import dev.writ.pack.schema.PathAccess;
import dev.writ.pack.schema.PathUse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Converts a command line to a typed effect: parsed once, patterns and `~` expanded, every path
/// that any of its programs names located. The result is executed word for word.
public final class CommandReader {
  /// Reads nothing and stores nothing: not a place of the workspace, and not a way out of it.
  private static final List<String> NOWHERE =
      List.of("/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr");

  private final PackRegistry packs;
  private final PathLocator locator;
  private final WorkspaceRoot root;
  private final GlobExpansion expansion;
  private final CommandJudge judge;
  private final AuthoritySource authority;
  private final WorkspacePath allowed;
  private final LinePlaces places;
  private final CommandPreparation preparation;

  /// @param allowed the directory of the workspace that commands may write in at most
  /// @param temporary where they may read and write besides
  CommandReader(
      PackRegistry packs,
      Hands hands,
      GlobExpansion expansion,
      CommandJudge judge,
      AuthoritySource authority,
      WorkspacePath allowed,
      TemporarySpace temporary,
      VirtualEnvironment environment) {
    this.packs = packs;
    this.locator = hands.locator();
    this.root = hands.root();
    this.expansion = expansion;
    this.judge = judge;
    this.authority = authority;
    this.allowed = allowed;
    this.places = new LinePlaces(hands.locator(), temporary);
    this.preparation = new CommandPreparation(root, locator, environment);
  }

  /// Parses texts for it.
  LineParser lines() {
    return new LineParser(expansion);
  }

  /// The line of a text that was parsed as a whole.
  public static CommandLine parsed(ParsedCommand.WholeLine parsed) throws RefusedException {
    return switch (parsed) {
      case ParsedCommand.ParsedLine(CommandLine line) -> line;
      case ParsedCommand.RefusedLine(UnsupportedText unsupported) ->
          throw new RefusedException(
              new ToolError(
                  ErrorCode.COMMAND_UNSUPPORTED, unsupported.message(), unsupported.rewrite()));
    };
  }

  /// The inputs of a line besides its words.
  ///
  /// @param input what its first command reads
  /// @param secrets secret files that its programs are to see
  public record Given(
      Effect.RunCommand.RunLimits limits, Optional<String> input, List<String> secrets) {
    public Given {
      secrets = List.copyOf(secrets);
    }
  }

  /// The effect of running a line.
  public Effect.RunCommand effect(
      CommandLine line, String directory, Given given, CommandSituation situation)
      throws RefusedException {
    CommandLine literal;
    try {
      literal =
          line.expanded(expansion.in(directory)).each(c -> preparation.prepared(c, directory));
    } catch (GlobExpansion.TooManyException e) {
      throw LineParser.tooMany(e);
    }
    PathLocation place = locator.locateInLine(directory);
    // A pattern's matches may hide its meaning: `../*` is everything beside the workspace.
    Optional<ToolError> barred = judge.barred(line, place);
    if (barred.isPresent() && judge.barred(literal, place).isEmpty()) {
      throw new RefusedException(barred.get());
    }
    boolean contained = judge.isContained(situation.standing());
    NetworkReachAnalysis analysis =
        new NetworkReachAnalysis(situation, authority, new PackRequirements(packs), contained);
    Collected touches = new Collected(directory, analysis);
    for (Command command : literal.commands()) {
      touches.add(command);
    }
    literal.pipelines().forEach(touches::removed);
    literal.pipelines().forEach(touches::collected);
    given.secrets().forEach(secret -> touches.read(secret, directory));
    return new Effect.RunCommand(
        literal,
        place,
        touches.touches(writable(situation), code(literal, place, touches.reads())),
        contained ? given.limits().contained() : given.limits(),
        given.input(),
        reach(analysis.reach(), given.limits()));
  }

  private Optional<JudgedCode> code(
      CommandLine line, PathLocation place, List<PathLocation> reads) {
    return judge.runsCode(line)
        ? Optional.of(
            new NamedCode(root, locator, new PackRequirements(packs)).of(line, place, reads))
        : Optional.empty();
  }

  /// The writable places of commands: those that both the project's owner and the person permit.
  private WorkspacePath writable(CommandSituation situation) throws RefusedException {
    WorkspacePath fsRoot =
        authority
            .in(situation.standing())
            .token()
            .map(AuthorityToken::fsRoot)
            .orElse(WorkspacePath.ROOT);
    if (!fsRoot.within(allowed) && !allowed.within(fsRoot)) {
      throw new RefusedException(
          new ToolError(
              ErrorCode.AUTHORITY_DENIED,
              "The fs_root %s and %s of safety.sandbox_allowed_paths have nothing in common"
                  .formatted(fsRoot, allowed)));
    }
    return fsRoot.within(allowed) ? fsRoot : allowed;
  }

  /// A command that runs beside others is not ended to ask for a host.
  private static NetworkReach reach(NetworkReach found, Effect.RunCommand.RunLimits limits) {
    return found instanceof NetworkReach.Hosts hosts && limits.course().goesOn()
        ? new NetworkReach.Hosts(
            hosts.names(), hosts.stores(), NetworkReach.Further.REFUSED, hosts.whose())
        : found;
  }

  /// Collects the places that the commands of a line touch, each looked up once.
  private final class Collected {
    private final String directory;
    private final NetworkReachAnalysis analysis;
    private final Map<String, PathLocation> reads = new LinkedHashMap<>();
    private final Map<String, PathLocation> writes = new LinkedHashMap<>();
    private final Map<String, PathLocation> overwrites = new LinkedHashMap<>();
    private final Map<List<String>, PathLocation> located = new LinkedHashMap<>();
    private boolean beyond;

    Collected(String directory, NetworkReachAnalysis analysis) {
      this.directory = directory;
      this.analysis = analysis;
    }

    Effect.RunCommand.Touches touches(WorkspacePath within, Optional<JudgedCode> code) {
      return new Effect.RunCommand.Touches(
          reads(),
          List.copyOf(writes.values()),
          List.copyOf(overwrites.values()),
          beyond,
          within,
          code);
    }

    List<PathLocation> reads() {
      return List.copyOf(reads.values());
    }

    void add(Command command) {
      around(command);
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        around(inner.command());
        beyond |= !(inner instanceof InnerCommand.ExactCommand);
        words(inner.command(), LinePlaces.below(directory, inner.command().directory().plain()));
      }
    }

    /// If a program gets arguments that others print or find, their words may be paths, too.
    void collected(Pipeline pipeline) {
      boolean collects =
          pipeline.commands().stream()
              .flatMap(command -> CommandUnwrapping.of(command).stream())
              .anyMatch(InnerCommand.MoreArguments.class::isInstance);
      for (Command command : collects ? pipeline.commands() : List.<Command>of()) {
        String place = LinePlaces.below(directory, command.directory().plain());
        AddressedPaths.paths(command.argv()).forEach(path -> addressed(path, place));
      }
    }

    /// A removal is a write, by any program; a missing file is not written.
    void removed(Pipeline pipeline) {
      for (RemovedPaths.Removed removed : RemovedPaths.of(pipeline)) {
        String place = LinePlaces.below(directory, removed.command().directory().plain());
        if (!removed.path().isEmpty()
            && at(removed.path(), place) instanceof PathLocation.Inside inside
            && ProtectedNames.isProtected(inside.path())) {
          write(removed.path(), place);
        }
      }
    }

    private PathLocation at(String path, String place) {
      return located.computeIfAbsent(List.of(path, place), _ -> places.at(path, place));
    }

    /// The directory of a command, and its redirections.
    private void around(Command command) {
      String place = LinePlaces.below(directory, command.directory().plain());
      if (!command.directory().plain().isEmpty()) {
        read(".", place);
      }
      for (Redirection redirection : command.redirections()) {
        redirected(redirection, place);
      }
    }

    private void words(Command command, String place) {
      List<String> argv = command.argv();
      ProgramInvocation free =
          ReadOnlyPrograms.judge(argv.getFirst(), argv.subList(1, argv.size()));
      if (free instanceof ProgramInvocation.Harmless(List<String> operands)) {
        operands.forEach(operand -> read(operand, place));
      } else {
        told(command, packs.read(argv), place);
      }
      if (argv.getFirst().contains("/")) {
        places.program(argv.getFirst(), place).ifPresent(this::reads);
      }
    }

    /// The packs' reasons that a command is more than harmless reading.
    private void told(Command command, PackReading reading, String place) {
      if (reading instanceof PackReading.Known known) {
        beyond |= known.effects().contains(PackEffect.WRITE);
        beyond |= known.effects().contains(PackEffect.EXECUTE);
        analysis.add(command, known);
        for (PathUse use : paths(command, known, place)) {
          if (use.access() == PathAccess.WRITE) {
            write(use.path(), place);
          } else {
            read(use.path(), place);
          }
          secretMatchedBy(use.path(), place);
        }
        if (known.effects().contains(PackEffect.NETWORK)) {
          AddressedPaths.sent(command.argv()).forEach(path -> addressed(path, place));
          secretSent(command.argv(), place);
        }
      } else {
        analysis.addUnknown(command, reading);
        beyond = true;
        // Of an invocation that no pack knows, whatever may be a path counts.
        AddressedPaths.paths(command.argv()).forEach(path -> addressed(path, place));
      }
      AddressedPaths.inScripts(command.argv()).forEach(path -> addressed(path, place));
    }

    private List<PathUse> paths(Command command, PackReading.Known known, String place) {
      return LinkCommand.of(command)
          .map(links -> new LinkPlaces(locator, root).uses(links, place))
          .orElse(known.paths());
    }

    /// The words that may be a path outside the workspace or to a secret.
    private void addressed(String path, String place) {
      if (path.startsWith("~")) {
        boolean own = path.length() == 1 || path.charAt(1) == '/';
        read(own ? expansion.in(directory).home() + path.substring(1) : "/" + path, place);
      } else if (SystemProgram.isPath(path)) {
        source(path, place); // perhaps to be started, not to be read
      } else if (AddressedPaths.leadsOut(path) || isSecret(path, place)) {
        read(path, place);
      }
      secretMatchedBy(path, place);
    }

    /// A pattern that the program expands itself names the secret that it is made for.
    private void secretMatchedBy(String pattern, String place) {
      SecretNames.matchedBy(pattern).ifPresent(name -> read(name, place));
    }

    /// A secret that the words of what reaches the network may name, whatever its pack says of
    /// them.
    private void secretSent(List<String> argv, String place) {
      for (String path : AddressedPaths.paths(argv)) {
        if (!path.contains("://") && isSecret(path, place)) {
          read(path, place);
        }
      }
    }

    private boolean isSecret(String path, String place) {
      return path.indexOf(' ') < 0
          && path.indexOf('\n') < 0
          && !ProtectedNames.secrets(at(path, place)).isEmpty();
    }

    private void redirected(Redirection redirection, String place) {
      if (redirection instanceof Redirection.InputRedirection input) {
        source(input.source().plain(), place);
      } else if (redirection instanceof Redirection.OutputRedirection output) {
        String target = output.target().plain();
        Optional<PathLocation> at = write(target, place);
        if (!output.append() && at.isPresent() && exists(at.get())) {
          overwrites.putIfAbsent(at.get().toString(), at.get());
        }
      }
    }

    private void read(String path, String place) {
      if (!SystemFiles.arePublic(path)) {
        source(path, place);
      }
    }

    private void source(String path, String place) {
      if (!NOWHERE.contains(path) && !path.equals("-")) {
        reads(at(path, place));
      }
    }

    private void reads(PathLocation at) {
      if (!places.isTemporary(at)) {
        reads.putIfAbsent(at.toString(), at);
      }
    }

    private Optional<PathLocation> write(String path, String place) {
      if (NOWHERE.contains(path) || path.equals("-")) {
        return Optional.empty();
      }
      PathLocation at = at(path, place);
      if (places.isTemporary(at)) {
        return Optional.empty();
      }
      writes.putIfAbsent(at.toString(), at);
      return Optional.of(at);
    }
  }

  private boolean exists(PathLocation location) {
    try {
      return location instanceof PathLocation.Inside inside
          && root.attributes(inside.path()).isPresent();
    } catch (IOException _) {
      return true; // what can't be looked at is not nothing
    }
  }
}
