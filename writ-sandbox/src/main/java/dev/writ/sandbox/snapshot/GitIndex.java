// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The files that Git tracks, with their objects, read from the index file of a repository
/// (gitformat-index(5), versions 2 to 4). A file that matches its index entry has the content of
/// its object, so it need not be copied.
public final class GitIndex {
  /// No repository, or no index yet: nothing is tracked.
  public static final GitIndex NONE = new GitIndex(Map.of(), Set.of(), Set.of(), Set.of(), 0);

  /// An index that can't be read: everything may be tracked.
  private static final GitIndex UNREADABLE =
      new GitIndex(Map.of(), Set.of(), Set.of(), Set.of(), 0);

  private static final Set<String> UNSOUND = Set.of("", ".", "..", ".git", "git~1");
  private static final int LONGEST_UNSOUND = 5;

  private static final int SIGNATURE = 0x44495243; // DIRC
  private static final int SHA1_BYTES = 20;
  private static final int SHA256_BYTES = 32;
  private static final int MODE_REGULAR = 8;
  private static final int MODE_DIRECTORY = 4;

  /// How a file looked when its content was added: times as seconds and nanoseconds, the rest cut
  /// to 32 bits.
  private record Looks(
      int changed, int changedNanos, int modified, int modifiedNanos, int inode, int size) {
    private static final long SECOND = 1_000_000_000L;

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

  /// @param looks null if the entry is not a plain file
  private record Entry(Optional<Looks> looks, String blob) {}

  private final Map<String, Entry> entries;
  private final Set<String> directories;
  private final Set<String> sparse;
  private final Set<String> marked;
  private final long written;

  /// @param sparse directories that stand for all that is in them (`index-format`, sparse index)
  /// @param marked the files that Git is configured to ignore
  private GitIndex(
      Map<String, Entry> entries,
      Set<String> directories,
      Set<String> sparse,
      Set<String> marked,
      long written) {
    this.entries = entries;
    this.directories = directories;
    this.sparse = sparse;
    this.marked = marked;
    this.written = written;
  }

  /// Reads an index file. If it is malformed, split or of an unknown version, every file may be
  /// tracked.
  ///
  /// @param written when the file was last modified, in nanoseconds since 1970: what was changed
  ///     later, or in the same tick, may look the same and be different
  /// @param below the workspace's directory in the repository, with a `/` at its end; empty for
  ///     the repository's own
  public static GitIndex read(byte[] file, long written, String below) {
    for (int width : new int[] {SHA1_BYTES, SHA256_BYTES}) {
      try {
        GitIndex read = new Reader(ByteBuffer.wrap(file), width, below).read(written);
        if (read != null) {
          return read;
        }
      } catch (RuntimeException _) {
        // Not of this width, or no index: a text in any order of bytes may stand there.
      }
    }
    return UNREADABLE;
  }

  /// Whether an index may name something in directories at the top of the work tree, as far as its
  /// beginning says: Git sorts names by their bytes. It must not be split.
  ///
  /// @param beginning of the index file, or all of it
  public static boolean mayName(byte[] beginning, List<String> directories) {
    try {
      return new Reader(ByteBuffer.wrap(beginning), SHA1_BYTES, "").mayName(directories);
    } catch (RuntimeException _) {
      return true; // it is cut off before that shows, or no index
    }
  }

  /// Whether Git tracks a file, or something in a directory, or may do so.
  public boolean tracks(String path) {
    return this == UNREADABLE
        || entries.containsKey(path)
        || directories.contains(path)
        || isInSparse(path);
  }

  /// Whether a directory above stands for all that is in it.
  private boolean isInSparse(String path) {
    for (int slash = path.lastIndexOf('/');
        slash > 0 && !sparse.isEmpty();
        slash = path.lastIndexOf('/', slash - 1)) {
      if (sparse.contains(path.substring(0, slash))) {
        return true;
      }
    }
    return false;
  }

  /// The tracked files whose paths a test accepts.
  public List<String> paths(Predicate<String> wanted) {
    return entries.keySet().stream().filter(wanted).toList();
  }

  /// The entries that another index doesn't have with the same content: their objects' ids by path.
  public Map<String, String> since(GitIndex before) {
    Map<String, String> fresh = new HashMap<>();
    entries.forEach(
        (path, entry) -> {
          if (!before.has(path, entry.blob())) {
            fresh.put(path, entry.blob());
          }
        });
    return fresh;
  }

  /// Whether a path has that content in it.
  ///
  /// @param blob the id of its object
  public boolean has(String path, String blob) {
    Entry entry = entries.get(path);
    return entry != null && entry.blob().equals(blob);
  }

  /// The tracked paths that are not plain files: links and submodules.
  public List<String> specials() {
    return entries.entrySet().stream()
        .filter(entry -> entry.getValue().looks().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  /// The tracked files that Git treats as unchanged or absent because of a mark
  /// (git-update-index(1)).
  public Set<String> marked() {
    return marked;
  }

  /// Whether it could be read: if not, anything may be tracked.
  public boolean isKnown() {
    return this != UNREADABLE;
  }

  /// Whether another one has the same files with the same contents and marks.
  public boolean stages(GitIndex other) {
    return marked.equals(other.marked)
        && entries.keySet().equals(other.entries.keySet())
        && since(other).isEmpty();
  }

  /// Whether it can be read and names nothing that Git would write outside of the work tree or into
  /// a Git directory: Git itself looks at names when they are added, and not when they are written.
  public boolean isSound() {
    return this != UNREADABLE && entries.keySet().stream().allMatch(GitIndex::isSound);
  }

  private static boolean isSound(String path) {
    int slash = -1;
    do {
      int from = slash + 1;
      slash = path.indexOf('/', from);
      int end = slash < 0 ? path.length() : slash;
      if (end - from <= LONGEST_UNSOUND
          && UNSOUND.contains(path.substring(from, end).toLowerCase(Locale.ROOT))) {
        return false;
      }
    } while (slash >= 0);
    return true;
  }

  /// The id of the object with a file's content, if the file is as the index has it.
  public Optional<String> blob(String path, StatRow row) {
    Entry entry = entries.get(path);
    if (entry == null || row.modified() >= written) {
      return Optional.empty();
    }
    return entry.looks().filter(Looks.of(row)::equals).isPresent()
        ? Optional.of(entry.blob())
        : Optional.empty();
  }

  private static final class Reader {
    private final ByteBuffer in;
    private final int width;
    private final String below;
    private final Map<String, Entry> entries = new HashMap<>();
    private final Set<String> directories = new HashSet<>();
    private final Set<String> sparse = new HashSet<>();
    private final Set<String> marked = new HashSet<>();

    Reader(ByteBuffer in, int width, String below) {
      this.in = in;
      this.width = width;
      this.below = below;
    }

    @Nullable GitIndex read(long written) {
      if (in.getInt() != SIGNATURE) {
        return null;
      }
      int version = in.getInt();
      int count = in.getInt();
      if (version < 2 || version > 4) {
        return null;
      }
      byte[] name = new byte[0];
      for (int i = 0; i < count; i++) {
        name = entry(version, name);
      }
      while (in.remaining() > width) {
        byte[] extension = new byte[4];
        in.get(extension);
        if (new String(extension, StandardCharsets.ISO_8859_1).equals("link")) {
          return null; // the rest of the entries is in another file
        }
        in.position(Math.addExact(in.position() + 4, in.getInt(in.position())));
      }
      return in.remaining() == width
          ? new GitIndex(entries, directories, sparse, marked, written)
          : null;
    }

    boolean mayName(List<String> directories) {
      final int flags = 10 * Integer.BYTES + width; // of an entry
      final int longest = 0xfff; // that flags can say
      boolean known = in.getInt() == SIGNATURE;
      int version = in.getInt();
      int count = in.getInt();
      String last = directories.stream().max(Comparator.naturalOrder()).orElse("") + "0";
      byte[] name = new byte[0];
      known &= version >= 2 && version <= 4;
      for (int i = 0; i < count && known; i++) {
        int said = in.getShort(in.position() + flags) & longest;
        name = entry(version, name);
        String path = new String(name, StandardCharsets.ISO_8859_1);
        if (said != Math.min(longest, name.length)
            || directories.stream().anyMatch(one -> (path + "/").startsWith(one + "/"))) {
          return true; // also where its ids are longer
        }
        if (path.compareTo(last) > 0) { // "0" follows "/"
          return false;
        }
      }
      return !known;
    }

    private byte[] entry(int version, byte[] previous) {
      int start = in.position();
      final int changed = in.getInt();
      final int changedNanos = in.getInt();
      final int modified = in.getInt();
      final int modifiedNanos = in.getInt();
      in.getInt(); // the device
      final int inode = in.getInt();
      final int mode = in.getInt();
      in.getLong(); // owner and group
      final int size = in.getInt();
      byte[] id = new byte[width];
      in.get(id);
      int flags = in.getShort();
      boolean extended = (flags & 0x4000) != 0;
      int more = extended ? in.getShort() : 0;
      boolean promised = (more & 0x2000) != 0; // added in intent only
      boolean unseen = (flags & 0x8000) != 0 || (more & 0x4000) != 0;
      byte[] name = version == 4 ? shared(previous) : whole(start);
      boolean merged = (flags & 0x3000) == 0;
      String path = new String(name, StandardCharsets.UTF_8);
      if (path.startsWith(below)) {
        String inside = path.substring(below.length());
        boolean plain = mode >> 12 == MODE_REGULAR && merged && !promised;
        Looks looks = new Looks(changed, changedNanos, modified, modifiedNanos, inode, size);
        Optional<Looks> known = plain ? Optional.of(looks) : Optional.empty();
        if (mode >> 12 == MODE_DIRECTORY) {
          sparse.add(inside.replaceFirst("/$", ""));
        }
        entries.put(inside, new Entry(known, HexFormat.of().formatHex(id)));
        if (unseen) {
          marked.add(inside);
        }
        for (int slash = inside.lastIndexOf('/');
            slash > 0 && directories.add(inside.substring(0, slash));
            slash = inside.lastIndexOf('/', slash - 1)) {}
      }
      return name;
    }

    /// A name up to its zero, padded so that the entry's length is a multiple of eight.
    private byte[] whole(int start) {
      byte[] name = upToZero();
      int length = in.position() - start;
      in.position(in.position() + (8 - length % 8) % 8);
      return name;
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
      byte[] name = Arrays.copyOf(previous, previous.length - cut + rest.length);
      System.arraycopy(rest, 0, name, previous.length - cut, rest.length);
      return name;
    }

    private byte[] upToZero() {
      int from = in.position();
      while (in.get() != 0) {}
      byte[] name = new byte[in.position() - 1 - from];
      in.get(from, name);
      return name;
    }
  }
}
