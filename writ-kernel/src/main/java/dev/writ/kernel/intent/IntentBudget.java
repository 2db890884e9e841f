// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// The limits on the spending for an intent, over all sessions.
///
/// @param iterations model requests made under it
/// @param costMicroUsd the largest sum of their costs, in millionths of a US dollar
/// @param changedLines lines added and removed together
public record IntentBudget(
    OptionalLong iterations, OptionalLong costMicroUsd, OptionalLong changedLines) {
  /// No limit.
  public static final IntentBudget NONE =
      new IntentBudget(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

  private static final int MICRO_DIGITS = 6;

  /// Whether it sets no limit.
  public boolean unlimited() {
    return iterations.isEmpty() && costMicroUsd.isEmpty() && changedLines.isEmpty();
  }

  /// The limits in words; empty if there is none.
  public String words() {
    List<String> parts = new ArrayList<>();
    iterations.ifPresent(n -> parts.add(n + " iterations"));
    costMicroUsd.ifPresent(n -> parts.add(usd(n) + " USD"));
    changedLines.ifPresent(n -> parts.add(n + " changed lines"));
    return String.join(", ", parts);
  }

  /// An amount as people write it.
  public static String usd(long micro) {
    String digits = Long.toString(micro);
    String padded = "0".repeat(Math.max(0, MICRO_DIGITS + 1 - digits.length())) + digits;
    int point = padded.length() - MICRO_DIGITS;
    String cents = padded.substring(point);
    int end = cents.length();
    while (end > 2 && cents.charAt(end - 1) == '0') {
      end--;
    }
    return padded.substring(0, point) + "." + cents.substring(0, end);
  }
}
