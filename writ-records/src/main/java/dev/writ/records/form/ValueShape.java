// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import dev.writ.base.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The permitted values of a record's member: the part of JSON Schema that the record's schema
/// needs. Each shape checks a parsed value with a message, and the bytes of a value in Writ's own
/// form. The second accepts a subset of the first.
sealed interface ValueShape {
  /// No fault.
  String NONE = "";

  /// The error of a value; empty if there is none.
  ///
  /// @param at where it stands, for the message
  String fault(Json value, String at);

  /// Goes over a value that Writ wrote.
  ///
  /// @return whether that stands here
  boolean scan(RecordCursor cursor);

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// Exactly this.
  @SuppressWarnings("ArrayRecordComponent") // immutable by convention
  record ConstantShape(Json value, byte[] written) implements ValueShape {
    ConstantShape(Json value) {
      this(value, ascii(value.write()));
    }

    @Override
    public String fault(Json found, String at) {
      return found.equals(value) ? NONE : at + " is not " + value.write();
    }

    @Override
    public boolean scan(RecordCursor cursor) {
      return cursor.literal(written);
    }
  }

  /// A string with at least so many characters (0 or 1).
  record TextShape(int least) implements ValueShape {
    @Override
    public String fault(Json found, String at) {
      if (!(found instanceof Json.Text(String text))) {
        return at + " is not a text";
      }
      return text.length() < least ? at + " is empty" : NONE;
    }

    @Override
    public boolean scan(RecordCursor cursor) {
      int start = cursor.at;
      return cursor.string() && cursor.at - start - 2 >= least;
    }
  }

  /// A string of a form.
  record StringShape(StringForm form) implements ValueShape {
    @Override
    public String fault(Json found, String at) {
      if (found instanceof Json.Text(String text)) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (form.matches(bytes, 0, bytes.length)) {
          return NONE;
        }
      }
      return at + " is not a " + form.name();
    }

