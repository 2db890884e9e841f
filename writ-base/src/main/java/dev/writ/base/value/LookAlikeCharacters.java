// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.base.value;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;

/// Finds the characters of a line that pass for others: letters of another script within a word,
/// words that consist only of letters that look Latin, compatibility forms of ASCII, accents that
/// stand alone, and blanks at the end.
final class LookAlikeCharacters {
  /// Letters of Cyrillic, Greek and Armenian that look like Latin ones.
  private static final String LATIN_SHAPES =
      "аеорсухіјѕһԁԛԝӏгпԍАВЕЅІЈКМНОРСТУХҮԌԜЅ" + "ονιρκαυγωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "օոսհցզգղքռՕՍՏ";

  /// Scripts with many letters that look Latin, in which program file names are unusual.
  private static final Set<UnicodeScript> LATIN_SHAPED =
      EnumSet.of(
          UnicodeScript.CHEROKEE,
          UnicodeScript.COPTIC,
          UnicodeScript.DESERET,
          UnicodeScript.GOTHIC,
          UnicodeScript.LISU,
          UnicodeScript.OLD_ITALIC,
          UnicodeScript.OSAGE,
          UnicodeScript.WARANG_CITI);

  /// Scripts that are written together with Latin without a blank, and look unlike it.
  private static final Set<UnicodeScript> BESIDE_LATIN =
      EnumSet.of(
          UnicodeScript.BOPOMOFO,
          UnicodeScript.HAN,
          UnicodeScript.HANGUL,
          UnicodeScript.HIRAGANA,
          UnicodeScript.KATAKANA);

  /// Latin letters and punctuation that pass for ASCII and have no compatibility form.
  private static final String ASCII_SHAPES = "ɑɡıɩʟɴʀƽǀ‐‑‒–−∕⁄⧸⁎∗ꞌ";

  private final int[] codes;
  private final BitSet found = new BitSet();

  private LookAlikeCharacters(int[] codes) {
    this.codes = codes;
  }

  /// The indexes of such code points.
  static BitSet in(int[] codes) {
    LookAlikeCharacters all = new LookAlikeCharacters(codes);
    all.blanks();
    all.forms();
    all.words();
    return all.found;
  }

  private void blanks() {
    for (int i = codes.length - 1; i >= 0 && codes[i] == ' '; i--) {
      found.set(i);
    }
  }

  private void forms() {
    for (int i = 0; i < codes.length; i++) {
      if (codes[i] >= 0x80 && passesForAscii(codes[i])) {
        found.set(i);
      }
    }
  }

  private static boolean passesForAscii(int code) {
    if (ASCII_SHAPES.indexOf(code) >= 0) {
      return true;
    }
    boolean accent =
        Character.getType(code) == Character.NON_SPACING_MARK
            && UnicodeScript.of(code) == UnicodeScript.INHERITED;
    String compatible = Normalizer.normalize(Character.toString(code), Normalizer.Form.NFKC);
    return accent || compatible.chars().allMatch(c -> c > ' ' && c < 0x7F);
  }

  private void words() {
    boolean foreign = false;
    for (int code : codes) {
      foreign = foreign || (isForeign(code) && !isLatinShaped(code));
    }
    int i = 0;
    while (i < codes.length) {
      int from = i;
      while (i < codes.length && Character.isUnicodeIdentifierPart(codes[i])) {
        i++;
      }
      word(from, i, foreign);
      i++;
    }
  }

  /// A word of several scripts, or of Latin shapes alone where nothing says that the line is in
  /// another script.
  private void word(int from, int to, boolean foreign) {
    Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
    for (int i = from; i < to; i++) {
      UnicodeScript script = UnicodeScript.of(codes[i]);
      if (Character.isLetter(codes[i]) && !BESIDE_LATIN.contains(script)) {
        scripts.add(script);
      }
    }
    scripts.remove(UnicodeScript.COMMON);
    scripts.remove(UnicodeScript.INHERITED);
    for (int i = from; i < to; i++) {
      boolean shaped = isLatinShaped(codes[i]) && !foreign;
      if (isForeign(codes[i]) && (scripts.size() > 1 || shaped)) {
        found.set(i);
      }
    }
  }

  private static boolean isForeign(int code) {
    if (code < 0x80 || !Character.isLetter(code)) {
      return false;
    }
    UnicodeScript script = UnicodeScript.of(code);
    return script != UnicodeScript.LATIN
        && script != UnicodeScript.COMMON
        && script != UnicodeScript.INHERITED
        && !BESIDE_LATIN.contains(script);
  }

  private static boolean isLatinShaped(int code) {
    return LATIN_SHAPES.indexOf(code) >= 0 || LATIN_SHAPED.contains(UnicodeScript.of(code));
  }
}
