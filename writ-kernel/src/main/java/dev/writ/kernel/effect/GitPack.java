// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.effect;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// One pack of Git objects with its index of version 2 (gitformat-pack), read without Git.
final class GitPack {
  private static final int MAGIC = 0xff744f63;
  private static final int HEADER_BYTES = 8;
  private static final int FANOUT_BYTES = 256 * 4;
  private static final int MOST_DELTAS = 200;
  private static final int[] KINDS = {1, 2, 3, 4};

  private final Path pack;
  private final ByteBuffer index;
  private final int idBytes;
  private final int count;

  /// An object as it is stored.
  ///
  /// @param kind 1 commit, 2 tree, 3 blob, 4 tag
  @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
  record Item(int kind, byte[] bytes) {}

  /// Finds the object that a difference is based on and that is not in this pack.
  @FunctionalInterface
  interface Bases {
    /// The object, if it is anywhere.
    ///
    /// @param deltas how many differences are on top of it
    Optional<Item> base(byte[] id, int deltas) throws IOException;
  }

  /// Opens the index of a pack.
  ///
  /// @throws IOException where it is none
  GitPack(Path idx, int idBytes) throws IOException {
    String name = String.valueOf(idx.getFileName());
    this.pack = idx.resolveSibling(name.substring(0, name.length() - 4) + ".pack");
    this.idBytes = idBytes;
    try (FileChannel channel = FileChannel.open(idx, StandardOpenOption.READ)) {
      MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      if (mapped.limit() < HEADER_BYTES + FANOUT_BYTES || mapped.getInt(0) != MAGIC) {
        throw new IOException(idx + " is no index of version 2");
      }
      this.index = mapped;
      this.count = mapped.getInt(HEADER_BYTES + 255 * 4);
      long least = HEADER_BYTES + FANOUT_BYTES + (long) count * (idBytes + 8);
      if (count < 0 || mapped.limit() < least) {
        throw new IOException(idx + " is cut");
      }
    }
  }

  /// What stands under an id, if it is here; whether it has that id is the caller's to verify.
  ///
  /// @param deltas how many differences are on top of it
  /// @throws IOException where it is damaged
  Optional<Item> get(byte[] id, Bases bases, int deltas) throws IOException {
    int at = position(id);
    if (at < 0) {
      return Optional.empty();
    }
    try (FileChannel channel = FileChannel.open(pack, StandardOpenOption.READ)) {
      return Optional.of(item(channel, offset(at), bases, deltas));
    } catch (DataFormatException
        | IndexOutOfBoundsException
        | IllegalArgumentException
        | BufferUnderflowException e) {
      throw new IOException(pack + " is damaged", e);
    }
  }

  private int position(byte[] id) {
    int first = id[0] & 0xFF;
    int low = first == 0 ? 0 : index.getInt(HEADER_BYTES + (first - 1) * 4);
    int high = index.getInt(HEADER_BYTES + first * 4);
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = compare(id, HEADER_BYTES + FANOUT_BYTES + middle * idBytes);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return -1;
  }

