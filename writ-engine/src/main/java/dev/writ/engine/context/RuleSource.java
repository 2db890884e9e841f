// Implements: docs/spec/04-conversation.md §4.4 (Shared brain)
package dev.writ.engine.context;

import java.io.IOException;
import java.util.Optional;

/// Reads the files in which a project keeps its rules for agents.
@FunctionalInterface
public interface RuleSource {
  /// There are none.
  RuleSource NONE = _ -> Optional.empty();

  /// The text of a file of the workspace; empty if it is not a readable text file.
  ///
  /// @param path with `/`, below the root
  /// @throws IOException if the operating system fails
  Optional<String> read(String path) throws IOException;
}
