// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import java.nio.charset.StandardCharsets;

/// A form of strings, as a pattern says it in JSON Schema, by hand: a regular expression would be
/// most of the work of verifying.
sealed interface StringForm {
  /// The name of such a string.
  String name();

  /// How many bytes it has; 0 where that differs.
  int length();

  /// Whether bytes have it.
  boolean matches(byte[] bytes, int from, int to);

  /// Classes of characters that stand at fixed places.
  ///
  /// @param wanted for each position the permitted character classes
  @SuppressWarnings("ArrayRecordComponent") // immutable by convention
  record Fixed(String name, int[] wanted) implements StringForm {
    private static final int DIGIT = 1;
    private static final int HEX = 2;
    private static final int VARIANT = 4;
    private static final int READ = 8;
    private static final int WRITE = 16;
    private static final int EXECUTE = 32;
    private static final int OF_GROUP = 64;
    private static final int OF_OTHERS = 128;
    private static final int FIRST_LITERAL = 256;

    /// Characters that stand for themselves in some pattern.
    private static final String LITERALS = "sha256:-7TZ.";

    /// The classes that each byte is of.
    private static final int[] CLASSES = table();

    /// In the pattern `9` is a digit, `x` a hexadecimal digit in lower case, `v` one of
    /// `89ab`, `R`, `W` and `X` a permission or `-`, `G` and `O` the last one of the group and
    /// of others with its special bit; everything else stands for itself.
    Fixed(String name, String pattern) {
      this(name, wanted(pattern));
    }

    private static int[] table() {
      int[] classes = new int[256];
      mark(classes, "0123456789", DIGIT);
      mark(classes, "0123456789abcdef", HEX);
      mark(classes, "89ab", VARIANT);
      mark(classes, "r-", READ);
      mark(classes, "w-", WRITE);
      mark(classes, "x-", EXECUTE);
      mark(classes, "xsS-", OF_GROUP);
      mark(classes, "xtT-", OF_OTHERS);
      for (int i = 0; i < LITERALS.length(); i++) {
        classes[LITERALS.charAt(i)] |= FIRST_LITERAL << i;
      }
      return classes;
    }

    private static void mark(int[] classes, String members, int as) {
      for (int i = 0; i < members.length(); i++) {
        classes[members.charAt(i)] |= as;
      }
    }

    private static int[] wanted(String pattern) {
      int[] wanted = new int[pattern.length()];
      for (int i = 0; i < wanted.length; i++) {
        char c = pattern.charAt(i);
        wanted[i] =
            switch (c) {
              case '9' -> DIGIT;
              case 'x' -> HEX;
              case 'v' -> VARIANT;
              case 'R' -> READ;
              case 'W' -> WRITE;
              case 'X' -> EXECUTE;
              case 'G' -> OF_GROUP;
              case 'O' -> OF_OTHERS;
              default -> FIRST_LITERAL << literal(c);
            };
      }
      return wanted;
    }

    private static int literal(char c) {
      int literal = LITERALS.indexOf(c);
      if (literal < 0) {
        throw new IllegalArgumentException("no literal: " + c);
      }
      return literal;
    }

    @Override
    public int length() {
      return wanted.length;
    }

    @Override
    public boolean matches(byte[] bytes, int from, int to) {
      if (to - from != wanted.length) {
        return false;
      }
      for (int i = 0; i < wanted.length; i++) {
        if ((CLASSES[bytes[from + i] & 0xff] & wanted[i]) == 0) {
          return false;
        }
      }
      return true;
    }
  }

  /// One or more pieces of as many characters of Base64 for URLs.
  record Codes(String name, int chars) implements StringForm {
    @Override
    public int length() {
      return 0;
    }

    @Override
    public boolean matches(byte[] bytes, int from, int to) {
      if (to == from || (to - from) % chars != 0) {
        return false;
      }
      for (int i = from; i < to; i++) {
        byte c = bytes[i];
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != '-' && c != '_') {
          return false;
        }
      }
      return true;
    }
  }

  /// `session:` with an id, `#` and a number.
  record Url() implements StringForm {
    private static final byte[] HEAD = "session:".getBytes(StandardCharsets.US_ASCII);

    @Override
    public String name() {
      return "reference to an event of a session";
    }

    @Override
    public int length() {
      return 0;
    }

    @Override
    public boolean matches(byte[] bytes, int from, int to) {
      for (int i = 0; i < HEAD.length; i++) {
        if (from + i >= to || bytes[from + i] != HEAD[i]) {
          return false;
        }
      }
      int mark = to;
      while (mark > from && bytes[mark - 1] >= '0' && bytes[mark - 1] <= '9') {
        mark--;
      }
      int session = from + HEAD.length;
      if (mark == to || mark <= session + 1 || bytes[mark - 1] != '#') {
        return false;
      }
      for (int i = session; i < mark - 1; i++) {
        // An escape's value is not known here.
        if (bytes[i] == '#' || bytes[i] == '\\') {
          return false;
        }
      }
      return true;
    }
  }
}
