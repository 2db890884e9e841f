// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Contents of protected files from before earlier commands: what has not changed since is not read
/// again. Shared by the threads of several jobs.
final class Contents {
  /// How much is remembered; with more it begins anew.
  private static final int MOST_BYTES = 40 << 20;

  /// How many large files are held open.
  private static final int MOST_HELD = 64;

  @SuppressWarnings("ArrayRecordComponent") // nobody changes it
  private record Known(FileState state, byte[] content) {}

  private record Held(FileState state, FileChannel channel) {}

  /// The files of a directory.
  ///
  /// @param sealed whether none of them can be written: as long as the directory is the same, they
  ///     usually are
  record Listed(FileState state, Map<Path, FileState> files, boolean sealed) {}

  private final Map<Path, Known> known = new HashMap<>();
  private final Map<Path, Held> held = new HashMap<>();
  private final Map<Path, Listed> listed = new HashMap<>();
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

  /// A large file, held open: its content is there also when its name is gone.
  synchronized Optional<FileChannel> held(Path path, FileState state) throws IOException {
    Held before = held.get(path);
    if (before != null && before.state().equals(state)) {
      return Optional.of(before.channel());
    }
    letGo(path);
    if (held.size() >= MOST_HELD) {
      return Optional.empty();
    }
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    held.put(path, new Held(state, channel));
    return Optional.of(channel);
  }

  private void letGo(Path path) throws IOException {
    Held before = held.remove(path);
    if (before != null) {
      before.channel().close();
    }
  }

  /// The regular files of a directory that was just seen in that state.
  synchronized Listed files(Path directory, FileState state) throws IOException {
    Listed before = listed.get(directory);
    if (before != null && before.sealed() && before.state().equals(state)) {
      return before;
    }
    Map<Path, FileState> files = new LinkedHashMap<>();
    boolean sealed = state.settled();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        FileState is = FileState.ifThere(entry);
        if (is != null && is.isRegular()) {
          files.put(entry, is);
          sealed &= is.isSealed();
        }
      }
    }
    Listed now = new Listed(state, files, sealed);
    listed.put(directory, now);
    return now;
  }

  /// Lets all go.
  synchronized void forget() {
    for (Held one : held.values()) {
      try {
        one.channel().close();
      } catch (IOException _) {
        // It was only read.
      }
    }
    held.clear();
    known.clear();
    listed.clear();
    bytes = 0;
  }
}
