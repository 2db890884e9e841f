// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.gate;

import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Reach;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.command.Command;
import dev.writ.kernel.command.CommandLine;
import dev.writ.kernel.command.CommandParser;
import dev.writ.kernel.command.Inner;
import dev.writ.kernel.command.Invocation;
import dev.writ.kernel.command.LinkCommand;
import dev.writ.kernel.command.Parsed;
import dev.writ.kernel.command.Pipeline;
import dev.writ.kernel.command.ReadOnlyPrograms;
import dev.writ.kernel.command.Redirection;
import dev.writ.kernel.command.RemovedPaths;
import dev.writ.kernel.command.SystemProgram;
import dev.writ.kernel.command.Unsupported;
import dev.writ.kernel.command.Unwrapping;
import dev.writ.kernel.command.Word;
import dev.writ.kernel.effect.Globbing;
import dev.writ.kernel.effect.Hands;
import dev.writ.kernel.effect.Locator;
import dev.writ.kernel.effect.NamedCode;
import dev.writ.kernel.effect.Provisions;
import dev.writ.kernel.effect.Root;
import dev.writ.kernel.pack.Access;
import dev.writ.kernel.pack.PackEffect;
import dev.writ.kernel.pack.Packs;
import dev.writ.kernel.pack.PathUse;
import dev.writ.kernel.pack.Reading;
import dev.writ.kernel.policy.Guarded;
import dev.writ.kernel.policy.SecretNames;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// Makes a typed effect of a command line: parsed once, patterns and `~` expanded, every path that
/// any of its programs names located. What comes out is what will be executed, word for word.
final class CommandReading {
  /// Where nothing is read and nothing kept: no place of the workspace, and no way out of it.
  private static final List<String> NOWHERE =
      List.of("/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr");

  /// What a program may read there that tells nothing of this machine.
  private static final List<String> CHANCE = List.of("/dev/urandom", "/dev/random");

  private final Packs packs;
  private final Locator locator;
  private final Root root;
  private final Globbing globbing;
  private final CommandJudge judge;
  private final AuthoritySource authority;
  private final WorkspacePath allowed;

  /// @param allowed the directory of the workspace that commands may write in at most
  CommandReading(
      Packs packs,
      Hands hands,
      Globbing globbing,
      CommandJudge judge,
      AuthoritySource authority,
      WorkspacePath allowed) {
    this.packs = packs;
    this.locator = hands.locator();
    this.root = hands.root();
    this.globbing = globbing;
    this.judge = judge;
    this.authority = authority;
    this.allowed = allowed;
  }

  /// Parses a text of the command language for a directory of the workspace.
  CommandLine parsed(String text, String directory) throws RefusedException {
    try {
      return parsed(CommandParser.parse(text, globbing.in(directory)));
    } catch (Globbing.TooManyException e) {
      throw tooMany(e);
    }
  }

  private static RefusedException tooMany(Globbing.TooManyException e) {
    return new RefusedException(
        new ToolError(ErrorCode.COMMAND_UNSUPPORTED, String.valueOf(e.getMessage())));
  }

  /// The line of a text that was parsed.
  static CommandLine parsed(Parsed parsed) throws RefusedException {
    return switch (parsed) {
      case Parsed.Line(CommandLine line) -> line;
      case Parsed.Refused(Unsupported unsupported) ->
          throw new RefusedException(
              new ToolError(
                  ErrorCode.COMMAND_UNSUPPORTED, unsupported.message(), unsupported.rewrite()));
    };
  }

  /// What a line gets besides its words.
  ///
  /// @param input what its first command reads
  /// @param secrets secret files that its programs are to see
  record Given(Effect.RunCommand.Limits limits, Optional<String> input, List<String> secrets) {
    Given {
      secrets = List.copyOf(secrets);
    }
  }

