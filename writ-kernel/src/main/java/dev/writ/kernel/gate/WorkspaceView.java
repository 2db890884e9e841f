// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Effect.FileState;
import dev.writ.kernel.call.Location;
import java.io.IOException;

/// What a tool may look at while it proposes. It can't leave the workspace.
public interface WorkspaceView {
  /// Where a name leads.
  Location locate(String name);

  /// What is at a location now; nothing where the location is refused.
  FileState state(Location at) throws IOException;
}
