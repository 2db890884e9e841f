// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.copilot;

import dev.writ.base.json.Json;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.SignInResult;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.http.WireException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/// OAuth's device flow (RFC 8628): the person enters a code in a browser, and the program asks
/// until they did.
final class DeviceSignIn {
  private static final long LEAST_INTERVAL_SECONDS = 5;
  private static final long MOST_INTERVAL_SECONDS = 60;
  private static final long SLOWER_SECONDS = 5;
  private static final long LONGEST_SECONDS = 30 * 60L;

  private final String login;
  private final String client;
  private final NetworkSettings network;
  private final CopilotModel.PollPause pause;

  /// @param client the id of the OAuth application; empty where there is none
  DeviceSignIn(String login, String client, NetworkSettings network, CopilotModel.PollPause pause) {
    this.login = login;
    this.client = client;
    this.network = network;
    this.pause = pause;
  }

  SignInResult signIn(SignInResult.Screen screen) throws InterruptedException {
    if (client.isBlank()) {
      return failed(
          ProviderErrorKind.REJECTED,
          "No OAuth application is configured; set "
              + CopilotModel.CLIENT_ID
              + " to the client id of one that allows the device flow, or put a token into"
              + " GITHUB_TOKEN");
    }
    try (HttpTransport transport = new HttpTransport(network, null)) {
      Json.Obj begun =
          ask(
              transport,
              "/login/device/code",
              Json.object().put("client_id", client).put("scope", "read:user"));
      String device = begun.text("device_code").orElse("");
      String code = begun.text("user_code").orElse("");
      if (device.isEmpty() || code.isEmpty()) {
        return failed(
            ProviderErrorKind.MALFORMED, login + " gave no code to enter" + described(begun));
      }
      String address = begun.text("verification_uri").orElse("");
      screen.show(address.startsWith(login + "/") ? address : login + "/login/device", code);
      return poll(transport, device, begun);
    } catch (WireException e) {
      return new SignInResult.FailedSignIn(e.trouble());
    }
  }

  private SignInResult poll(HttpTransport transport, String device, Json.Obj begun)
      throws WireException, InterruptedException {
    long seconds =
        Math.clamp(
            begun.number("interval").orElse(0), LEAST_INTERVAL_SECONDS, MOST_INTERVAL_SECONDS);
    Instant until =
        network
            .clock()
            .instant()
            .plusSeconds(
                Math.clamp(begun.number("expires_in").orElse(LONGEST_SECONDS), 1, LONGEST_SECONDS));
    Json.Builder question =
        Json.object()
            .put("client_id", client)
            .put("device_code", device)
            .put("grant_type", "urn:ietf:params:oauth:grant-type:device_code");
    while (network.clock().instant().isBefore(until)) {
      pause.pause(Duration.ofSeconds(seconds));
      Json.Obj answer = ask(transport, "/login/oauth/access_token", question);
      String token = answer.text("access_token").orElse("");
      if (!token.isEmpty()) {
        return new SignInResult.CompletedSignIn(token);
      }
      switch (answer.text("error").orElse("")) {
        case "authorization_pending" -> {}
        case "slow_down" -> seconds = Math.min(MOST_INTERVAL_SECONDS, seconds + SLOWER_SECONDS);
        case "expired_token" -> {
          return expired();
        }
        case "access_denied" -> {
          return failed(ProviderErrorKind.UNAUTHORISED, "The sign-in was refused in the browser");
        }
        default -> {
          return failed(
              ProviderErrorKind.REJECTED, login + " refused the sign-in" + described(answer));
        }
      }
    }
    return expired();
  }

  private static SignInResult expired() {
    return failed(
        ProviderErrorKind.TIMEOUT,
        "The code expired before it was entered; sign in again for a new one");
  }

  private static SignInResult failed(ProviderErrorKind kind, String message) {
    return new SignInResult.FailedSignIn(new ProviderError(kind, message));
  }

  private static String described(Json.Obj answer) {
    return answer
        .text("error_description")
        .or(() -> answer.text("error"))
        .map(text -> ": " + text)
        .orElse("");
  }

  private Json.Obj ask(HttpTransport transport, String path, Json.Builder question)
      throws WireException, InterruptedException {
    URI address = HttpTransport.below(login, path);
    try (HttpExchange exchange =
        transport.post(address, question.build().write(), "application/json", () -> {})) {
      return exchange.document();
    }
  }
}
