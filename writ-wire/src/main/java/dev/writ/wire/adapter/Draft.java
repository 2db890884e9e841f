// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.adapter;

import dev.writ.engine.model.Delta;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Reply;
import dev.writ.engine.model.Reply.Finish;
import dev.writ.engine.model.Reply.Trouble;
import dev.writ.engine.model.Usage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.wire.http.Exchange;
import dev.writ.wire.http.WireException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// An answer that grows while it streams in. It says nothing about whether the answer is complete.
public final class Draft {
  /// A single request can't cost more; greater numbers are a server's mistake.
  private static final long MAX_TOKENS = 1_000_000_000;

  /// More reasoning than any model's whole output.
  static final int MAX_REASONING_CHARS = 4 * 1024 * 1024;

  /// More text and arguments of calls than any model's whole output.
  static final int MAX_CONTENT_CHARS = 24 * 1024 * 1024;

  private final StringBuilder text = new StringBuilder();
  private final StringBuilder reasoning = new StringBuilder();
  private final Consumer<Delta> deltas;
  private long callChars;
  private long reported;

  /// @param deltas gets what is added
  public Draft(Consumer<Delta> deltas) {
    this.deltas = deltas;
  }

  /// Adds visible text.
  public void text(String piece) {
    if (!piece.isEmpty()) {
      text.append(piece);
      deltas.accept(new Delta.Text(piece));
    }
  }

  /// Adds reasoning.
  public void reasoning(String piece) {
    if (!piece.isEmpty()) {
      reasoning.append(piece);
      deltas.accept(new Delta.Reasoning(piece));
    }
  }

  /// Tells that a call has begun.
  public void callBegun(String tool) {
    callChars += 1L + tool.length();
    deltas.accept(new Delta.CallBegun(tool));
  }

  /// Counts a piece of a call's arguments.
  public void arguments(String piece) {
    callChars += piece.length();
  }

  /// Reports to the exchange whether the answer has grown since the last time.
  ///
  /// @throws WireException where it is longer than an answer can be
  public void reportTo(Exchange exchange) throws WireException {
    long content = text.length() + callChars;
    if (reasoning.length() > MAX_REASONING_CHARS) {
      throw exchange.malformed("more than " + MAX_REASONING_CHARS + " characters of reasoning");
    }
    if (content > MAX_CONTENT_CHARS) {
      throw exchange.malformed("more than " + MAX_CONTENT_CHARS + " characters");
    }
    long now = content + reasoning.length();
    if (now > reported) {
      reported = now;
      exchange.progressed();
    }
  }

  /// The reply, now that the provider's terminal event has arrived. An answer that says nothing at
  /// all is trouble: it must not pass for a silent success.
  public Reply complete(List<ToolCall> calls, Usage usage, Finish finish) {
    Finish told =
        switch (finish) {
          case STOP, CALLS -> calls.isEmpty() ? Finish.STOP : Finish.CALLS;
          case LENGTH, REFUSED -> finish;
        };
    if (told == Finish.STOP && text.isEmpty() && reasoning.isEmpty()) {
      return failed(Trouble.Kind.MALFORMED, "the model's answer is empty");
    }
    return new Reply.Complete(
        new Message.Assistant(text.toString(), reasoning.toString(), calls), usage, told);
  }

  /// A reply that failed.
  public static Reply failed(Trouble.Kind kind, String message) {
    return new Reply.Failed(new Trouble(kind, message));
  }

  /// A number of tokens as a provider tells it, 0 where it can't be one.
  public static long tokens(OptionalLong told) {
    long value = told.orElse(0);
    return value < 0 || value > MAX_TOKENS ? 0 : value;
  }
}