    @Override
    public boolean scan(RecordCursor cursor) {
      int start = cursor.at + 1;
      if (form.length() > 0) {
        int behind = start + form.length();
        if (behind >= cursor.end
            || cursor.bytes[start - 1] != '"'
            || cursor.bytes[behind] != '"'
            || !form.matches(cursor.bytes, start, behind)) {
          return false;
        }
        cursor.at = behind + 1;
        return true;
      }
      return cursor.string() && form.matches(cursor.bytes, start, cursor.at - 1);
    }
  }

  /// A whole number.
  record WholeNumberShape(long least) implements ValueShape {
    @Override
    public String fault(Json found, String at) {
      if (!(found instanceof Json.Num number)) {
        return at + " is not a number";
      }
      if (number.whole().isEmpty()) {
        return at + " is not a whole number";
      }
      return number.whole().getAsLong() < least ? at + " is less than " + least : NONE;
    }

    @Override
    public boolean scan(RecordCursor cursor) {
      int start = cursor.at;
      return cursor.whole() && (least == 0 || cursor.bytes[start] != '0');
    }
  }

  /// One of several; tried in their order.
  record ChoiceShape(List<ValueShape> shapes, String otherwise) implements ValueShape {
    @Override
    public String fault(Json found, String at) {
      for (ValueShape shape : shapes) {
        if (shape.fault(found, at).isEmpty()) {
          return NONE;
        }
      }
      return at + " " + otherwise;
    }

    @Override
    public boolean scan(RecordCursor cursor) {
      int start = cursor.at;
      for (int i = 0; i < shapes.size(); i++) {
        if (shapes.get(i).scan(cursor)) {
          cursor.variant = i;
          return true;
        }
        cursor.at = start;
      }
      return false;
    }
  }

  /// Items of one shape.
  record ListShape(ValueShape shape, int least, int most) implements ValueShape {
    @Override
    public String fault(Json found, String at) {
      if (!(found instanceof Json.Arr(List<Json> items))) {
        return at + " is not a list";
      }
      if (items.size() < least || items.size() > most) {
        return at + " has " + items.size() + " items";
      }
      for (int i = 0; i < items.size(); i++) {
        String fault = shape.fault(items.get(i), at + "[" + i + "]");
        if (!fault.isEmpty()) {
          return fault;
        }
      }
      return NONE;
    }

    @Override
    public boolean scan(RecordCursor cursor) {
      if (!cursor.is('[')) {
        return false;
      }
      int count = 0;
      while (!cursor.is(']')) {
        if ((count > 0 && !cursor.is(',')) || !shape.scan(cursor)) {
          return false;
        }
        count++;
      }
      return count >= least && count <= most;
    }
  }

  /// A shape whose place is remembered.
  record CapturedShape(int which, ValueShape shape) implements ValueShape {
    @Override
    public String fault(Json found, String at) {
      return shape.fault(found, at);
    }

    @Override
    public boolean scan(RecordCursor cursor) {
      int start = cursor.at;
      if (!shape.scan(cursor)) {
        return false;
      }
      cursor.capture(which, start, cursor.at);
      return true;
    }
  }

  /// A member of an object.
  @SuppressWarnings("ArrayRecordComponent") // immutable by convention
  record ObjectMember(String name, ValueShape shape, boolean required, byte[] head) {
    /// One that must be there.
    static ObjectMember of(String name, ValueShape shape) {
      return new ObjectMember(name, shape, true, ascii("\"" + name + "\":"));
    }

    /// One that may be missing.
    static ObjectMember optional(String name, ValueShape shape) {
      return new ObjectMember(name, shape, false, ascii("\"" + name + "\":"));
    }
  }

  /// An object with these members and no others, written in this order.
  record ObjectShape(List<ObjectMember> members) implements ValueShape {
    @Override
    public String fault(Json found, String at) {
      if (!(found instanceof Json.Obj(Map<String, Json> values))) {
        return at + " is not an object";
      }
      String prefix = at.isEmpty() ? "" : at + ".";
      int known = 0;
      for (ObjectMember member : members) {
        Json value = values.get(member.name());
        if (value == null) {
          if (member.required()) {
            return prefix + member.name() + " is missing";
          }
          continue;
        }
        known++;
        String fault = member.shape().fault(value, prefix + member.name());
        if (!fault.isEmpty()) {
          return fault;
        }
      }
      return known == values.size() ? NONE : prefix + unknown(values) + " is unknown";
    }

    private String unknown(Map<String, Json> values) {
      for (String name : values.keySet()) {
        if (members.stream().noneMatch(member -> member.name().equals(name))) {
          return name;
        }
      }
      return "";
    }

    @Override
    public boolean scan(RecordCursor cursor) {
      return scan(cursor, null);
    }

    /// @param variants gets which alternative each member has, -1 for one that is missing
    boolean scan(RecordCursor cursor, int @Nullable [] variants) {
      if (!cursor.is('{')) {
        return false;
      }
      boolean first = true;
      for (int i = 0; i < members.size(); i++) {
        ObjectMember member = members.get(i);
        int start = cursor.at;
        boolean here = (first || cursor.is(',')) && cursor.literal(member.head());
        if (!here) {
          if (member.required()) {
            return false;
          }
          cursor.at = start;
        } else if (!member.shape().scan(cursor)) {
          return false;
        } else {
          first = false;
        }
        if (variants != null) {
          variants[i] = here ? cursor.variant : -1;
        }
      }
      return cursor.is('}');
    }
  }

  /// An object with further requirements if one member has a certain value.
  ///
  /// @param deciding the index of a member that is a [ChoiceShape]
  record ConditionalShape(ObjectShape members, int deciding, List<MemberRequirement> demands)
      implements ValueShape {
    /// @param variant of the deciding member
    /// @param word the same as text
    /// @param member the index of the member with the requirement
    /// @param isNull whether it must be null; else it must be there
    record MemberRequirement(int variant, String word, int member, boolean isNull) {}

    @Override
    public String fault(Json found, String at) {
      String fault = members.fault(found, at);
      if (!fault.isEmpty() || !(found instanceof Json.Obj object)) {
        return fault;
      }
      String decides = members.members().get(deciding).name();
      String word = object.text(decides).orElse("");
      for (MemberRequirement demand : demands) {
        String name = members.members().get(demand.member()).name();
        Json value = object.members().get(name);
        boolean holds = demand.isNull() ? value instanceof Json.Null : value != null;
        if (demand.word().equals(word) && !holds) {
          return at + "." + name + (demand.isNull() ? " is not null" : " is missing") + ": " + word;
        }
      }
      return NONE;
    }

    @Override
    public boolean scan(RecordCursor cursor) {
      int[] variants = new int[members.members().size()];
      if (!members.scan(cursor, variants)) {
        return false;
      }
      for (MemberRequirement demand : demands) {
        int found = variants[demand.member()];
        // Null is the first alternative of what may be null.
        boolean holds = demand.isNull() ? found == 0 : found >= 0;
        if (variants[deciding] == demand.variant() && !holds) {
          return false;
        }
      }
      return true;
    }
  }
}
