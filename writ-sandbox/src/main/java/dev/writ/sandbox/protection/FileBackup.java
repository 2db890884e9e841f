// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.protection;

import dev.writ.sandbox.os.FileStamp;
import dev.writ.sandbox.os.FullWrite;
import dev.writ.sandbox.os.LinkTarget;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A backup of a protected file: its content, or, for a large file, an open file: a copy of it, or
/// the file itself if it is read-only.
///
/// @param link where it led, of a link, as written
/// @param content of a file that isn't large
/// @param held a large file or its copy; its content is there also when its name is gone
/// @param copied whether it is a copy that is held
@SuppressWarnings("ArrayRecordComponent") // immutable by convention
record FileBackup(
    FileStamp stamp,
    byte @Nullable [] link,
    byte @Nullable [] content,
    @Nullable FileChannel held,
    boolean copied) {

  private static final int PIECE_BYTES = 1 << 16;

  /// A backup of the state only.
  static FileBackup stateOf(FileStamp stamp) {
    return new FileBackup(stamp, null, null, null, /* copied= */ false);
  }

  /// Bytes of memory that it takes.
  int bytes() {
    return content == null ? 0 : content.length;
  }

  /// Whether what is held can still be read: an interrupt closes a channel.
  boolean isReadable() {
    return held == null || held.isOpen();
  }

  /// The content of a file, as far as it is kept.
  byte[] read() throws IOException {
    if (content != null || held == null) {
      return content == null ? new byte[0] : content;
    }
    ByteBuffer whole = ByteBuffer.allocate((int) Math.min(stamp.size(), Integer.MAX_VALUE - 8));
    fill(held, whole, 0);
    return Arrays.copyOf(whole.array(), whole.limit());
  }

  /// Whether it was changed in its place, and with it what is held open.
  boolean isSpoilt(@Nullable FileStamp now) throws IOException {
    return held != null
        && !copied
        && ((now != null && now.id().equals(stamp.id())) || held.size() != stamp.size());
  }

  /// Whether a file was only written again, with the same content and permissions.
  boolean isRewrittenIn(Path path, FileStamp now) throws IOException {
    return now.mode() == stamp.mode() && stamp.isRegular() && !isUnknown() && hasContentOf(path);
  }

  /// Whether a file has the content that is kept of this one.
  boolean hasContentOf(Path path) throws IOException {
    return isUnknown() || (Files.size(path) == stamp.size() && isBeginningOf(path));
  }

  /// Whether a file begins with the content that is kept of this one.
  boolean isBeginningOf(Path path) throws IOException {
    if (isUnknown()) {
      return true;
    }
    ByteBuffer left = ByteBuffer.allocate(PIECE_BYTES);
    ByteBuffer right = ByteBuffer.allocate(PIECE_BYTES);
    try (FileChannel other = FileChannel.open(path, StandardOpenOption.READ)) {
      for (long at = 0; at < stamp.size(); at += right.limit()) {
        int piece = (int) Math.min(PIECE_BYTES, stamp.size() - at);
        if (content != null) {
          right.clear().put(content, (int) at, piece).flip();
        } else if (held != null) {
          fill(held, right.clear().limit(piece), at);
        }
        fill(other, left.clear().limit(piece), at);
        if (!left.equals(right) || !left.hasRemaining()) {
          return false;
        }
      }
    }
    return true;
  }

  /// There is no content to compare with, or the file is read-only.
  private boolean isUnknown() {
    return content == null && (held == null || !copied);
  }

  private static void fill(FileChannel from, ByteBuffer piece, long at) throws IOException {
    int read = 0;
    while (piece.hasRemaining() && read >= 0) {
      read = from.read(piece, at + piece.position());
    }
    piece.flip();
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
      LinkTarget.make(path, link);
    } else {
      write(path);
      Files.setAttribute(path, "unix:mode", stamp.permissions());
    }
    return true;
  }

  /// Takes out again what was appended to a file, which who has it open goes on to write.
  ///
  /// @return whether nothing else was done to it
  boolean cutBack(Path path) throws IOException {
    FileStamp is = FileStamp.ifThere(path);
    if (is == null
        || isUnknown()
        || !is.id().equals(stamp.id())
        || is.mode() != stamp.mode()
        || is.size() < stamp.size()
        || !isBeginningOf(path)) {
      return false;
    }
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      file.truncate(stamp.size());
    }
    return true;
  }

  /// Copies so many bytes.
  ///
  /// @throws EOFException where the file has become shorter
  static void copy(FileChannel from, long bytes, FileChannel to) throws IOException {
    long done = 0;
    while (done < bytes) {
      long more = from.transferTo(done, bytes - done, to);
      if (more <= 0) {
        throw new EOFException("shorter than " + bytes + " bytes");
      }
      done += more;
    }
  }

  private void write(Path path) throws IOException {
    try (FileChannel out =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      if (content != null) {
        FullWrite.to(out, ByteBuffer.wrap(content));
      } else if (held != null) {
        copy(held, stamp.size(), out);
      }
    }
  }
}
