// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The form in which a snapshot is written down, to be compared by another process: a private file
/// that lasts as long as a command. What is in memory only is written up to a bound: a file that a
/// command spoils is restored also when this process was killed.
final class SnapshotForm {
  private static final int MOST = 1 << 28;
  private static final int ABSENT = 0;
  private static final int WHOLE = 1;

  /// An output of which nothing is written but that it is one.
  private static final int BARE = 2;

  private static final int LOST = 0;
  private static final int STORED = 1;
  private static final int IN_GIT = 2;
  private static final int IN_MEMORY = 3;
  private static final int LISTED = 4;

  /// Secrets, and refs and indexes of usual size.
  private static final int MOST_BYTES = 1 << 20;

  private static final int MOST_BYTES_TOGETHER = 8 << 20;

  /// Rules that were met, each with its number; most directories have those of the one above.
  private final Map<IgnoreRules, Integer> numbers = new HashMap<>();

  private final List<IgnoreRules> rules = new ArrayList<>();
  private int written;

  void write(SnapshotDirectory directory, DataOutputStream out) throws IOException {
    int kind = !directory.isThere() ? ABSENT : directory.isBare() ? BARE : WHOLE;
    out.writeByte(kind);
    if (kind == ABSENT) {
      return;
    }
    text(directory.path.toString(), out);
    rules(directory.rules, out);
    if (kind == BARE) {
      return;
    }
    out.writeBoolean(directory.output);
    bytes(directory.names.bytes(), out);
    numbers(directory.files, out);
    numbers(directory.rows, out);
    numbers(directory.folders, out);
    numbers(directory.folderRows, out);
    for (FilePreimage preimage : directory.preimages) {
      preimage(preimage == null ? FilePreimage.LOST : preimage, out);
    }
    for (SnapshotDirectory below : directory.below) {
      write(below, out);
    }
  }

  SnapshotDirectory read(DataInputStream in) throws IOException {
    int kind = in.readByte();
    if (kind == ABSENT) {
      return SnapshotDirectory.NONE;
    }
    WorkspacePath path = WorkspacePath.of(text(in));
    IgnoreRules decided = rules(in);
    if (kind == BARE) {
      EntryNames none = new EntryNames(new byte[0]);
      return new SnapshotDirectory(path, decided, /* output= */ true, none, new int[0], new int[0]);
    }
    boolean output = in.readBoolean();
    EntryNames names = new EntryNames(bytes(in));
    int[] files = ints(in);
    long[] rows = longs(in);
    int[] folders = ints(in);
    SnapshotDirectory directory =
        new SnapshotDirectory(path, decided, output, names, files, folders);
    System.arraycopy(rows, 0, directory.rows, 0, rows.length);
    long[] folderRows = longs(in);
    System.arraycopy(folderRows, 0, directory.folderRows, 0, folderRows.length);
    for (int i = 0; i < files.length; i++) {
      directory.preimages[i] = preimage(in);
    }
    for (int i = 0; i < folders.length; i++) {
      directory.below[i] = read(in);
    }
    return directory;
  }

  private void rules(IgnoreRules one, DataOutputStream out) throws IOException {
    Integer known = numbers.get(one);
    out.writeInt(known == null ? numbers.size() : known);
    if (known == null) {
      numbers.put(one, numbers.size());
      out.writeInt(one.sources().size());
      for (String source : one.sources()) {
        text(source, out);
      }
    }
  }

  private IgnoreRules rules(DataInputStream in) throws IOException {
    int number = in.readInt();
    if (number == rules.size()) {
      List<String> sources = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        sources.add(text(in));
      }
      rules.add(IgnoreRules.of(sources));
    }
    return rules.get(number);
  }

  private void preimage(FilePreimage preimage, DataOutputStream out) throws IOException {
    switch (preimage) {
      case FilePreimage.Stored(String hash) -> {
        out.writeByte(STORED);
        text(hash, out);
      }
      case FilePreimage.InGit(String blob) -> {
        out.writeByte(IN_GIT);
        text(blob, out);
      }
      case FilePreimage.InMemory(byte[] bytes)
          when bytes.length <= MOST_BYTES && written + bytes.length <= MOST_BYTES_TOGETHER -> {
        written += bytes.length;
        out.writeByte(IN_MEMORY);
        bytes(bytes, out);
      }
      case FilePreimage.Lost(), FilePreimage.InMemory _ -> out.writeByte(LOST);
      case FilePreimage.ListedPreimage(FilePreimage content, int permissions) -> {
        out.writeByte(LISTED);
        out.writeInt(permissions);
        preimage(content, out);
      }
    }
  }

  private static FilePreimage preimage(DataInputStream in) throws IOException {
    return switch (in.readByte()) {
      case STORED -> new FilePreimage.Stored(text(in));
      case IN_GIT -> new FilePreimage.InGit(text(in));
      case IN_MEMORY -> new FilePreimage.InMemory(bytes(in));
      case LISTED -> {
        int permissions = in.readInt();
        yield new FilePreimage.ListedPreimage(preimage(in), permissions);
      }
      default -> FilePreimage.LOST;
    };
  }

  static void text(String text, DataOutputStream out) throws IOException {
    bytes(text.getBytes(StandardCharsets.UTF_8), out);
  }

  static String text(DataInputStream in) throws IOException {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }

  private static void bytes(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    byte[] bytes = new byte[length(in)];
    in.readFully(bytes);
    return bytes;
  }

  private static void numbers(int[] numbers, DataOutputStream out) throws IOException {
    out.writeInt(numbers.length);
    for (int number : numbers) {
      out.writeInt(number);
    }
  }

  private static void numbers(long[] numbers, DataOutputStream out) throws IOException {
    out.writeInt(numbers.length);
    for (long number : numbers) {
      out.writeLong(number);
    }
  }

  private static int[] ints(DataInputStream in) throws IOException {
    int[] numbers = new int[length(in)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.readInt();
    }
    return numbers;
  }

  private static long[] longs(DataInputStream in) throws IOException {
    long[] numbers = new long[length(in)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.readLong();
    }
    return numbers;
  }

  private static int length(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > MOST) {
      throw new IOException("not a snapshot");
    }
    return length;
  }
}
