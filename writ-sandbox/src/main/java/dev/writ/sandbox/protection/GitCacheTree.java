// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.protection;

import dev.writ.sandbox.snapshot.GitIndexReader;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The trees that an index says to know for its directories (gitformat-index(5), cache tree). Git
/// commits them instead of the entries and doesn't compare: an index in which they differ looks
/// right and is not what the next commit holds.
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
public final class GitCacheTree {
  private static final String EXTENSION = "TREE";
  private static final int SLASH = '/';
  private static final int DIRECTORY = 040000;

  private final List<IndexEntry> entries = new ArrayList<>();
  private final int width;

  /// @param name from the top of the work tree
  private record IndexEntry(byte[] name, int mode, byte[] id) {
    /// Where the name of the directory ends that it lies in, from a depth on; none if it lies
    /// there itself. One that stands for a whole directory ends in a slash.
    int slash(int depth) {
      int at = depth;
      while (at < name.length && name[at] != SLASH) {
        at++;
      }
      return at < name.length - 1 ? at : -1;
    }
  }

  /// A directory's tree, as the index knows it.
  ///
  /// @param count of entries in it; negative where its id is not known
  private record KnownTree(int count, byte[] id, Map<String, KnownTree> below) {}

  private GitCacheTree(int width) {
    this.width = width;
  }

  /// Whether all trees that an index knows are those of its entries; not if it can't be read.
  public static boolean isTrue(byte[] index) {
    for (int width : GitIndexReader.WIDTHS) {
      try {
        return new GitCacheTree(width).isTrue(new GitIndexReader(index, width));
      } catch (RuntimeException _) {
        // Not of this width, or no index.
      }
    }
    return false;
  }

  private boolean isTrue(GitIndexReader reader) {
    while (reader.next()) {
      entries.add(new IndexEntry(reader.name(), reader.mode(), reader.id()));
    }
    ByteBuffer trees = reader.extensions().get(EXTENSION);
    if (trees == null) {
      return true;
    }
    upTo(trees, 0); // the root has no name
    return isTrue(read(trees), 0, entries.size(), 0);
  }

  private KnownTree read(ByteBuffer in) {
    int count = Integer.parseInt(upTo(in, ' '));
    int subtrees = Integer.parseInt(upTo(in, '\n'));
    byte[] id = new byte[count < 0 ? 0 : width];
    in.get(id);
    Map<String, KnownTree> below = new HashMap<>();
    for (int i = 0; i < subtrees; i++) {
      below.put(upTo(in, 0), read(in));
    }
    return new KnownTree(count, id, below);
  }

  private static String upTo(ByteBuffer in, int end) {
    StringBuilder text = new StringBuilder();
    for (byte next = in.get(); next != end; next = in.get()) {
      text.append((char) (next & 0xff));
    }
    return text.toString();
  }

  /// @param from the first entry in the directory
  /// @param to the one behind the last
  /// @param depth bytes of its name, with the slash behind it
  private boolean isTrue(KnownTree known, int from, int to, int depth) {
    ByteArrayOutputStream tree = new ByteArrayOutputStream();
    Map<String, KnownTree> others = new HashMap<>(known.below());
    boolean whole = true;
    int next = from;
    while (next < to) {
      IndexEntry entry = entries.get(next);
      int slash = entry.slash(depth);
      if (slash < 0) {
        write(tree, entry.mode(), plain(entry.name(), depth), entry.id());
        next++;
        continue;
      }
      byte[] name = Arrays.copyOfRange(entry.name(), depth, slash);
      int first = next;
      do {
        next++;
      } while (next < to && Arrays.mismatch(entry.name(), entries.get(next).name()) > slash);
      KnownTree below = others.remove(new String(name, StandardCharsets.ISO_8859_1));
      if (below != null && !isTrue(below, first, next, slash + 1)) {
        return false;
      }
      whole &= below != null && below.count() >= 0;
      write(tree, DIRECTORY, name, below == null ? new byte[0] : below.id());
    }
    return others.values().stream().allMatch(one -> one.count() < 0)
        && (known.count() < 0
            || (whole && known.count() == to - from && Arrays.equals(known.id(), hash(tree))));
  }

  /// Without the slash at the end of one that stands for a whole directory.
  private static byte[] plain(byte[] name, int depth) {
    boolean directory = name[name.length - 1] == SLASH;
    return Arrays.copyOfRange(name, depth, directory ? name.length - 1 : name.length);
  }

  private static void write(ByteArrayOutputStream tree, int mode, byte[] name, byte[] id) {
    tree.writeBytes((Integer.toOctalString(mode) + " ").getBytes(StandardCharsets.US_ASCII));
    tree.writeBytes(name);
    tree.write(0);
    tree.writeBytes(id);
  }

  private byte[] hash(ByteArrayOutputStream tree) {
    try {
      MessageDigest digest =
          MessageDigest.getInstance(
              width == GitIndexReader.WIDTHS.getFirst() ? "SHA-1" : "SHA-256");
      digest.update(("tree " + tree.size() + "\0").getBytes(StandardCharsets.US_ASCII));
      return digest.digest(tree.toByteArray());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has both
    }
  }
}
