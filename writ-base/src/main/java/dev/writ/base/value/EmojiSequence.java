// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.base.value;

import java.util.Arrays;

/// Recognizes emoji of several code points whose invisible parts every font knows: keycaps, three
/// flags of parts of a country, and pictures that a joiner makes one (Unicode's RGI sequences, by
/// pairs of neighbours). A joiner, selector or tag in any other place could carry hidden text.
final class EmojiSequence {
  private static final int FIRST_SYMBOL = 0x2000;
  private static final int JOINER = 0x200D;
  private static final int COLOURED = 0xFE0F;
  private static final int BLACK_FLAG = 0x1F3F4;

  /// The flags of England, Scotland and Wales, as tags.
  private static final String[] REGIONS = {"gbeng", "gbsct", "gbwls"};

  private static final int LAST_TAG = 0xE007F;
  private static final int MAN = 0x1F468;
  private static final int WOMAN = 0x1F469;
  private static final int ADULT = 0x1F9D1;
  private static final int FEMALE = 0x2640;
  private static final int MALE = 0x2642;
  private static final int RIGHTWARDS = 0x27A1;

  /// What follows an adult: a work, hair, a hand, a heart, a kiss, a family. Sorted.
  private static final int[] OF_ADULTS = {
    0x2695, 0x2696, 0x2708, 0x2764, 0x1F33E, 0x1F373, 0x1F37C, 0x1F384, 0x1F393, 0x1F3A4, 0x1F3A8,
    0x1F3EB, 0x1F3ED, 0x1F430, 0x1F466, 0x1F467, 0x1F468, 0x1F469, 0x1F4BB, 0x1F4BC, 0x1F527,
    0x1F52C, 0x1F680, 0x1F692, 0x1F91D, 0x1F9AF, 0x1F9B0, 0x1F9B1, 0x1F9B2, 0x1F9B3, 0x1F9BC,
    0x1F9BD, 0x1F9D1, 0x1F9D2, 0x1FA70, 0x1FAEF,
  };

  /// Those of several people or of none, which have a gender and no colour of skin. Sorted.
  private static final int[] WITH_GENDER = {0x1F46F, 0x1F93C, 0x1F9DE, 0x1F9DF};

  /// Any other pair of neighbours, first and second by turns.
  private static final int[] PAIRS = {
    0x2764,
    0x1F525,
    0x2764,
    0x1FA79,
    0x2764,
    MAN,
    0x2764,
    WOMAN,
    0x2764,
    ADULT,
    0x2764,
    0x1F48B,
    0x1F48B,
    MAN,
    0x1F48B,
    WOMAN,
    0x1F48B,
    ADULT,
    0x1F91D,
    MAN,
    0x1F91D,
    WOMAN,
    0x1F91D,
    ADULT,
    0x1F430,
    MAN,
    0x1F430,
    WOMAN,
    0x1F430,
    ADULT,
    0x1FAEF,
    MAN,
    0x1FAEF,
    WOMAN,
    0x1FAEF,
    ADULT,
    0x1F466,
    0x1F466,
    0x1F467,
    0x1F466,
    0x1F467,
    0x1F467,
    0x1F9D2,
    0x1F9D2,
    0x1F3F3,
    0x1F308,
    0x1F3F3,
    0x26A7,
    BLACK_FLAG,
    0x2620,
    0x1F6B6,
    RIGHTWARDS,
    0x1F3C3,
    RIGHTWARDS,
    0x1F9CE,
    RIGHTWARDS,
    0x1F408,
    0x2B1B,
    0x1F426,
    0x2B1B,
    0x1F426,
    0x1F525,
    0x1F415,
    0x1F9BA,
    0x1F43B,
    0x2744,
    0x1F441,
    0x1F5E8,
    0x1F62E,
    0x1F4A8,
    0x1F635,
    0x1F4AB,
    0x1F636,
    0x1F32B,
    0x1F642,
    0x2194,
    0x1F642,
    0x2195,
    0x1F34B,
    0x1F7E9,
    0x1F344,
    0x1F7EB,
    0x26D3,
    0x1F4A5,
    0x1FAF1,
    0x1FAF2,
    0x1F9AF,
    RIGHTWARDS,
    0x1F9BC,
    RIGHTWARDS,
    0x1F9BD,
    RIGHTWARDS,
  };

  private final String text;
  private int at;

  private EmojiSequence(String text, int at) {
    this.text = text;
    this.at = at;
  }

  /// The index behind the known sequence that begins at an index, or behind the one character
  // there.
  static int end(String text, int start) {
    int first = text.codePointAt(start);
    EmojiSequence sequence = new EmojiSequence(text, start + Character.charCount(first));
    if (first < FIRST_SYMBOL) {
      return sequence.isKeycapOf(first) ? start + 3 : sequence.at;
    }
    if (Character.isEmoji(first) && !(first == BLACK_FLAG && sequence.passRegion())) {
      sequence.passJoined(first);
    }
    return sequence.at;
  }

  private int next() {
    return at < text.length() ? text.codePointAt(at) : -1;
  }

  private boolean isKeycapOf(int digit) {
    return ((digit >= '0' && digit <= '9') || digit == '#' || digit == '*')
        && text.startsWith("\uFE0F\u20E3", at);
  }

  private boolean passRegion() {
    for (String region : REGIONS) {
      StringBuilder tags = new StringBuilder();
      region.chars().forEach(letter -> tags.appendCodePoint(0xE0000 + letter));
      tags.appendCodePoint(LAST_TAG);
      if (text.startsWith(tags.toString(), at)) {
        at += tags.length();
        return true;
      }
    }
    return false;
  }

  /// Goes behind the first emoji's look and each emoji that is joined to the one before.
  private void passJoined(int first) {
    int before = first;
    passLook(before);
    while (next() == JOINER
        && at + 1 < text.length()
        && areNeighbours(before, text.codePointAt(at + 1))) {
      before = text.codePointAt(at + 1);
      at += 1 + Character.charCount(before);
      passLook(before);
    }
  }

  /// Goes behind an emoji's colour of skin or its coloured form.
  private void passLook(int emoji) {
    if (isSkin(next()) && Character.isEmojiModifierBase(emoji)) {
      at += 2;
    } else if (next() == COLOURED) {
      at++;
    }
  }

  private static boolean isSkin(int code) {
    return code >= 0x1F3FB && code <= 0x1F3FF;
  }

  private static boolean areNeighbours(int first, int second) {
    if (!Character.isEmoji(second)) {
      return false; // of a later version of Unicode than this JDK's
    }
    if (second == FEMALE || second == MALE) {
      return Character.isEmojiModifierBase(first) || Arrays.binarySearch(WITH_GENDER, first) >= 0;
    }
    if (second == RIGHTWARDS && (first == FEMALE || first == MALE)) {
      return true;
    }
    if (first == MAN || first == WOMAN || first == ADULT) {
      return Arrays.binarySearch(OF_ADULTS, second) >= 0;
    }
    for (int i = 0; i < PAIRS.length; i += 2) {
      if (PAIRS[i] == first && PAIRS[i + 1] == second) {
        return true;
      }
    }
    return false;
  }
}
