// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.search;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/// A pattern without its conditions on what stands beside a match: `^`, `$`, `\b`, `\B`, `\A` and
/// `\z` (RE2's syntax has no others). It matches in every text in a part of which the pattern
/// matches, so a text without such a match needs no closer look.
final class UnanchoredPattern {
  private static final String CONDITIONS = "bBAz";

  private UnanchoredPattern() {}

  /// The same pattern without conditions; empty where that can't be said.
  static Optional<Pattern> of(Pattern pattern) {
    String regex = pattern.pattern();
    if (regex.contains("\\Q")) {
      return Optional.empty();
    }
    StringBuilder kept = new StringBuilder();
    boolean inClass = false;
    for (int i = 0; i < regex.length(); i++) {
      char c = regex.charAt(i);
      if (c == '\\' && i + 1 < regex.length()) {
        i++;
        if (inClass || CONDITIONS.indexOf(regex.charAt(i)) < 0) {
          kept.append(c).append(regex.charAt(i));
        }
      } else if (inClass) {
        inClass = c != ']';
        kept.append(c);
      } else if (c == '[') {
        inClass = true;
        int first = regex.startsWith("^", i + 1) ? i + 2 : i + 1;
        int end = regex.startsWith("]", first) ? first + 1 : first; // it stands for itself there
        kept.append(regex, i, end);
        i = end - 1;
      } else if (c != '^' && c != '$') {
        kept.append(c);
      }
    }
    try {
      return Optional.of(Pattern.compile(kept.toString(), pattern.flags()));
    } catch (PatternSyntaxException _) {
      return Optional.empty(); // something repeats a condition
    }
  }
}
