// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.run;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.HostList;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.command.denylist.BarredCommand;
import dev.writ.command.denylist.Denylist;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandContext;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.SystemProgram;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.kernel.authority.Authority;
import dev.writ.kernel.authority.AuthorityEnforcement;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.CommandPermission;
import dev.writ.kernel.authority.ContainedRule;
import dev.writ.kernel.authority.NetworkPolicy;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.grant.AuthoritySource;
import dev.writ.kernel.history.HistoryReading;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.repository.RepositoryReading;
import dev.writ.kernel.session.CommandStanding;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Judges command lines: first by the denylist, then every program that the line would run, in
/// whatever wrapper, by its pack and by the authority.
public final class CommandJudge {
  private static final Pattern FORCE = Pattern.compile("-[a-zA-Z]*f.*|--f.*");
  private static final Pattern FORCED_TWICE = Pattern.compile("-[a-zA-Z]*f[a-zA-Z]*f.*");

  private final Denylist denylist;
  private final CommandContext context;
  private final AuthoritySource authority;
  private final AuthorityEnforcement enforcement;
  private final InstantSource clock;
  private final ProgramMemory memory;
  private final GitReading git;

  /// @param context where commands run, for the denylist
  CommandJudge(
      Denylist denylist,
      CommandContext context,
      AuthoritySource authority,
      AuthorityEnforcement enforcement,
      InstantSource clock,
      ProgramMemory memory,
      GitReading git) {
    this.denylist = denylist;
    this.context = context;
    this.authority = authority;
    this.enforcement = enforcement;
    this.clock = clock;
    this.memory = memory;
    this.git = git;
  }

  /// The programs that a reading Git may start, and the contents that it may show.
  record GitReading(RepositoryReading repositories, HistoryReading history) {}

  /// The secrets of Git's history that a line could show and that need a person's consent.
  ///
  /// @throws IOException if this was interrupted
  Optional<ApprovalConcern> history(Effect.RunCommand run) throws IOException {
    return git.history().concern(run);
  }

  /// The commands that ran before, for questions and reports.
  public ProgramMemory memory() {
    return memory;
  }

