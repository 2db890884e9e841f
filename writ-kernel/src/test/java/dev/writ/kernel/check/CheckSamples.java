// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.check;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.parser.CommandParser;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.RunCommand.RunCourse;
import dev.writ.kernel.call.Effect.RunCommand.RunLimits;
import dev.writ.kernel.call.Effect.RunCommand.Touches;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.PlaceInventory;
import dev.writ.kernel.call.PlaceInventory.InventoryItem;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.check.RiskAssessment.Risk;
import dev.writ.kernel.risk.RiskFacts;
import dev.writ.kernel.session.SessionState;
import java.util.List;
import java.util.Optional;

/// Effects, and proposals of them, as the gates get them.
final class CheckSamples {
  static final FileState ABSENT = new FileState.Absent();
  static final FileState DIRECTORY = new FileState.Directory();
  static final FileState LINK = new FileState.Link(FileContent.of("target"));
  static final ToolError FAULT = new ToolError(ErrorCode.NOT_A_FILE, "a device");
  static final FileState UNUSABLE = new FileState.Unusable(FAULT);
  static final PathLocation REFUSED = new PathLocation.RefusedLocation("../x", FAULT);

  private CheckSamples() {}

  static WorkspacePath path(String path) {
    return path.isEmpty() ? new WorkspacePath(List.of()) : WorkspacePath.of(path);
  }

  static PathLocation inside(String path) {
    return new PathLocation.Inside(path, path(path));
  }

  static FileState text(String text) {
    return new FileState.Present(FileContent.of(text));
  }

  static Effect.WritePath write(PathLocation at, FileState before, Effect.TouchedLines touched) {
    return new Effect.WritePath(
        at, before, new Effect.WriteResult.Replaced(FileContent.of("new\n"), touched));
  }

  static Effect.WritePath write(String at, FileState before) {
    return write(inside(at), before, new Effect.TouchedLines.AllLines());
  }

  static Effect read(String at) {
    return new Effect.ReadPath(inside(at), Effect.ReadPath.ReadExtent.FILE);
  }

  static InventoryItem item(String path, FileState state) {
    return new InventoryItem(path(path), state);
  }

  static PlaceInventory inventory(InventoryItem... items) {
    return new PlaceInventory(List.of(items), Optional.empty());
  }

  static Mutation delete(String at, InventoryItem... items) {
    return new Mutation.DeletePath(inside(at), inventory(items));
  }

  static Mutation move(String from, String to, InventoryItem... items) {
    return new Mutation.MovePath(
        inside(from), inside(to), inventory(items), ABSENT, Optional.empty());
  }

  static Effect run(String line, RunCourse course, NetworkReach reach, PathLocation... writes) {
    Touches touches =
        new Touches(List.of(), List.of(writes), List.of(), false, path(""), Optional.empty());
    return new Effect.RunCommand(
        ((ParsedCommand.ParsedLine) CommandParser.parse(line)).line(),
        inside(""),
        touches,
        new RunLimits(course, 60, 1, 2),
        Optional.empty(),
        reach);
  }

  static Effect run(String line, PathLocation... writes) {
    return run(line, RunCourse.AWAITED, NetworkReach.NONE, writes);
  }

  static Proposal proposal(EffectClass effects, Effect... all) {
    return new Proposal(new ToolCall("c", "some_tool", "{}"), effects, List.of(all));
  }

  static GateSubject subject(SessionState state, Effect... all) {
    return subject(state, proposal(EffectClass.WRITE, all));
  }

  static GateSubject subject(SessionState state, Proposal proposal) {
    Risk none = new Risk(new RiskFacts(), 0, List.of(), List.of());
    return new GateSubject(proposal, state, none, new HookTurn.NoHooks());
  }

  /// A verdict in words: `pass`, `ask` with the reasons, or the code and the message of a denial.
  static String words(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Deny(var error) -> error.code() + " " + error.message();
      case Verdict.Ask ask -> "ask " + String.join("; ", ApprovalConcern.words(ask.concerns()));
      case Verdict.Pass _ -> "pass";
      case Verdict.Change change -> "change " + change.arguments();
    };
  }
}
