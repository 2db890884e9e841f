// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.file;

import java.util.Optional;

/// Permission bits as a text, as `ls(1)` writes them: `rwxr-xr-x`, of directories with the bits by
/// which what comes into them gets their group, or only its owner may remove it (`rwxrwsr-t`,
/// inode(7)).
public final class PermissionText {
  /// The permissions and those two bits.
  public static final int BITS = 03777;

  private static final int SET_GROUP = 02000;
  private static final int STICKY = 01000;
  private static final int GROUP_EXECUTES = 5;
  private static final int OTHERS_EXECUTE = 8;
  private static final String ALL = "rwxrwxrwx";

  private PermissionText() {}

  public static String of(int bits) {
    StringBuilder text = new StringBuilder(ALL);
    for (int i = 0; i < ALL.length(); i++) {
      if ((bits & (0400 >> i)) == 0) {
        text.setCharAt(i, '-');
      }
    }
    if ((bits & SET_GROUP) != 0) {
      text.setCharAt(GROUP_EXECUTES, text.charAt(GROUP_EXECUTES) == 'x' ? 's' : 'S');
    }
    if ((bits & STICKY) != 0) {
      text.setCharAt(OTHERS_EXECUTE, text.charAt(OTHERS_EXECUTE) == 'x' ? 't' : 'T');
    }
    return text.toString();
  }

  /// Whether the owner may run a file with these permissions.
  public static boolean isProgram(String text) {
    return (bits(text) & 0100) != 0;
  }

  /// The special bits of a text.
  static int special(String text) {
    boolean whole = text.length() == ALL.length();
    boolean group = whole && Character.toLowerCase(text.charAt(GROUP_EXECUTES)) == 's';
    boolean sticky = whole && Character.toLowerCase(text.charAt(OTHERS_EXECUTE)) == 't';
    return (group ? SET_GROUP : 0) | (sticky ? STICKY : 0);
  }

  /// The other bits of a text.
  static int bits(String text) {
    String plain = plain(text);
    int bits = 0;
    for (int i = 0; i < plain.length(); i++) {
      bits |= plain.charAt(i) == '-' ? 0 : 0400 >> i;
    }
    return bits;
  }

  /// Whether two are known and differ, in other bits than the special ones.
  public static boolean differ(Optional<String> one, Optional<String> other) {
    return one.isPresent() && other.isPresent() && !plain(one.get()).equals(plain(other.get()));
  }

  /// The same text without the special bits.
  static String plain(String text) {
    return text.replace('s', 'x').replace('t', 'x').replace('S', '-').replace('T', '-');
  }
}
