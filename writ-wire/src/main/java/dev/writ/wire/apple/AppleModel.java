// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.apple;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.wire.adapter.KeyRemedy;
import dev.writ.wire.adapter.ModelList;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.http.SecretText;
import dev.writ.wire.http.WireException;
import dev.writ.wire.openai.ChatModel;
import java.util.List;
import java.util.Locale;
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
      new KeyRemedy("set llm.endpoint to the bridge's address and llm.api_key to its token", false);

  private final ModelId id;
  private final List<String> addresses;
  private final NetworkSettings network;
  private final @Nullable SecretText key;
  private final RequestTuning tuning;
  private final String system;
  private @Nullable ChatModel bridge;

  /// @param address of a bridge; empty to look for one
  /// @param key what a bridge at that address may ask for; a server that is only looked at, because
  ///     it is at a usual address, gets none
  /// @param system the operating system's name
  public AppleModel(
      ModelId id,
      String address,
      NetworkSettings network,
      @Nullable SecretText key,
      RequestTuning tuning,
      String system) {
    this(id, address.isBlank() ? USUAL : List.of(address.strip()), network, key, tuning, system);
  }

  /// @param addresses one that a person named, or several that are guessed
  AppleModel(
      ModelId id,
      List<String> addresses,
      NetworkSettings network,
      @Nullable SecretText key,
      RequestTuning tuning,
      String system) {
    this.id = id;
    this.addresses = List.copyOf(addresses);
    this.network = network;
    this.key = addresses.size() == 1 ? key : null;
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
    try {
      return bridge().models();
    } catch (WireException e) {
      return new ModelListing.FailedListing(e.trouble());
    }
  }

  @Override
  public ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException {
    try {
      return bridge().reply(prompt, listener);
    } catch (WireException e) {
      return new ModelReply.FailedReply(e.trouble());
    }
  }

  private synchronized ChatModel bridge() throws WireException, InterruptedException {
    if (!system.toLowerCase(Locale.ROOT).startsWith("mac")) {
      throw new WireException(
          ProviderErrorKind.REJECTED,
          "Apple's on-device model exists on macOS only, and this is "
              + system
              + "; choose another provider, for example ollama");
    }
    if (bridge == null) {
      bridge = found();
    }
    return bridge;
  }

  /// The first server with Apple's model. Why a single address fails is worth knowing; of several
  /// that are only guessed it is not.
  private ChatModel found() throws WireException, InterruptedException {
    for (String address : addresses) {
      switch (listing(address)) {
        case ModelListing.ListedModels(List<ModelListing.Entry> entries) -> {
          for (ModelListing.Entry entry : entries) {
            if (isApples(entry.name())) {
              return new ChatModel(
                  new ModelId(id.provider(), entry.name()),
                  address,
                  new HttpTransport(network, key),
                  tuning,
                  ChatModel.ServerVariant.USUAL,
                  REMEDY);
            }
          }
        }
        case ModelListing.FailedListing(ProviderError trouble) -> {
          if (addresses.size() == 1) {
            throw new WireException(trouble);
          }
        }
      }
    }
    throw new WireException(
        ProviderErrorKind.REJECTED,
        "No bridge to Apple's on-device model answers at "
            + String.join(", ", addresses)
            + ". It needs macOS 26 or later with Apple Intelligence turned on; install and"
            + " start a bridge, for example apfel (“brew install apfel”, then “apfel --serve"
            + " --port 11535”), or set llm.endpoint to the address of yours");
  }

  private ModelListing listing(String address) throws InterruptedException {
    try (HttpTransport transport = new HttpTransport(network, key)) {
      return ModelList.of(transport, HttpTransport.below(address, "/models"), REMEDY, "data", "id");
    }
  }

  private boolean isApples(String model) {
    String name = model.toLowerCase(Locale.ROOT);
    return name.equals(id.model()) || name.contains("apple") || name.equals("foundation");
  }

  @Override
  public synchronized void close() {
    if (bridge != null) {
      bridge.close();
    }
  }
}
