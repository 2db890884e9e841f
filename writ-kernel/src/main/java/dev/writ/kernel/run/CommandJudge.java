// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.run;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.Kind;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.HostList;
import dev.writ.base.value.ToolError;
import dev.writ.command.denylist.BarredCommand;
import dev.writ.command.denylist.Denylist;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandContext;
import dev.writ.command.language.CommandLine;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.kernel.authority.Authority;
import dev.writ.kernel.authority.AuthorityEnforcement;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.CommandPermission;
import dev.writ.kernel.authority.NetworkPolicy;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.grant.AuthoritySource;
import dev.writ.kernel.policy.ExecutionMode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Judges command lines: the denylist, then for every program that the line would run, whatever it
/// is wrapped in, what the packs know of it and what the authority permits.
public final class CommandJudge {
  /// How much of a line a question repeats; the whole stands above it, a word a line.
  private static final int MOST_SHOWN = 100;

  private final Denylist denylist;
  private final CommandContext context;
  private final AuthoritySource authority;
  private final AuthorityEnforcement enforcement;
  private final InstantSource clock;
  private final ProgramMemory memory;

  /// @param context where commands run, for the denylist
  CommandJudge(
      Denylist denylist,
      CommandContext context,
      AuthoritySource authority,
      AuthorityEnforcement enforcement,
      InstantSource clock,
      ProgramMemory memory) {
    this.denylist = denylist;
    this.context = context;
    this.authority = authority;
    this.enforcement = enforcement;
    this.clock = clock;
    this.memory = memory;
  }

  /// What was run before, to be asked and told.
  public ProgramMemory memory() {
    return memory;
  }

