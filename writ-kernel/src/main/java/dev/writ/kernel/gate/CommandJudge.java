// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.gate;

import dev.writ.kernel.authority.Authority;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.Enforcement;
import dev.writ.kernel.authority.NetworkPolicy;
import dev.writ.kernel.authority.Permission;
import dev.writ.kernel.call.Concern;
import dev.writ.kernel.call.Concern.Kind;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Reach;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.command.Barred;
import dev.writ.kernel.command.Command;
import dev.writ.kernel.command.CommandLine;
import dev.writ.kernel.command.Denylist;
import dev.writ.kernel.command.Ground;
import dev.writ.kernel.command.Inner;
import dev.writ.kernel.command.Unwrapping;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.sandbox.HostList;
import dev.writ.kernel.scope.WorkspacePath;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Judges command lines: the denylist, then for every program that the line would run, whatever it
/// is wrapped in, what the packs know of it and what the authority permits.
final class CommandJudge {
  /// How much of a line a question repeats; the whole stands above it, a word a line.
  private static final int MOST_SHOWN = 100;

  private final Denylist denylist;
  private final Ground ground;
  private final AuthoritySource authority;
  private final Enforcement enforcement;
  private final InstantSource clock;
  private final ProgramMemory memory;

  /// @param ground where commands run, for the denylist
  CommandJudge(
      Denylist denylist,
      Ground ground,
      AuthoritySource authority,
      Enforcement enforcement,
      InstantSource clock,
      ProgramMemory memory) {
    this.denylist = denylist;
    this.ground = ground;
    this.authority = authority;
    this.enforcement = enforcement;
    this.clock = clock;
    this.memory = memory;
  }

  /// What was run before, to be asked and told.
  ProgramMemory memory() {
    return memory;
  }

  /// What stands against a command's run besides the denylist.
  ///
  /// @param asks gets the reasons why a person must agree
  Optional<ToolError> judge(Effect.RunCommand run, ExecutionMode execution, List<Concern> asks) {
    boolean nobodyAsks = execution == ExecutionMode.FULL_AUTONOMOUS;
    if (!nobodyAsks) {
      run.touches()
          .overwrites()
          .forEach(at -> asks.add(concern(Kind.DESTRUCTIVE, at + " would be overwritten")));
      memory.changed(run).forEach(reason -> asks.add(concern(Kind.CHANGED, reason)));
    }
    Authority now = authority.in(execution);
    long second = clock.instant().getEpochSecond();
    boolean granted = false;
    for (Command command : run.line().commands()) {
      for (Inner inner : Unwrapping.of(command)) {
        Permission permission = enforcement.judge(inner, now, second);
        Optional<ToolError> refused = refused(permission, run.reach(), nobodyAsks, asks);
        if (refused.isPresent()) {
          return refused;
        }
        granted |= !(permission instanceof Permission.Free);
      }
    }
    Optional<ToolError> outside = granted ? outside(run, now) : Optional.empty();
    return outside.isPresent() ? outside : beyond(run, now, nobodyAsks, asks);
  }

  /// A person may let a command reach what nobody granted.
  private static Optional<ToolError> beyond(
      Effect.RunCommand run, Authority now, boolean nobodyAsks, List<Concern> asks) {
    NetworkPolicy policy = now.token().map(AuthorityToken::network).orElse(NetworkPolicy.DENY);
    return switch (run.reach()) {
      case Reach.None() -> Optional.empty();
      case Reach.Loopback() ->
          policy instanceof NetworkPolicy.Localhost
              ? Optional.empty()
              : denied("the network policy grants no localhost");
      case Reach.Hosts(List<String> names, var _, var _) -> {
        List<String> further = names.isEmpty() ? names : beyond(names, policy);
        yield further.isEmpty()
            ? Optional.empty()
            : nobodyAsks
                ? denied(question(run, further))
                : ask(asks, List.of(concern(Kind.NETWORK, question(run, further))));
      }
    };
  }

  private static List<String> beyond(List<String> names, NetworkPolicy policy) {
    HostList granted =
        new HostList(
            policy instanceof NetworkPolicy.Allowlist(List<String> hosts) ? hosts : List.of());
    return names.stream().filter(name -> !granted.covers(name)).toList();
  }

