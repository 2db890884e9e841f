// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.alignment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// The content of a line regardless of its layout: small enough to be stored for each line of a
/// record; the forms of lines that a formatter joined or split can be combined.
///
/// A form is for finding lines again, not for proving anything: its hashes are not cryptographic.
///
/// @param flow hash of the line's tokens, without commas, semicolons and round brackets, which
///     formatters add and take away, the style of quotation marks, and the marks of
///     comments to the end of a line: 36 bits
/// @param tokens how many there are, 0 to 1023
/// @param weight information content: 0 none (blank, brackets), 1 little (keywords only), 2 some
///     (one plain word), 3 much
/// @param check hash of all characters but blanks: 12 bits
public record LineForm(long flow, int tokens, int weight, int check) {
  /// How many characters [#code()] has.
  public static final int CODE_CHARS = 10;

  /// The most tokens that are counted; a longer line can't be part of a joined one.
  static final int MAX_TOKENS = 1023;

  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  private static final byte[] VALUES = values();

  /// 2^36 - 5, a prime.
  private static final long PRIME = (1L << 36) - 5;

  private static final long BASE = 67_108_859;
  private static final long SEED = 0xcbf29ce484222325L;
  private static final long STEP = 0x100000001b3L;

  /// The check of a line without characters.
  private static final int BLANK = (int) (mixed(SEED) & 0xFFF);

  /// Words that every program is made of.
  private static final Set<String> COMMON =
      Set.of(
          ("return null break continue else pass end true false import package use using include"
                  + " try finally catch do done fi then if while for in is not and or none nil self"
                  + " this super static final public private protected void int new default case"
                  + " switch override fn func def class let const var module exports i j k x y n e")
              .split(" "));

  /// Words that begin lines which many files have.
  private static final Set<String> EVERYWHERE =
      Set.of("import", "use", "using", "include", "package", "from", "require", "license");

  /// The form of a line.
  public static LineForm of(String line) {
    long flow = 0;
    int tokens = 0;
    int skipped = 0;
    int weight = 0;
    boolean everywhere = false;
    long check = SEED;
    int at = begin(line);
    for (int i = 0; i < line.length(); i++) {
      if (!blank(line.charAt(i))) {
        check = (check ^ line.charAt(i)) * STEP;
      }
    }
    while (at < line.length()) {
      char c = line.charAt(at);
      int end = mark(line, at);
      if (end > at) {
        at = end;
        continue;
      }
      end = end(line, at);
      if (layout(c)) {
        skipped += c == '(' || c == ')' ? 1 : 0;
      } else {
        if (word(c) && weight < (plain(line, at, end) ? 2 : 3)) {
          String word = line.substring(at, end);
          everywhere |= weight == 0 && EVERYWHERE.contains(word);
          weight = everywhere || COMMON.contains(word) ? 1 : plain(line, at, end) ? 2 : 3;
        }
        flow = next(flow, token(line, at, end));
        tokens++;
      }
      at = end;
    }
    if (weight == 2 && tokens + skipped > 2) {
      weight = 3; // plain words, but more than one thing said
    }
    return new LineForm(flow, Math.min(tokens, MAX_TOKENS), weight, (int) (mixed(check) & 0xFFF));
  }

  /// The tokens of a line, each a number that [#next] puts behind a flow.
  static long[] tokens(String line) {
    long[] tokens = new long[line.length()];
    int count = 0;
    int end;
    for (int at = begin(line); at < line.length(); at = end) {
      end = mark(line, at);
      if (end > at) {
        continue;
      }
      end = end(line, at);
      if (!layout(line.charAt(at))) {
        tokens[count++] = token(line, at, end);
      }
    }
    return Arrays.copyOf(tokens, count);
  }

  /// Whether a character stands for nothing but layout.
  private static boolean layout(char c) {
    return blank(c) || c == ',' || c == ';' || c == '(' || c == ')';
  }

  private static int end(String line, int at) {
    int end = at + 1;
    while (word(line.charAt(at)) && end < line.length() && word(line.charAt(end))) {
      end++;
    }
    return end;
  }

  private static long token(String line, int from, int to) {
    long token = SEED;
    for (int i = from; i < to; i++) {
      char c = line.charAt(i);
      token = (token ^ (c == '\'' || c == '`' ? '"' : c)) * STEP;
    }
    return mixed(token) % PRIME;
  }

  /// A flow with a token behind it.
  static long next(long flow, long token) {
    return (flow * BASE + token) % PRIME;
  }

  /// A flow without the first of its tokens.
  ///
  /// @param power of that token, as defined by [#power]
  static long without(long flow, long token, long power) {
    long high = token * (power >>> 18) % PRIME * (1 << 18) % PRIME;
    long low = token * (power & ((1 << 18) - 1)) % PRIME;
    return (flow + 2 * PRIME - high - low) % PRIME;
  }

  /// The multiplier of the first of a number of tokens.
  static long power(int tokens) {
    return joined(1, 0, tokens - 1);
  }

