// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.base.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A JSON value (RFC 8259). Member order is kept, numbers keep the text they were written with.
public sealed interface Json {

  /// An object; member names are unique.
  record Obj(Map<String, Json> members) implements Json {
    /// The object without members.
    public static final Obj EMPTY = new Obj(Map.of());

    public Obj {
      members =
          Collections.unmodifiableMap(
              members instanceof JsonMembers ? members : new LinkedHashMap<>(members));
    }

    /// The member of that name, if there is one.
    public Optional<Json> get(String name) {
      return Optional.ofNullable(members.get(name));
    }

    /// The member's text, if it is there and is a text.
    public Optional<String> text(String name) {
      return members.get(name) instanceof Text(String value)
          ? Optional.of(value)
          : Optional.empty();
    }

    /// The member's whole number, if it is there and is one that fits.
    public OptionalLong number(String name) {
      return members.get(name) instanceof Num number ? number.whole() : OptionalLong.empty();
    }

    /// Whether the member is there and is `true`.
    public boolean isTrue(String name) {
      return members.get(name) instanceof Bool(boolean value) && value;
    }

    /// The member's items, empty where it is missing or no array.
    public List<Json> items(String name) {
      return members.get(name) instanceof Arr(List<Json> items) ? items : List.of();
    }

    /// The member as an object, empty where it is missing or no object.
    public Obj object(String name) {
      return members.get(name) instanceof Obj object ? object : EMPTY;
    }
  }

  /// An array.
  record Arr(List<Json> items) implements Json {
    public Arr {
      items = List.copyOf(items);
    }
  }

  /// A string. Halves of a surrogate pair that stand alone, which can't be stored or sent as they
  /// are, become the replacement character here, so that what is in memory is what will be read.
  record Text(String value) implements Json {
    public Text {
      value = WellFormedText.of(value);
    }
  }

  /// A number, as the text it was written with.
  record Num(String literal) implements Json {
    private static final int MICRO_DIGITS = 6;

    /// The value as a whole number, where it is one and fits a `long` (`3.0` is not one).
    public OptionalLong whole() {
      try {
        return OptionalLong.of(Long.parseLong(literal));
      } catch (NumberFormatException _) {
        return OptionalLong.empty();
      }
    }

    /// The value in millionths, where it is a whole number of them that fits a `long`: `1.5` is
    /// 1,500,000. None where it is written with an exponent.
    ///
    /// `BigDecimal` would do the same; in JDK 25 its first use takes 25 ms.
    public OptionalLong millionths() {
      int point = literal.indexOf('.');
      int end = literal.length();
      while (point >= 0 && literal.charAt(end - 1) == '0') {
        end--;
      }
      String whole = point < 0 ? literal : literal.substring(0, point);
      String parts = point < 0 ? "" : literal.substring(point + 1, end);
      if (parts.length() > MICRO_DIGITS) {
        return OptionalLong.empty();
      }
      try {
        return OptionalLong.of(
            Long.parseLong(whole + parts + "0".repeat(MICRO_DIGITS - parts.length())));
      } catch (NumberFormatException _) {
        return OptionalLong.empty();
      }
    }
  }

  /// `true` or `false`.
  record Bool(boolean value) implements Json {}

  /// `null`.
  record Null() implements Json {}

  /// A string value.
  static Text of(String value) {
    return new Text(value);
  }

  /// A whole number.
  static Num of(long value) {
    return new Num(Long.toString(value));
  }

  /// A boolean.
  static Bool of(boolean value) {
    return new Bool(value);
  }

  /// An array of strings.
  static Arr texts(List<String> values) {
    Json[] texts = new Json[values.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = new Text(values.get(i));
    }
    return new Arr(List.of(texts));
  }

  /// A builder for an object; members come out in the order they are put in.
  static Builder object() {
    return new Builder();
  }

  /// The value's one canonical line of text, without blanks.
  default String write() {
    return JsonWriter.write(this);
  }

  /// The name of the value's type, as JSON Schema names it.
  default String typeName() {
    return switch (this) {
      case Obj _ -> "object";
      case Arr _ -> "array";
      case Text _ -> "string";
      case Num _ -> "number";
      case Bool _ -> "boolean";
      case Null _ -> "null";
    };
  }

  /// Collects members in order.
  final class Builder {
    private JsonMembers members = new JsonMembers();
    private boolean built;

    private Builder() {}

    /// Adds a member; a later one of the same name replaces it.
    public Builder put(String name, Json value) {
      if (built) {
        members = new JsonMembers(members); // an object has the others
        built = false;
      }
      members.put(name, value);
      return this;
    }

    /// Adds a string member.
    public Builder put(String name, String value) {
      return put(name, new Text(value));
    }

    /// Adds a whole-number member.
    public Builder put(String name, long value) {
      return put(name, of(value));
    }

    /// Adds a boolean member.
    public Builder put(String name, boolean value) {
      return put(name, new Bool(value));
    }

    /// The object.
    public Obj build() {
      built = true;
      return new Obj(members);
    }
  }
}
