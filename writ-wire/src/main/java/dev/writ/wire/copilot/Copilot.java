// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.copilot;

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
import dev.writ.engine.model.SignIn;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.json.JsonException;
import dev.writ.kernel.json.JsonReader;
import dev.writ.wire.adapter.Remedy;
import dev.writ.wire.adapter.Tuning;
import dev.writ.wire.http.Exchange;
import dev.writ.wire.http.KeyHeader;
import dev.writ.wire.http.Network;
import dev.writ.wire.http.Secret;
import dev.writ.wire.http.Transport;
import dev.writ.wire.http.WireException;
import dev.writ.wire.openai.OpenAiCompatible;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A model that GitHub Copilot offers. The person's credential is shown to GitHub's API only, which
/// gives a token for some minutes; that is what the models are asked with.
public final class Copilot implements Model {
  /// How long before its end a token is no longer used.
  private static final Duration MARGIN = Duration.ofMinutes(2);

  /// How long a credential is used itself where the API gives no tokens for it.
  private static final Duration UNLIMITED = Duration.ofDays(1);

  private static final KeyHeader HEADERS =
      KeyHeader.BEARER
          .with("Editor-Version", "Writ/1.0")
          .with("Editor-Plugin-Version", "writ/1.0")
          .with("Openai-Intent", "conversation-edits");
  private static final KeyHeader EXCHANGE =
      new KeyHeader("Authorization", "token ", HEADERS.others());

  private final ModelId id;
  private final CopilotSites sites;
  private final Network network;
  private final @Nullable Secret credential;
  private final Tuning tuning;
  private final Pause pause;
  private final Remedy remedy = new Remedy("sign in again, or put a valid token into GITHUB_TOKEN");
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable CopilotToken token;
  private @Nullable OpenAiCompatible model;
  private boolean accepted;

  /// Waits.
  @FunctionalInterface
  public interface Pause {
    /// Returns after that time.
    void pause(Duration time) throws InterruptedException;
  }

  /// @param credential what the person signed in with; null where they did not yet
  /// @param pause how it waits between two questions whether a person has signed in
  public Copilot(
      ModelId id,
      CopilotSites sites,
      Network network,
      @Nullable Secret credential,
      Tuning tuning,
      Pause pause) {
    this.id = id;
    this.sites = sites;
    this.network = network;
    this.credential = credential;
    this.tuning = tuning;
    this.pause = pause;
  }

  @Override
  public ModelId id() {
    return id;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        0, 0, Set.of(Ability.TOOLS, Ability.PARALLEL_CALLS, Ability.STREAMING), Set.of());
  }

  @Override
  public boolean isAuthenticated() {
    return credential != null;
  }

  @Override
  public SignIn authenticate(SignIn.Screen screen) throws InterruptedException {
    String client = network.environment().getOrDefault("GITHUB_COPILOT_CLIENT_ID", "");
    return new DeviceSignIn(sites.login(), client, network, pause).signIn(screen);
  }

  @Override
  public Listing models() throws InterruptedException {
    try {
      return current().models();
    } catch (WireException e) {
      return new Listing.Failed(((Reply.Failed) remedy.failed(e)).trouble());
    }
  }

  @Override
  public Reply reply(Prompt prompt, Listener listener) throws InterruptedException {
    Reply reply;
    try {
      reply = current().reply(prompt, listener);
    } catch (WireException e) {
      return remedy.failed(e);
    }
    boolean refused =
        reply instanceof Reply.Failed(Trouble trouble) && trouble.kind() == Kind.UNAUTHORISED;
    return refused && forget()
        ? new Reply.Failed(
            new Trouble(
                Kind.SERVER_ERROR,
                "Copilot no longer accepts the token; another one is fetched for the next try"))
        : reply;
  }

  /// Forgets a token that was refused.
  ///
  /// @return whether asking for another one makes sense: one that is refused at once is not the
  ///     token's fault
  private boolean forget() {
    lock.lock();
    try {
      CopilotToken refused = token;
      boolean used = refused != null && accepted;
      token = null;
      accepted = false;
      return used;
    } finally {
      lock.unlock();
    }
  }

  /// The model with a token that is still valid.
  private OpenAiCompatible current() throws WireException, InterruptedException {
    lock.lockInterruptibly();
    try {
      Instant now = network.clock().instant();
      OpenAiCompatible known = model;
      CopilotToken present = token;
      if (known != null && present != null && now.isBefore(present.until().minus(MARGIN))) {
        accepted = true;
        return known;
      }
      CopilotToken fresh = fetch(now);
      if (known != null) {
        known.close();
      }
      OpenAiCompatible opened =
          new OpenAiCompatible(
              id,
              fresh.chat(),
              new Transport(network, fresh.secret(), HEADERS),
              tuning,
              OpenAiCompatible.Variant.USUAL,
              remedy);
      token = fresh;
      model = opened;
      return opened;
    } finally {
      lock.unlock();
    }
  }

  private CopilotToken fetch(Instant now) throws WireException, InterruptedException {
    Secret shown = credential;
    if (shown == null) {
      throw new WireException(Kind.UNAUTHORISED, "nobody is signed in at Copilot");
    }
    URI address = Transport.below(sites.api(), "/copilot_internal/v2/token");
    try (Transport transport = new Transport(network, shown, EXCHANGE);
        Exchange exchange = transport.get(address)) {
      Json.Obj told = JsonReader.readObject(exchange.text());
      String text = told.text("token").orElse("");
      if (text.isEmpty()) {
        throw new WireException(Kind.UNAUTHORISED, sites.api() + " gave no token for Copilot");
      }
      String chat = told.object("endpoints").text("api").orElse("");
      return new CopilotToken(
          new Secret(text),
          chat.startsWith("https://") ? chat : sites.chat(),
          told.number("expires_at").isPresent()
              ? Instant.ofEpochSecond(
                  Math.clamp(
                      told.number("expires_at").getAsLong(),
                      now.getEpochSecond(),
                      now.plus(UNLIMITED).getEpochSecond()))
              : now.plus(UNLIMITED));
    } catch (JsonException _) {
      throw new WireException(
          Kind.MALFORMED, sites.api() + " answered with something that is no JSON");
    } catch (WireException e) {
      if (e.trouble().kind() == Kind.REJECTED && e.trouble().message().contains(" 404")) {
        return new CopilotToken(shown, sites.chat(), now.plus(UNLIMITED));
      }
      throw e;
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (model != null) {
        model.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
