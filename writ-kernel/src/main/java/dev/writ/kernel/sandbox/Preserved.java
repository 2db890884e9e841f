// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// A protected file as it was, with what it takes to have it again: its content, or, if it is
/// large, the file itself, held open.
///
/// @param link where it led, of a link
/// @param content of a file that isn't large
/// @param held a large file; its content is there also when its name is gone
@SuppressWarnings("ArrayRecordComponent") // nobody changes it
record Preserved(
    FileState state, @Nullable Path link, byte @Nullable [] content, @Nullable FileChannel held) {

  /// One of which only the state is known.
  static Preserved stateOf(FileState state) {
    return new Preserved(state, null, null, null);
  }

  /// Bytes of memory that it takes.
  int bytes() {
    return content == null ? 0 : content.length;
  }

  /// Whether it was changed in its place, and with it what is held open.
  boolean isSpoilt(@Nullable FileState now) {
    return held != null && now != null && now.id().equals(state.id());
  }

  /// Puts it where it was, in a directory that is there.
  ///
  /// @return whether enough of it is known
  boolean putBack(Path path) throws IOException {
    if (link == null && content == null && (held == null || !held.isOpen())) {
      return false;
    }
    Files.deleteIfExists(path);
    if (link != null) {
      Files.createSymbolicLink(path, link);
    } else {
      write(path);
      Files.setAttribute(path, "unix:mode", state.permissions());
    }
    return true;
  }

  private void write(Path path) throws IOException {
    try (FileChannel out =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      if (content != null) {
        out.write(ByteBuffer.wrap(content));
      } else if (held != null) {
        long done = 0;
        while (done < state.size()) {
          done += Math.max(1, held.transferTo(done, state.size() - done, out));
        }
      }
    }
  }
}
