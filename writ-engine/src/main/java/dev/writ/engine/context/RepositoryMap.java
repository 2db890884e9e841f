// Implements: docs/spec/04-conversation.md §4.3 (Repository map)
package dev.writ.engine.context;

import java.util.Optional;
import java.util.function.Supplier;

/// An outline of the workspace's definitions, made beside the conversation.
@FunctionalInterface
public interface RepositoryMap {
  /// There is none.
  RepositoryMap NONE = _ -> Optional.empty();

  /// The present map, if it is ready. Returns at once; the caller asks for a map that is not ready
  /// again before a later request.
  ///
  /// @param conversation supplies the text that decides which files the map shows; called only if a
  ///     map is ready
  Optional<String> take(Supplier<String> conversation);
}
