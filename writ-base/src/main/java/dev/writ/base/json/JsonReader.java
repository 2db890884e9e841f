// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.base.json;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// Reads JSON strictly (RFC 8259): one value, no duplicate names, nothing behind it, bounded depth
/// and size. Why it is our own: docs/decisions/0005-json.md.
public final class JsonReader {
  /// The deepest nesting that is read.
  public static final int MAX_DEPTH = 200;

  /// The longest string that is read, in characters (a file of the greatest readable size).
  public static final int MAX_STRING_CHARS = 20 * 1024 * 1024;

  private static final int MAX_NAME_CHARS = 10_000;
  private static final int MAX_NUMBER_CHARS = 100;
  private static final SourcePosition UNKNOWN = new SourcePosition(1, 1);

  private final String text;

  /// The text's characters, unescaped up to [#at].
  private final char[] chars;

  private final boolean comments;
  private final BiConsumer<Json, SourcePosition> places;
  private int at;
  private int depth;

  /// How far lines were counted: counting on from there keeps reading linear.
  private int counted;

  private int line = 1;
  private int lineBegin;

  private JsonReader(String text, boolean comments, BiConsumer<Json, SourcePosition> places) {
    this.text = text;
    this.chars = text.toCharArray();
    this.comments = comments;
    this.places = places;
  }

  /// Reads one value.
  ///
  /// @throws JsonException where the text is not exactly one JSON value within the limits
  public static Json read(String text) throws JsonException {
    return new JsonReader(text, false, (_, _) -> {}).whole();
  }

  /// Reads one value that may contain `//` and `/* */` comments, and reports the start of each
  /// value.
  ///
  /// @param places gets each value with its 1-based place
  static Json readWithComments(String text, BiConsumer<Json, SourcePosition> places)
      throws JsonException {
    return new JsonReader(text, true, places).whole();
  }

  /// Reads one object.
  ///
  /// @throws JsonException if the text is not a JSON object
  public static Json.Obj readObject(String text) throws JsonException {
    if (read(text) instanceof Json.Obj object) {
      return object;
    }
    throw new JsonException("a JSON object was expected", 1, 1);
  }

  private Json whole() throws JsonException {
    skipBlanks();
    if (at == chars.length) {
      throw new JsonException("the text is empty", 1, 1);
    }
    Json value = value();
    skipBlanks();
    if (at < chars.length) {
      throw error("there is text after the end of the value");
    }
    return value;
  }

  private Json value() throws JsonException {
    SourcePosition position = comments ? place(at) : UNKNOWN;
    Json value =
        switch (current()) {
          case '{' -> object();
          case '[' -> array();
          case '"' -> new Json.Text(string(MAX_STRING_CHARS));
          case 't' -> word("true", new Json.Bool(true));
          case 'f' -> word("false", new Json.Bool(false));
          case 'n' -> word("null", new Json.Null());
          default -> number();
        };
    places.accept(value, position);
    return value;
  }

  private Json object() throws JsonException {
    JsonMembers members = new JsonMembers();
    enter();
    while (more(members.isEmpty(), '}')) {
      if (current() != '"') {
        throw error("a name in double quotes was expected");
      }
      int start = at;
      String name = WellFormedText.of(string(MAX_NAME_CHARS));
      skipBlanks();
      if (current() != ':') {
        throw error("a ':' was expected after the name");
      }
      at++;
      skipBlanks();
      if (members.put(name, value()) != null) {
        at = start;
        throw error("the name \"" + name + "\" occurs twice in one object");
      }
    }
    return new Json.Obj(members);
  }

  private Json array() throws JsonException {
    List<Json> items = new ArrayList<>();
    enter();
    while (more(items.isEmpty(), ']')) {
      items.add(value());
    }
    return new Json.Arr(items);
  }

  private void enter() throws JsonException {
    if (++depth > MAX_DEPTH) {
      throw error("values are nested deeper than " + MAX_DEPTH);
    }
    at++;
  }

  /// Goes to the next member or item, or behind the end of the object or array.
  private boolean more(boolean first, char end) throws JsonException {
    skipBlanks();
    if (current() == end) {
      at++;
      depth--;
      return false;
    }
    if (!first) {
      if (current() != ',') {
        throw error("a ',' or '" + end + "' was expected");
      }
      at++;
      skipBlanks();
    }
    return true;
  }

