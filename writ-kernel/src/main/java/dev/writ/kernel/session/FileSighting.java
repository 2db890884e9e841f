// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.kernel.session;

import dev.writ.base.json.Json;
import java.util.BitSet;
import java.util.Optional;

/// The model's knowledge of one file, as the session's record has it.
///
/// @param hash of the content that was seen
/// @param lines the seen lines; empty if the whole content was seen
/// @param whole whether all of it was seen
public record FileSighting(String path, String hash, BitSet lines, boolean whole) {
  /// The greatest line number that is read back.
  private static final int MAX_LINE = 100_000_000;

  public FileSighting {
    lines = whole ? new BitSet() : (BitSet) lines.clone();
  }

  @Override
  public BitSet lines() {
    return (BitSet) lines.clone();
  }

  Json.Obj json() {
    Json.Builder json = Json.object().put("path", path).put("hash", hash);
    return (whole ? json.put("whole", true) : json.put("lines", ranges())).build();
  }

  /// The lines as `1-20,40`.
  private String ranges() {
    StringBuilder text = new StringBuilder();
    for (int first = lines.nextSetBit(0); first >= 0; ) {
      int behind = lines.nextClearBit(first);
      text.append(text.isEmpty() ? "" : ",").append(first);
      if (behind - first > 1) {
        text.append('-').append(behind - 1);
      }
      first = lines.nextSetBit(behind);
    }
    return text.toString();
  }

  /// The sighting that was written so; empty if it can't be read.
  static Optional<FileSighting> read(Json.Obj json) {
    Optional<String> path = json.text("path");
    Optional<String> hash = json.text("hash");
    if (path.isEmpty() || hash.isEmpty()) {
      return Optional.empty();
    }
    boolean whole = json.isTrue("whole");
    BitSet lines = new BitSet();
    for (String range : json.text("lines").orElse("").split(",", -1)) {
      int dash = range.indexOf('-');
      int first = number(dash < 0 ? range : range.substring(0, dash));
      int last = dash < 0 ? first : number(range.substring(dash + 1));
      if (first >= 0 && last >= first) {
        lines.set(first, last + 1);
      }
    }
    return Optional.of(new FileSighting(path.get(), hash.get(), lines, whole));
  }

  private static int number(String text) {
    boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    int number = digits && text.length() < 10 ? Integer.parseInt(text) : -1;
    return number > MAX_LINE ? -1 : number;
  }
}
