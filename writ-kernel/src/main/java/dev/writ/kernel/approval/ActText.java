// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.approval;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.run.CommandJudge;
import dev.writ.kernel.run.CommandServices;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Describes a proposal to a person in a few lines: its acts, its reach, and whether it can be
/// undone.
record ActText(CommandServices commands) {
  private static final String UNDOABLE =
      "what it changes can be undone, but for ignored build outputs";
  private static final String UNSURE = "not all of it can be undone";

  Approver.Act of(Proposal proposal, List<ApprovalConcern> concerns) {
    List<String> lines = new ArrayList<>();
    Set<String> consequences = new LinkedHashSet<>();
    boolean lossy =
        concerns.stream().anyMatch(each -> each.kind() == ApprovalConcern.ConcernKind.DESTRUCTIVE);
    for (Effect effect : proposal.effects()) {
      switch (effect) {
        case Effect.RunCommand run -> {
          lines.addAll(List.of(TypedLine.of(proposal.call(), run).split("\n", -1)));
          consequences.addAll(consequences(run, concerns, lossy));
        }
        case Mutation _ -> {
          lines.addAll(effect.words());
          consequences.add(lossy ? UNSURE : "can be undone");
        }
        case Effect.ReadPath _, Effect.ReadOutput _, Effect.StopCommand _, Effect.ChangeSession _ ->
            lines.addAll(effect.words());
      }
    }
    return new Approver.Act(
        inert(lines), inert(List.copyOf(consequences)), ProposalText.what(proposal));
  }

  private static List<String> inert(List<String> lines) {
    return lines.stream().map(DisplayText::name).toList();
  }

  private List<String> consequences(
      Effect.RunCommand run, List<ApprovalConcern> concerns, boolean lossy) {
    List<String> said = new ArrayList<>();
    String directory = run.directory().toString();
    if (!directory.equals(".")) {
      said.add("runs in " + run.directory().shown());
    }
    boolean goesOn = run.limits().course().goesOn();
    if (goesOn) {
      said.add("keeps running in the background");
    }
    boolean connects = reach(run.reach(), concerns, said);
    said.add(
        switch (extent(run, lossy, goesOn || connects)) {
          case ALL -> run.touches().mayWrite() ? UNDOABLE : "changes nothing";
          case ALL_BUT_GIT -> "undo leaves Git's data as it is";
          case UNSURE -> UNSURE;
        });
    return said;
  }

  private CommandJudge.UndoExtent extent(
      Effect.RunCommand run, boolean lossy, boolean beyondRecords) {
    CommandServices.ServiceParts parts = commands.parts();
    if (beyondRecords) {
      return CommandJudge.UndoExtent.UNSURE;
    }
    if (lossy) {
      boolean kept = parts.judge().losesFilesOnly(run.line()) && parts.running().worksOnViews();
      return kept ? CommandJudge.UndoExtent.ALL : CommandJudge.UndoExtent.UNSURE;
    }
    return parts.judge().undoExtent(run.line());
  }

  /// Says how far a command reaches, unless that is why it asks.
  ///
  /// @return whether it reaches another machine
  private static boolean reach(
      NetworkReach reach, List<ApprovalConcern> concerns, List<String> said) {
    return switch (reach) {
      case NetworkReach.NoReach() -> {
        said.add("no network");
        yield false;
      }
      case NetworkReach.Loopback(NetworkReach.HostUse use) -> {
        boolean named = use == NetworkReach.HostUse.NAMED;
        said.add(named ? "no network but the session's own localhost" : "no network");
        yield false;
      }
      case NetworkReach.Hosts(List<String> names, List<String> stores, var further, var _) -> {
        if (names.isEmpty()) {
          boolean asks = further == NetworkReach.Further.ASKED;
          said.add(asks ? "asks before it reaches a host" : "no network");
        } else if (!concerns.contains(CommandJudge.network(names))) {
          said.add("reaches " + String.join(", ", names));
        }
        if (!stores.isEmpty()) {
          said.add("writes " + String.join(", ", stores));
        }
        yield !names.isEmpty();
      }
    };
  }
}
