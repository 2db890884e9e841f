// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.apple;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.Trouble;
import dev.writ.engine.model.ModelReply.Trouble.Kind;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.wire.adapter.KeyRemedy;
import dev.writ.wire.adapter.ModelList;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.openai.ChatModel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The model that comes with macOS. The first request looks for a bridge at the usual addresses; a
/// server there counts only where one of its models is Apple's, because Ollama and others listen at
/// the same ports.
public final class AppleModel implements Model {
  /// The usual addresses of the bridges apfel, apple-on-device-openai, afm and preowned.
  static final List<String> USUAL =
      List.of(
          "http://127.0.0.1:11434/v1",
          "http://127.0.0.1:11535/v1",
          "http://127.0.0.1:9999/v1",
          "http://127.0.0.1:8027/v1");

  private static final KeyRemedy REMEDY =
      new KeyRemedy("set the bridge's token as llm.api_key", false);

  private final ModelId id;
  private final List<String> addresses;
  private final NetworkSettings network;
  private final RequestTuning tuning;
  private final String system;
  private @Nullable ChatModel bridge;

  /// @param address of a bridge; empty to look for one
  /// @param system the operating system's name
  public AppleModel(
      ModelId id, String address, NetworkSettings network, RequestTuning tuning, String system) {
    this(id, address.isBlank() ? USUAL : List.of(address.strip()), network, tuning, system);
  }

  AppleModel(
      ModelId id,
      List<String> addresses,
      NetworkSettings network,
      RequestTuning tuning,
      String system) {
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
  public ModelCapabilities capabilities() {
    return new ModelCapabilities(0, 0, Set.of(ModelAbility.STREAMING), Set.of(ModelAbility.VISION));
  }

  @Override
  public ModelListing models() throws InterruptedException {
    Optional<ChatModel> found = bridge();
    return found.isPresent() ? found.get().models() : new ModelListing.Failed(missing());
  }

  @Override
  public ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException {
    Optional<ChatModel> found = bridge();
    return found.isPresent()
        ? found.get().reply(prompt, listener)
        : new ModelReply.Failed(missing());
  }

  private synchronized Optional<ChatModel> bridge() throws InterruptedException {
    if (bridge == null && isMac()) {
      for (String address : addresses) {
        Optional<String> name = appleModel(address);
        if (name.isPresent()) {
          bridge =
              new ChatModel(
                  new ModelId(id.provider(), name.get()),
                  address,
                  new HttpTransport(network, null),
                  tuning,
                  ChatModel.Variant.USUAL,
                  REMEDY);
          break;
        }
      }
    }
    return Optional.ofNullable(bridge);
  }

  /// The name that a server has for Apple's model; empty where it has none, or no server is there.
  private Optional<String> appleModel(String address) throws InterruptedException {
    try (HttpTransport transport = new HttpTransport(network, null)) {
      ModelListing listing =
          ModelList.of(transport, HttpTransport.below(address, "/models"), REMEDY, "data", "id");
      if (listing instanceof ModelListing.Models(List<ModelListing.Entry> entries)) {
        for (ModelListing.Entry entry : entries) {
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
