// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Reads an index file of Git entry by entry (gitformat-index(5), versions 2 to 4). What can't be
/// read ends in an unchecked exception.
public final class GitIndexReader {
  /// The possible lengths of ids, in bytes: SHA-1 and SHA-256.
  public static final List<Integer> WIDTHS = List.of(20, 32);

  private static final int SIGNATURE = 0x44495243; // DIRC
  private static final int MODE_REGULAR = 8;
  private static final int MODE_DIRECTORY = 4;

  private final ByteBuffer in;
  private final int width;
  private final int version;
  private int left;
  private byte[] name = new byte[0];
  private byte[] id = new byte[0];
  private int mode;
  private int flags;
  private int more;
  private Looks looks = new Looks(0, 0, 0, 0, 0, 0);

  /// How a file looked when its content was added: times as seconds and nanoseconds, the rest cut
  /// to 32 bits.
  record Looks(
      int changed, int changedNanos, int modified, int modifiedNanos, int inode, int size) {
    private static final long SECOND = 1_000_000_000L;

    /// Whether Git may take a file for the one that looked so: it can be told to compare less than
    /// it does (git-config(1), `core.checkStat`, `core.trustctime`). It looks into what is not
    /// older than the index.
    ///
    /// @param written when the index was, in seconds since 1970
    boolean areBelieved(Path file, long written) {
      try {
        BasicFileAttributes is =
            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return is.isRegularFile()
            && (int) is.size() == size
            && (int) Math.floorDiv(is.lastModifiedTime().to(TimeUnit.NANOSECONDS), SECOND)
                == modified
            && modified < written;
      } catch (IOException _) {
        return false; // it is gone
      }
    }

    static Looks of(StatRow row) {
      return new Looks(
          (int) (row.changed() / SECOND),
          (int) (row.changed() % SECOND),
          (int) (row.modified() / SECOND),
          (int) (row.modified() % SECOND),
          (int) row.inode(),
          (int) row.sizeBytes());
    }
  }

  /// @param width of ids in it, in bytes
  public GitIndexReader(byte[] file, int width) {
    this.in = ByteBuffer.wrap(file);
    this.width = width;
    boolean known = in.getInt() == SIGNATURE;
    this.version = in.getInt();
    this.left = in.getInt();
    if (!known || version < 2 || version > 4) {
      throw new IllegalArgumentException("no index of a known version");
    }
  }

  /// Goes on to the next entry, if there is one.
  public boolean next() {
    if (left <= 0) {
      return false;
    }
    left--;
    final int start = in.position();
    final int changed = in.getInt();
    final int changedNanos = in.getInt();
    final int modified = in.getInt();
    final int modifiedNanos = in.getInt();
    in.getInt(); // the device
    final int inode = in.getInt();
    mode = in.getInt();
    in.getLong(); // owner and group
    looks = new Looks(changed, changedNanos, modified, modifiedNanos, inode, in.getInt());
    id = new byte[width];
    in.get(id);
    flags = in.getShort();
    more = (flags & 0x4000) != 0 ? in.getShort() : 0;
    name = version == 4 ? shared(name) : whole(start);
    return true;
  }

  /// The name of the present entry, from the top of the work tree.
  public byte[] name() {
    return name;
  }

  /// The id of its object.
  public byte[] id() {
    return id;
  }

  /// Its kind and permissions, as Git has them.
  public int mode() {
    return mode;
  }

  /// How the file looked; empty if it is not a plain one with a content.
  Optional<Looks> looks() {
    boolean promised = (more & 0x2000) != 0; // added in intent only
    return mode >> 12 == MODE_REGULAR && !isBeingMerged() && !promised
        ? Optional.of(looks)
        : Optional.empty();
  }

  /// Whether it stands for all that is in a directory (sparse index).
  boolean isDirectory() {
    return mode >> 12 == MODE_DIRECTORY;
  }

  /// Whether it is one of several for its path.
  boolean isBeingMerged() {
    return (flags & 0x3000) != 0;
  }

  /// Whether Git is to treat it as unchanged or absent.
  boolean isUnseen() {
    return (flags & 0x8000) != 0 || (more & 0x4000) != 0;
  }

  /// Whether its name is as long as it says.
  boolean isNamedAsSaid() {
    return (flags & 0xfff) == Math.min(0xfff, name.length);
  }

  /// What follows the entries, by name.
  public Map<String, ByteBuffer> extensions() {
    Map<String, ByteBuffer> extensions = new HashMap<>();
    while (in.remaining() > width) {
      byte[] extension = new byte[4];
      in.get(extension);
      int length = in.getInt();
      ByteBuffer content = in.slice(in.position(), length);
      extensions.put(new String(extension, StandardCharsets.ISO_8859_1), content);
      in.position(in.position() + length);
    }
    if (in.remaining() != width) {
      throw new IllegalArgumentException("no digest at its end");
    }
    return extensions;
  }

  /// What a list of resolved conflicts has: for each path three modes as octal text, each with a
  /// zero behind it, and the ids of those that are not 0.
  ///
  /// @param list null where there is none
  static List<GitContent> resolved(@Nullable ByteBuffer list, int width) {
    List<GitContent> contents = new ArrayList<>();
    while (list != null && list.hasRemaining()) {
      String path = upToZero(list);
      List<String> modes = List.of(upToZero(list), upToZero(list), upToZero(list));
      for (String mode : modes) {
        if (Integer.parseInt(mode, 8) != 0) {
          byte[] id = new byte[width];
          list.get(id);
          contents.add(new GitContent(path, mode, HexFormat.of().formatHex(id)));
        }
      }
    }
    return contents;
  }

  private static String upToZero(ByteBuffer list) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (byte next = list.get(); next != 0; next = list.get()) {
      text.write(next);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  /// A name up to its zero, padded so that the entry's length is a multiple of eight.
  private byte[] whole(int start) {
    byte[] whole = upToZero();
    int length = in.position() - start;
    in.position(in.position() + (8 - length % 8) % 8);
    return whole;
  }

  /// A name that begins like the previous one, with that many bytes cut off.
  private byte[] shared(byte[] previous) {
    byte next = in.get();
    int cut = next & 0x7f;
    while (next < 0) {
      next = in.get();
      cut = ((cut + 1) << 7) | (next & 0x7f);
    }
    byte[] rest = upToZero();
    byte[] whole = Arrays.copyOf(previous, previous.length - cut + rest.length);
    System.arraycopy(rest, 0, whole, previous.length - cut, rest.length);
    return whole;
  }

  private byte[] upToZero() {
    int from = in.position();
    while (in.get() != 0) {}
    byte[] text = new byte[in.position() - 1 - from];
    in.get(from, text);
    return text;
  }
}
