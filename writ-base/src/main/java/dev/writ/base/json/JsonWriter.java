// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.base.json;

import java.util.Map;

/// Writes JSON without blanks. Line breaks, controls and invisible characters are escaped, so that
/// a value is always one line of a log and harmless on a terminal.
final class JsonWriter {
  private static final String HEX = "0123456789ABCDEF";

  private JsonWriter() {}

  static String write(Json value) {
    StringBuilder out = new StringBuilder(256);
    write(value, out);
    return out.toString();
  }

  private static void write(Json value, StringBuilder out) {
    // No switch over the types: its table is spun at first use, which no start can wait for.
    if (value instanceof Json.Obj object) {
      object(object, out);
    } else if (value instanceof Json.Arr array) {
      array(array, out);
    } else if (value instanceof Json.Text text) {
      text(text.value(), out);
    } else if (value instanceof Json.Num number) {
      out.append(number.literal());
    } else if (value instanceof Json.Bool bool) {
      out.append(bool.value());
    } else {
      out.append("null");
    }
  }

  private static void object(Json.Obj object, StringBuilder out) {
    String separator = "{";
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      out.append(separator);
      text(member.getKey(), out);
      out.append(':');
      write(member.getValue(), out);
      separator = ",";
    }
    out.append(object.members().isEmpty() ? "{}" : "}");
  }

  private static void array(Json.Arr array, StringBuilder out) {
    String separator = "[";
    for (Json item : array.items()) {
      out.append(separator);
      write(item, out);
      separator = ",";
    }
    out.append(array.items().isEmpty() ? "[]" : "]");
  }

  private static void text(String text, StringBuilder out) {
    out.ensureCapacity(out.length() + text.length() + text.length() / 16 + 2); // some escapes
    out.append('"');
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        out.append(text, from, i);
        escape(c, out);
        from = i + 1;
      } else if (c >= 0x7F) {
        int code = text.codePointAt(i);
        int units = Character.charCount(code);
        if (InvisibleCharacters.contains(code)) {
          out.append(text, from, i);
          for (int unit = i; unit < i + units; unit++) {
            hex(text.charAt(unit), out.append('\\'));
          }
          from = i + units;
        }
        i += units - 1;
      }
    }
    out.append(text, from, text.length()).append('"');
  }

  private static void escape(char c, StringBuilder out) {
    out.append('\\');
    switch (c) {
      case '\b' -> out.append('b');
      case '\f' -> out.append('f');
      case '\n' -> out.append('n');
      case '\r' -> out.append('r');
      case '\t' -> out.append('t');
      case '"', '\\' -> out.append(c);
      default -> hex(c, out);
    }
  }

  private static void hex(char c, StringBuilder out) {
    out.append('u');
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.append(HEX.charAt((c >> shift) & 15));
    }
  }
}
