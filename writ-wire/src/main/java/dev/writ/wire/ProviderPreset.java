// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire;

/// A provider as data.
///
/// @param endpoint its usual address; empty where it has none
/// @param keyVariable the environment variable of its key; empty where it needs none
record ProviderPreset(String name, String endpoint, String keyVariable, Wire wire) {
  /// What is spoken.
  enum Wire {
    OLLAMA("ollama"),
    /// Responses at OpenAI itself, Chat Completions at an address that imitates it.
    OPENAI("openai"),
    CHAT("chat"),
    /// For servers that refuse to be asked for usage.
    CHAT_WITHOUT_USAGE("chat-without-usage"),
    /// For models that want their reasoning back while they call tools.
    CHAT_WITH_REASONING("chat-with-reasoning"),
    RESPONSES("responses"),
    ANTHROPIC("anthropic"),
    GEMINI("gemini"),
    COPILOT("copilot"),
    APPLE("apple"),
    REPLAY("replay");

    private final String word;

    Wire(String word) {
      this.word = word;
    }

    /// How it is written in files.
    String word() {
      return word;
    }
  }
}
