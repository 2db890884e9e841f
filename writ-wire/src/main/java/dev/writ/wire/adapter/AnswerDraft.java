// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.adapter;

import dev.writ.base.value.GrowingText;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An answer that grows while it streams in. It says nothing about whether the answer is complete.
public final class AnswerDraft {
  /// A single request can't cost more; greater numbers are a server's mistake.
  private static final long MAX_TOKENS = 1_000_000_000;

  /// More reasoning than any model's whole output.
  static final int MAX_REASONING_CHARS = 4 * 1024 * 1024;

  /// More text and arguments of calls than any model's whole output.
  static final int MAX_CONTENT_CHARS = 24 * 1024 * 1024;

  private final GrowingText text = new GrowingText();
  private final List<ReasoningBlock> reasoning = new ArrayList<>();
  private final String provider;
  private final AnswerMask mask;
  private final AnswerMask.Streamed visible;
  private final SplitPairs pairs = new SplitPairs();
  private final Consumer<AnswerDelta> deltas;
  private @Nullable OpenBlock open;
  private int calls;
  private long callChars;
  private long reasoningChars;
  private long reported;

  /// @param provider the provider that answers
  /// @param mask takes the key of the request out of what is added
  /// @param deltas gets what is added
  public AnswerDraft(String provider, AnswerMask mask, Consumer<AnswerDelta> deltas) {
    this.provider = provider;
    this.mask = mask;
    this.visible = mask.stream();
    this.deltas = deltas;
  }

  /// A block of reasoning that still grows.
  private record OpenBlock(
      String kind,
      Streams streams,
      StringBuilder text,
      StringBuilder signature,
      int charsBefore,
      int callsBefore) {
    AnswerMask.Streamed masked() {
      return streams.masked();
    }

    SplitPairs pairs() {
      return streams.pairs();
    }
  }

  /// What the pieces of a text go through.
  private record Streams(AnswerMask.Streamed masked, SplitPairs pairs) {}

  /// Adds visible text.
  public void text(String piece) {
    if (!piece.isEmpty()) {
      show(visible.next(pairs.next(piece)));
    }
  }

  private void showRest() {
    show(visible.next(pairs.end()));
    show(visible.end());
  }

  private void show(String piece) {
    if (!piece.isEmpty()) {
      text.append(piece);
      deltas.accept(new AnswerDelta.TextDelta(piece));
    }
  }

  /// Adds reasoning to the open block; where none is open, to a new one without a kind.
  public void reasoning(String piece) {
    if (!piece.isEmpty()) {
      reasoningChars += piece.length();
      show(open(), open().masked().next(open().pairs().next(piece)));
    }
  }

  private void show(OpenBlock block, String piece) {
    if (!piece.isEmpty()) {
      block.text().append(piece);
      deltas.accept(new AnswerDelta.Reasoning(piece));
    }
  }

  /// Adds to the signature of the open block; where none is open, of a new one.
  public void signature(String piece) {
    if (!piece.isEmpty()) {
      open().signature().append(piece);
      callChars += piece.length();
    }
  }

  /// Begins a block of reasoning behind the text and the calls so far.
  public void beginBlock(String kind) {
    endBlock();
    showRest();
    open =
        new OpenBlock(
            kind,
            new Streams(mask.stream(), new SplitPairs()),
            new StringBuilder(),
            new StringBuilder(),
            text.length(),
            calls);
  }

  /// Ends the open block; one without text and signature is dropped.
  public void endBlock() {
    OpenBlock block = open;
    open = null;
    if (block == null) {
      return;
    }
    show(block, block.masked().next(block.pairs().end()));
    show(block, block.masked().end());
    String signature = block.masked().hasMasked() ? "" : signature(block);
    if (!block.text().isEmpty() || !signature.isEmpty()) {
      reasoning.add(
          new ReasoningBlock(
              provider,
              mask.whole(block.kind()),
              block.text().toString(),
              signature,
              block.charsBefore(),
              block.callsBefore()));
    }
  }

  /// The signature; none where it has the key in it.
  private String signature(OpenBlock block) {
    String told = block.signature().toString();
    return mask.whole(told).equals(told) ? told : "";
  }

  private OpenBlock open() {
    if (open == null) {
      beginBlock("");
    }
    return Objects.requireNonNull(open);
  }

  /// Whether there is visible text.
  public boolean hasText() {
    return !text.isEmpty();
  }

  /// Reports the begin of a call.
  public void callBegun(String tool) {
    calls++;
    callChars += 1L + tool.length();
    showRest();
    deltas.accept(new AnswerDelta.CallBegun(mask.whole(tool)));
  }

  /// Counts a piece of a call's arguments.
  public void arguments(String piece) {
    callChars += piece.length();
  }

  /// Reports to the exchange whether the answer has grown since the last time.
  ///
  /// @throws WireException where it is longer than an answer can be
  public void reportTo(HttpExchange exchange) throws WireException {
    Optional<String> excess = excess();
    if (excess.isPresent()) {
      throw exchange.malformed(excess.get());
    }
    if (grown()) {
      exchange.progressed();
    }
  }

  /// The part of an answer that exceeds its limit; empty if none does.
  public Optional<String> excess() {
    if (reasoningChars > MAX_REASONING_CHARS) {
      return Optional.of("more than " + MAX_REASONING_CHARS + " characters of reasoning");
    }
    return text.length() + callChars > MAX_CONTENT_CHARS
        ? Optional.of("more than " + MAX_CONTENT_CHARS + " characters")
        : Optional.empty();
  }

  /// Whether the answer has grown since this was asked last.
  public boolean grown() {
    long now = text.length() + callChars + reasoningChars;
    boolean more = now > reported;
    reported = now;
    return more;
  }

  /// The reply, now that the provider's terminal event has arrived. An answer that says nothing at
  /// all is trouble: it must not pass for a silent success.
  public ModelReply complete(List<ToolCall> calls, TokenUsage usage, FinishReason finish) {
    endBlock();
    showRest();
    FinishReason told =
        switch (finish) {
          case STOP, CALLS -> calls.isEmpty() ? FinishReason.STOP : FinishReason.CALLS;
          case LENGTH, REFUSED -> finish;
        };
    if (told == FinishReason.STOP && text.isEmpty() && reasoning.isEmpty()) {
      return failed(ProviderError.ProviderErrorKind.MALFORMED, "the model's answer is empty");
    }
    return new ModelReply.Complete(
        new Message.Assistant(text.toString(), reasoning, mask.calls(calls)), usage, told);
  }

  /// A reply that failed.
  public static ModelReply failed(ProviderError.ProviderErrorKind kind, String message) {
    return new ModelReply.FailedReply(new ProviderError(kind, message));
  }

  /// A number of tokens from a provider, 0 if it is impossible.
  public static long tokens(OptionalLong told) {
    long value = told.orElse(0);
    return value < 0 || value > MAX_TOKENS ? 0 : value;
  }
}
