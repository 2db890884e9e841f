// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The meaning of an answer that is not a success.
public final class RefusalReader {
  private static final int MAX_MESSAGE_CHARS = 500;
  private static final Duration LONGEST_WAIT = Duration.ofDays(30);
  private static final double MILLIS_PER_SECOND = 1000.0;

  /// How providers say that a conversation is too long, in small letters.
  private static final List<String> TOO_LONG =
      List.of(
          "context_length_exceeded",
          "exceed_context_size",
          "maximum context length",
          "exceeds the context",
          "exceed the context",
          "exceeds the available context",
          "exceeds context",
          "exceeded model token limit",
          "context window",
          "context length exceeded",
          "longer than the context",
          "larger than the context",
          "input length exceeds",
          "prompt is too long",
          "prompt too long",
          "input is too long",
          "exceeds the maximum number of tokens",
          "too many tokens",
          "reduce the length");

  private RefusalReader() {}

  /// The trouble of an answer with that head and body.
  ///
  /// @param mask takes secrets out of what the server said
  static ProviderError of(
      ResponseHead head, String place, String body, Instant now, UnaryOperator<String> mask) {
    int status = head.status();
    Json.Obj document = document(body);
    String said = providerMessage(document, body, mask);
    String message = place + " answered " + status + (said.isEmpty() ? "" : ": " + said);
    return switch (status) {
      case 401, 403 -> new ProviderError(ProviderErrorKind.UNAUTHORISED, message);
      case 407 ->
          new ProviderError(
              ProviderErrorKind.REJECTED, "the proxy wants other credentials: " + message);
      case 413 -> new ProviderError(ProviderErrorKind.CONTEXT_TOO_LONG, message);
      case 402 -> spent(message);
      case 429 ->
          isSpent(document.write())
              ? spent(message)
              : new ProviderError(
                  ProviderErrorKind.RATE_LIMITED, message, wait(head, document, now));
      case 408, 409, 425 ->
          new ProviderError(ProviderErrorKind.SERVER_ERROR, message, wait(head, now));
      default -> {
        if (status >= 400 && isTooLong(document.write() + said)) {
          yield new ProviderError(ProviderErrorKind.CONTEXT_TOO_LONG, message);
        }
        if (body.contains("API_KEY_INVALID")) {
          yield new ProviderError(ProviderErrorKind.UNAUTHORISED, message);
        }
        if (status >= 500) {
          yield new ProviderError(ProviderErrorKind.SERVER_ERROR, message, wait(head, now));
        }
        if (status >= 300 && status < 400) {
          yield new ProviderError(
              ProviderErrorKind.REJECTED,
              message
                  + " and points to "
                  + shortened(mask.apply(head.header("location").orElse("nowhere")))
                  + "; Writ does not send keys to another address, so set that address"
                  + " if you trust it");
        }
        yield new ProviderError(ProviderErrorKind.REJECTED, message);
      }
    };
  }

  /// The failure that a script describes.
  ///
  /// @param retryAfter as in the header; empty for none
  public static ProviderError scripted(int status, String retryAfter, String message) {
    Map<String, String> headers =
        retryAfter.isEmpty() ? Map.of() : Map.of("retry-after", retryAfter);
    return of(
        new ResponseHead(status, headers),
        "the script",
        message,
        Instant.EPOCH,
        UnaryOperator.identity());
  }

  /// The failure in an error event within a stream.
  ///
  /// @param place how the server is called in messages
  /// @param event the event with its `error` member
  static ProviderError inStream(String place, Json.Obj event, UnaryOperator<String> mask) {
    String said = providerMessage(event, "", mask);
    String message = place + " broke off: " + (said.isEmpty() ? "no reason given" : said);
    String all = event.write();
    if (isTooLong(all)) {
      return new ProviderError(ProviderErrorKind.CONTEXT_TOO_LONG, message);
    }
    if (isSpent(all)) {
      return spent(message);
    }
    Json.Obj error = event.object("error");
    long code = error.number("code").orElse(0);
    String word =
        error.text("code").filter(text -> !text.isEmpty()).or(() -> error.text("type")).orElse("");
    return new ProviderError(inStream(code, word, all), message);
  }

  private static ProviderErrorKind inStream(long code, String word, String all) {
    if (code == 429 || all.contains("rate_limit")) {
      return ProviderErrorKind.RATE_LIMITED;
    }
    return switch (word) {
      case "authentication_error", "permission_error", "invalid_api_key" ->
          ProviderErrorKind.UNAUTHORISED;
      case "invalid_request_error", "billing_error", "not_found_error", "invalid_prompt" ->
          ProviderErrorKind.REJECTED;
      default ->
          code == 401 || code == 403
              ? ProviderErrorKind.UNAUTHORISED
              : code == 400 || code == 404 || code == 422
                  ? ProviderErrorKind.REJECTED
                  : ProviderErrorKind.SERVER_ERROR;
    };
  }

