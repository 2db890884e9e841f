// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.testkit;

import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How a provider writes its answers.
sealed interface Dialect
    permits OpenAiDialect, OllamaDialect, AnthropicDialect, ResponsesDialect, GeminiDialect {
  /// The greatest number of characters in one delta of a short text.
  int PIECE_CHARS = 24;

  /// The greatest number of characters in one delta of a long text.
  int LONG_PIECE_CHARS = 256;

  /// From how many characters on a text is long.
  int LONG_TEXT_CHARS = 4096;

  /// A part of the stream.
  ///
  /// @param text what goes over the wire, line ends included
  record DialectEvent(EventContent part, String text) {
    /// A server-sent event whose data repeat its type.
    static DialectEvent typed(EventContent part, String type, Json.Builder data) {
      String text = data.put("type", type).build().write();
      return new DialectEvent(part, "event: " + type + "\ndata: " + text + "\n\n");
    }
  }

  /// What an event says.
  enum EventContent {
    SAID,
    CALL,
    FINISH,
    END
  }

  /// The stream of an answer.
  ///
  /// @param request the request's number from 1, for ids that are unique in a session
  List<DialectEvent> events(PlainAnswer say, AnswerFault how, int request);

  /// The stream's media type.
  String mediaType();

  /// An event that says that something went wrong in the middle of a stream.
  String errorEvent(String message);

  /// An event in which what must not be null is null.
  String nullEvent();

  /// Noise that a reader must skip.
  String comment();

  /// The body of an error.
  Json.Obj error(String message, String code);

  /// What the provider says when the conversation is too long.
  Json.Obj contextTooLong();

  /// The request as Chat Completions would have it.
  default Json.Obj neutral(Json.Obj body) {
    return body;
  }

  /// What is wrong with a request by rules of this dialect alone.
  default List<String> violations(Json.Obj body) {
    return List.of();
  }

  /// The dialect of a chat request's path.
  static Optional<Dialect> ofPath(String method, String path) {
    if (!method.equals("POST")) {
      return Optional.empty();
    }
    if (path.endsWith("/v1/messages")) {
      return Optional.of(new AnthropicDialect());
    }
    if (path.endsWith("/responses")) {
      return Optional.of(new ResponsesDialect());
    }
    if (path.endsWith(":streamGenerateContent?alt=sse")) {
      return Optional.of(new GeminiDialect());
    }
    return path.endsWith("/chat/completions")
        ? Optional.of(new OpenAiDialect())
        : path.endsWith("/api/chat") ? Optional.of(new OllamaDialect()) : Optional.empty();
  }

  /// Cuts a text into deltas, or doesn't, where each is to arrive in one event.
  static List<String> pieces(String text, AnswerFault how) {
    return how == AnswerFault.ONE_PIECE && !text.isEmpty() ? List.of(text) : pieces(text);
  }

  /// Cuts a text into deltas, never through a character.
  static List<String> pieces(String text) {
    int size = text.length() > LONG_TEXT_CHARS ? LONG_PIECE_CHARS : PIECE_CHARS;
    List<String> pieces = new ArrayList<>();
    for (int from = 0; from < text.length(); ) {
      int to = Math.min(text.length(), from + size);
      if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
        to++;
      }
      pieces.add(text.substring(from, to));
      from = to;
    }
    return pieces;
  }
}
