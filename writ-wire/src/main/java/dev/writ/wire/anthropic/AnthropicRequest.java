// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.anthropic;

import dev.writ.base.json.Json;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.wire.adapter.RequestTuning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Writes requests. Tools, system text and the last two messages of the user's role carry a cache
/// mark each, which is all four that the API allows: what stands before a mark is read from the
/// cache by the next request.
record AnthropicRequest(String provider, String model, RequestTuning tuning) {
  /// The limit that is sent where none is configured: the API demands one, and every model since
  /// Claude 4 accepts this.
  private static final long OUTPUT_TOKENS = 32_000;

  private static final long OUTPUT_TOKENS_OF_3_5 = 8192;
  private static final long OUTPUT_TOKENS_OF_3 = 4096;

  /// The least part of the output limit that a budget of reasoning leaves for the answer.
  private static final long LEAST_ANSWER_TOKENS = 1024;

  private static final long LEAST_BUDGET_TOKENS = 1024;
  private static final int MARKED_MESSAGES = 2;
  private static final Json EPHEMERAL = Json.object().put("type", "ephemeral").build();

  /// The whole body of a request for an answer.
  String body(Prompt prompt) {
    Json.Builder body = Json.object().put("model", model).put("max_tokens", outputTokens());
    prompt(prompt, body);
    if (!effort(prompt, body) && takesTemperature()) {
      tuning.temperatureValue().ifPresent(value -> body.put("temperature", value));
    }
    return body.put("stream", true).build().write();
  }

  /// The body of a request that counts tokens.
  String countBody(Prompt prompt) {
    Json.Builder body = Json.object().put("model", model);
    prompt(prompt, body);
    return body.build().write();
  }

  private void prompt(Prompt prompt, Json.Builder body) {
    if (!prompt.system().isBlank()) {
      Json text = AnthropicBlocks.text(prompt.system());
      body.put("system", new Json.Arr(List.of(marked(text))));
    }
    List<ToolDefinition> callable = prompt.allowedTools();
    if (!callable.isEmpty()) {
      List<Json> tools = new ArrayList<>(callable.size());
      for (ToolDefinition tool : callable) {
        tools.add(tool(tool));
      }
      tools.add(marked(tools.removeLast()));
      body.put("tools", new Json.Arr(tools));
    }
    body.put("messages", messages(prompt));
  }

  private static Json tool(ToolDefinition tool) {
    return Json.object()
        .put("name", tool.name())
        .put("description", tool.description())
        .put("input_schema", schema(tool.schema()))
        .build();
  }

  /// The API refuses a schema without a type.
  private static Json schema(Json.Obj schema) {
    if (schema.get("type").isPresent()) {
      return schema;
    }
    Json.Builder typed = Json.object().put("type", "object");
    schema.members().forEach(typed::put);
    return typed.build();
  }

  private static Json marked(Json block) {
    Json.Builder marked = Json.object();
    ((Json.Obj) block).members().forEach(marked::put);
    return marked.put("cache_control", EPHEMERAL).build();
  }

  /// Roles alternate: the results of calls and what the person says behind them are one message.
  private Json messages(Prompt prompt) {
    List<Turn> turns = new ArrayList<>();
    for (Message message : prompt.messages()) {
      switch (message) {
        case Message.User user -> {
          Turn turn = turn("user", turns);
          for (PersonImage image : user.images()) {
            turn.blocks().add(AnthropicBlocks.image(image));
          }
          if (!user.text().isBlank()) {
            turn.blocks().add(AnthropicBlocks.text(user.text()));
          }
        }
        case Message.CallResult answer ->
            turn("user", turns).blocks().add(AnthropicBlocks.result(answer));
        case Message.Assistant said -> {
          List<Json> blocks = AnthropicBlocks.assistantBlocks(said, provider);
          if (!blocks.isEmpty()) {
            turn("assistant", turns).blocks().addAll(blocks);
          }
        }
      }
    }
    turns.removeIf(turn -> turn.blocks().isEmpty());
    mark(turns);
    List<Json> written = new ArrayList<>(turns.size());
    for (Turn turn : turns) {
      written.add(
          Json.object()
              .put("role", turn.role())
              .put("content", new Json.Arr(turn.blocks()))
              .build());
    }
    return new Json.Arr(written);
  }

