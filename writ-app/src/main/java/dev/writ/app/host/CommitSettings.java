// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.host;

import dev.writ.app.commit.TurnCommit;
import dev.writ.app.config.Configuration;
import dev.writ.kernel.commit.AutoCommit;

/// The configuration of commits after turns.
final class CommitSettings {
  private CommitSettings() {}

  static TurnCommit.Wishes of(Configuration configuration) {
    return new TurnCommit.Wishes(
        configuration.flag("git.auto_commit"),
        AutoCommit.Records.of(configuration.text("git.records").orElseThrow()),
        configuration.text("git.commit_message_prefix").orElse(""));
  }
}
