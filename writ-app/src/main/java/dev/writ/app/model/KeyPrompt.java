// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.app.model;

import java.util.Optional;

/// Asks a person for secrets. The caller wipes the result.
public interface KeyPrompt {
  /// Whether a person can answer.
  boolean isPresent();

  /// Unattended.
  KeyPrompt NOBODY =
      new KeyPrompt() {
        @Override
        public boolean isPresent() {
          return false;
        }

        @Override
        public Optional<char[]> secret(String question) {
          return Optional.empty();
        }

        @Override
        public boolean agrees(String question) {
          return false;
        }
      };

  /// A secret that is not shown while it is typed; empty where none was given.
  Optional<char[]> secret(String question);

  /// Whether the person says yes.
  boolean agrees(String question);
}