  /// Whether it is an ordinary word.
  private static boolean plain(String line, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      char c = line.charAt(i);
      if (c < 'a' || c > 'z') {
        return false;
      }
    }
    return to - from < 12;
  }

  private static long mixed(long hash) {
    long h = (hash ^ (hash >>> 32)) * 0x9E3779B97F4A7C15L;
    return (h ^ (h >>> 29)) >>> 1;
  }

  /// The start of the line's own text: after its indentation and the star of a comment line.
  private static int begin(String line) {
    int at = 0;
    while (at < line.length() && blank(line.charAt(at))) {
      at++;
    }
    boolean star = at + 1 < line.length() && line.charAt(at) == '*' && line.charAt(at + 1) == ' ';
    return star ? at + 1 : at;
  }

  /// The index behind the mark of a comment to the line's end, wherever in a line it stands: who
  /// puts such a comment on a line of its own says nothing new.
  ///
  /// @return the same index if there is no such mark
  private static int mark(String line, int at) {
    if (at > 0 && !blank(line.charAt(at - 1))) {
      return at;
    }
    int mark = at;
    while (mark < line.length() && line.charAt(mark) == '/') {
      mark++;
    }
    boolean hash = line.startsWith("# ", at) && at + 2 < line.length();
    return mark >= at + 2 ? mark : hash ? at + 1 : at;
  }

  private static boolean blank(char c) {
    return c <= ' ' || c == '\u00A0' || c == '\uFEFF' || c == '\u3000';
  }

  private static boolean word(char c) {
    return c < 0x80
        ? (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
        : Character.isLetterOrDigit(c) || Character.isSurrogate(c);
  }

  /// Whether nothing stands there.
  public boolean blank() {
    return tokens == 0 && check == BLANK;
  }

  /// The common part of two lines that differ only in layout.
  public long key() {
    return flow << 12 | check;
  }

  /// The flow of one piece of text behind another.
  ///
  /// @param tokens how many the second has
  static long joined(long first, long second, int tokens) {
    long hash = first;
    for (int i = 0; i < tokens; i++) {
      hash = hash * BASE % PRIME;
    }
    return (hash + second) % PRIME;
  }

  /// The forms of lines, in their order.
  public static List<LineForm> of(List<String> lines) {
    List<LineForm> forms = new ArrayList<>(lines.size());
    for (String line : lines) {
      forms.add(of(line));
    }
    return forms;
  }

  /// The keys of forms, by which lines are aligned.
  public static long[] keys(List<LineForm> forms) {
    long[] keys = new long[forms.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = forms.get(i).key();
    }
    return keys;
  }

  /// The codes of forms, one behind the other.
  public static String codes(List<LineForm> forms) {
    StringBuilder text = new StringBuilder(forms.size() * CODE_CHARS);
    for (LineForm form : forms) {
      form.append(text);
    }
    return text.toString();
  }

  /// The form in ten characters of Base64 for URLs.
  public String code() {
    StringBuilder text = new StringBuilder(CODE_CHARS);
    append(text);
    return text.toString();
  }

  private void append(StringBuilder text) {
    digits(text, flow, 6);
    digits(text, (long) tokens << 2 | weight, 2);
    digits(text, check, 2);
  }

  private static void digits(StringBuilder text, long value, int count) {
    for (int shift = 6 * (count - 1); shift >= 0; shift -= 6) {
      text.append(DIGITS.charAt((int) (value >>> shift) & 63));
    }
  }

  /// Reads a form back.
  ///
  /// @return a form that is like no line's where the code is none
  public static LineForm read(String codes, int at) {
    long flow = number(codes, at, 6);
    long counts = number(codes, at + 6, 2);
    long check = number(codes, at + 8, 2);
    return flow < 0 || counts < 0 || check < 0
        ? new LineForm(0, MAX_TOKENS, 0, 0)
        : new LineForm(flow, (int) counts >>> 2, (int) counts & 3, (int) check);
  }

  /// The key of a code in bytes, without an allocation; negative if it is not a code.
  public static long key(byte[] codes, int at) {
    long key = 0;
    for (int i = 0; i < CODE_CHARS; i++) {
      int value = codes[at + i] < 0 ? -1 : VALUES[codes[at + i]];
      if (value < 0) {
        return -1;
      }
      if (i < 6 || i > 7) {
        key = key << 6 | value;
      }
    }
    return key;
  }

  private static long number(String codes, int at, int count) {
    long number = 0;
    for (int i = 0; i < count; i++) {
      char c = codes.charAt(at + i);
      int value = c >= 0x80 ? -1 : VALUES[c];
      if (value < 0) {
        return -1;
      }
      number = number << 6 | value;
    }
    return number;
  }

  private static byte[] values() {
    byte[] values = new byte[128];
    Arrays.fill(values, (byte) -1);
    for (int i = 0; i < DIGITS.length(); i++) {
      values[DIGITS.charAt(i)] = (byte) i;
    }
    return values;
  }
}