  private Json word(String word, Json value) throws JsonException {
    if (!text.startsWith(word, at)) {
      throw error("a value was expected");
    }
    at += word.length();
    return value;
  }

  private Json number() throws JsonException {
    int start = at;
    at += peek() == '-' ? 1 : 0;
    if (peek() == '0') {
      at++;
    } else {
      digits(at == start ? "a value was expected" : "a digit was expected");
    }
    if (peek() == '.') {
      at++;
      digits("a digit was expected");
    }
    if (peek() == 'e' || peek() == 'E') {
      at++;
      at += peek() == '+' || peek() == '-' ? 1 : 0;
      digits("a digit was expected");
    }
    if (at - start > MAX_NUMBER_CHARS) {
      throw error("a number has more than " + MAX_NUMBER_CHARS + " characters");
    }
    return new Json.Num(text.substring(start, at));
  }

  private void digits(String otherwise) throws JsonException {
    int start = at;
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    if (at == start) {
      throw error(otherwise);
    }
  }

  private String string(int limit) throws JsonException {
    int start = ++at;
    int end = plain(start);
    String string;
    if (end < chars.length && chars[end] == '"') {
      string = text.substring(start, end);
      at = end + 1;
    } else {
      string = withEscapes(start, end);
    }
    if (string.length() > limit) {
      throw error("a string has more than " + limit + " characters");
    }
    return string;
  }

  /// The end of what stands for itself.
  private int plain(int from) {
    int i = from;
    while (i < chars.length && chars[i] != '"' && chars[i] != '\\' && chars[i] >= ' ') {
      i++;
    }
    return i;
  }

  /// The unescaped text overwrites the escapes: a copy would be as long as the text, and a stream
  /// has many texts.
  private String withEscapes(int start, int firstEnd) throws JsonException {
    int to = firstEnd;
    at = firstEnd;
    while (current() != '"') {
      if (current() != '\\') {
        throw error("a control character in a string must be escaped");
      }
      at++;
      chars[to++] = escaped();
      int end = plain(at);
      System.arraycopy(chars, at, chars, to, end - at);
      to += end - at;
      at = end;
    }
    at++;
    return new String(chars, start, to - start);
  }

  private char escaped() throws JsonException {
    char c = current();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unit();
      default -> {
        at--;
        throw error("JSON does not have this escape sequence");
      }
    };
  }

  private char unit() throws JsonException {
    int unit = 0;
    for (int i = 0; i < 4; i++, at++) {
      char c = current();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw error("four hexadecimal digits were expected");
      }
      unit = unit << 4 | digit;
    }
    return (char) unit;
  }

  private void skipBlanks() throws JsonException {
    while (at < chars.length) {
      char c = chars[at];
      if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
        at++;
      } else if (c == '/' && comments) {
        comment();
      } else {
        return;
      }
    }
  }

  private void comment() throws JsonException {
    boolean line = text.startsWith("//", at);
    if (!line && !text.startsWith("/*", at)) {
      throw error("a comment begins with // or /*");
    }
    int end = text.indexOf(line ? "\n" : "*/", at + 2);
    if (end < 0 && !line) {
      throw error("the comment does not end");
    }
    at = line ? (end < 0 ? chars.length : end) : end + 2;
  }

  /// The character here; NUL at the end, which begins nothing.
  private char peek() {
    return at < chars.length ? chars[at] : '\0';
  }

  private char current() throws JsonException {
    if (at == chars.length) {
      throw error("the text ends in the middle of a value");
    }
    return chars[at];
  }

  private JsonException error(String message) {
    SourcePosition position = place(at);
    return new JsonException(message, position.line(), position.column());
  }

  private SourcePosition place(int offset) {
    if (offset < lineBegin) {
      counted = 0;
      line = 1;
      lineBegin = 0;
    }
    for (; counted < offset; counted++) {
      if (text.charAt(counted) == '\n') {
        line++;
        lineBegin = counted + 1;
      }
    }
    return new SourcePosition(line, offset - lineBegin + 1);
  }
}
