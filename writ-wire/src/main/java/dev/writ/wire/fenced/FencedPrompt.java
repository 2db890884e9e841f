// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.wire.fenced;

import dev.writ.base.json.Json;
import dev.writ.engine.model.AllowedTools;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.Prompt;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.wire.adapter.SendableText;
import java.util.ArrayList;
import java.util.List;

/// A prompt whose tools are described in its text, and whose earlier calls and results are text.
final class FencedPrompt {
  /// The line that begins a call.
  static final String OPENING = "```tool_call";

  /// The line that ends a call.
  static final String CLOSING = "```";

  private static final String RULES =
      """


      # Tools

      To call a tool, write a block of exactly this form on lines of its own, with nothing else in
      it, one block for each call:

      ```tool_call
      {"tool": "NAME", "arguments": {"PARAMETER": "VALUE"}}
      ```

      The block is a single JSON object. After your calls end the answer: the results come in the
      next message. An answer without such a block is final. These tools exist:
      """;

  private FencedPrompt() {}

  static Prompt of(Prompt prompt) {
    StringBuilder system = new StringBuilder(prompt.system()).append(RULES);
    for (ToolDefinition tool : prompt.allowedTools()) {
      system.append("\n## ").append(tool.name()).append('\n');
      system.append(tool.description()).append("\nArguments (JSON Schema): ");
      system.append(tool.schema().write()).append('\n');
    }
    return new Prompt(
        system.toString(),
        List.of(),
        messages(prompt.messages()),
        new AllowedTools.AllTools(),
        prompt.effort());
  }

  /// Results and what the person says behind them are one message.
  private static List<Message> messages(List<Message> messages) {
    List<Message> written = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    List<PersonImage> images = new ArrayList<>();
    for (Message message : messages) {
      switch (message) {
        case Message.User user -> {
          open.append(user.text()).append('\n');
          images.addAll(user.images());
        }
        case Message.CallResult answer ->
            open.append("[")
                .append(answer.success() ? "Result" : "Error")
                .append(" of ")
                .append(SendableText.name(answer.tool()))
                .append(" (")
                .append(answer.callId())
                .append(")]\n")
                .append(answer.content())
                .append('\n');
        case Message.Assistant said -> {
          flush(open, images, written);
          String text = text(said);
          if (!text.isEmpty()) {
            written.add(new Message.Assistant(text, said.reasoning(), List.of()));
          }
        }
      }
    }
    flush(open, images, written);
    return written;
  }

  private static void flush(StringBuilder open, List<PersonImage> images, List<Message> written) {
    if (!open.isEmpty() || !images.isEmpty()) {
      written.add(new Message.User(open.toString().strip(), images));
      open.setLength(0);
      images.clear();
    }
  }

  private static String text(Message.Assistant said) {
    StringBuilder text = new StringBuilder(said.text());
    for (ToolCall call : said.calls()) {
      text.append(text.isEmpty() ? "" : "\n").append(OPENING).append('\n');
      text.append(
          Json.object()
              .put("tool", SendableText.name(call.tool()))
              .put("arguments", SendableText.arguments(call.arguments()))
              .build()
              .write());
      text.append('\n').append(CLOSING);
    }
    return text.toString();
  }
}
