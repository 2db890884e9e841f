// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.app.host;

import dev.writ.app.cli.CommandLine;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.engine.model.Model;
import dev.writ.wire.ProviderException;
import dev.writ.wire.ProviderSettings;
import dev.writ.wire.Providers;
import dev.writ.wire.adapter.Tuning;
import dev.writ.wire.http.Network;
import dev.writ.wire.http.Secret;
import dev.writ.wire.replay.Recorder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which model is asked, and with which key.
final class ModelChoice {
  private ModelChoice() {}

  /// The keys that Writ holds, to be masked wherever they would enter the conversation.
  static List<String> credentials(Configuration configuration, Surroundings surroundings) {
    List<String> keys = new ArrayList<>();
    configuration.text("llm.api_key").ifPresent(keys::add);
    for (String provider : Providers.known()) {
      Providers.keyVariable(provider)
          .map(name -> surroundings.environment().getOrDefault(name, ""))
          .filter(value -> !value.isEmpty())
          .ifPresent(keys::add);
    }
    return keys;
  }

  private static Optional<String> key(
      String provider, Configuration configuration, Surroundings surroundings) {
    // A person's key is not for a provider that a repository chose.
    return configuration
        .text("llm.api_key")
        .filter(_ -> !configuration.isByProject("llm.provider"))
        .or(
            () ->
                Providers.keyVariable(provider)
                    .map(name -> surroundings.environment().getOrDefault(name, ""))
                    .filter(value -> !value.isEmpty()));
  }

  static Model open(
      Configuration configuration, CommandLine line, Surroundings surroundings, InstantSource clock)
      throws UsageException {
    String provider = configuration.text("llm.provider").orElse("ollama");
    String endpoint = configuration.text("llm.endpoint").orElse("");
    if (provider.equals("replay")) {
      endpoint = script(line, surroundings);
    }
    Network network =
        new Network(
            surroundings.environment(),
            authorities(configuration, surroundings),
            Set.copyOf(configuration.texts("llm.plaintext_hosts")),
            Network.DEFAULT_CONNECT,
            Duration.ofSeconds(configuration.whole("llm.timeout_seconds").orElse(120)),
            clock);
    Long maxTokens =
        configuration.whole("llm.max_tokens").isPresent()
            ? Long.valueOf(configuration.whole("llm.max_tokens").getAsLong())
            : null;
    Tuning tuning = new Tuning(configuration.number("llm.temperature").orElse(null), maxTokens);
    Secret secret = key(provider, configuration, surroundings).map(Secret::new).orElse(null);
    String model = configuration.text("llm.model").orElse("");
    try {
      Model opened =
          Providers.open(new ProviderSettings(provider, model, endpoint, secret, tuning, network));
      return line.value("record").isPresent()
          ? recorded(opened, surroundings.directory().resolve(line.value("record").get()))
          : opened;
    } catch (ProviderException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  /// The model with a script of its turns written beside; closed with it.
  private static Model recorded(Model model, Path file) throws UsageException {
    try {
      PrintStream script =
          new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
      return new Recorder(model, script::print);
    } catch (IOException e) {
      throw new UsageException("--record: " + file + " can't be written: " + e.getMessage());
    }
  }

  private static String script(CommandLine line, Surroundings surroundings) throws UsageException {
    if (line.value("script").isEmpty()) {
      throw new UsageException("the provider replay needs --script FILE");
    }
    Path file = surroundings.directory().resolve(line.value("script").get());
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UsageException("--script: " + file + " can't be read: " + e.getMessage());
    }
  }

  private static List<String> authorities(Configuration configuration, Surroundings surroundings)
      throws UsageException {
    List<String> texts = new ArrayList<>();
    for (String name : configuration.texts("llm.ca_files")) {
      Path file = surroundings.path(name);
      try {
        texts.add(Files.readString(file));
      } catch (IOException e) {
        throw new UsageException("llm.ca_files: " + file + " can't be read: " + e.getMessage());
      }
    }
    return texts;
  }
}
