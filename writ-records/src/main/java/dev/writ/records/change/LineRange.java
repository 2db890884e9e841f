// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.change;

import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import dev.writ.base.value.LineSpan;
import dev.writ.records.alignment.LineForm;
import java.util.List;

/// Lines that a change wrote, with hashes that find them again wherever they move.
///
/// @param span in the file after the change
/// @param contentHash over the lines, each ended by LF
/// @param lineHashes the first 8 hex digits per line
/// @param forms the lines' forms ([LineForm]), by which they are found again in another layout
public record LineRange(LineSpan span, String contentHash, List<String> lineHashes, String forms) {
  private static final int LINE_HASH_DIGITS = 8;

  public LineRange {
    lineHashes = List.copyOf(lineHashes);
  }

  /// The range of a span of a file's lines.
  ///
  /// @param forms of all those lines
  static LineRange of(LineSpan span, List<String> lines, List<LineForm> forms) {
    List<String> covered = lines.subList(span.first() - 1, span.last());
    return new LineRange(
        span,
        ContentHash.of(String.join("\n", covered) + "\n"),
        covered.stream().map(LineRange::lineHash).toList(),
        LineForm.codes(forms.subList(span.first() - 1, span.last())));
  }

  /// The truncated hash of one line.
  public static String lineHash(String line) {
    return ContentHash.start(line + "\n", LINE_HASH_DIGITS);
  }

  public Json json() {
    return Json.object()
        .put("start_line", span.first())
        .put("end_line", span.last())
        .put("content_hash", contentHash)
        .put("line_hashes", Json.texts(lineHashes))
        .put("line_forms", forms)
        .build();
  }
}
