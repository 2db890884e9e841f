// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.conversation;

import dev.writ.base.json.Json;
import dev.writ.engine.model.ReasoningBlock;
import java.util.ArrayList;
import java.util.List;

/// Reasoning in an `assistant` event: `reasoning` holds the readable text of all blocks in order;
/// `reasoning_blocks` holds the boundaries of the blocks and their signatures. One block without a
/// signature needs no division.
final class ReasoningRecords {
  private ReasoningRecords() {}

  static Json.Arr written(List<ReasoningBlock> blocks) {
    List<Json> written = new ArrayList<>();
    boolean signed = false;
    for (ReasoningBlock block : blocks) {
      written.add(written(block));
      signed |= !block.signature().isEmpty();
    }
    return new Json.Arr(signed ? written : List.of());
  }

  private static Json written(ReasoningBlock block) {
    Json.Builder written = Json.object().put("provider", block.provider());
    if (!block.kind().isEmpty()) {
      written.put("kind", block.kind());
    }
    written.put("chars", block.text().length());
    if (!block.signature().isEmpty()) {
      written.put("signature", block.signature());
    }
    return written
        .put("chars_before", block.charsBefore())
        .put("calls_before", block.callsBefore())
        .build();
  }

  /// The blocks of an event; numbers that don't fit its text are bounded by it.
  static List<ReasoningBlock> read(Json.Obj event) {
    String text = event.text("reasoning").orElse("");
    String provider = event.text("provider").orElse("");
    List<Json> written = event.items("reasoning_blocks");
    if (written.isEmpty()) {
      return text.isEmpty() ? List.of() : List.of(ReasoningBlock.plain(provider, text));
    }
    List<ReasoningBlock> blocks = new ArrayList<>();
    int from = 0;
    for (Json item : written) {
      if (item instanceof Json.Obj block) {
        int to = from + bounded(block, "chars", text.length() - from);
        blocks.add(
            new ReasoningBlock(
                block.text("provider").orElse(provider),
                block.text("kind").orElse(""),
                text.substring(from, to),
                block.text("signature").orElse(""),
                bounded(block, "chars_before", Integer.MAX_VALUE),
                bounded(block, "calls_before", Integer.MAX_VALUE)));
        from = to;
      }
    }
    return blocks;
  }

  private static int bounded(Json.Obj block, String name, int greatest) {
    return Math.clamp(block.number(name).orElse(0), 0, greatest);
  }
}