  /// What stands against a command's run besides the denylist.
  ///
  /// @param asks gets the reasons why a person must agree
  Optional<ToolError> judge(
      Effect.RunCommand run, ExecutionMode execution, List<ApprovalConcern> asks) {
    boolean nobodyAsks = execution == ExecutionMode.FULL_AUTONOMOUS;
    Authority now = authority.in(execution);
    long second = clock.instant().getEpochSecond();
    if (!nobodyAsks) {
      asks.addAll(unrecorded(run, enforcement.isContained(now, second)));
      memory.changed(run).forEach(reason -> asks.add(concern(Kind.CHANGED, reason)));
    }
    boolean granted = false;
    for (Command command : run.line().commands()) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        CommandPermission permission = enforcement.judge(inner, now, second);
        Optional<ToolError> refused = refused(permission, run.reach(), nobodyAsks, asks);
        if (refused.isPresent()) {
          return refused;
        }
        granted |= !(permission instanceof CommandPermission.Free);
      }
    }
    Optional<ToolError> outside = granted ? outside(run, now) : Optional.empty();
    return outside.isPresent() ? outside : beyond(run, now, nobodyAsks, asks);
  }

  /// What of a command's effects can't be taken back for sure.
  ///
  /// @param contained whether what it changes is recorded, as long as it is awaited
  private static List<ApprovalConcern> unrecorded(Effect.RunCommand run, boolean contained) {
    if (!contained) {
      return run.touches().overwrites().stream()
          .map(at -> concern(Kind.DESTRUCTIVE, at + " would be overwritten"))
          .toList();
    }
    return run.limits().course() == Effect.RunCommand.Course.BACKGROUND && run.touches().mayWrite()
        ? List.of(
            concern(
                Kind.DESTRUCTIVE,
                "it goes on in the background, where nothing that it changes in ignored"
                    + " directories is recorded"))
        : List.of();
  }

  /// A person may let a command reach what nobody granted.
  private static Optional<ToolError> beyond(
      Effect.RunCommand run, Authority now, boolean nobodyAsks, List<ApprovalConcern> asks) {
    NetworkPolicy policy = now.token().map(AuthorityToken::network).orElse(NetworkPolicy.DENY);
    return switch (run.reach()) {
      case NetworkReach.None() -> Optional.empty();
      case NetworkReach.Loopback() ->
          policy instanceof NetworkPolicy.Localhost
              ? Optional.empty()
              : denied("the network policy grants no localhost");
      case NetworkReach.Hosts(List<String> names, var _, var _) -> {
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
            DisplayText.line(
                line.length() > MOST_SHOWN ? line.substring(0, MOST_SHOWN) + "…" : line),
            String.join(", ", hosts),
            hosts.size() == 1 ? "this host" : "these hosts");
  }

  /// The root of a token bounds everything that the token is needed for.
  private static Optional<ToolError> outside(Effect.RunCommand run, Authority now) {
    WorkspacePath fsRoot = now.token().map(AuthorityToken::fsRoot).orElse(WorkspacePath.ROOT);
    for (PathLocation location : run.locations()) {
      if (location instanceof PathLocation.Inside(String _, WorkspacePath path)
          && !path.within(fsRoot)) {
        return denied(path + " is outside the fs_root " + fsRoot);
      }
    }
    return Optional.empty();
  }

  /// What the denylist says of a line in a directory.
  public Optional<ToolError> barred(CommandLine line, PathLocation directory) {
    return rule(line, directory)
        .map(
            barred ->
                new ToolError(
                    ErrorCode.COMMAND_DENIED, barred.reason() + " (" + barred.rule() + ")"));
  }

  /// The rule of the denylist that a line in a directory meets.
  Optional<BarredCommand> rule(CommandLine line, PathLocation directory) {
    return denylist.judge(line, at(directory.toString()));
  }

  private CommandContext at(String directory) {
    return directory.equals(".")
        ? context
        : new CommandContext(
            context.root(), context.home(), context.blocked(), context.root() + "/" + directory);
  }

  private static Optional<ToolError> refused(
      CommandPermission permission,
      NetworkReach reach,
      boolean nobodyAsks,
      List<ApprovalConcern> asks) {
    return switch (permission) {
      case CommandPermission.Free(), CommandPermission.Safe() -> Optional.empty();
      case CommandPermission.Destructive(List<String> reasons) ->
          nobodyAsks ? Optional.empty() : ask(asks, destructive(reasons));
      case CommandPermission.Networked networked ->
          nobodyAsks ? denied(networked.reason()) : ask(asks, reasons(networked, reach));
      case CommandPermission.Beyond(String reason) ->
          nobodyAsks ? denied(reason) : ask(asks, List.of(concern(Kind.AUTHORITY, reason)));
      case CommandPermission.Denied(ToolError error) -> Optional.of(error);
    };
  }

  /// Where the host is known it is named below; where it isn't, a question comes with its name.
  private static List<ApprovalConcern> reasons(
      CommandPermission.Networked networked, NetworkReach reach) {
    List<ApprovalConcern> reasons = new ArrayList<>(destructive(networked.reasons()));
    if (!(reach instanceof NetworkReach.Hosts hosts
        && hosts.further() == NetworkReach.Further.ASKED)) {
      reasons.add(concern(Kind.NETWORK, networked.reason()));
    }
    return reasons;
  }

  private static List<ApprovalConcern> destructive(List<String> reasons) {
    return reasons.stream().map(reason -> concern(Kind.DESTRUCTIVE, reason)).toList();
  }

  private static ApprovalConcern concern(Kind kind, String words) {
    return new ApprovalConcern(kind, words);
  }

  /// The schemas of what a line would run, where packs know each of them as safe; what is free
  /// needs none.
  public Optional<Set<String>> schemas(Effect.RunCommand run) {
    Set<String> ids = new HashSet<>();
    for (Command command : run.line().commands()) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
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
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        if (enforcement.runsCode(inner)) {
          return true;
        }
      }
    }
    return false;
  }

  private static Optional<ToolError> ask(
      List<ApprovalConcern> asks, List<ApprovalConcern> reasons) {
    reasons.stream().filter(reason -> !asks.contains(reason)).forEach(asks::add);
    return Optional.empty();
  }

  private static Optional<ToolError> denied(String reason) {
    return Optional.of(new ToolError(ErrorCode.AUTHORITY_DENIED, reason));
  }
}
