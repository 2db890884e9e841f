// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A request of the protocol as LangChain4j has it.
final class RequestReader {
  private RequestReader() {}

  /// The whole request. The effort is left out: LangChain4j has no such thing for all models.
  static ChatRequest request(JsonNode asked) {
    List<ChatMessage> messages = new ArrayList<>();
    if (!asked.path("system").asText().isBlank()) {
      messages.add(SystemMessage.from(asked.path("system").asText()));
    }
    asked.path("messages").forEach(message -> messages.add(message(message)));
    List<ToolSpecification> tools = new ArrayList<>();
    asked.path("tools").forEach(tool -> tools.add(tool(tool)));
    ChatRequest.Builder request = ChatRequest.builder().messages(messages);
    if (!tools.isEmpty()) {
      request.toolSpecifications(tools);
    }
    if (asked.has("temperature")) {
      request.temperature(asked.path("temperature").asDouble());
    }
    if (asked.has("max_tokens")) {
      request.maxOutputTokens(asked.path("max_tokens").asInt());
    }
    return request.build();
  }

  private static ChatMessage message(JsonNode message) {
    String text = message.path("text").asText();
    return switch (message.path("role").asText()) {
      case "user" -> {
        List<Content> contents = new ArrayList<>();
        for (JsonNode image : message.path("images")) {
          contents.add(
              ImageContent.from(image.path("data").asText(), image.path("media_type").asText()));
        }
        contents.add(TextContent.from(text));
        yield UserMessage.from(contents);
      }
      case "assistant" -> assistant(message, text);
      case "tool" ->
          ToolExecutionResultMessage.builder()
              .id(message.path("call_id").asText())
              .toolName(message.path("tool").asText())
              .text(text)
              .isError(!message.path("success").asBoolean(true))
              .build();
      default -> throw new IllegalArgumentException("no such role: " + message.path("role"));
    };
  }

  private static ChatMessage assistant(JsonNode message, String text) {
    List<ToolExecutionRequest> calls = new ArrayList<>();
    for (JsonNode call : message.path("calls")) {
      calls.add(
          ToolExecutionRequest.builder()
              .id(call.path("call_id").asText())
              .name(call.path("tool").asText())
              .arguments(text(call.path("arguments")))
              .build());
    }
    StringBuilder thinking = new StringBuilder();
    message.path("reasoning").forEach(block -> thinking.append(block.path("text").asText()));
    return AiMessage.builder()
        .text(text.isEmpty() ? null : text)
        .thinking(thinking.isEmpty() ? null : thinking.toString())
        .toolExecutionRequests(calls)
        .build();
  }

  private static String text(JsonNode arguments) {
    return arguments.isTextual() ? arguments.asText() : arguments.toString();
  }

  /// Below the first level a schema goes as it is, whatever LangChain4j knows of JSON Schema.
  private static ToolSpecification tool(JsonNode tool) {
    JsonNode schema = tool.path("parameters");
    List<String> required = new ArrayList<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    JsonObjectSchema.Builder parameters =
        JsonObjectSchema.builder()
            .addProperties(raw(schema.path("properties")))
            .required(required)
            .definitions(raw(schema.path("$defs")));
    if (schema.path("additionalProperties").isBoolean()) {
      parameters.additionalProperties(schema.path("additionalProperties").asBoolean());
    }
    return ToolSpecification.builder()
        .name(tool.path("name").asText())
        .description(tool.path("description").asText())
        .parameters(parameters.build())
        .build();
  }

  private static Map<String, JsonSchemaElement> raw(JsonNode schemas) {
    Map<String, JsonSchemaElement> all = new LinkedHashMap<>();
    schemas
        .properties()
        .forEach(
            schema -> all.put(schema.getKey(), JsonRawSchema.from(schema.getValue().toString())));
    return all;
  }
}
