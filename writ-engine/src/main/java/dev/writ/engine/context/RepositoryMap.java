// Implements: docs/spec/04-conversation.md §4.3 (Repository map)
package dev.writ.engine.context;

import java.util.Optional;
import java.util.function.Supplier;

/// An outline of the workspace's definitions, made beside the conversation.
@FunctionalInterface
public interface RepositoryMap {
  /// There is none.
  RepositoryMap NONE = _ -> Optional.empty();

  /// The map as it is now, if it is ready. It returns at once: a map that is not ready is asked for
  /// again before a later request.
  ///
  /// @param conversation the text that decides what the map is to show; asked for only where a map
  ///     is ready
  Optional<String> take(Supplier<String> conversation);
}