  private int compare(byte[] id, int at) {
    for (int i = 0; i < idBytes; i++) {
      int order = Integer.compare(id[i] & 0xFF, index.get(at + i) & 0xFF);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private long offset(int at) {
    int offsets = HEADER_BYTES + FANOUT_BYTES + count * (idBytes + 4);
    int small = index.getInt(offsets + at * 4);
    return small >= 0 ? small : index.getLong(offsets + count * 4 + (small & 0x7FFFFFFF) * 8);
  }

  private Item item(FileChannel channel, long offset, Bases bases, int deltas)
      throws IOException, DataFormatException {
    if (deltas > MOST_DELTAS) {
      throw new IOException(pack + ": too many differences on top of each other");
    }
    ByteBuffer head = read(channel, offset, 64);
    int c = head.get() & 0xFF;
    int kind = c >> 4 & 7;
    long size = c & 15;
    for (int shift = 4; (c & 0x80) != 0; shift += 7) {
      c = head.get() & 0xFF;
      size |= (long) (c & 0x7F) << shift;
    }
    if (size < 0 || size > Root.MAX_FILE_BYTES) {
      throw new IOException(pack + ": an object of " + size + " bytes");
    }
    Item base;
    switch (kind) {
      case 6 -> {
        c = head.get() & 0xFF;
        long back = c & 0x7F;
        while ((c & 0x80) != 0) {
          c = head.get() & 0xFF;
          back = (back + 1) << 7 | (c & 0x7F);
        }
        base = item(channel, offset - back, bases, deltas + 1);
      }
      case 7 -> {
        byte[] id = new byte[idBytes];
        head.get(id);
        base =
            bases.base(id, deltas + 1).orElseThrow(() -> new IOException(pack + " lacks a base"));
      }
      default -> {
        if (Arrays.binarySearch(KINDS, kind) < 0) {
          throw new IOException(pack + ": an object of kind " + kind);
        }
        return new Item(kind, inflated(channel, offset + head.position(), (int) size));
      }
    }
    byte[] delta = inflated(channel, offset + head.position(), (int) size);
    return new Item(base.kind(), applied(base.bytes(), delta));
  }

  private static ByteBuffer read(FileChannel channel, long from, int wanted) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(wanted);
    channel.read(bytes, from);
    return bytes.flip();
  }

  private static byte[] inflated(FileChannel channel, long from, int size)
      throws IOException, DataFormatException {
    byte[] out = new byte[size];
    Inflater inflater = new Inflater();
    try {
      long at = from;
      int done = 0;
      while (done < size) {
        if (inflater.needsInput()) {
          ByteBuffer piece = read(channel, at, 16 * 1024);
          if (!piece.hasRemaining()) {
            throw new IOException("an object is cut");
          }
          at += piece.remaining();
          inflater.setInput(piece);
        }
        int more = inflater.inflate(out, done, size - done);
        if (more == 0 && (inflater.finished() || inflater.needsDictionary())) {
          throw new IOException("an object is shorter than it says");
        }
        done += more;
      }
      return out;
    } finally {
      inflater.end();
    }
  }

  private static byte[] applied(byte[] base, byte[] delta) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(delta);
    long from = number(in);
    long to = number(in);
    if (from != base.length || to < 0 || to > Root.MAX_FILE_BYTES) {
      throw new IOException("a difference does not fit its base");
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream((int) to);
    while (in.hasRemaining()) {
      int code = in.get() & 0xFF;
      if ((code & 0x80) == 0) {
        byte[] fresh = new byte[code];
        in.get(fresh);
        append(out, fresh, 0, code, to);
        continue;
      }
      int offset = 0;
      int size = 0;
      for (int i = 0; i < 4; i++) {
        offset |= (code & (1 << i)) != 0 ? (in.get() & 0xFF) << (8 * i) : 0;
      }
      for (int i = 0; i < 3; i++) {
        size |= (code & (16 << i)) != 0 ? (in.get() & 0xFF) << (8 * i) : 0;
      }
      append(out, base, offset, size == 0 ? 0x10000 : size, to);
    }
    if (out.size() != to) {
      throw new IOException("a difference is cut");
    }
    return out.toByteArray();
  }

  private static void append(ByteArrayOutputStream out, byte[] from, int at, int size, long most)
      throws IOException {
    if (out.size() + (long) size > most) {
      throw new IOException("a difference makes more than it says");
    }
    out.write(from, at, size);
  }

  private static long number(ByteBuffer in) {
    long number = 0;
    int c;
    int shift = 0;
    do {
      c = in.get() & 0xFF;
      number |= (long) (c & 0x7F) << shift;
      shift += 7;
    } while ((c & 0x80) != 0);
    return number;
  }
}
