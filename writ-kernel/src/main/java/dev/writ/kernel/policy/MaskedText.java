// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The whole text of a file with the places of its secrets. File tools search, show and edit what a
/// model may know of it; a part of a text alone doesn't tell that it is a part of a secret.
public final class MaskedText {
  /// In place of each character of a secret: no text that can be written in UTF-8 has it.
  public static final char HIDDEN = '\uDFFF';

  /// Directories in which Git and build tools keep their settings; others lie in projects.
  private static final Pattern SETTINGS =
      Pattern.compile("(?:^|/)\\.(?:git|m2|gradle|nuget|cargo)(?:/|$)");

  private static final Pattern PART_OF_LINE = Pattern.compile("[^\\r\\n]+");
  private static final SecretMasker SHAPES = new SecretMasker(List.of());

  private final String text;
  private final BitSet secret;

  private MaskedText(String text, BitSet secret) {
    this.text = text;
    this.secret = secret;
  }

  /// The text of a file, in which secrets have known shapes; where it may be settings of a tool,
  /// the values count whose names say so, too.
  ///
  /// @param path in the workspace
  public static MaskedText of(String path, String text) {
    SecretMasker masker =
        isOfSettings(path) || SettingsForm.inProject(path).isPresent()
            ? new SecretMasker(SettingsSecrets.of(path, text).values())
            : SHAPES;
    return new MaskedText(text, masker.places(text));
  }

  /// Whether a place is within a directory in which Git or a build tool keeps its settings.
  public static boolean isOfSettings(String path) {
    return SETTINGS.matcher(path).find();
  }

  /// Gives what a model may see of the texts of a file.
  public static UnaryOperator<String> shownAt(String path) {
    return text -> of(path, text).shown();
  }

  /// Whether it has secrets.
  public boolean any() {
    return !secret.isEmpty();
  }

  /// The text with a mask in place of each line of a secret: the numbers of lines stay.
  public String shown() {
    if (!any()) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    int copied = 0;
    for (int from = secret.nextSetBit(0); from >= 0; from = secret.nextSetBit(copied)) {
      shown.append(text, copied, from);
      copied = secret.nextClearBit(from);
      shown.append(
          PART_OF_LINE.matcher(text.substring(from, copied)).replaceAll(SecretMasker.MASK));
    }
    return shown.append(text, copied, text.length()).toString();
  }

  /// The text of the same length in which no part of a secret is found; line ends stay.
  public String hidden() {
    if (!any()) {
      return text;
    }
    StringBuilder hidden = new StringBuilder(text);
    Matcher parts = PART_OF_LINE.matcher(text);
    for (int from = secret.nextSetBit(0); from >= 0; from = secret.nextSetBit(parts.regionEnd())) {
      parts.region(from, secret.nextClearBit(from));
      while (parts.find()) {
        hidden.replace(
            parts.start(), parts.end(), String.valueOf(HIDDEN).repeat(parts.end() - parts.start()));
      }
    }
    return hidden.toString();
  }

  /// Whether a part of the text, from one index to before another, has a secret by half.
  public boolean isCut(int from, int to) {
    return isWithin(from) || isWithin(to);
  }

  /// Whether a secret goes on at a border.
  private boolean isWithin(int border) {
    return border > 0 && secret.get(border - 1) && secret.get(border);
  }

  /// Whether this text, which an edit made, shows something of a secret that was hidden before.
  ///
  /// @param kept the same edit of what [#hidden()] gave
  public boolean isLaidBare(String kept) {
    String now = hidden();
    for (int at = kept.indexOf(HIDDEN); at >= 0; at = kept.indexOf(HIDDEN, at + 1)) {
      if (now.charAt(at) != HIDDEN) {
        return true;
      }
    }
    return false;
  }
}
