// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.check;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.Verdict;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.workspace.PathLocator;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/// Every path read or written is inside the workspace and not blocked, and a written path
/// is not protected. Files that programs obey ask.
public final class ContainmentCheck implements GateCheck {
  private static final Pattern RECURSIVE = Pattern.compile("-.*[rR].*");

  private final PathLocator locator;
  private final ObeyedPlaceJudge obeyed;
  private final WorkspacePath allowed;

  /// @param allowed the directory of the workspace that named paths must be in
  public ContainmentCheck(PathLocator locator, ObeyedPlaceJudge obeyed, WorkspacePath allowed) {
    this.locator = locator;
    this.obeyed = obeyed;
    this.allowed = allowed;
  }

  @Override
  public String name() {
    return "containment";
  }

  @Override
  public Verdict judge(GateSubject subject) throws IOException {
    Proposal proposal = subject.proposal();
    for (Effect effect : proposal.effects()) {
      for (PathLocation location : effect.locations()) {
        if (location instanceof PathLocation.RefusedLocation refused) {
          return new Verdict.Deny(refused.error());
        }
        if (isOutside(effect, location)) {
          return new Verdict.Deny(
              ErrorCode.PATH_OUTSIDE_WORKSPACE,
              "%s is outside %s, which safety.sandbox_allowed_paths names"
                  .formatted(DisplayText.named(location), DisplayText.named(allowed)));
        }
      }
      for (PathLocation location : effect.writes()) {
        if (location instanceof PathLocation.Inside(String _, WorkspacePath path, var _)
            && (ProtectedNames.isProtected(path)
                || (path.isRoot() && effect instanceof Mutation))) {
          return new Verdict.Deny(
              ErrorCode.PROTECTED_PATH,
              DisplayText.named(path) + " is protected: a model cannot write it");
        }
      }
      boolean whole = effect instanceof Mutation.DeletePath || effect instanceof Mutation.MovePath;
      for (PathLocation location : whole ? effect.locations() : List.<PathLocation>of()) {
        if (location instanceof PathLocation.Inside inside
            && locator.unseenIn(inside.path()).isPresent()) { // elsewhere they would be seen
          return new Verdict.Deny(
              ErrorCode.BLOCKED_PATH,
              ".writignore hides files below " + DisplayText.named(inside.path()));
        }
      }
      if (whole || (effect instanceof Effect.RunCommand run && walks(run.line()))) {
        for (PathLocation location : effect.locations()) {
          if (location instanceof PathLocation.Inside inside
              && locator.holdsBlocked(inside.path())) {
            return new Verdict.Deny(
                ErrorCode.BLOCKED_PATH,
                "There are blocked paths below " + DisplayText.named(inside.path()));
          }
        }
      }
    }
    return obeyed.judge(proposal);
  }

  /// A command's working directory alone gives access to nothing. Ignore files above a tree decide
  /// which of its files are shown.
  private boolean isOutside(Effect effect, PathLocation location) {
    if (!(location instanceof PathLocation.Inside(String _, WorkspacePath place, var _))
        || place.within(allowed)) {
      return false;
    }
    boolean directory = effect instanceof Effect.RunCommand run && location.equals(run.directory());
    boolean rules =
        effect instanceof Effect.ReadPath
            && !place.isRoot()
            && allowed.within(place.parent())
            && place.segments().getLast().equals(IgnoreRules.FILE);
    return !directory && !rules;
  }

  /// Whether a command may go down into directories; rather once too often.
  private static boolean walks(CommandLine line) {
    for (Command command : line.commands()) {
      boolean walks =
          switch (command.programName()) {
            case "ls", "grep" -> isRecursive(command);
            case "cat", "head", "tail", "wc", "echo", "pwd" -> false;
            default -> true;
          };
      if (walks) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRecursive(Command command) {
    for (CommandWord word : command.words()) {
      if (RECURSIVE.matcher(word.plain()).matches()) {
        return true;
      }
    }
    return false;
  }
}
