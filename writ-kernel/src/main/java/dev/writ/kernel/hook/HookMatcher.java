// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hook;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.List;

/// The subjects of an event that a hook applies to: all, some by name, or those whose name contains
/// a match of a regular expression (RE2, in linear time).
public sealed interface HookMatcher {
  /// The longest text of a matcher, in characters.
  int MAX_CHARS = 1000;

  /// Whether the hook is for a subject with any of these names.
  boolean matches(List<String> names);

  /// Everything.
  record All() implements HookMatcher {
    @Override
    public boolean matches(List<String> names) {
      return true;
    }
  }

  /// These names, letter by letter.
  record Names(List<String> wanted) implements HookMatcher {
    public Names {
      wanted = List.copyOf(wanted);
    }

    @Override
    public boolean matches(List<String> names) {
      for (String name : names) {
        if (wanted.contains(name)) {
          return true;
        }
      }
      return false;
    }
  }

  /// A regular expression, not anchored.
  final class HookMatch implements HookMatcher {
    private final Pattern pattern;

    private HookMatch(Pattern pattern) {
      this.pattern = pattern;
    }

    String text() {
      return pattern.pattern();
    }

    @Override
    public boolean matches(List<String> names) {
      for (String name : names) {
        if (pattern.matcher(name).find()) {
          return true;
        }
      }
      return false;
    }
  }

  /// The matcher that a text means.
  ///
  /// @param place for messages
  /// @throws HookException if it is a regular expression that RE2 doesn't know
  static HookMatcher of(String text, String place) throws HookException {
    if (text.isEmpty() || text.equals("*")) {
      return new All();
    }
    if (text.length() > MAX_CHARS) {
      throw new HookException(place, "is longer than " + MAX_CHARS + " characters");
    }
    if (text.chars().allMatch(HookMatcher::plain)) {
      List<String> names = new ArrayList<>();
      for (String name : text.split("[,|]", -1)) {
        if (!name.isBlank()) {
          names.add(name.strip());
        }
      }
      if (names.isEmpty()) {
        throw new HookException(place, "'" + text + "' names nothing; \"*\" matches all");
      }
      return new Names(names);
    }
    try {
      return new HookMatch(Pattern.compile(text));
    } catch (PatternSyntaxException e) {
      throw new HookException(
          place,
          "'%s' is not a regular expression that runs in linear time (%s); look-arounds and"
                  .formatted(text, e.getMessage())
              + " back-references are not supported: list the names instead, as in \"Write|Edit\"");
    }
  }

  private static boolean plain(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-'
        || c == ' '
        || c == ','
        || c == '|';
  }
}