  private static String question(Effect.RunCommand run, List<String> hosts) {
    String line = run.line().text();
    return "%s needs %s: allow %s for this command"
        .formatted(
            Inert.line(line.length() > MOST_SHOWN ? line.substring(0, MOST_SHOWN) + "…" : line),
            String.join(", ", hosts),
            hosts.size() == 1 ? "this host" : "these hosts");
  }

  /// The root of a token bounds everything that the token is needed for.
  private static Optional<ToolError> outside(Effect.RunCommand run, Authority now) {
    WorkspacePath fsRoot = now.token().map(AuthorityToken::fsRoot).orElse(WorkspacePath.ROOT);
    for (Location location : run.locations()) {
      if (location instanceof Location.Inside(String _, WorkspacePath path)
          && !path.within(fsRoot)) {
        return denied(path + " is outside the fs_root " + fsRoot);
      }
    }
    return Optional.empty();
  }

  /// What the denylist says of a line in a directory.
  Optional<ToolError> barred(CommandLine line, Location directory) {
    return rule(line, directory)
        .map(
            barred ->
                new ToolError(
                    ErrorCode.COMMAND_DENIED, barred.reason() + " (" + barred.rule() + ")"));
  }

  /// The rule of the denylist that a line in a directory meets.
  Optional<Barred> rule(CommandLine line, Location directory) {
    return denylist.judge(line, at(directory.toString()));
  }

  private Ground at(String directory) {
    return directory.equals(".")
        ? ground
        : new Ground(
            ground.root(), ground.home(), ground.blocked(), ground.root() + "/" + directory);
  }

  private static Optional<ToolError> refused(
      Permission permission, Reach reach, boolean nobodyAsks, List<Concern> asks) {
    return switch (permission) {
      case Permission.Free(), Permission.Safe() -> Optional.empty();
      case Permission.Destructive(List<String> reasons) ->
          nobodyAsks ? Optional.empty() : ask(asks, destructive(reasons));
      case Permission.Networked networked ->
          nobodyAsks ? denied(networked.reason()) : ask(asks, reasons(networked, reach));
      case Permission.Beyond(String reason) ->
          nobodyAsks ? denied(reason) : ask(asks, List.of(concern(Kind.AUTHORITY, reason)));
      case Permission.Denied(ToolError error) -> Optional.of(error);
    };
  }

  /// Where the host is known it is named below; where it isn't, a question comes with its name.
  private static List<Concern> reasons(Permission.Networked networked, Reach reach) {
    List<Concern> reasons = new ArrayList<>(destructive(networked.reasons()));
    if (!(reach instanceof Reach.Hosts hosts && hosts.further() == Reach.Further.ASKED)) {
      reasons.add(concern(Kind.NETWORK, networked.reason()));
    }
    return reasons;
  }

  private static List<Concern> destructive(List<String> reasons) {
    return reasons.stream().map(reason -> concern(Kind.DESTRUCTIVE, reason)).toList();
  }

  private static Concern concern(Kind kind, String words) {
    return new Concern(kind, words);
  }

  /// The schemas of what a line would run, where packs know each of them as safe; what is free
  /// needs none.
  Optional<Set<String>> schemas(Effect.RunCommand run) {
    Set<String> ids = new HashSet<>();
    for (Command command : run.line().commands()) {
      for (Inner inner : Unwrapping.of(command)) {
        if (enforcement.isFree(inner)) {
          continue;
        }
        Optional<String> id = enforcement.safeSchema(inner);
        if (id.isEmpty()) {
          return Optional.empty();
        }
        ids.add(id.get());
      }
    }
    return Optional.of(ids);
  }

  /// Whether any command of a line may run code that isn't its own.
  boolean runsCode(CommandLine line) {
    for (Command command : line.commands()) {
      for (Inner inner : Unwrapping.of(command)) {
        if (enforcement.runsCode(inner)) {
          return true;
        }
      }
    }
    return false;
  }

  private static Optional<ToolError> ask(List<Concern> asks, List<Concern> reasons) {
    reasons.stream().filter(reason -> !asks.contains(reason)).forEach(asks::add);
    return Optional.empty();
  }

  private static Optional<ToolError> denied(String reason) {
    return Optional.of(new ToolError(ErrorCode.AUTHORITY_DENIED, reason));
  }
}
