// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.process;

import dev.writ.app.config.ProjectTrust;
import dev.writ.kernel.authority.TrustStore;
import dev.writ.records.journal.DiskPort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/// The configuration files of projects that a person confirmed, with their exact content. An
/// unreadable store confirms nothing, and a file behind a link is never confirmed: a clone could
/// bring a link to another project's.
public final class ConfigurationTrust implements ProjectTrust {
  private final Path root;
  private final TrustStore store;

  /// @param root the project's root
  /// @param data the person's data directory
  public ConfigurationTrust(Path root, Path data, DiskPort disk) {
    this.root = root;
    this.store = new TrustStore(data, disk);
  }

  @Override
  public TrustState of(Path file, String content) {
    try {
      String confirmed = confirmed(file);
      if (confirmed.isEmpty()) {
        return TrustState.NEVER;
      }
      return confirmed.equals(content) ? TrustState.TRUSTED : TrustState.CHANGED;
    } catch (IOException _) {
      return TrustState.NEVER;
    }
  }

  /// The content that was confirmed; empty where none is.
  ///
  /// @throws IOException where that can't be read, or a link leads to the file
  public String confirmed(Path file) throws IOException {
    return store.trustedConfiguration(place(file));
  }

  /// Confirms a file with that content; an empty one takes the confirmation back.
  ///
  /// @throws IOException where it can't be recorded, or a link leads to the file
  public void confirm(Path file, String content, String who, Instant when) throws IOException {
    store.trustConfiguration(place(file), content, who, when);
  }

  private String place(Path file) throws IOException {
    Path place = root.toRealPath().resolve(root.relativize(file));
    if (!file.toRealPath().equals(place)) {
      throw new IOException(
          file + " is a link, or lies behind one, and can't be confirmed: make it a file");
    }
    return place.toString();
  }
}
