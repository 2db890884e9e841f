// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.wire.adapter;

import dev.writ.engine.model.Image;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.json.JsonException;
import dev.writ.kernel.json.JsonReader;

/// Makes what a model once said acceptable to strict servers when it is sent back to them.
public final class Sendable {
  private static final int MAX_NAME_CHARS = 64;

  private Sendable() {}

  /// A call's arguments as an object; broken ones become the text of its one member.
  public static Json.Obj arguments(String text) {
    if (text.isBlank()) {
      return Json.Obj.EMPTY;
    }
    try {
      return JsonReader.readObject(text);
    } catch (JsonException _) {
      return Json.object().put("unparsable", text).build();
    }
  }

  /// A call's id with nothing in it but letters, digits, `_` and `-`.
  public static String id(String id) {
    return plain(id, Integer.MAX_VALUE);
  }

  /// An image as an address that holds its bytes.
  public static String dataUrl(Image image) {
    return "data:" + image.mediaType() + ";base64," + image.base64();
  }

  /// A tool's name with nothing in it but letters, digits, `_` and `-`.
  public static String name(String tool) {
    return plain(tool, MAX_NAME_CHARS);
  }

  private static String plain(String text, int most) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), most); i++) {
      char c = text.charAt(i);
      boolean plain =
          c == '_'
              || c == '-'
              || (c >= '0' && c <= '9')
              || (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z');
      name.append(plain ? c : '_');
    }
    return name.isEmpty() ? "unnamed" : name.toString();
  }
}
