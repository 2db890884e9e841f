// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire;

import dev.writ.base.json.JsonException;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.wire.adapter.KeyRemedy;
import dev.writ.wire.anthropic.AnthropicModel;
import dev.writ.wire.apple.AppleModel;
import dev.writ.wire.copilot.CopilotModel;
import dev.writ.wire.copilot.CopilotSites;
import dev.writ.wire.gemini.GeminiModel;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.ollama.OllamaModel;
import dev.writ.wire.openai.ChatModel;
import dev.writ.wire.openai.ChatModel.ServerVariant;
import dev.writ.wire.openai.ResponsesModel;
import dev.writ.wire.plugin.PluginModel;
import dev.writ.wire.replay.ReplayModel;
import java.util.List;
import java.util.Optional;

/// Opens providers by name.
public final class ProviderFactory {
  private static final String SETTING = "--endpoint or llm.endpoint";

  private ProviderFactory() {}

  /// The names of all providers that are part of the program.
  public static List<String> known() {
    return ProviderPresets.shipped().known();
  }

  /// A provider's usual address; empty where there is none.
  public static Optional<String> endpoint(String provider) {
    return ProviderPresets.shipped().endpoint(provider);
  }

  /// The environment variable of a provider's key; empty where it needs none.
  public static Optional<String> keyVariable(String provider) {
    return ProviderPresets.shipped().keyVariable(provider);
  }

  /// Opens a model of a provider that is part of the program. Nothing is sent yet.
  ///
  /// @throws ProviderException where the settings can't be meant
  public static Model open(ProviderSettings settings) throws ProviderException {
    return open(settings, ProviderPresets.shipped());
  }

  /// Opens a model. Nothing is sent yet.
  ///
  /// @throws ProviderException where the settings can't be meant
  public static Model open(ProviderSettings settings, ProviderPresets presets)
      throws ProviderException {
    Optional<ProviderPreset> known = presets.preset(settings.provider());
    if (known.isEmpty()) {
      throw new ProviderException(
          "there is no provider \""
              + settings.provider()
              + "\"; there are "
              + String.join(", ", presets.known()));
    }
    ProviderPreset preset = known.get();
    return switch (preset.wire()) {
      case REPLAY -> replay(settings);
      case OLLAMA ->
          new OllamaModel(
              id(settings),
              address(settings, preset),
              transport(settings),
              settings.tuning(),
              remedy(preset));
      case ANTHROPIC ->
          new AnthropicModel(
              id(settings),
              address(settings, preset),
              new HttpTransport(settings.network(), settings.key(), AnthropicModel.KEY),
              settings.tuning(),
              remedy(preset));
      case GEMINI ->
          new GeminiModel(
              id(settings),
              address(settings, preset),
              new HttpTransport(settings.network(), settings.key(), GeminiModel.KEY),
              settings.tuning(),
              remedy(preset));
      case COPILOT -> copilot(settings);
      case APPLE -> apple(settings);
      case PLUGIN ->
          new PluginModel(
              id(settings),
              preset.plugin().orElseThrow(),
              settings.network(),
              settings.key(),
              settings.tuning(),
              remedy(preset));
      case RESPONSES -> responses(settings, preset);
      case OPENAI ->
          settings.endpoint().isBlank()
              ? responses(settings, preset)
              : chat(settings, preset, ServerVariant.OPENAI);
      case CHAT -> chat(settings, preset, ServerVariant.USUAL);
      case CHAT_WITHOUT_USAGE -> chat(settings, preset, ServerVariant.UNASKED_USAGE);
      case CHAT_WITH_REASONING -> chat(settings, preset, ServerVariant.ECHOED_REASONING);
    };
  }

  private static Model apple(ProviderSettings settings) throws ProviderException {
    String bridge = settings.endpoint();
    return new AppleModel(
        id(settings),
        bridge.isBlank()
            ? ""
            : new ServerAddress(SETTING, bridge).whole(ProviderPreset.WireProtocol.APPLE),
        settings.network(),
        settings.key(),
        settings.tuning(),
        System.getProperty("os.name", ""));
  }

  /// An address is that of an enterprise's host.
  private static Model copilot(ProviderSettings settings) throws ProviderException {
    CopilotSites sites = CopilotSites.PUBLIC;
    if (!settings.endpoint().isBlank()) {
      String host = settings.endpoint().strip();
      String bare = host.startsWith("https://") ? host.substring("https://".length()) : host;
      if (bare.contains("/")) {
        throw new ProviderException(
            SETTING
                + ": of copilot this is the host of an enterprise alone, such as"
                + " company.ghe.com, and not '"
                + bare
                + "'");
      }
      new ServerAddress(SETTING, "https://" + bare).whole(ProviderPreset.WireProtocol.COPILOT);
      sites = CopilotSites.ofEnterprise(bare);
    }
    return new CopilotModel(
        id(settings), sites, settings.network(), settings.key(), settings.tuning(), Thread::sleep);
  }

  private static Model responses(ProviderSettings settings, ProviderPreset preset)
      throws ProviderException {
    return new ResponsesModel(
        id(settings),
        address(settings, preset),
        transport(settings),
        settings.tuning(),
        remedy(preset));
  }

  private static Model chat(ProviderSettings settings, ProviderPreset preset, ServerVariant variant)
      throws ProviderException {
    return new ChatModel(
        id(settings),
        address(settings, preset),
        transport(settings),
        settings.tuning(),
        variant,
        remedy(preset));
  }

  private static ModelId id(ProviderSettings settings) {
    return new ModelId(settings.provider(), settings.model());
  }

  private static HttpTransport transport(ProviderSettings settings) {
    return new HttpTransport(settings.network(), settings.key());
  }

  private static KeyRemedy remedy(ProviderPreset preset) {
    return new KeyRemedy(
        "set a valid key in "
            + (preset.keyVariable().isEmpty() ? "WRIT_LLM_API_KEY" : preset.keyVariable()),
        !preset.keyVariable().isEmpty());
  }

  private static String address(ProviderSettings settings, ProviderPreset preset)
      throws ProviderException {
    String given = settings.endpoint().isBlank() ? preset.endpoint() : settings.endpoint().strip();
    if (given.isEmpty()) {
      throw new ProviderException(
          "the provider "
              + preset.name()
              + " has no usual address; name one with --endpoint URL or llm.endpoint");
    }
    return new ServerAddress(SETTING, given).whole(preset.wire());
  }

  private static Model replay(ProviderSettings settings) throws ProviderException {
    if (settings.endpoint().isBlank()) {
      throw new ProviderException("the provider replay needs a script: --script FILE");
    }
    try {
      return ReplayModel.of(id(settings), settings.endpoint());
    } catch (JsonException e) {
      throw new ProviderException("line " + e.line() + " of the script: " + e.getMessage());
    }
  }
}