  /// The verdict on a command's run besides the denylist.
  Verdict judge(Effect.RunCommand run, CommandStanding standing) {
    boolean nobodyAsks = standing.execution() == ExecutionMode.FULL_AUTONOMOUS;
    Authority now = authority.in(standing);
    long second = clock.instant().getEpochSecond();
    List<ApprovalConcern> asks =
        nobodyAsks || isContained(now) ? new ArrayList<>() : uncontained(run);
    boolean granted = false;
    for (Command command : run.line().commands()) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        CommandPermission permission =
            git.repositories().permission(enforcement.judge(inner, now, second), inner, run);
        Verdict verdict =
            isServedWithin(inner, permission, run, now)
                ? Verdict.PASS
                : verdict(permission, run.reach(), nobodyAsks);
        if (verdict instanceof Verdict.Deny) {
          return verdict;
        }
        addNew(verdict.concerns(), asks);
        granted |= !(permission instanceof CommandPermission.Free);
      }
    }
    Optional<Verdict> outside = granted ? outside(run, now) : Optional.empty();
    if (outside.isPresent()) {
      return outside.get();
    }
    Verdict beyond = beyond(run, now, nobodyAsks);
    addNew(beyond.concerns(), asks);
    return beyond instanceof Verdict.Deny ? beyond : Verdict.asking(asks);
  }

  /// Whether a person agreed that commands run unasked as long as their effects can be taken back.
  boolean isContained(CommandStanding standing) {
    return isContained(authority.in(standing));
  }

  private boolean isContained(Authority now) {
    return enforcement.isContained(now, clock.instant().getEpochSecond());
  }

  /// Whether all data that it sends to the network, or stores from there, stays in the session:
  /// only commands of the session answer. Changes of Git's own data are not recorded.
  private boolean isServedWithin(
      InnerCommand inner, CommandPermission permission, Effect.RunCommand run, Authority now) {
    return permission instanceof CommandPermission.Networked
        && run.reach() instanceof NetworkReach.Loopback
        && isContained(now)
        && !inner.command().programName().equals("git");
  }

  /// The reasons in a mode where not every program may run without a question: the losses, and
  /// programs that differ from the approved ones.
  private List<ApprovalConcern> uncontained(Effect.RunCommand run) {
    List<ApprovalConcern> concerns = new ArrayList<>();
    ConcernKind kind = enforcement.confines() ? ConcernKind.REMOVAL : ConcernKind.DESTRUCTIVE;
    for (PathLocation at : run.touches().overwrites()) {
      concerns.add(concern(kind, at.shown() + " would be overwritten"));
    }
    memory.changed(run).forEach(reason -> concerns.add(concern(ConcernKind.CHANGED, reason)));
    return concerns;
  }

  /// A person may allow a command to reach hosts without a grant.
  private Verdict beyond(Effect.RunCommand run, Authority now, boolean nobodyAsks) {
    NetworkPolicy policy = now.token().map(AuthorityToken::network).orElse(NetworkPolicy.DENY);
    return switch (run.reach()) {
      case NetworkReach.NoReach() -> Verdict.PASS;
      case NetworkReach.Loopback _ ->
          policy instanceof NetworkPolicy.LocalhostOnly || isContained(now)
              ? Verdict.PASS
              : denied("the network policy grants no localhost");
      case NetworkReach.Hosts(List<String> names, var _, var _, var _) -> {
        List<String> further = names.isEmpty() ? names : beyond(names, policy);
        yield further.isEmpty()
            ? Verdict.PASS
            : nobodyAsks
                ? denied(network(further).words())
                : Verdict.asking(List.of(network(further)));
      }
    };
  }

  private static List<String> beyond(List<String> names, NetworkPolicy policy) {
    HostList granted =
        new HostList(
            policy instanceof NetworkPolicy.HostAllowlist(List<String> hosts) ? hosts : List.of());
    return names.stream().filter(name -> !granted.covers(name)).toList();
  }

  /// The reason why a command asks that would reach hosts without a grant.
  public static ApprovalConcern network(List<String> hosts) {
    return concern(
        ConcernKind.NETWORK, "the command needs the network: " + String.join(", ", hosts));
  }

  /// The root of a token bounds everything that the token is needed for.
  private static Optional<Verdict> outside(Effect.RunCommand run, Authority now) {
    WorkspacePath fsRoot = now.token().map(AuthorityToken::fsRoot).orElse(WorkspacePath.ROOT);
    for (PathLocation location : run.locations()) {
      if (location instanceof PathLocation.Inside(String _, WorkspacePath path, var _)
          && !path.within(fsRoot)) {
        return Optional.of(denied(path + " is outside the fs_root " + fsRoot));
      }
    }
    return Optional.empty();
  }

  /// The denylist's verdict on a line in a directory.
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

  private static Verdict verdict(
      CommandPermission permission, NetworkReach reach, boolean nobodyAsks) {
    return switch (permission) {
      case CommandPermission.Free(), CommandPermission.Safe(), CommandPermission.ReadPermission() ->
          Verdict.PASS;
      case CommandPermission.Destructive(List<String> reasons) ->
          nobodyAsks ? Verdict.PASS : Verdict.asking(destructive(reasons));
      case CommandPermission.Networked networked when reach instanceof NetworkReach.Loopback ->
          nobodyAsks ? Verdict.PASS : Verdict.asking(destructive(networked.reasons()));
      case CommandPermission.Networked networked ->
          nobodyAsks ? denied(networked.reason()) : Verdict.asking(reasons(networked, reach));
      case CommandPermission.Beyond(String reason) ->
          nobodyAsks ? denied(reason) : new Verdict.Ask(ConcernKind.AUTHORITY, reason);
      case CommandPermission.Denied(ToolError error) -> new Verdict.Deny(error);
    };
  }

  /// A known host is named below; an unknown one leads to a question with its name later.
  private static List<ApprovalConcern> reasons(
      CommandPermission.Networked networked, NetworkReach reach) {
    List<ApprovalConcern> reasons = new ArrayList<>(destructive(networked.reasons()));
    if (!(reach instanceof NetworkReach.Hosts hosts
        && hosts.further() == NetworkReach.Further.ASKED)) {
      reasons.add(concern(ConcernKind.NETWORK, networked.reason()));
    }
    return reasons;
  }

  private static List<ApprovalConcern> destructive(List<String> reasons) {
    return reasons.stream().map(reason -> concern(ConcernKind.DESTRUCTIVE, reason)).toList();
  }

  private static ApprovalConcern concern(ConcernKind kind, String words) {
    return new ApprovalConcern(kind, words);
  }

  /// The schemas of a line's commands, if packs mark each of them as safe. A command that needs no
  /// grant needs no schema.
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

  /// The part of a line's changes that can be undone.
  public enum UndoExtent {
    /// All of it.
    ALL,
    /// All but what Git adds to its own data.
    ALL_BUT_GIT,
    /// Perhaps not all of it.
    UNSURE
  }

  /// The part of a line's changes in the workspace that can be undone, as far as packs know: all of
  /// them if the line is confined and no command of it publishes, discards, or writes data that
  /// only Git keeps.
  public UndoExtent undoExtent(CommandLine line) {
    UndoExtent extent = UndoExtent.ALL;
    for (Command command : line.commands()) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        if (!enforcement.isReversible(inner)) {
          extent = UndoExtent.ALL_BUT_GIT;
          if (enforcement.safeSchema(inner).filter(id -> id.startsWith("git.")).isEmpty()) {
            return UndoExtent.UNSURE;
          }
        }
      }
    }
    return extent;
  }

  /// Whether each command of a line that loses data according to its pack only removes files of the
  /// work tree: in a view they are recorded, so that undo restores them.
  public boolean losesFilesOnly(CommandLine line) {
    return line.commands().stream()
        .flatMap(command -> CommandUnwrapping.of(command).stream())
        .allMatch(inner -> enforcement.isReversible(inner) || isCleaning(inner));
  }

  /// Whether a command is Git's removal of files that it doesn't know; forced twice it removes
  /// repositories, too.
  private boolean isCleaning(InnerCommand inner) {
    return enforcement
            .known(inner)
            .filter(known -> known.commandId().equals("git.clean"))
            .isPresent()
        && inner.command().argv().stream().filter(FORCE.asMatchPredicate()).count() == 1
        && inner.command().argv().stream().noneMatch(FORCED_TWICE.asMatchPredicate());
  }

  /// Whether all changes of a line can be undone. In the background only if an answer for the whole
  /// task is an authority, under which its writes there are dropped.
  public boolean isReversible(Effect.RunCommand run, CommandStanding standing) {
    Authority now = authority.in(standing);
    boolean background = run.limits().course() == Effect.RunCommand.RunCourse.BACKGROUND;
    return !(background && !(now instanceof Authority.MissingAuthority))
        && run.line().commands().stream()
            .flatMap(command -> CommandUnwrapping.of(command).stream())
            .allMatch(inner -> enforcement.isContainable(inner) || isServedWithin(inner, run, now));
  }

  /// Whether no act of a line takes effect before a person saw its changes in a view: it has ended,
  /// it reached no host (a request for a host ends it and asks before the next run), and it loses
  /// only files.
  public boolean canBeShown(Effect.RunCommand run) {
    boolean apart = !(run.reach() instanceof NetworkReach.Hosts hosts && !hosts.names().isEmpty());
    return apart
        && !run.limits().course().goesOn()
        && run.line().commands().stream()
            .flatMap(command -> CommandUnwrapping.of(command).stream())
            .allMatch(inner -> enforcement.isContainable(inner) || isCleaning(inner));
  }

  /// Whether the project's authority lets a line run, but asks about its changes.
  public boolean isShown(Effect.RunCommand run, CommandStanding standing) {
    long now = clock.instant().getEpochSecond();
    Optional<AuthorityToken> token =
        authority.in(standing).token().filter(known -> known.contains(ContainedRule.SHOW, now));
    return token.isPresent()
        && run.line().commands().stream()
            .flatMap(command -> CommandUnwrapping.of(command).stream())
            .map(inner -> SystemProgram.name(inner.command().argv().getFirst()))
            .allMatch(token.get()::narrowsTo);
  }

  private boolean isServedWithin(InnerCommand inner, Effect.RunCommand run, Authority now) {
    long second = clock.instant().getEpochSecond();
    return isServedWithin(inner, enforcement.judge(inner, now, second), run, now);
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

  private static void addNew(List<ApprovalConcern> concerns, List<ApprovalConcern> asks) {
    concerns.stream().filter(concern -> !asks.contains(concern)).forEach(asks::add);
  }

  private static Verdict denied(String reason) {
    return new Verdict.Deny(ErrorCode.AUTHORITY_DENIED, reason);
  }
}
