// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.FileState;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Inventory;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.command.CommandLine;
import dev.writ.kernel.effect.BackgroundCommand;
import dev.writ.kernel.effect.Hands;
import dev.writ.kernel.policy.Masker;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Looks at the workspace through its handles.
record View(
    Hands hands, Commanding commands, Situation situation, Masker masker, InstantSource clock)
    implements WorkspaceView {
  @Override
  public Location locate(String name) {
    return hands.locator().locate(name);
  }

  @Override
  public Location locateItself(String name) {
    return hands.locator().locateItself(name);
  }

  @Override
  public Inventory inventory(Location at) throws IOException {
    if (at instanceof Location.Refused(String _, ToolError error)) {
      return Inventory.unusable(error);
    }
    WorkspacePath place = ((Location.Inside) at).path();
    if (place.isRoot()) {
      return Inventory.unusable(
          new ToolError(ErrorCode.PROTECTED_PATH, "That is the workspace itself"));
    }
    return hands.locator().holdsBlocked(place)
        ? Inventory.unusable(
            new ToolError(ErrorCode.BLOCKED_PATH, "There are blocked paths below " + place))
        : hands.files().inventory(place);
  }

  @Override
  public FileState exact(Location at) throws IOException {
    return switch (at) {
      case Location.Inside inside when inside.path().isRoot() -> new FileState.Directory();
      case Location.Inside inside -> hands.files().exact(inside.path());
      case Location.Refused(String _, ToolError error) -> new FileState.Unusable(error);
    };
  }

  @Override
  public CommandLine parsed(String text, String directory) throws RefusedException {
    return commands.parts().reading().parsed(text, directory);
  }

  @Override
  public Effect.RunCommand command(
      CommandLine line,
      String directory,
      Effect.RunCommand.Limits limits,
      Optional<String> input,
      List<String> secrets)
      throws RefusedException {
    CommandReading.Given given = new CommandReading.Given(limits, input, secrets);
    return commands.parts().reading().effect(line, directory, given, situation);
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
  public FileState state(Location at) throws IOException {
    return switch (at) {
      case Location.Inside inside when inside.path().isRoot() -> unusable(at);
      case Location.Inside inside -> hands.files().state(inside.path());
      case Location.Refused(String _, ToolError error) -> new FileState.Unusable(error);
    };
  }

  private static FileState unusable(Location at) {
    return new FileState.Unusable(new ToolError(ErrorCode.NOT_A_FILE, at + " is a directory"));
  }
}
