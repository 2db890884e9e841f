// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.kernel.call;

import dev.writ.base.json.Json;

/// The bound on the text of a result, whether the call succeeded or failed.
final class OutputBound {
  /// The member of the metadata that is true where the text was cut.
  static final String CUT = "cut";

  private OutputBound() {}

  /// The beginning of a text that is too long, with a remark; together no longer than that.
  static String of(String text, int maxChars) {
    boolean usual = maxChars == ToolResult.MAX_OUTPUT_CHARS;
    String remark = "\n[cut at " + (usual ? "1 MiB" : maxChars + " characters") + "]";
    int end = Math.max(0, maxChars - remark.length());
    boolean split = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, split ? end - 1 : end) + remark;
  }

  /// The facts about a text that was cut. A size that they hold already is that of the uncut text.
  static Json.Obj cut(Json.Obj metadata, int size) {
    Json.Builder facts = Json.object().put("original_size", size);
    metadata.members().forEach(facts::put);
    return facts.put(CUT, true).build();
  }
}
