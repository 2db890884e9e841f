// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
  /// @param sealed whether nobody may write any of them
  /// @param bytes of memory that they take
  record Listed(FileState state, Map<Path, Preserved> files, boolean sealed, int bytes) {}

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
    // An interrupt closes a channel.
    if (before != null && before.state().equals(state) && before.channel().isOpen()) {
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

  /// A file that was just seen in that state; null where it went meanwhile, as somebody's lock.
  ///
  /// @param room how many bytes of memory its content may take
  @Nullable Preserved keep(Path path, FileState is, int room) throws IOException {
    try {
      if (is.isLink()) {
        return new Preserved(is, Files.readSymbolicLink(path), null, null);
      }
      if (!is.isRegular()) {
        return Preserved.stateOf(is);
      }
      return is.size() <= Math.min(Protection.MOST_BYTES, room)
          ? new Preserved(is, null, of(path, is), null)
          : new Preserved(is, null, null, held(path, is).orElse(null));
    } catch (NoSuchFileException _) {
      return null;
    } catch (AccessDeniedException _) {
      return Preserved.stateOf(is);
    }
  }

  /// The regular files of a directory that was just seen in that state.
  ///
  /// @param room how many bytes of memory they may take
  synchronized Listed files(Path directory, FileState state, int room) throws IOException {
    Listed before = listed.get(directory);
    if (before != null && before.sealed() && before.state().equals(state)) {
      return before;
    }
    Map<Path, Preserved> files = new HashMap<>();
    boolean sealed = state.settled();
    int taken = 0;
    try (Os os = new Os();
        DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        FileState is = FileState.ifThere(os, entry);
        Preserved file = is == null || !is.isRegular() ? null : keep(entry, is, room - taken);
        if (file != null) {
          files.put(entry, file);
          sealed &= file.state().isSealed();
          taken += file.bytes();
        }
      }
    }
    Listed now = new Listed(state, files, sealed, taken);
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
