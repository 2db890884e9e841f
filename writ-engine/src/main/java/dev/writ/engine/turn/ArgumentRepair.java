// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;

/// Repairs arguments that are almost JSON, mechanically: code fences, trailing commas, single
/// quotes, raw line breaks inside strings, unclosed brackets. Other arguments remain unchanged; the
/// gate then reports the place of the error. It never guesses values.
final class ArgumentRepair {
  /// Longer texts are not mended, in characters.
  private static final int MAX_CHARS = 1024 * 1024;

  /// @param changed whether the text was mended
  record Repaired(String text, boolean changed) {}

  private final String source;
  private final StringBuilder out = new StringBuilder();
  private final StringBuilder closers = new StringBuilder();
  private boolean cut;

  private ArgumentRepair(String source) {
    this.source = source;
  }

  static Repaired of(String text) {
    if (text.isBlank() || text.length() > MAX_CHARS || isObject(text)) {
      return new Repaired(text, false);
    }
    ArgumentRepair repair = new ArgumentRepair(unfenced(text.strip()));
    String mended = repair.mend();
    return !repair.cut && isObject(mended) ? new Repaired(mended, true) : new Repaired(text, false);
  }

  private static boolean isObject(String text) {
    try {
      JsonReader.readObject(text);
      return true;
    } catch (JsonException _) {
      return false;
    }
  }

  private static String unfenced(String text) {
    if (!text.startsWith("```")) {
      return text;
    }
    int from = text.indexOf('\n') + 1;
    int to = text.lastIndexOf("```");
    return text.substring(from, Math.max(from, to)).strip();
  }

  private String mend() {
    int i = 0;
    while (i < source.length()) {
      char c = source.charAt(i);
      if (c == '"' || c == '\'') {
        i = string(i + 1, c);
        continue;
      }
      switch (c) {
        case '{' -> closers.append('}');
        case '[' -> closers.append(']');
        case '}', ']' -> {
          dropTrailingComma();
          if (!closers.isEmpty()) {
            closers.setLength(closers.length() - 1);
          }
        }
        default -> {}
      }
      out.append(c);
      i++;
    }
    dropTrailingComma();
    return out.append(closers.reverse()).toString();
  }

  private void dropTrailingComma() {
    int end = out.length();
    while (end > 0 && Character.isWhitespace(out.charAt(end - 1))) {
      end--;
    }
    if (end > 0 && out.charAt(end - 1) == ',') {
      out.setLength(end - 1);
    }
  }

  /// Copies a string as JSON writes it; returns the index behind it.
  private int string(int from, char quote) {
    out.append('"');
    int i = from;
    while (i < source.length() && source.charAt(i) != quote) {
      char c = source.charAt(i);
      if (c == '\\' && i + 1 < source.length()) {
        char escaped = source.charAt(++i);
        out.append(escaped == '\'' ? "'" : "\\" + escaped);
      } else {
        switch (c) {
          case '\n' -> out.append("\\n");
          case '\r' -> out.append("\\r");
          case '\t' -> out.append("\\t");
          case '"' -> out.append("\\\"");
          default -> out.append(c);
        }
      }
      i++;
    }
    cut |= i >= source.length(); // half a text is not what was meant
    out.append('"');
    return i + 1;
  }
}
