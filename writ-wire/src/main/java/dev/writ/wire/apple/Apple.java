// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.apple;

import dev.writ.engine.model.Ability;
import dev.writ.engine.model.Capabilities;
import dev.writ.engine.model.Listener;
import dev.writ.engine.model.Listing;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.Reply;
import dev.writ.engine.model.Reply.Trouble;
import dev.writ.engine.model.Reply.Trouble.Kind;
import dev.writ.wire.adapter.ModelList;
import dev.writ.wire.adapter.Remedy;
import dev.writ.wire.adapter.Tuning;
import dev.writ.wire.http.Network;
import dev.writ.wire.http.Transport;
import dev.writ.wire.openai.OpenAiCompatible;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The model that comes with macOS. The first request looks for a bridge at the usual addresses; a
/// server there counts only where one of its models is Apple's, because Ollama and others listen at
/// the same ports.
public final class Apple implements Model {
  /// The usual addresses of the bridges apfel, apple-on-device-openai, afm and preowned.
  static final List<String> USUAL =
      List.of(
          "http://127.0.0.1:11434/v1",
          "http://127.0.0.1:11535/v1",
          "http://127.0.0.1:9999/v1",
          "http://127.0.0.1:8027/v1");

  private static final Remedy REMEDY = new Remedy("give the bridge's token as llm.api_key", false);

  private final ModelId id;
  private final List<String> addresses;
  private final Network network;
  private final Tuning tuning;
  private final String system;
  private @Nullable OpenAiCompatible bridge;

  /// @param address of a bridge; empty to look for one
  /// @param system the operating system's name
  public Apple(ModelId id, String address, Network network, Tuning tuning, String system) {
    this(id, address.isBlank() ? USUAL : List.of(address.strip()), network, tuning, system);
  }

  Apple(ModelId id, List<String> addresses, Network network, Tuning tuning, String system) {
    this.id = id;
    this.addresses = List.copyOf(addresses);
    this.network = network;
    this.tuning = tuning;
    this.system = system;
  }

  @Override
  public ModelId id() {
    return id;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(0, 0, Set.of(Ability.STREAMING), Set.of(Ability.VISION));
  }

  @Override
  public Listing models() throws InterruptedException {
    Optional<OpenAiCompatible> found = bridge();
    return found.isPresent() ? found.get().models() : new Listing.Failed(missing());
  }

  @Override
  public Reply reply(Prompt prompt, Listener listener) throws InterruptedException {
    Optional<OpenAiCompatible> found = bridge();
    return found.isPresent() ? found.get().reply(prompt, listener) : new Reply.Failed(missing());
  }

  private synchronized Optional<OpenAiCompatible> bridge() throws InterruptedException {
    if (bridge == null && isMac()) {
      for (String address : addresses) {
        Optional<String> name = appleModel(address);
        if (name.isPresent()) {
          bridge =
              new OpenAiCompatible(
                  new ModelId(id.provider(), name.get()),
                  address,
                  new Transport(network, null),
                  tuning,
                  OpenAiCompatible.Variant.USUAL,
                  REMEDY);
          break;
        }
      }
    }
    return Optional.ofNullable(bridge);
  }

  /// The name that a server has for Apple's model; empty where it has none, or no server is there.
  private Optional<String> appleModel(String address) throws InterruptedException {
    try (Transport transport = new Transport(network, null)) {
      Listing listing =
          ModelList.of(transport, Transport.below(address, "/models"), REMEDY, "data", "id");
      if (listing instanceof Listing.Models(List<Listing.Entry> entries)) {
        for (Listing.Entry entry : entries) {
          String name = entry.name().toLowerCase(Locale.ROOT);
          if (name.equals(id.model()) || name.contains("apple") || name.equals("foundation")) {
            return Optional.of(entry.name());
          }
        }
      }
      return Optional.empty();
    }
  }

  private boolean isMac() {
    return system.toLowerCase(Locale.ROOT).startsWith("mac");
  }

  private Trouble missing() {
    return isMac()
        ? new Trouble(
            Kind.REJECTED,
            "No bridge to Apple's on-device model answers at "
                + String.join(", ", addresses)
                + ". It needs macOS 26 or later with Apple Intelligence turned on; install and"
                + " start a bridge, for example apfel (“brew install apfel”, then “apfel --serve"
                + " --port 11535”), or set llm.endpoint to the address of yours")
        : new Trouble(
            Kind.REJECTED,
            "Apple's on-device model exists on macOS only, and this is "
                + system
                + "; choose another provider, for example ollama");
  }

  @Override
  public synchronized void close() {
    if (bridge != null) {
      bridge.close();
    }
  }
}
