// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.copilot;

import dev.writ.base.json.Json;
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
import dev.writ.engine.model.SignInResult;
import dev.writ.wire.adapter.KeyRemedy;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.KeyHeader;
import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.http.SecretText;
import dev.writ.wire.http.WireException;
import dev.writ.wire.openai.ChatModel;
import dev.writ.wire.openai.RefusedMembers;
import dev.writ.wire.openai.ResponsesModel;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A model that GitHub Copilot offers. The person's credential is shown to GitHub's API only, which
/// gives a token for some minutes; that is what the models are asked with.
public final class CopilotModel implements Model {
  /// The environment variable with the client id of the OAuth application.
  public static final String CLIENT_ID = "GITHUB_COPILOT_CLIENT_ID";

  /// The time before its expiry from which a token is no longer used.
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
  private final NetworkSettings network;
  private final @Nullable SecretText credential;
  private final RequestTuning tuning;
  private final PollPause pause;
  private final KeyRemedy remedy =
      new KeyRemedy("sign in again, or put a valid token into GITHUB_TOKEN");
  private final RefusedMembers refused = new RefusedMembers();
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable CopilotToken token;
  private @Nullable Model model;
  private Speech speech = Speech.CHAT;
  private boolean accepted;

  /// The model's wire protocol. Only the service knows the protocol of each model.
  private enum Speech {
    CHAT,
    RESPONSES
  }

  /// Waits.
  @FunctionalInterface
  public interface PollPause {
    /// Returns after that time.
    void pause(Duration time) throws InterruptedException;
  }

  /// @param credential what the person signed in with; null where they did not yet
  /// @param pause how it waits between two questions whether a person has signed in
  public CopilotModel(
      ModelId id,
      CopilotSites sites,
      NetworkSettings network,
      @Nullable SecretText credential,
      RequestTuning tuning,
      PollPause pause) {
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
  public ModelCapabilities capabilities() {
    return new ModelCapabilities(
        0,
        0,
        Set.of(ModelAbility.TOOLS, ModelAbility.PARALLEL_CALLS, ModelAbility.STREAMING),
        Set.of());
  }

  @Override
  public boolean isAuthenticated() {
    return credential != null;
  }

  @Override
  public SignInResult authenticate(SignInResult.Screen screen) throws InterruptedException {
    String client = network.environment().getOrDefault(CLIENT_ID, "");
    return new DeviceSignIn(sites.login(), client, network, pause).signIn(screen);
  }

  @Override
  public ModelListing models() throws InterruptedException {
    try {
      return current().models();
    } catch (WireException e) {
      return new ModelListing.FailedListing(((ModelReply.FailedReply) remedy.failed(e)).trouble());
    }
  }

  @Override
  public ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException {
    ModelReply reply;
    try {
      reply = current().reply(prompt, listener);
      if (reply instanceof ModelReply.FailedReply(ProviderError trouble)
          && wantsResponses(trouble)) {
        reply = current().reply(prompt, listener);
      }
    } catch (WireException e) {
      return remedy.failed(e);
    }
    boolean refused =
        reply instanceof ModelReply.FailedReply(ProviderError trouble)
            && trouble.kind() == ProviderErrorKind.UNAUTHORISED;
    return refused && forget()
        ? new ModelReply.FailedReply(
            new ProviderError(
                ProviderErrorKind.SERVER_ERROR,
                "Copilot no longer accepts the token; the next try uses a new one"))
        : reply;
  }

  /// Whether the model is not spoken to in Chat Completions; from now on it is asked otherwise.
  private boolean wantsResponses(ProviderError trouble) {
    if (trouble.kind() != ProviderErrorKind.REJECTED
        || !trouble.message().contains("not accessible via the /chat/completions endpoint")) {
      return false;
    }
    lock.lock();
    try {
      if (speech == Speech.CHAT) {
        speech = Speech.RESPONSES;
        close(model);
        model = null;
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private static void close(@Nullable Model model) {
    if (model != null) {
      model.close();
    }
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
  private Model current() throws WireException, InterruptedException {
    lock.lockInterruptibly();
    try {
      Instant now = network.clock().instant();
      Model known = model;
      CopilotToken usable = token;
      if (usable == null || !now.isBefore(usable.until().minus(MARGIN))) {
        usable = fetch(now);
        token = usable;
        close(known);
        known = null;
      } else {
        accepted = true;
      }
      if (known == null) {
        known = opened(usable);
        model = known;
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  private Model opened(CopilotToken shown) {
    HttpTransport transport = new HttpTransport(network, shown.secret(), HEADERS);
    return switch (speech) {
      case CHAT ->
          new ChatModel(
              id, shown.chat(), transport, tuning, ChatModel.ServerVariant.USUAL, remedy, refused);
      case RESPONSES -> new ResponsesModel(id, shown.chat(), transport, tuning, remedy);
    };
  }

  private CopilotToken fetch(Instant now) throws WireException, InterruptedException {
    SecretText shown = credential;
    if (shown == null) {
      throw new WireException(ProviderErrorKind.UNAUTHORISED, "no user is signed in to Copilot");
    }
    URI address = HttpTransport.below(sites.api(), "/copilot_internal/v2/token");
    try (HttpTransport transport = new HttpTransport(network, shown, EXCHANGE);
        HttpExchange exchange = transport.get(address)) {
      Json.Obj told = exchange.document();
      String text = told.text("token").orElse("");
      if (text.isEmpty()) {
        throw new WireException(
            ProviderErrorKind.UNAUTHORISED, sites.api() + " gave no token for Copilot");
      }
      String chat = told.object("endpoints").text("api").orElse("");
      return new CopilotToken(
          new SecretText(text),
          chat.startsWith("https://") ? chat : sites.chat(),
          told.number("expires_at").isPresent()
              ? Instant.ofEpochSecond(
                  Math.clamp(
                      told.number("expires_at").getAsLong(),
                      now.getEpochSecond(),
                      now.plus(UNLIMITED).getEpochSecond()))
              : now.plus(UNLIMITED));
    } catch (WireException e) {
      if (e.trouble().kind() == ProviderErrorKind.REJECTED
          && e.trouble().message().contains(" 404")) {
        return new CopilotToken(shown, sites.chat(), now.plus(UNLIMITED));
      }
      throw e;
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      close(model);
    } finally {
      lock.unlock();
    }
  }
}
