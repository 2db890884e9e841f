// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.secret;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a file says, in whatever encoding: a program may write a text in another one than it read,
/// as Git does where attributes name a `working-tree-encoding` (gitattributes(5)).
///
/// @param readings the text as it may be read: as UTF-8; without the zero bytes between ASCII
///     letters that UTF-16 and UTF-32 have; and of EBCDIC, whose letters and digits are the same in
///     all its kinds
public record HeldText(List<String> readings) {
  private static final String DIFFERENCE = "diff --";
  private static final char OTHER = '?';
  private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9]");

  /// The letters and digits of EBCDIC, each run from this byte on.
  private static final int[] RUNS = {0x81, 0x91, 0xA2, 0xC1, 0xD1, 0xE2, 0xF0};

  private static final List<String> LETTERS =
      List.of(
          "abcdefghi", "jklmnopqr", "stuvwxyz", "ABCDEFGHI", "JKLMNOPQR", "STUVWXYZ", "0123456789");

  private static final char[] EBCDIC = new char[256];

  static {
    Arrays.fill(EBCDIC, OTHER);
    for (int run = 0; run < RUNS.length; run++) {
      for (int i = 0; i < LETTERS.get(run).length(); i++) {
        EBCDIC[RUNS[run] + i] = LETTERS.get(run).charAt(i);
      }
    }
  }

  /// What these bytes may say.
  public static HeldText of(byte[] bytes) {
    String plain = new String(bytes, StandardCharsets.UTF_8);
    Stream<String> zeros =
        plain.indexOf('\0') < 0 ? Stream.of() : Stream.of(plain.replace("\0", ""));
    Stream<String> ebcdic = plain.indexOf('\uFFFD') < 0 ? Stream.of() : Stream.of(ebcdic(bytes));
    return new HeldText(Stream.of(Stream.of(plain), zeros, ebcdic).flatMap(s -> s).toList());
  }

  private static String ebcdic(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    for (byte each : bytes) {
      text.append(EBCDIC[each & 0xFF]);
    }
    return text.toString();
  }

  /// Whether it holds a value. Of EBCDIC only letters and digits count.
  public boolean holds(String value) {
    return readings.stream().anyMatch(text -> text.contains(value))
        || (readings.size() > 1
            && readings.getLast().contains(OTHERS.matcher(value).replaceAll("?")));
  }

  /// Whether it shows a difference of a secret file, as Git writes it.
  public boolean showsSecrets() {
    return readings.stream()
        .anyMatch(text -> text.contains(DIFFERENCE) && !SecretHunks.cut(text).equals(text));
  }
}
