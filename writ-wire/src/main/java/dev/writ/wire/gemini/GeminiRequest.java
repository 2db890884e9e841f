// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.gemini;

import dev.writ.base.json.Json;
import dev.writ.engine.model.AllowedTools;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.wire.adapter.RequestTuning;
import java.util.ArrayList;
import java.util.List;

/// Writes requests. All tools are declared in every request, so that the prefix stays the same for
/// the cache; the names that may be called are restricted apart.
record GeminiRequest(String provider, String model, RequestTuning tuning) {
  private static final long LOW_BUDGET = 1024;
  private static final long MEDIUM_BUDGET = 8192;
  private static final long HIGH_BUDGET = 24_576;

  /// The least that the Pro models of 2.5 accept: they always think.
  private static final long LEAST_PRO_BUDGET = 128;

  /// The body of a request for an answer.
  String body(Prompt prompt) {
    Json.Builder body = Json.object();
    prompt(prompt, body);
    Json.Builder generation = Json.object();
    tuning.temperatureValue().ifPresent(value -> generation.put("temperature", value));
    tuning.maxTokensValue().ifPresent(value -> generation.put("maxOutputTokens", value));
    if (prompt.effort() != ReasoningEffort.DEFAULT) {
      generation.put("thinkingConfig", thinking(prompt.effort()));
    }
    Json.Obj configured = generation.build();
    if (!configured.members().isEmpty()) {
      body.put("generationConfig", configured);
    }
    return body.build().write();
  }

  /// The body of a request that counts tokens.
  String countBody(Prompt prompt) {
    Json.Builder counted = Json.object().put("model", "models/" + model);
    prompt(prompt, counted);
    return Json.object().put("generateContentRequest", counted.build()).build().write();
  }

  private void prompt(Prompt prompt, Json.Builder body) {
    if (!prompt.system().isBlank()) {
      body.put("systemInstruction", content("", List.of(GeminiParts.text(prompt.system()))));
    }
    body.put("contents", contents(prompt));
    if (!prompt.tools().isEmpty()) {
      List<Json> declared = new ArrayList<>(prompt.tools().size());
      for (ToolDefinition tool : prompt.tools()) {
        declared.add(declaration(tool));
      }
      Json functions = Json.object().put("functionDeclarations", new Json.Arr(declared)).build();
      body.put("tools", new Json.Arr(List.of(functions)));
      if (prompt.allowed() instanceof AllowedTools.Only) {
        body.put("toolConfig", restriction(prompt));
      }
    }
  }

  private static Json declaration(ToolDefinition tool) {
    Json.Builder written =
        Json.object().put("name", tool.name()).put("description", tool.description());
    return tool.schema().write().equals("{}")
        ? written.build()
        : written.put("parametersJsonSchema", tool.schema()).build();
  }

  /// Names are honoured with `VALIDATED` and with `ANY`; the latter would force a call.
  private static Json restriction(Prompt prompt) {
    List<String> names = new ArrayList<>();
    for (ToolDefinition tool : prompt.allowedTools()) {
      names.add(tool.name());
    }
    Json.Builder calling = Json.object().put("mode", names.isEmpty() ? "NONE" : "VALIDATED");
    if (!names.isEmpty()) {
      calling.put("allowedFunctionNames", Json.texts(names));
    }
    return Json.object().put("functionCallingConfig", calling.build()).build();
  }

  private Json contents(Prompt prompt) {
    GeminiParts parts = new GeminiParts(provider, !isBeforeThree());
    List<Json> contents = new ArrayList<>();
    List<Json> open = new ArrayList<>();
    String role = "";
    for (Message message : prompt.messages()) {
      List<Json> written = parts.of(message);
      if (written.isEmpty()) {
        continue;
      }
      String next = message instanceof Message.Assistant ? "model" : "user";
      if (!next.equals(role)) {
        add(role, open, contents);
        open = new ArrayList<>();
        role = next;
      }
      open.addAll(written);
    }
    add(role, open, contents);
    return new Json.Arr(contents);
  }

  private static void add(String role, List<Json> parts, List<Json> contents) {
    if (!parts.isEmpty()) {
      contents.add(content(role, parts));
    }
  }

  private static Json content(String role, List<Json> parts) {
    Json.Builder content = Json.object();
    if (!role.isEmpty()) {
      content.put("role", role);
    }
    return content.put("parts", new Json.Arr(parts)).build();
  }

  private boolean isBeforeThree() {
    return model.startsWith("gemini-1") || model.startsWith("gemini-2");
  }

  /// Models before Gemini 3 take a budget, later ones a level.
  private Json thinking(ReasoningEffort effort) {
    Json.Builder thinking = Json.object().put("includeThoughts", effort != ReasoningEffort.NONE);
    if (isBeforeThree()) {
      long least = model.contains("-pro") ? LEAST_PRO_BUDGET : 0;
      return thinking
          .put(
              "thinkingBudget",
              switch (effort) {
                case DEFAULT, NONE -> least;
                case LOW -> LOW_BUDGET;
                case MEDIUM -> MEDIUM_BUDGET;
                case HIGH -> HIGH_BUDGET;
              })
          .build();
    }
    return thinking
        .put(
            "thinkingLevel",
            switch (effort) {
              case DEFAULT, NONE, LOW -> "LOW";
              case MEDIUM -> "MEDIUM";
              case HIGH -> "HIGH";
            })
        .build();
  }
}
