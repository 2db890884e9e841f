// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import java.util.List;

/// What the scripted model does with one request.
public sealed interface ScriptTurn {
  /// The answer that this turn gives, or would give if it behaved.
  PlainAnswer say();

  /// A well-formed answer.
  ///
  /// @param finish the finish reason as the dialect writes it; empty for the natural one
  /// @param usage what the answer is said to cost
  record PlainAnswer(
      String text, String reasoning, List<ScriptedCall> calls, String finish, StatedUsage usage)
      implements ScriptTurn {
    public PlainAnswer {
      calls = List.copyOf(calls);
    }

    /// Text and calls.
    public PlainAnswer(String text, ScriptedCall... calls) {
      this(text, "", List.of(calls), "", StatedUsage.DEFAULT);
    }

    @Override
    public PlainAnswer say() {
      return this;
    }
  }

  /// An answer with something wrong about it.
  ///
  /// @param afterBytes how many bytes of the body are sent before the misbehaviour; -1 for not even
  ///     the headers
  /// @param delimited whether the body ends with the connection instead of being chunked, so that a
  ///     cut can't be told from an end by the framing
  record FaultyAnswer(AnswerFault how, int afterBytes, boolean delimited, PlainAnswer say)
      implements ScriptTurn {
    /// A chunked answer that misbehaves after so many bytes.
    public FaultyAnswer(AnswerFault how, int afterBytes, PlainAnswer say) {
      this(how, afterBytes, false, say);
    }
  }

  /// An HTTP error in the dialect's own form.
  ///
  /// @param retryAfter the Retry-After header; empty for none
  record ErrorStatus(int code, String retryAfter, String message) implements ScriptTurn {
    /// A status with the dialect's usual message.
    public ErrorStatus(int code) {
      this(code, "", "status " + code + " on purpose");
    }

    @Override
    public PlainAnswer say() {
      return new PlainAnswer("");
    }
  }

  /// A call of a tool.
  ///
  /// @param arguments JSON text, sent as it is
  /// @param id the id that the server gives it; empty for one made by the server
  record ScriptedCall(String tool, String arguments, String id) {
    /// A call whose id the server makes.
    public ScriptedCall(String tool, String arguments) {
      this(tool, arguments, "");
    }
  }

  /// Tokens an answer is said to cost.
  ///
  /// @param cached how many of the input were read from a cache, where the wire can tell
  record StatedUsage(long input, long output, long cached) {
    /// Tokens of which none came from a cache.
    public StatedUsage(long input, long output) {
      this(input, output, 0);
    }

    /// What is said where the script says nothing.
    public static final StatedUsage DEFAULT = new StatedUsage(100, 20);
  }

  /// What can be wrong with an answer.
  enum AnswerFault {
    /// The connection ends in an orderly way after some bytes.
    CUT_FIN,
    /// The connection is reset after some bytes.
    CUT_RST,
    /// Nothing more is sent after some bytes, until the client goes away.
    STALL,
    /// The stream ends in the middle of a call, with a perfect HTTP framing.
    HALF_CALL,
    /// After the finish reason the connection is cut, before the stream's own end.
    CUT_AFTER_FINISH,
    /// Bytes that are no protocol at all.
    GARBAGE,
    /// A login page with status 200.
    HTML,
    /// Status 200 and no body.
    EMPTY,
    /// Chunks whose choices (or message) are null.
    NULL_CHOICES,
    /// Usage numbers that are negative, texts or fractions.
    ODD_USAGE,
    /// A well-formed answer whose text, ids and tool lists are null wherever they could be.
    NULLS,
    /// All calls of the answer carry the same id.
    SAME_IDS,
    /// No call of the answer carries an id.
    NO_IDS,
    /// An error event in the middle of the stream: behind the event that reaches beyond the bytes.
    ERROR_EVENT,
    /// Everything is said but that it ends, with a perfect HTTP framing.
    NO_END,
    /// Texts and arguments come in one event each, however long they are.
    ONE_PIECE,
    /// One chunk and one packet per byte.
    BYTE_BY_BYTE,
    /// Lines end with CR LF.
    CRLF,
    /// Comments and unknown fields between the events.
    COMMENTS,
    /// The body is compressed.
    GZIP,
    /// 401 with the client's own key in the message.
    ECHO_KEY,
    /// The provider's way to say that the context is too long.
    CONTEXT_TOO_LONG,
    /// A redirect to `say().text()`.
    REDIRECT,
    /// One line that never ends.
    ENDLESS_LINE,
    /// What ends the answer is said twice.
    DUPLICATE_END,
    /// Every `ÿ` is sent as bytes that are no UTF-8.
    INVALID_UTF8
  }
}