  /// The effect of running a line.
  Effect.RunCommand effect(CommandLine line, String directory, Given given, Situation situation)
      throws RefusedException {
    CommandLine literal;
    try {
      literal = line.expanded(globbing.in(directory)).each(CommandReading::withoutSecrets);
    } catch (Globbing.TooManyException e) {
      throw tooMany(e);
    }
    Location place = locator.locate(directory);
    // What a pattern matches may hide what it means: `../*` is everything beside the workspace.
    Optional<ToolError> barred = judge.barred(line, place);
    if (barred.isPresent() && judge.barred(literal, place).isEmpty()) {
      throw new RefusedException(barred.get());
    }
    Reaching reaching = new Reaching(situation, authority, new Provisions(packs));
    Collected touches = new Collected(directory, reaching);
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
        given.limits(),
        given.input(),
        reach(reaching.reach(), given.limits()));
  }

  private Optional<SortedMap<String, String>> code(
      CommandLine line, Location place, List<Location> reads) {
    return judge.runsCode(line)
        ? Optional.of(new NamedCode(root, locator).of(line, place, reads))
        : Optional.empty();
  }

  /// Where commands may write: where both the project's owner and the person let them.
  private WorkspacePath writable(Situation situation) throws RefusedException {
    WorkspacePath fsRoot =
        authority
            .in(situation.execution())
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

  /// What goes on while other things happen is not ended to ask for a host.
  private static Reach reach(Reach found, Effect.RunCommand.Limits limits) {
    return found instanceof Reach.Hosts hosts
            && limits.course() == Effect.RunCommand.Course.BACKGROUND
        ? new Reach.Hosts(hosts.names(), hosts.stores(), Reach.Further.REFUSED)
        : found;
  }

  /// A recursive search passes over files that usually hold secrets: nobody named them.
  private static Command withoutSecrets(Command command) {
    List<String> argv = command.argv();
    List<String> careful =
        ReadOnlyPrograms.withoutSecrets(
            argv.getFirst(), argv.subList(1, argv.size()), Guarded.secretNames());
    if (careful.size() + 1 == argv.size()) {
      return command;
    }
    List<Word> words = new ArrayList<>(List.of(command.words().getFirst()));
    careful.forEach(word -> words.add(new Word.Literal(word)));
    return command.with(words);
  }

  /// Collects what the commands of a line touch, each place once.
  private final class Collected {
    private final String directory;
    private final Reaching reaching;
    private final Map<String, Location> reads = new LinkedHashMap<>();
    private final Map<String, Location> writes = new LinkedHashMap<>();
    private final Map<String, Location> overwrites = new LinkedHashMap<>();
    private boolean beyond;

    Collected(String directory, Reaching reaching) {
      this.directory = directory;
      this.reaching = reaching;
    }

    Effect.RunCommand.Touches touches(
        WorkspacePath within, Optional<SortedMap<String, String>> code) {
      return new Effect.RunCommand.Touches(
          reads(),
          List.copyOf(writes.values()),
          List.copyOf(overwrites.values()),
          beyond,
          within,
          code);
    }

    List<Location> reads() {
      return List.copyOf(reads.values());
    }

    void add(Command command) {
      around(command);
      for (Inner inner : Unwrapping.of(command)) {
        around(inner.command());
        beyond |= !(inner instanceof Inner.Exact);
        words(inner.command(), below(directory, inner.command().directory().plain()));
      }
    }

    /// Where a program gets arguments that others print or find, their words may be places, too.
    void collected(Pipeline pipeline) {
      boolean collects =
          pipeline.commands().stream()
              .flatMap(command -> Unwrapping.of(command).stream())
              .anyMatch(Inner.MoreArguments.class::isInstance);
      for (Command command : collects ? pipeline.commands() : List.<Command>of()) {
        String place = below(directory, command.directory().plain());
        Addressed.paths(command.argv()).forEach(path -> addressed(path, place));
      }
    }

    /// What is removed is written, by whatever program; of what is missing nothing is.
    void removed(Pipeline pipeline) {
      for (RemovedPaths.Removed removed : RemovedPaths.of(pipeline)) {
        String place = below(directory, removed.command().directory().plain());
        if (!removed.path().isEmpty()
            && locator.locate(below(place, removed.path())) instanceof Location.Inside inside
            && Guarded.isProtected(inside.path())) {
          write(removed.path(), place);
        }
      }
    }

    /// Where a command runs, and where its streams go.
    private void around(Command command) {
      String place = below(directory, command.directory().plain());
      if (!command.directory().plain().isEmpty()) {
        read(".", place);
      }
      for (Redirection redirection : command.redirections()) {
        redirected(redirection, place);
      }
    }

    private void words(Command command, String place) {
      List<String> argv = command.argv();
      Invocation free = ReadOnlyPrograms.judge(argv.getFirst(), argv.subList(1, argv.size()));
      if (free instanceof Invocation.Harmless(List<String> operands)) {
        for (String operand : operands) {
          read(operand, place);
        }
      } else {
        told(command, packs.read(argv), place);
      }
      if (argv.getFirst().contains("/")) {
        program(argv.getFirst(), place);
      }
    }

    /// What packs say of a command that is more than harmless reading.
    private void told(Command command, Reading reading, String place) {
      if (reading instanceof Reading.Known known) {
        beyond |= known.effects().contains(PackEffect.WRITE);
        beyond |= known.effects().contains(PackEffect.EXECUTE);
        reaching.add(command, known);
        for (PathUse use : paths(command, known, place)) {
          if (use.access() == Access.WRITE) {
            write(use.path(), place);
          } else {
            read(use.path(), place);
          }
          secretMatchedBy(use.path(), place);
        }
        if (known.effects().contains(PackEffect.NETWORK)) {
          Addressed.sent(command.argv()).forEach(path -> addressed(path, place));
        }
      } else {
        reaching.addUnknown(command, reading);
        beyond = true;
        // Of an invocation that no pack knows, whatever may be a path counts.
        Addressed.paths(command.argv()).forEach(path -> addressed(path, place));
      }
      Addressed.inScripts(command.argv()).forEach(path -> addressed(path, place));
    }

    private List<PathUse> paths(Command command, Reading.Known known, String place) {
      return LinkCommand.of(command)
          .map(links -> new LinkPlaces(locator, root).uses(links, place))
          .orElse(known.paths());
    }

    /// What may be a path, where it leads out of the workspace or to a secret.
    private void addressed(String path, String place) {
      if (path.startsWith("~")) {
        boolean own = path.length() == 1 || path.charAt(1) == '/';
        read(own ? globbing.in(directory).home() + path.substring(1) : "/" + path, place);
      } else if (Addressed.leadsOut(path) || isSecret(path, place)) {
        read(path, place);
      }
      secretMatchedBy(path, place);
    }

    /// A pattern that the program expands itself names the secret that it is made for.
    private void secretMatchedBy(String pattern, String place) {
      SecretNames.matchedBy(pattern).ifPresent(name -> read(name, place));
    }

    private boolean isSecret(String path, String place) {
      return path.indexOf(' ') < 0
          && path.indexOf('\n') < 0
          && locator.locate(below(place, path)) instanceof Location.Inside inside
          && Guarded.isSecret(inside.path());
    }

    /// A program that is called by a path lies in the workspace or among the system's.
    private void program(String program, String place) {
      if (!SystemProgram.isPath(program)) {
        read(program, place);
      }
    }

    private void redirected(Redirection redirection, String place) {
      if (redirection instanceof Redirection.Input input) {
        source(input.source().plain(), place);
      } else if (redirection instanceof Redirection.Output output) {
        String target = output.target().plain();
        Optional<Location> at = write(target, place);
        if (!output.append() && at.isPresent() && exists(at.get())) {
          overwrites.putIfAbsent(at.get().toString(), at.get());
        }
      }
    }

    private void read(String path, String place) {
      if (!CHANCE.contains(path)) {
        source(path, place);
      }
    }

    private void source(String path, String place) {
      if (!NOWHERE.contains(path) && !path.equals("-")) {
        Location at = locator.locate(below(place, path));
        reads.putIfAbsent(at.toString(), at);
      }
    }

    private Optional<Location> write(String path, String place) {
      if (NOWHERE.contains(path) || path.equals("-")) {
        return Optional.empty();
      }
      Location at = locator.locate(below(place, path));
      writes.putIfAbsent(at.toString(), at);
      return Optional.of(at);
    }
  }

  private boolean exists(Location location) {
    try {
      return location instanceof Location.Inside inside
          && root.attributes(inside.path()).isPresent();
    } catch (IOException _) {
      return true; // what can't be looked at is not nothing
    }
  }

  /// A name below a directory, both as they were given.
  static String below(String directory, String name) {
    if (name.startsWith("/") || directory.isEmpty() || directory.equals(".")) {
      return name.isEmpty() ? "." : name;
    }
    return name.isEmpty() || name.equals(".") ? directory : directory + "/" + name;
  }
}
