// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import java.nio.file.Path;

/// Whether a person confirmed a project's configuration file. It counts for exactly the content
/// that was confirmed, in exactly that place.
@FunctionalInterface
public interface ProjectTrust {
  /// Nothing is confirmed.
  ProjectTrust NONE = (_, _) -> TrustState.NEVER;

  /// How a file stands.
  enum TrustState {
    /// It was never confirmed.
    NEVER,
    /// It was confirmed with other content.
    CHANGED,
    /// It is confirmed as it is.
    TRUSTED
  }

  /// How a file with that content stands.
  TrustState of(Path file, String content);
}
