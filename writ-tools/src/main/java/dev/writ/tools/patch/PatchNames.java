// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.patch;

import dev.writ.tools.patch.FilePatch.PatchException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The names in a unified diff's headers. They are only names: where they lead is judged like any
/// other path.
///
/// @param old the file before; empty for `/dev/null`
/// @param now the file after; empty for `/dev/null`
record PatchNames(Optional<String> old, Optional<String> now) {
  private static final String NOTHING = "/dev/null";

  /// The form of the time that `diff` writes after a name, a digit for each 0.
  private static final String TIME = " 0000-00-00 00:00";

  /// The names after `---` and `+++`.
  ///
  /// @param line of the first of them
  static PatchNames of(String old, String now, int line) throws PatchException {
    String before = unquoted(untimed(old));
    String after = unquoted(untimed(now));
    if (before.isBlank() || after.isBlank()) {
      throw new PatchException(line, "the file has no name");
    }
    boolean prefixed =
        (before.startsWith("a/") || before.equals(NOTHING))
            && (after.startsWith("b/") || after.equals(NOTHING));
    return new PatchNames(name(before, prefixed), name(after, prefixed));
  }

  private static String untimed(String text) {
    int tab = text.indexOf('\t');
    String name = tab < 0 ? text : text.substring(0, tab);
    for (int at = 0; at + TIME.length() <= name.length(); at++) {
      if (isTime(name, at)) {
        return name.substring(0, at).stripTrailing();
      }
    }
    return name;
  }

  private static boolean isTime(String text, int at) {
    for (int i = 0; i < TIME.length(); i++) {
      char c = text.charAt(at + i);
      boolean digit = c >= '0' && c <= '9';
      if (TIME.charAt(i) == '0' ? !digit : c != TIME.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static Optional<String> name(String name, boolean prefixed) {
    if (name.equals(NOTHING)) {
      return Optional.empty();
    }
    return Optional.of(prefixed ? name.substring(2) : name);
  }

  /// The one name of a `diff --git a/NAME b/NAME`; empty where it names two.
  static Optional<String> ofGit(String text) {
    String plain = text.strip();
    int half = plain.length() / 2;
    if (plain.length() < 5 || plain.length() % 2 == 0 || plain.charAt(half) != ' ') {
      return Optional.empty();
    }
    String old = unquoted(plain.substring(0, half));
    String now = unquoted(plain.substring(half + 1));
    boolean one =
        old.startsWith("a/") && now.startsWith("b/") && old.substring(2).equals(now.substring(2));
    return one ? Optional.of(old.substring(2)) : Optional.empty();
  }

  /// A name that may be quoted as Git does it.
  static String plain(String name) {
    return unquoted(name.strip());
  }

  private static String unquoted(String name) {
    if (name.length() < 2 || !name.startsWith("\"") || !name.endsWith("\"")) {
      return name;
    }
    ByteBuffer bytes = ByteBuffer.allocate(4 * name.length());
    for (int i = 1; i < name.length() - 1; i++) {
      char c = name.charAt(i);
      if (c != '\\' || i + 2 >= name.length()) {
        int whole = name.codePointAt(i);
        bytes.put(Character.toString(whole).getBytes(StandardCharsets.UTF_8));
        i += Character.charCount(whole) - 1;
        continue;
      }
      char escaped = name.charAt(++i);
      if (escaped >= '0' && escaped <= '3' && i + 3 < name.length()) {
        bytes.put((byte) octal(name, i));
        i += 2;
      } else {
        bytes.put((byte) control(escaped));
      }
    }
    return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
  }

  private static int octal(String name, int at) {
    int value = 0;
    for (int i = at; i < at + 3; i++) {
      value = value * 8 + ((name.charAt(i) - '0') & 7);
    }
    return value;
  }

  private static int control(char escaped) {
    return switch (escaped) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'a' -> 7;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'v' -> 11;
      default -> escaped & 0x7f;
    };
  }
}
