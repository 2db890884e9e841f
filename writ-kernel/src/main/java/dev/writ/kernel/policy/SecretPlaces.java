// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;

/// The places of secrets in a text of settings, as they are found.
final class SecretPlaces {
  /// Ends of names whose values are secrets; none of them ends another word (`bypass`).
  private static final Pattern TELLING =
      Pattern.compile(
          "(?i)(?:password|passwd|passphrase|(?<!by|com)pass|pwd|token|secret|extraheader|authorization"
              + "|(?:api|private)[-_.]?key|sonar[.]login)$");

  private static final Pattern PLAIN = Pattern.compile("(?i)true|false|[0-9]{1,5}");

  private final String text;
  private final BitSet lost = new BitSet();
  private final List<String> values = new ArrayList<>();

  SecretPlaces(String text) {
    this.text = text;
  }

  /// Whether a setting of this name is a secret because of it, or with this value.
  static boolean isSecret(String name, String value) {
    return !PLAIN.matcher(value).matches()
        && (TELLING.matcher(name).find() || LineSecrets.isSecret(name, value));
  }

  /// `${env.TOKEN}`, `$TOKEN`, `%TOKEN%`, `{encrypted}` (Maven's password encryption).
  static boolean isVariable(String given) {
    String value = given.strip();
    return value.startsWith("$")
        || (value.startsWith("%") && value.endsWith("%"))
        || (value.startsWith("{") && value.endsWith("}"));
  }

  /// A secret is between two indexes, unless that is the name of a variable, or nothing.
  void take(int start, int end) {
    String whole = text.substring(start, end);
    String value = whole.strip();
    if (!value.isEmpty() && !isVariable(value)) {
      int from = start + whole.indexOf(value);
      lost.set(from, from + value.length());
      look(value);
    }
  }

  /// A secret to look for in other texts, unless it is a word that many texts have.
  void look(String value) {
    if (!SecretValues.isOrdinary(value)) {
      values.add(value);
    }
  }

  List<String> values() {
    return values;
  }

  /// The text without them.
  String left() {
    StringBuilder left = new StringBuilder();
    int copied = 0;
    for (int from = lost.nextSetBit(0); from >= 0; from = lost.nextSetBit(copied)) {
      left.append(text, copied, from);
      copied = lost.nextClearBit(from);
    }
    return left.append(text, copied, text.length()).toString();
  }
}
