// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app.model;

import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply.ProviderError;
import java.util.List;

/// How far the configured model can be reached.
public sealed interface ModelReach {
  /// The configuration names no model that can be opened.
  ///
  /// @param problem which key or option is wrong, and what to do
  record Misconfigured(String problem) implements ModelReach {}

  /// The provider needs a key, and there is none.
  ///
  /// @param problem names the key's variable and what to do
  record KeyMissing(ModelId id, String problem) implements ModelReach {}

  /// The provider did not list its models.
  record UnreachedProvider(ModelId id, String address, ProviderError trouble)
      implements ModelReach {}

  /// The provider lists other models.
  record Unlisted(ModelId id, String address, List<String> names) implements ModelReach {
    public Unlisted {
      names = List.copyOf(names);
    }
  }

  /// The provider answers and has the model.
  record Reached(ModelId id, String address, ToolSupport tools) implements ModelReach {}

  /// The known facts about the model and tools.
  enum ToolSupport {
    PRESENT,
    ABSENT,
    UNKNOWN
  }
}
