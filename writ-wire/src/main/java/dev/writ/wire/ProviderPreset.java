// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire;

import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.plugin.PluginCommand;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A provider as data.
///
/// @param endpoint its usual address; empty where it has none
/// @param keyVariable the environment variable of its key; empty where it needs none
/// @param plugin how its program is started; empty where it has none
record ProviderPreset(
    String name,
    String endpoint,
    String keyVariable,
    WireProtocol wire,
    Optional<PluginCommand> plugin) {
  /// The same whose program may not lie in a directory.
  ProviderPreset outside(Path workspace) {
    return plugin.isEmpty()
        ? this
        : new ProviderPreset(
            name, endpoint, keyVariable, wire, plugin.map(command -> command.outside(workspace)));
  }

  /// Whether it is an Ollama on this machine, which wants no key.
  boolean isLocal() {
    return wire == WireProtocol.OLLAMA && NetworkSettings.isLoopback(URI.create(endpoint));
  }

  /// The wire protocol.
  enum WireProtocol {
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
    /// A program of its own.
    PLUGIN("plug-in"),
    REPLAY("replay");

    private final String word;

    WireProtocol(String word) {
      this.word = word;
    }

    /// The suffix of an address that a request adds itself; empty if there is none.
    Optional<String> added(String path) {
      String bare = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
      return ends().stream().filter(bare::endsWith).findFirst();
    }

    private List<String> ends() {
      return switch (this) {
        case OLLAMA -> List.of("/api/chat", "/api/generate", "/v1/chat/completions", "/api", "/v1");
        case OPENAI, CHAT, CHAT_WITHOUT_USAGE, CHAT_WITH_REASONING ->
            List.of("/chat/completions", "/responses");
        case RESPONSES -> List.of("/responses", "/chat/completions");
        case ANTHROPIC -> List.of("/v1/messages");
        case GEMINI, COPILOT, APPLE, PLUGIN, REPLAY -> List.of();
      };
    }

    /// How it is written in files.
    String word() {
      return word;
    }
  }
}
