// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.status;

import java.time.Duration;

/// Amounts in few characters.
public final class AmountText {
  private static final int THOUSAND = 1000;

  private AmountText() {}

  /// A number of tokens, such as `950`, `3.2k`, `45k`, `1.3M`.
  public static String tokens(long n) {
    if (n < THOUSAND) {
      return Long.toString(n);
    }
    return n < THOUSAND * THOUSAND ? tenths(n, THOUSAND) + "k" : tenths(n, 1_000_000) + "M";
  }

  private static String tenths(long n, long unit) {
    long tenths = n * 10 / unit;
    return tenths >= 100 || tenths % 10 == 0
        ? Long.toString(tenths / 10)
        : tenths / 10 + "." + tenths % 10;
  }

  /// A time, such as `7s`, `2m05s`, `1h02m`.
  public static String time(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < 60) {
      return seconds + "s";
    }
    long minutes = seconds / 60;
    return minutes < 60
        ? minutes + "m" + two(seconds % 60) + "s"
        : minutes / 60 + "h" + two(minutes % 60) + "m";
  }

  private static String two(long n) {
    return (n < 10 ? "0" : "") + n;
  }

  /// An amount of money, such as `$0.0123`, `$1.25`.
  public static String dollars(long microUsd) {
    long tenThousandths = microUsd / 100;
    String whole = "$" + tenThousandths / 10_000 + ".";
    String rest = Long.toString(10_000 + tenThousandths % 10_000).substring(1);
    return whole + (tenThousandths >= 10_000 ? rest.substring(0, 2) : rest);
  }
}
