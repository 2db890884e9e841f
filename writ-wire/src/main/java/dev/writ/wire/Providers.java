// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.kernel.json.JsonException;
import dev.writ.wire.adapter.Remedy;
import dev.writ.wire.anthropic.Anthropic;
import dev.writ.wire.gemini.Gemini;
import dev.writ.wire.http.Transport;
import dev.writ.wire.ollama.Ollama;
import dev.writ.wire.openai.OpenAiCompatible;
import dev.writ.wire.openai.OpenAiCompatible.Variant;
import dev.writ.wire.openai.Responses;
import dev.writ.wire.replay.Replay;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/// Opens providers by name.
public final class Providers {
  private static final List<Preset> PRESETS =
      List.of(
          new Preset("ollama", "http://localhost:11434", "OLLAMA_API_KEY", Wire.OLLAMA),
          new Preset("openai", "https://api.openai.com/v1", "OPENAI_API_KEY", Wire.OPENAI),
          new Preset("anthropic", "https://api.anthropic.com", "ANTHROPIC_API_KEY", Wire.ANTHROPIC),
          new Preset(
              "gemini",
              "https://generativelanguage.googleapis.com/v1beta",
              "GEMINI_API_KEY",
              Wire.GEMINI),
          new Preset("openai-responses", "", "OPENAI_API_KEY", Wire.RESPONSES),
          new Preset("openai-compatible", "", "", Wire.COMPATIBLE),
          new Preset("lm-studio", "http://localhost:1234/v1", "", Wire.COMPATIBLE),
          new Preset("localai", "http://localhost:8080/v1", "", Wire.COMPATIBLE),
          new Preset("llama.cpp", "http://localhost:8080/v1", "", Wire.COMPATIBLE),
          new Preset("vllm", "http://localhost:8000/v1", "", Wire.COMPATIBLE),
          new Preset(
              "openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", Wire.COMPATIBLE),
          new Preset("groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY", Wire.COMPATIBLE),
          new Preset(
              "deepseek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY", Wire.COMPATIBLE),
          new Preset("mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", Wire.UNASKED),
          new Preset("replay", "", "", Wire.REPLAY));

  private Providers() {}

  /// A provider as data.
  ///
  /// @param endpoint its usual address; empty where it has none
  /// @param keyVariable the environment variable of its key; empty where it needs none
  private record Preset(String name, String endpoint, String keyVariable, Wire wire) {}

  /// What is spoken.
  private enum Wire {
    OLLAMA,
    OPENAI,
    COMPATIBLE,
    UNASKED,
    ANTHROPIC,
    GEMINI,
    RESPONSES,
    REPLAY
  }

  /// The names of all providers.
  public static List<String> known() {
    return PRESETS.stream().map(Preset::name).toList();
  }

  /// A provider's usual address; empty where there is none.
  public static Optional<String> endpoint(String provider) {
    return preset(provider).map(Preset::endpoint).filter(endpoint -> !endpoint.isEmpty());
  }

  /// The environment variable of a provider's key; empty where it needs none.
  public static Optional<String> keyVariable(String provider) {
    return preset(provider).map(Preset::keyVariable).filter(name -> !name.isEmpty());
  }

  private static Optional<Preset> preset(String provider) {
    return PRESETS.stream().filter(preset -> preset.name().equals(provider)).findFirst();
  }

  /// Opens a model. Nothing is sent yet.
  ///
  /// @throws ProviderException where the settings can't be meant
  public static Model open(ProviderSettings settings) throws ProviderException {
    Preset preset =
        preset(settings.provider())
            .orElseThrow(
                () ->
                    new ProviderException(
                        "there is no provider \""
                            + settings.provider()
                            + "\"; there are "
                            + String.join(", ", known())));
    return switch (preset.wire()) {
      case REPLAY -> replay(settings);
      case OLLAMA ->
          new Ollama(
              id(settings),
              address(settings, preset),
              transport(settings),
              settings.tuning(),
              remedy(preset));
      case ANTHROPIC ->
          new Anthropic(
              id(settings),
              address(settings, preset),
              new Transport(settings.network(), settings.key(), Anthropic.KEY),
              settings.tuning(),
              remedy(preset));
      case GEMINI ->
          new Gemini(
              id(settings),
              address(settings, preset),
              new Transport(settings.network(), settings.key(), Gemini.KEY),
              settings.tuning(),
              remedy(preset));
      case RESPONSES -> responses(settings, preset);
      case OPENAI ->
          settings.endpoint().isBlank()
              ? responses(settings, preset)
              : chat(settings, preset, Variant.OPENAI);
      case COMPATIBLE -> chat(settings, preset, Variant.USUAL);
      case UNASKED -> chat(settings, preset, Variant.UNASKED_USAGE);
    };
  }

  private static Model responses(ProviderSettings settings, Preset preset)
      throws ProviderException {
    return new Responses(
        id(settings),
        address(settings, preset),
        transport(settings),
        settings.tuning(),
        remedy(preset));
  }

  private static Model chat(ProviderSettings settings, Preset preset, Variant variant)
      throws ProviderException {
    return new OpenAiCompatible(
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

  private static Transport transport(ProviderSettings settings) {
    return new Transport(settings.network(), settings.key());
  }

  private static Remedy remedy(Preset preset) {
    return new Remedy(
        "set a valid key in "
            + (preset.keyVariable().isEmpty() ? "WRIT_LLM_API_KEY" : preset.keyVariable()));
  }

  private static String address(ProviderSettings settings, Preset preset) throws ProviderException {
    String given = settings.endpoint().isBlank() ? preset.endpoint() : settings.endpoint().strip();
    if (given.isEmpty()) {
      throw new ProviderException(
          "the provider " + preset.name() + " has no usual address; set llm.endpoint");
    }
    String address = given.contains("://") ? given : "http://" + given;
    try {
      URI parsed = new URI(address);
      if (parsed.getHost() == null || parsed.getRawQuery() != null) {
        throw new ProviderException("llm.endpoint is no address of a server: " + given);
      }
      return address;
    } catch (URISyntaxException e) {
      throw new ProviderException("llm.endpoint is no address: " + e.getMessage());
    }
  }

  private static Model replay(ProviderSettings settings) throws ProviderException {
    if (settings.endpoint().isBlank()) {
      throw new ProviderException("the provider replay needs a script: --script FILE");
    }
    try {
      return Replay.of(id(settings), settings.endpoint());
    } catch (JsonException e) {
      throw new ProviderException("line " + e.line() + " of the script: " + e.getMessage());
    }
  }
}
