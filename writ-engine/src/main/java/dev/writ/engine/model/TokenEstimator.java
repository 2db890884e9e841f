// Implements: docs/spec/04-conversation.md §4.1 (Limits)
package dev.writ.engine.model;

/// Estimates how many tokens a text has without a tokenizer. Today's tokenizers cut a text into
/// words, groups of digits, runs of signs and blanks before they look anything up; this counts such
/// pieces, and how many tokens a piece of its length usually takes. On program code, prose in
/// several scripts, logs and data it is within 20 % of a real tokenizer.
public final class TokenEstimator {
  /// Costs are summed in hundredths of a token.
  private static final int TOKEN = 100;

  private static final int DIGITS_PER_TOKEN = 3;

  /// A word of so many ASCII letters is mostly one token.
  private static final int COMMON_WORD = 8;

  /// The cost of each further letter of an ASCII word.
  private static final int FURTHER_LETTER = 16;

  /// The cost of a letter of a Latin, Greek or Cyrillic word after the first ones.
  private static final int FOREIGN_LETTER = 19;

  /// A syllable or ideograph of a script that is written without blanks.
  private static final int IDEOGRAPH = 68;

  /// A letter of any other script.
  private static final int OTHER_LETTER = 40;

  /// A picture, such as an emoji.
  private static final int PICTURE = 180;

  /// Signs that stand together beyond the first two.
  private static final int FURTHER_SIGN = 42;

  private final String text;
  private int at;
  private long cost;

  private TokenEstimator(String text) {
    this.text = text;
  }

  /// The estimated number of tokens.
  public static long tokens(String text) {
    TokenEstimator estimator = new TokenEstimator(text);
    estimator.read();
    return (estimator.cost + TOKEN - 1) / TOKEN;
  }

  private void read() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (isAsciiLetter(c)) {
        word();
      } else if (c >= '0' && c <= '9') {
        digits();
      } else if (c <= ' ') {
        blanks();
      } else if (c < 0x80) {
        signs();
      } else {
        beyondAscii();
      }
    }
  }

  private static boolean isAsciiLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isUpper(char c) {
    return c >= 'A' && c <= 'Z';
  }

  /// One part of a name such as `readFile`, or a word with its accented letters.
  private void word() {
    int from = at++;
    boolean upper = isUpper(text.charAt(from));
    boolean changed = false;
    int accents = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      boolean accented = c >= 0xC0 && c < 0x250;
      if (!isAsciiLetter(c) && !accented) {
        break;
      }
      boolean nowUpper = isUpper(c);
      if (nowUpper && !upper) {
        break; // a new part begins
      }
      changed |= !nowUpper && upper && at - from > 1;
      upper = nowUpper;
      accents += accented ? 1 : 0;
      at++;
    }
    int letters = at - from;
    boolean vowels = hasVowel(from);
    cost += TOKEN + (changed ? TOKEN / 2 : 0) + (long) accents * TOKEN / 2;
    boolean random = letters > 1 && isDigitAt(from - 1) && isDigitAt(at);
    cost += random || (letters > 3 && changed) ? TOKEN / 2 : 0;
    if (!vowels && letters > 2) {
      cost += (long) (letters - 2) * FURTHER_LETTER * 2; // no word, so no token of its own
    } else {
      cost += (long) Math.max(0, letters - COMMON_WORD) * FURTHER_LETTER;
    }
  }

  private boolean isDigitAt(int index) {
    return index >= 0 && index < text.length() && Character.isDigit(text.charAt(index));
  }

  private boolean hasVowel(int from) {
    for (int i = from; i < at; i++) {
      if ("aeiouyAEIOUY".indexOf(text.charAt(i)) >= 0 || text.charAt(i) >= 0xC0) {
        return true;
      }
    }
    return false;
  }

  private void digits() {
    int from = at++;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    cost += (long) (at - from + DIGITS_PER_TOKEN - 1) / DIGITS_PER_TOKEN * TOKEN;
  }

  /// One blank belongs to the word behind it; more are a token, and so are ends of lines that no
  /// sign stands before.
  private void blanks() {
    int from = at;
    boolean line = false;
    int indent = 0;
    while (at < text.length() && text.charAt(at) <= ' ') {
      boolean end = text.charAt(at) == '\n';
      line |= end;
      indent = end ? 0 : indent + 1;
      at++;
    }
    boolean sign = from > 0 && isSign(text.charAt(from - 1));
    cost += line && !sign ? TOKEN : 0;
    boolean digit = at < text.length() && Character.isDigit(text.charAt(at));
    cost += indent > 1 || (indent == 1 && digit) ? TOKEN : 0;
  }

  private static boolean isSign(char c) {
    return c > ' ' && c < 0x7F && !isAsciiLetter(c) && !(c >= '0' && c <= '9');
  }

  private void signs() {
    int from = at;
    boolean same = true;
    while (at < text.length() && isSign(text.charAt(at))) {
      same &= text.charAt(at) == text.charAt(from);
      at++;
    }
    at = Math.max(at, from + 1);
    int signs = at - from;
    cost +=
        TOKEN + (same ? (long) signs / 16 * TOKEN : (long) Math.max(0, signs - 2) * FURTHER_SIGN);
    boolean joins =
        signs == 1
            && at < text.length()
            && isAsciiLetter(text.charAt(at))
            && "._/-\\(\"'<[".indexOf(text.charAt(from)) >= 0;
    cost -= joins ? TOKEN / 3 : 0; // `.name` and `_name` are often one token
  }

  private void beyondAscii() {
    int c = text.codePointAt(at);
    int from = at;
    if (Character.isIdeographic(c) || isKana(c) || isHangul(c)) {
      cost += IDEOGRAPH;
      at += Character.charCount(c);
    } else if (Character.isLetter(c)) {
      boolean alphabet = c < 0x530;
      while (at < text.length()
          && Character.isLetter(text.codePointAt(at))
          && text.charAt(at) > 'z') {
        at += Character.charCount(text.codePointAt(at));
      }
      cost +=
          alphabet
              ? TOKEN + (long) Math.max(0, at - from - 4) * FOREIGN_LETTER
              : Math.max(TOKEN, (long) (at - from) * OTHER_LETTER);
    } else {
      cost += c >= 0x1F000 ? PICTURE : TOKEN;
      at += Character.charCount(c);
    }
  }

  private static boolean isKana(int c) {
    return c >= 0x3040 && c < 0x3100;
  }

  private static boolean isHangul(int c) {
    return c >= 0xAC00 && c < 0xD7B0;
  }
}
