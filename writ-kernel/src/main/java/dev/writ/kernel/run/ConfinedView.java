// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.run;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.command.language.CommandLine;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.PlaceInventory;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.hand.BackgroundCommand;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.tool.LinePart;
import dev.writ.kernel.tool.RefusedException;
import dev.writ.kernel.tool.WorkspaceView;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Looks at the workspace through its handles.
public record ConfinedView(
    Hands hands,
    CommandServices commands,
    CommandSituation situation,
    SecretMasker masker,
    InstantSource clock)
    implements WorkspaceView {
  @Override
  public PathLocation locate(String name) {
    return hands.locator().locate(name);
  }

  @Override
  public PathLocation locateItself(String name) {
    return hands.locator().locateItself(name);
  }

  @Override
  public PlaceInventory inventory(PathLocation at) throws IOException {
    if (at instanceof PathLocation.RefusedLocation(String _, ToolError error)) {
      return PlaceInventory.unusable(error);
    }
    WorkspacePath place = ((PathLocation.Inside) at).path();
    if (place.isRoot()) {
      return PlaceInventory.unusable(
          new ToolError(ErrorCode.PROTECTED_PATH, "That is the workspace itself"));
    }
    return hands.locator().holdsBlocked(place)
        ? PlaceInventory.unusable(
            new ToolError(ErrorCode.BLOCKED_PATH, "There are blocked paths below " + place))
        : hands.files().inventory(place);
  }

  @Override
  public FileState exact(PathLocation at) throws IOException {
    return switch (at) {
      case PathLocation.Inside inside when inside.path().isRoot() -> new FileState.Directory();
      case PathLocation.Inside inside -> hands.files().exact(inside.path());
      case PathLocation.RefusedLocation(String _, ToolError error) -> new FileState.Unusable(error);
    };
  }

  @Override
  public CommandLine parsed(String text, String directory) throws RefusedException {
    return commands.parts().reader().lines().parsed(text, directory);
  }

  @Override
  public LinePart next(String text, String directory) throws RefusedException {
    return commands.parts().reader().lines().next(text, directory, situation.progress());
  }

  @Override
  public Effect.RunCommand command(
      CommandLine line,
      String directory,
      Effect.RunCommand.RunLimits limits,
      Optional<String> input,
      List<String> secrets)
      throws RefusedException {
    Effect.RunCommand.RunLimits bounds = situation.standing().within(limits);
    CommandReader.Given given = new CommandReader.Given(bounds, input, secrets);
    commands.parts().running().evidence().hashAhead(line);
    return commands.parts().reader().effect(line, directory, given, situation);
  }

  @Override
  public List<String> background() {
    return commands.background().stream().map(BackgroundCommand::id).toList();
  }

  @Override
  public String masked(String text) {
    return masker.mask(text);
  }

  @Override
  public String today() {
    return clock.instant().toString().substring(0, 10);
  }

  @Override
  public FileState state(PathLocation at) throws IOException {
    return switch (at) {
      case PathLocation.Inside inside when inside.path().isRoot() -> unusable(at);
      case PathLocation.Inside inside -> hands.files().state(inside.path());
      case PathLocation.RefusedLocation(String _, ToolError error) -> new FileState.Unusable(error);
    };
  }

  private static FileState unusable(PathLocation at) {
    return new FileState.Unusable(new ToolError(ErrorCode.NOT_A_FILE, at + " is a directory"));
  }
}
