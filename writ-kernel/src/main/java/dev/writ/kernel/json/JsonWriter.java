// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.kernel.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Map;

/// Writes JSON without blanks; what it writes never contains a raw line break, so that a value is
/// always one line of a log.
final class JsonWriter {
  private static final JsonStringEncoder ENCODER = JsonStringEncoder.getInstance();

  private JsonWriter() {}

  static String write(Json value) {
    StringBuilder out = new StringBuilder(256);
    write(value, out);
    return out.toString();
  }

  private static void write(Json value, StringBuilder out) {
    switch (value) {
      case Json.Obj(Map<String, Json> members) -> {
        String separator = "{";
        for (Map.Entry<String, Json> member : members.entrySet()) {
          out.append(separator);
          text(member.getKey(), out);
          out.append(':');
          write(member.getValue(), out);
          separator = ",";
        }
        out.append(members.isEmpty() ? "{}" : "}");
      }
      case Json.Arr array -> {
        String separator = "[";
        for (Json item : array.items()) {
          out.append(separator);
          write(item, out);
          separator = ",";
        }
        out.append(array.items().isEmpty() ? "[]" : "]");
      }
      case Json.Text(String text) -> text(text, out);
      case Json.Num(String literal) -> out.append(literal);
      case Json.Bool(boolean bool) -> out.append(bool);
      case Json.Null _ -> out.append("null");
    }
  }

  private static void text(String text, StringBuilder out) {
    out.append('"');
    ENCODER.quoteAsString(text, out);
    out.append('"');
  }
}