  private record Turn(String role, List<Json> blocks) {}

  private static Turn turn(String role, List<Turn> turns) {
    if (turns.isEmpty() || !turns.getLast().role().equals(role)) {
      turns.add(new Turn(role, new ArrayList<>()));
    }
    return turns.getLast();
  }

  private static void mark(List<Turn> turns) {
    int marks = 0;
    for (int i = turns.size() - 1; i >= 0 && marks < MARKED_MESSAGES; i--) {
      if (turns.get(i).role().equals("user")) {
        List<Json> blocks = turns.get(i).blocks();
        blocks.add(marked(blocks.removeLast()));
        marks++;
      }
    }
  }

  private long outputTokens() {
    Long configured = tuning.maxTokens();
    if (configured != null) {
      return configured;
    }
    if (model.startsWith("claude-3-7")) {
      return OUTPUT_TOKENS;
    }
    return model.startsWith("claude-3-5")
        ? OUTPUT_TOKENS_OF_3_5
        : model.startsWith("claude-3-") ? OUTPUT_TOKENS_OF_3 : OUTPUT_TOKENS;
  }

  /// Models up to Claude 4.5 take a budget of tokens, later ones a level; the latest refuse a
  /// budget. Thinking begins with a message of the person only: in the middle of a round of calls
  /// that were made without it, the older API refuses it.
  ///
  /// @return whether reasoning is asked for, which goes with no temperature
  private boolean effort(Prompt prompt, Json.Builder body) {
    ReasoningEffort effort = prompt.effort();
    if (effort == ReasoningEffort.DEFAULT || effort == ReasoningEffort.NONE) {
      return false;
    }
    if (!takesBudget()) {
      body.put(
          "thinking", Json.object().put("type", "adaptive").put("display", "summarized").build());
      body.put(
          "output_config",
          Json.object().put("effort", effort.name().toLowerCase(Locale.ROOT)).build());
      return true;
    }
    long budget = budget(effort);
    if (budget < LEAST_BUDGET_TOKENS || !thoughtSoFar(prompt)) {
      return false;
    }
    body.put("thinking", Json.object().put("type", "enabled").put("budget_tokens", budget).build());
    return true;
  }

  private long budget(ReasoningEffort effort) {
    long limit = outputTokens();
    long wanted =
        switch (effort) {
          case DEFAULT, NONE, LOW -> limit / 8;
          case MEDIUM -> limit / 4;
          case HIGH -> limit / 2;
        };
    return Math.min(Math.max(wanted, LEAST_BUDGET_TOKENS), limit - LEAST_ANSWER_TOKENS);
  }

  /// The latest models refuse one; a model of another name is behind a server that imitates the
  /// API.
  private boolean takesTemperature() {
    return tuning.temperature() != null
        && (!model.startsWith("claude-")
            || model.startsWith("claude-3")
            || takesBudget()
            || model.contains("-4-6"));
  }

  private boolean takesBudget() {
    return model.startsWith("claude-3-7")
        || model.matches("claude-(opus|sonnet|haiku)-4(-[015])?(-\\d{8})?(-latest)?");
  }

  /// Whether every answer since the person's last message begins with reasoning that goes back.
  private boolean thoughtSoFar(Prompt prompt) {
    for (int i = prompt.messages().size() - 1; i >= 0; i--) {
      switch (prompt.messages().get(i)) {
        case Message.User _ -> {
          return true;
        }
        case Message.Assistant said -> {
          List<Json> blocks = AnthropicBlocks.assistantBlocks(said, provider);
          boolean thought =
              !blocks.isEmpty()
                  && blocks.getFirst() instanceof Json.Obj first
                  && first.text("type").orElse("").endsWith("thinking");
          if (!thought) {
            return false;
          }
        }
        case Message.CallResult _ -> {}
      }
    }
    return true;
  }
}
