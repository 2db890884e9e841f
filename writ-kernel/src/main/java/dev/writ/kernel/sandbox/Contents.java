// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Contents of protected files from before earlier commands: what has not changed since is not read
/// again. Shared by the threads of several jobs.
final class Contents {
  /// How much is remembered; with more it begins anew.
  private static final int MOST_BYTES = 8 << 20;

  @SuppressWarnings("ArrayRecordComponent") // nobody changes it
  private record Known(FileState state, byte[] content) {}

  private final Map<Path, Known> known = new HashMap<>();
  private int bytes;

  /// The content of a file that was just seen in that state.
  synchronized byte[] of(Path path, FileState state) throws IOException {
    Known before = known.get(path);
    if (before != null && before.state().equals(state)) {
      return before.content();
    }
    boolean settled = state.settled();
    byte[] content = Files.readAllBytes(path);
    if (settled) {
      if (bytes + content.length > MOST_BYTES) {
        known.clear();
        bytes = 0;
      }
      bytes += content.length; // of what is replaced too: that only begins anew sooner
      known.put(path, new Known(state, content));
    }
    return content;
  }
}
