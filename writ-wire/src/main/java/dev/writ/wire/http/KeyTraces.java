// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;

/// Finds a key in a text: whole, in part, in Base64 and percent-encoded.
public final class KeyTraces {
  /// The shortest beginning of a trace that can be recognised.
  public static final int MIN_CHARS = 4;

  /// A shorter text is not a secret, and hiding it would garble messages.
  private static final int MIN_KEY_CHARS = 6;

  /// The shortest part of a key that is hidden.
  private static final int MIN_PART_CHARS = 8;

  /// The shortest key that nobody would write by accident.
  private static final int MIN_RANDOM_CHARS = 16;

  /// As much as [#MIN_PART_CHARS] in Base64, and percent-encoded.
  private static final int MIN_BASE64_CHARS = 11;

  private static final int MIN_PERCENT_CHARS = 3 * MIN_PART_CHARS;

  /// What providers put before every key: it is public, and texts about keys have it.
  private static final List<String> PREFIXES =
      List.of(
          "sk-ant-api03-", "sk-ant-oat01-", "sk-svcacct-", "sk-or-v1-", "sk-proj-", "github_pat_");

  private static final String HEX = "0123456789ABCDEF";

  private static final int BEGINNINGS = 1 << 16;

  private final List<Form> forms = new ArrayList<>();
  private final BitSet beginnings = new BitSet(BEGINNINGS);

  /// A way to write a key.
  ///
  /// @param part the length from which a part of it is a trace
  private record Form(String text, int part) {}

  private KeyTraces(String key) {
    add(key, Math.min(MIN_PART_CHARS, key.length()));
  }

  /// The traces of a key as it is. A key that is too short to be one has none.
  static KeyTraces plain(String key) {
    return new KeyTraces(key.length() < MIN_KEY_CHARS ? "" : key);
  }

  /// The traces of a key in an answer, also encoded; without what is public of it. A word that
  /// local servers take for a key, such as “not-needed”, has none.
  public static KeyTraces inAnswer(SecretText key) {
    String body = withoutPrefix(key.value());
    if (body.length() < MIN_RANDOM_CHARS || !hasDigit(body)) {
      return plain("");
    }
    KeyTraces traces = plain(body);
    for (int before = 0; before < 3; before++) {
      String base64 = base64(key.value(), before);
      traces.add(base64, MIN_BASE64_CHARS);
      traces.add(base64.replace('+', '-').replace('/', '_'), MIN_BASE64_CHARS);
    }
    String percent = percent(body);
    traces.add(percent, MIN_PERCENT_CHARS);
    traces.add(lower(percent), MIN_PERCENT_CHARS);
    return traces;
  }

  private static boolean hasDigit(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= '0' && text.charAt(i) <= '9') {
        return true;
      }
    }
    return false;
  }

  private static String withoutPrefix(String key) {
    for (String prefix : PREFIXES) {
      if (key.startsWith(prefix) && key.length() >= prefix.length() + MIN_RANDOM_CHARS) {
        return key.substring(prefix.length());
      }
    }
    return key;
  }

  /// The part of the key's Base64 that does not depend on its neighbours.
  private static String base64(String key, int before) {
    byte[] bytes = (" ".repeat(before) + key).getBytes(StandardCharsets.UTF_8);
    String text = Base64.getEncoder().withoutPadding().encodeToString(bytes);
    int from = before == 0 ? 0 : before + 1;
    return text.substring(from, Math.max(from, bytes.length / 3 * 4));
  }

  private static String percent(String key) {
    StringBuilder text = new StringBuilder();
    for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
      text.append('%').append(HEX.charAt((b >> 4) & 0xf)).append(HEX.charAt(b & 0xf));
    }
    return text.toString();
  }

  private static String lower(String percent) {
    StringBuilder text = new StringBuilder(percent);
    for (int i = 0; i < text.length(); i++) {
      text.setCharAt(i, Character.toLowerCase(text.charAt(i)));
    }
    return text.toString();
  }

  private void add(String text, int part) {
    if (text.length() < part || text.isEmpty()) {
      return;
    }
    forms.add(new Form(text, part));
    for (int i = 0; i + MIN_CHARS <= text.length(); i++) {
      beginnings.set(beginning(text, i));
    }
  }

  private static int beginning(CharSequence text, int at) {
    int hash = 0;
    for (int i = at; i < at + MIN_CHARS; i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return (hash ^ (hash >>> 16)) & (BEGINNINGS - 1);
  }

  /// How the text at a place relates to the key.
  ///
  /// @param length how many characters from there on are a trace; 0 for none
  /// @param open whether all characters from there to the end may be the beginning of one
  public record KeyMatch(int length, boolean open) {
    private static final KeyMatch NONE = new KeyMatch(0, false);
  }

  /// The match at a place of a text.
  public KeyMatch at(CharSequence text, int from) {
    if (from + MIN_CHARS > text.length() || !beginnings.get(beginning(text, from))) {
      return KeyMatch.NONE;
    }
    int longest = 0;
    boolean open = false;
    for (Form form : forms) {
      int length = common(form.text(), text, from);
      open |= length >= MIN_CHARS && from + length == text.length();
      longest = length >= form.part() ? Math.max(longest, length) : longest;
    }
    return new KeyMatch(longest, open);
  }

  /// The length of the longest part of a form that begins the text at a place.
  private static int common(String form, CharSequence text, int from) {
    int longest = 0;
    for (int start = 0; start + longest < form.length(); start++) {
      int length = 0;
      while (start + length < form.length()
          && from + length < text.length()
          && form.charAt(start + length) == text.charAt(from + length)) {
        length++;
      }
      longest = Math.max(longest, length);
    }
    return longest;
  }

  /// The text with a mask in place of each trace.
  public String mask(String text, String mask) {
    StringBuilder clean = new StringBuilder(text.length());
    int shown = 0;
    for (int i = 0; i < text.length(); ) {
      int length = at(text, i).length();
      if (length > 0) {
        clean.append(text, shown, i).append(mask);
        shown = i + length;
      }
      i += Math.max(1, length);
    }
    return shown == 0 ? text : clean.append(text, shown, text.length()).toString();
  }
}
