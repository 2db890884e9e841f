// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/// The bytes of the index of a directory of sessions: a line per session in the order of the list,
/// so that a list of thousands needs no session file to be opened. The files are the truth: a line
/// counts only while its file has the size and time that it names, and none counts where the index
/// is not as it was written.
public final class SessionIndex {
  /// The beginning of the first line, which ends with the check sum of what follows.
  private static final String VERSION = "writ sessions 2 ";

  private static final int SUM_CHARS = 8;
  private static final int HEAD_CHARS = VERSION.length() + SUM_CHARS + 1;

  private SessionIndex() {}

  /// The lines of an index in its order; none where it is not whole.
  static List<IndexedSession> read(byte[] index) {
    List<IndexedSession> lines = new ArrayList<>();
    if (index.length < HEAD_CHARS
        || !Arrays.equals(head(index), Arrays.copyOf(index, HEAD_CHARS))) {
      return lines;
    }
    String text = new String(index, HEAD_CHARS, index.length - HEAD_CHARS, StandardCharsets.UTF_8);
    int from = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      lines.add(new IndexedSession(text, from, end));
      from = end + 1;
    }
    return lines;
  }

  /// The index of these lines.
  static byte[] written(List<IndexedSession> lines) {
    StringBuilder text = new StringBuilder(" ".repeat(HEAD_CHARS));
    for (IndexedSession line : lines) {
      line.appendTo(text).append('\n');
    }
    byte[] index = text.toString().getBytes(StandardCharsets.UTF_8);
    System.arraycopy(head(index), 0, index, 0, HEAD_CHARS);
    return index;
  }

  private static byte[] head(byte[] index) {
    CRC32 sum = new CRC32();
    sum.update(index, HEAD_CHARS, index.length - HEAD_CHARS);
    String digits = Long.toHexString(sum.getValue());
    return (VERSION + "0".repeat(SUM_CHARS - digits.length()) + digits + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