  /// Whether the text says that what was paid for is used up, which no waiting mends.
  private static boolean isSpent(String text) {
    return text.contains("insufficient_quota") || text.contains("billing_hard_limit");
  }

  private static ProviderError spent(String message) {
    return new ProviderError(
        ProviderErrorKind.REJECTED,
        message + "; waiting does not help: check your plan and billing with the provider");
  }

  private static boolean isTooLong(String text) {
    String small = text.toLowerCase(Locale.ROOT);
    return TOO_LONG.stream().anyMatch(small::contains);
  }

  private static Json.Obj document(String body) {
    try {
      return switch (JsonReader.read(body)) {
        case Json.Obj object -> object;
        case Json.Arr(List<Json> items)
            when !items.isEmpty() && items.getFirst() instanceof Json.Obj first ->
            first;
        case Json _ -> Json.Obj.EMPTY;
      };
    } catch (JsonException _) {
      return Json.Obj.EMPTY;
    }
  }

  /// The provider's own words. Secrets go before anything is cut off, lest half of one stays.
  private static String providerMessage(
      Json.Obj document, String body, UnaryOperator<String> mask) {
    Json.Obj error = document.object("error");
    Optional<String> words =
        error
            .text("message")
            .or(() -> document.text("error"))
            .or(() -> document.text("message"))
            .or(() -> document.text("detail"))
            .or(() -> document.get("error").map(Json::write))
            .or(() -> document.get("detail").map(Json::write));
    return shortened(
        mask.apply(printable(words.orElseGet(() -> isMarkup(body) ? "a web page" : body))));
  }

  /// Whether the text is a web page or the like.
  public static boolean isMarkup(String body) {
    return body.stripLeading().startsWith("<");
  }

  /// The text, no longer than a message should be.
  static String shortened(String text) {
    if (text.length() <= MAX_MESSAGE_CHARS) {
      return text;
    }
    int end =
        MAX_MESSAGE_CHARS - (Character.isHighSurrogate(text.charAt(MAX_MESSAGE_CHARS - 1)) ? 1 : 0);
    return text.substring(0, end) + "…";
  }

  /// The text as one line without anything that a terminal could take for a command.
  static String printable(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              boolean odd =
                  switch (Character.getType(c)) {
                    case Character.CONTROL,
                        Character.FORMAT,
                        Character.SURROGATE,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR ->
                        true;
                    default -> false;
                  };
              clean.appendCodePoint(odd ? ' ' : c);
            });
    return clean.toString().strip();
  }

  /// How long the server asks to wait, in a header or, as Google does, in the document.
  private static Duration wait(ResponseHead head, Json.Obj document, Instant now) {
    Duration told = wait(head, now);
    if (told.isPositive()) {
      return told;
    }
    for (Json detail : document.object("error").items("details")) {
      if (detail instanceof Json.Obj object) {
        String delay = object.text("retryDelay").orElse("");
        if (delay.endsWith("s")) {
          return number(delay.substring(0, delay.length() - 1))
              .map(RefusalReader::ofSeconds)
              .orElse(Duration.ZERO);
        }
      }
    }
    return Duration.ZERO;
  }

  /// How long the head asks to wait.
  private static Duration wait(ResponseHead head, Instant now) {
    Optional<Duration> millis =
        head.header("retry-after-ms")
            .flatMap(RefusalReader::number)
            .map(value -> ofSeconds(value / MILLIS_PER_SECOND));
    return millis
        .or(
            () ->
                head.header("retry-after")
                    .flatMap(
                        value ->
                            retryAfter(
                                value,
                                head.header("date").flatMap(RefusalReader::date).orElse(now))))
        .orElse(Duration.ZERO);
  }

  /// A Retry-After value, as seconds or as an HTTP date. The server's clock has precedence over
  /// this machine's.
  private static Optional<Duration> retryAfter(String value, Instant now) {
    Optional<Double> seconds = number(value);
    if (seconds.isPresent()) {
      return seconds.map(RefusalReader::ofSeconds);
    }
    return date(value).map(then -> ofSeconds((double) Duration.between(now, then).toSeconds()));
  }

  private static Optional<Instant> date(String text) {
    try {
      return Optional.of(
          ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private static Optional<Double> number(String text) {
    return text.strip().matches("\\d{1,12}(\\.\\d{1,9})?")
        ? Optional.of(Double.parseDouble(text.strip()))
        : Optional.empty();
  }

  private static Duration ofSeconds(double seconds) {
    double bounded = Math.clamp(seconds, 0, (double) LONGEST_WAIT.toSeconds());
    return Duration.ofMillis((long) Math.ceil(bounded * MILLIS_PER_SECOND));
  }
}
