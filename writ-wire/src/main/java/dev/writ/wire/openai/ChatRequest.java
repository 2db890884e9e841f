// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.openai;

import dev.writ.base.json.Json;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.adapter.SendableText;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;

/// Writes requests, with nothing in them that need not be said. A conversation only grows, so the
/// text of each message and of the tools is kept for the next request: what was written once is not
/// written, and its arguments not parsed, again.
final class ChatRequest {
  /// OpenAI's limit, which others share.
  private static final int MAX_ID_CHARS = 40;

  private final String provider;
  private final String model;
  private final RequestTuning tuning;
  private final ChatModel.ServerVariant variant;
  private final RefusedMembers refused;
  private IdentityHashMap<Message, String> written = new IdentityHashMap<>();
  private List<ToolDefinition> tools = List.of();
  private String toolsText = "";

  ChatRequest(
      ModelId id, RequestTuning tuning, ChatModel.ServerVariant variant, RefusedMembers refused) {
    this.provider = id.provider();
    this.model = id.model();
    this.tuning = tuning;
    this.variant = variant;
    this.refused = refused;
  }

  /// The body for a prompt.
  synchronized String body(Prompt prompt) {
    StringBuilder body = new StringBuilder("{\"model\":").append(Json.of(model).write());
    body.append(",\"messages\":[");
    String separator = "";
    if (!prompt.system().isEmpty()) {
      body.append(message("system", prompt.system()).build().write());
      separator = ",";
    }
    IdentityHashMap<Message, String> now = new IdentityHashMap<>();
    int echoedFrom = variant.echoed() ? lastUser(prompt) : Integer.MAX_VALUE;
    for (int i = 0; i < prompt.messages().size(); i++) {
      Message message = prompt.messages().get(i);
      String known = i > echoedFrom ? null : written.get(message);
      String text = known == null ? text(message, i > echoedFrom) : known;
      if (i <= echoedFrom) {
        now.put(message, text);
      }
      if (!text.isEmpty()) {
        body.append(separator).append(text);
        separator = ",";
      }
    }
    written = now;
    body.append(']');
    List<ToolDefinition> callable = prompt.allowedTools();
    if (!callable.isEmpty()) {
      body.append(",\"tools\":").append(toolsText(callable));
    }
    return body.append(rest(refused.effort(prompt))).toString();
  }

  private static int lastUser(Prompt prompt) {
    int last = prompt.messages().size() - 1;
    while (last >= 0 && !(prompt.messages().get(last) instanceof Message.User)) {
      last--;
    }
    return last;
  }

  private String toolsText(List<ToolDefinition> wanted) {
    if (!same(wanted, tools)) {
      toolsText = new Json.Arr(wanted.stream().map(ChatRequest::tool).toList()).write();
      tools = wanted;
    }
    return toolsText;
  }

  /// Whether both have the very same definitions: to compare what they say would cost more than to
  /// write it.
  @SuppressWarnings("ReferenceEquality")
  private static boolean same(List<ToolDefinition> some, List<ToolDefinition> others) {
    boolean same = some.size() == others.size();
    for (int i = 0; same && i < some.size(); i++) {
      same = some.get(i) == others.get(i);
    }
    return same;
  }

  /// The members after the prompt.
  private String rest(ReasoningEffort effort) {
    Json.Builder rest = Json.object();
    if (effort != ReasoningEffort.DEFAULT) {
      rest.put(RefusedMembers.EFFORT, effort.name().toLowerCase(Locale.ROOT));
    }
    if (refused.takes(RefusedMembers.TEMPERATURE)) {
      tuning.temperatureValue().ifPresent(value -> rest.put(RefusedMembers.TEMPERATURE, value));
    }
    tuning
        .maxTokensValue()
        .ifPresent(
            value -> refused.limit(variant.limitField()).ifPresent(name -> rest.put(name, value)));
    rest.put("stream", true);
    if (variant.usageOption() && refused.takes(RefusedMembers.USAGE)) {
      rest.put(RefusedMembers.USAGE, Json.object().put("include_usage", true).build());
    }
    return "," + rest.build().write().substring(1);
  }

  private static Json.Builder message(String role, String content) {
    return Json.object().put("role", role).put("content", content);
  }

  /// A message's text; empty for one that says nothing.
  private String text(Message message, boolean echoed) {
    if (message instanceof Message.User user) {
      return user.images().isEmpty()
          ? message("user", user.text()).build().write()
          : illustrated(user).write();
    }
    if (message instanceof Message.CallResult answer) {
      return message("tool", answer.content())
          .put("tool_call_id", id(answer.callId()))
          .build()
          .write();
    }
    Message.Assistant assistant = (Message.Assistant) message;
    return assistant.text().isEmpty() && assistant.calls().isEmpty()
        ? ""
        : assistant(assistant, echoed).write();
  }

  private static Json illustrated(Message.User user) {
    List<Json> parts = new ArrayList<>();
    if (!user.text().isEmpty()) {
      parts.add(Json.object().put("type", "text").put("text", user.text()).build());
    }
    for (PersonImage image : user.images()) {
      parts.add(
          Json.object()
              .put("type", "image_url")
              .put("image_url", Json.object().put("url", SendableText.dataUrl(image)).build())
              .build());
    }
    return Json.object().put("role", "user").put("content", new Json.Arr(parts)).build();
  }

  private Json assistant(Message.Assistant said, boolean echoed) {
    Json.Builder message = message("assistant", said.text());
    if (said.text().isEmpty()) {
      message.put("content", new Json.Null());
    }
    String reasoning = echoed ? ReasoningBlock.joined(said.reasoningOf(provider)) : "";
    if (!reasoning.isEmpty()) {
      message.put("reasoning_content", reasoning);
    }
    if (!said.calls().isEmpty()) {
      message.put("tool_calls", new Json.Arr(said.calls().stream().map(this::call).toList()));
    }
    return message.build();
  }

  private String id(String id) {
    return variant.shortIds() ? SendableText.nineLetters(id) : SendableText.id(id, MAX_ID_CHARS);
  }

  private Json call(ToolCall call) {
    return Json.object()
        .put("id", id(call.id()))
        .put("type", "function")
        .put(
            "function",
            Json.object()
                .put("name", SendableText.name(call.tool()))
                .put("arguments", SendableText.arguments(call.arguments()).write())
                .build())
        .build();
  }

  /// A tool as both dialects describe it.
  private static Json tool(ToolDefinition tool) {
    return Json.object()
        .put("type", "function")
        .put(
            "function",
            Json.object()
                .put("name", tool.name())
                .put("description", tool.description())
                .put("parameters", tool.schema())
                .build())
        .build();
  }
}
