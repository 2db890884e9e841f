// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The rules for ids of intents.
public final class IntentId {
  /// The longest id, in characters.
  public static final int MAX_CHARS = 64;

  /// How much of a bad id a message shows.
  private static final int SHOWN_CHARS = 80;

  /// Words that other YAML readers do not treat as text.
  private static final Set<String> AMBIGUOUS =
      Set.of("yes", "no", "on", "off", "y", "n", "true", "false", "null", "nan", "inf");

  /// The prefix of session intents' ids.
  private static final String OF_SESSIONS = "INT-S-";

  private IntentId() {}

  /// Whether an intent was made for a request, and not declared.
  public static boolean isOfSession(String id) {
    return id.startsWith(OF_SESSIONS);
  }

  /// The error in an id; empty for a valid one.
  public static String problem(String id) {
    if (id.isEmpty() || id.length() > MAX_CHARS || !plain(id)) {
      return ("the intent id '%s' may have letters, digits, '.', '_' and '-', and begins"
              + " with a letter or digit; at most %d")
          .formatted(shown(id), MAX_CHARS);
    }
    String lower = id.toLowerCase(Locale.ROOT);
    if (AMBIGUOUS.contains(lower) || isNumber(lower)) {
      return "the intent id '%s' is not a text to other readers of YAML; name it INT-%s"
          .formatted(id, id);
    }
    if (lower.startsWith(OF_SESSIONS.toLowerCase(Locale.ROOT))) {
      return "ids that begin with %s are reserved for requests; choose another id"
          .formatted(OF_SESSIONS);
    }
    return "";
  }

  private static boolean plain(String id) {
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      boolean alphanumeric =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!alphanumeric && (i == 0 || (c != '.' && c != '_' && c != '-'))) {
        return false;
      }
    }
    return true;
  }

  /// Whether a reader may treat it as a number, date or time: `1e3`, `0x1F`, `0o7`, `1_000`,
  /// `2025-01-02`.
  private static boolean isNumber(String lower) {
    if (lower.startsWith("0x") || lower.startsWith("0o") || lower.startsWith("0b")) {
      return true;
    }
    boolean digits = false;
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit && c != '.' && c != '_' && c != '-' && c != 'e') {
        return false;
      }
      digits |= digit;
    }
    return digits;
  }

  /// The next free id of the usual form.
  public static String next(List<Intent> all) {
    int highest = 0;
    for (Intent intent : all) {
      String id = intent.id();
      if (id.startsWith("INT-") && id.length() > 4 && id.length() <= 12) {
        try {
          highest = Math.max(highest, Integer.parseInt(id.substring(4)));
        } catch (NumberFormatException _) {
          // It is called otherwise.
        }
      }
    }
    String number = Integer.toString(highest + 1);
    return "INT-" + "0".repeat(Math.max(0, 3 - number.length())) + number;
  }

  /// A bad id as a message shows it: nothing in it can pass for something else.
  private static String shown(String id) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < Math.min(id.length(), SHOWN_CHARS); i++) {
      char c = id.charAt(i);
      if (c >= ' ' && c < 0x7f) {
        shown.append(c);
      } else {
        shown.append("\\u").append(Integer.toHexString(0x10000 | c).substring(1));
      }
    }
    return id.length() > SHOWN_CHARS ? shown + "…" : shown.toString();
  }
}
