// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.adapter;

import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.wire.http.KeyTraces;
import dev.writ.wire.http.SecretText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Takes the key that a provider was sent out of its answer, before any of it is shown or recorded.
public final class AnswerMask {
  private final @Nullable KeyTraces traces;

  /// @param key the key of the request; null for none
  public AnswerMask(@Nullable SecretText key) {
    this.traces = key == null ? null : KeyTraces.inAnswer(key);
  }

  /// The text without the key.
  public String whole(String text) {
    return traces == null ? text : traces.mask(text, SecretMasker.MASK);
  }

  /// The calls without the key in them. One with a mask in its arguments is refused later.
  List<ToolCall> calls(List<ToolCall> calls) {
    List<ToolCall> clean = new ArrayList<>(calls.size());
    for (ToolCall call : calls) {
      clean.add(new ToolCall(mended(call.id()), mended(call.tool()), mended(call.arguments())));
    }
    return clean;
  }

  private String mended(String text) {
    return whole(SplitPairs.mended(text));
  }

  /// A text that streams in.
  Streamed stream() {
    return new Streamed();
  }

  /// Masks a text that streams in. Only characters that may be the beginning of the key wait for
  /// the next piece; at most three characters of it are shown before it is recognised.
  final class Streamed {
    private final StringBuilder seen = new StringBuilder();

    /// How many characters of `seen` were handed out already.
    private int shown;

    private boolean masked;

    /// The text that can be shown now that a piece has arrived.
    String next(String piece) {
      if (traces == null) {
        return piece;
      }
      seen.append(piece);
      return shown(traces, false);
    }

    /// The rest of the text.
    String end() {
      return traces == null ? "" : shown(traces, true);
    }

    /// Whether something was masked.
    boolean hasMasked() {
      return masked;
    }

    private String shown(KeyTraces key, boolean last) {
      StringBuilder out = new StringBuilder(seen.length());
      int at = 0;
      while (at < seen.length()) {
        KeyTraces.KeyMatch match = key.at(seen, at);
        if (match.open() && !last) {
          break;
        }
        if (match.length() > 0) {
          masked = true;
          out.append(SecretMasker.MASK);
          at += match.length();
          shown = Math.max(shown, at);
          continue;
        }
        if (at >= shown) {
          out.append(seen.charAt(at));
        }
        at++;
      }
      shown = Math.max(shown, at);
      int kept = at < seen.length() ? at : Math.max(0, seen.length() - (KeyTraces.MIN_CHARS - 1));
      seen.delete(0, kept);
      shown = Math.max(0, shown - kept);
      return out.toString();
    }
  }
}
