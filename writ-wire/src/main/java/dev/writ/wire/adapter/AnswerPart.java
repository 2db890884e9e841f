// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.wire.adapter;

import dev.writ.engine.model.Message;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.kernel.call.ToolCall;
import java.util.ArrayList;
import java.util.List;

/// A part of an earlier answer, for providers that want reasoning back where it stood.
public sealed interface AnswerPart {
  /// Visible text that is not blank.
  record TextPart(String text) implements AnswerPart {}

  /// A call.
  record CallPart(ToolCall call) implements AnswerPart {}

  /// Signed reasoning of the provider that is asked.
  record Reasoned(ReasoningBlock block) implements AnswerPart {}

  /// The parts of an answer in order; none for an answer of reasoning alone. Blocks without a
  /// signature and those of other providers are left out.
  static List<AnswerPart> of(Message.Assistant said, String provider) {
    List<AnswerPart> parts = new ArrayList<>();
    if (said.text().isBlank() && said.calls().isEmpty()) {
      return parts;
    }
    int chars = 0;
    int calls = 0;
    for (ReasoningBlock block : said.reasoningOf(provider)) {
      if (block.signature().isEmpty()) {
        continue;
      }
      int until = Math.clamp(block.callsBefore(), calls, said.calls().size());
      int to =
          until > calls
              ? said.text().length()
              : Math.clamp(block.charsBefore(), chars, said.text().length());
      add(said.text().substring(chars, to), said.calls().subList(calls, until), parts);
      parts.add(new Reasoned(block));
      chars = to;
      calls = until;
    }
    add(said.text().substring(chars), said.calls().subList(calls, said.calls().size()), parts);
    return parts;
  }

  private static void add(String text, List<ToolCall> calls, List<AnswerPart> parts) {
    if (!text.isBlank()) {
      parts.add(new TextPart(text));
    }
    for (ToolCall call : calls) {
      parts.add(new CallPart(call));
    }
  }
}
