// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.filter;

import dev.writ.sandbox.os.Os;
import java.io.IOException;

/// Something that a job waits for: a descriptor that becomes readable.
public interface WatchedDescriptor {
  /// There is something to read.
  int READABLE = 1;

  /// The other end is closed.
  int HANG_UP = 16;

  /// The descriptor to wait on; the job closes it at its end.
  int descriptor();

  /// Called when something happened.
  ///
  /// @param events what (`poll(2)`)
  /// @return whether to continue waiting for it
  boolean ready(Os os, int events) throws IOException;

  /// Whether the job isn't over before this is.
  default boolean needed() {
    return true;
  }
}
