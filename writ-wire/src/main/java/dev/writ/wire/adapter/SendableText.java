// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.wire.adapter;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.model.PersonImage;

/// Makes what a model once said acceptable to strict servers when it is sent back to them.
public final class SendableText {
  private static final int MAX_NAME_CHARS = 64;
  private static final int NINE = 9;
  private static final long HASH_FACTOR = 0x5DEECE66DL;

  private SendableText() {}

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

  /// A call's id of limited length; of a longer one the beginning and a hash.
  public static String id(String id, int most) {
    if (id.length() <= most) {
      return id;
    }
    String hash = Integer.toHexString(id.hashCode());
    return id.substring(0, most - hash.length() - 1) + "_" + hash;
  }

  /// A call's id of exactly nine letters and digits: the id itself where it is one, else a hash.
  public static String nineLetters(String id) {
    boolean fits = id.length() == NINE;
    for (int i = 0; fits && i < NINE; i++) {
      char c = id.charAt(i);
      fits = c != '_' && c != '-' && isPlain(c);
    }
    if (fits) {
      return id;
    }
    long hash = 1;
    for (int i = 0; i < id.length(); i++) {
      hash = hash * HASH_FACTOR + id.charAt(i);
    }
    String digits = Long.toUnsignedString(hash, Character.MAX_RADIX);
    return ("0".repeat(NINE) + digits).substring(digits.length());
  }

  /// An image as an address that holds its bytes.
  public static String dataUrl(PersonImage image) {
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
      name.append(isPlain(c) ? c : '_');
    }
    return name.isEmpty() ? "unnamed" : name.toString();
  }

  private static boolean isPlain(char c) {
    return c == '_'
        || c == '-'
        || (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z');
  }
}
