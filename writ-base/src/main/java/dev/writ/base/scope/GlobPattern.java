// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.base.scope;

import java.util.ArrayList;
import java.util.List;

/// A path pattern: `*` and `?` stay inside a segment, `**` spans any number of segments (also none,
/// so `**/*.java` matches `A.java`), `[a-z]`, `[!a]` and `[[:digit:]]` are classes, `{a,b}` are
/// alternatives, `\` escapes. Matching takes time linear in pattern times path.
public final class GlobPattern {
  /// The longest pattern in characters, after which one is refused.
  public static final int MAX_CHARS = 1000;

  /// The most patterns that braces may expand to.
  public static final int MAX_ALTERNATIVES = 64;

  private static final char DELETE = 0x7F;

  private final String source;
  private final List<String[]> alternatives;

  /// For each alternative, the longest text that a name must contain for the last segment to match:
  /// one look tells most names apart.
  private final List<String> literals;

  private GlobPattern(String source, List<String[]> alternatives) {
    this.source = source;
    this.alternatives = alternatives;
    this.literals = alternatives.stream().map(GlobPattern::literal).toList();
  }

  private static String literal(String[] segments) {
    String last = segments[segments.length - 1];
    String longest = "";
    int from = 0;
    for (int i = 0; i <= last.length(); i++) {
      if (i < last.length() && "*?[\\".indexOf(last.charAt(i)) < 0) {
        continue;
      }
      longest = i - from > longest.length() ? last.substring(from, i) : longest;
      if (i < last.length() && last.charAt(i) != '*' && last.charAt(i) != '?') {
        break; // a class or an escape: what comes before is enough
      }
      from = i + 1;
    }
    return longest;
  }

  /// Compiles a pattern.
  ///
  /// @throws IllegalArgumentException where it is empty, too long, absolute, climbs out with `..`,
  ///     or has an unclosed class or brace; the message says which
  public static GlobPattern of(String pattern) {
    if (pattern.isBlank()) {
      throw new IllegalArgumentException("the pattern is empty");
    }
    if (pattern.length() > MAX_CHARS) {
      throw new IllegalArgumentException("the pattern is longer than " + MAX_CHARS + " characters");
    }
    List<String[]> alternatives = new ArrayList<>();
    for (String plain : braces(pattern)) {
      String[] segments = plain.startsWith("./") ? split(plain.substring(2)) : split(plain);
      for (String segment : segments) {
        check(segment, pattern);
      }
      alternatives.add(segments);
    }
    return new GlobPattern(pattern, alternatives);
  }

  private static String[] split(String plain) {
    String whole = plain.endsWith("/") ? plain + "**" : plain;
    return whole.split("/", -1);
  }

  private static void check(String segment, String pattern) {
    if (segment.isEmpty()) {
      throw new IllegalArgumentException("'" + pattern + "' is absolute or has an empty segment");
    }
    if (segment.equals("..") || segment.equals(".")) {
      throw new IllegalArgumentException("'" + pattern + "' climbs with '" + segment + "'");
    }
    if (segment.contains("**") && !segment.equals("**")) {
      throw new IllegalArgumentException("'" + pattern + "': '**' must be a whole segment");
    }
    for (int i = 0; i < segment.length(); i++) {
      if (segment.charAt(i) == '\\') {
        i++;
      } else if (segment.charAt(i) == '[') {
        int end = classEnd(segment, i);
        boolean _ = inClass(segment.substring(i + 1, end), 'a'); // its names are known
        i = end;
      }
    }
  }

  /// Whether the pattern matches the whole path.
  public boolean matches(WorkspacePath path) {
    return matches(path.segments());
  }

  private boolean matches(List<String> names) {
    for (String[] pattern : alternatives) {
      if (segments(pattern, names)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a pattern without `/` matches a plain name.
  public boolean matchesName(String name) {
    return mayEndIn(name) && matches(List.of(name));
  }

  /// Whether the pattern can match a path that ends in a name. Much faster than building the path.
  boolean mayEndIn(String name) {
    for (int i = 0; i < literals.size(); i++) {
      if (name.contains(literals.get(i))) {
        String[] pattern = alternatives.get(i);
        String last = pattern[pattern.length - 1];
        if (last.equals("**") || name(last, name)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean segments(String[] pattern, List<String> names) {
    int p = 0;
    int n = 0;
    int star = -1;
    int resume = 0;
    while (n < names.size()) {
      if (p < pattern.length && pattern[p].equals("**")) {
        star = p++;
        resume = n;
      } else if (p < pattern.length && name(pattern[p], names.get(n))) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++resume;
      } else {
        return false;
      }
    }
    while (p < pattern.length && pattern[p].equals("**")) {
      p++;
    }
    return p == pattern.length;
  }

  private static boolean name(String pattern, String name) {
    int p = 0;
    int n = 0;
    int star = -1;
    int resume = 0;
    while (n < name.length()) {
      int after =
          p < pattern.length() && pattern.charAt(p) != '*' ? one(pattern, p, name.charAt(n)) : -1;
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        resume = n;
      } else if (after >= 0) {
        p = after;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++resume;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /// The index behind the pattern element at `p` if it matches the character, else -1.
  private static int one(String pattern, int p, char c) {
    return switch (pattern.charAt(p)) {
      case '?' -> p + 1;
      case '\\' -> p + 1 < pattern.length() && pattern.charAt(p + 1) == c ? p + 2 : -1;
      case '[' -> {
        int end = classEnd(pattern, p);
        yield inClass(pattern.substring(p + 1, end), c) ? end + 1 : -1;
      }
      default -> pattern.charAt(p) == c ? p + 1 : -1;
    };
  }

  private static int classEnd(String segment, int open) {
    int first = open + 1;
    if (first < segment.length() && "!^".indexOf(segment.charAt(first)) >= 0) {
      first++;
    }
    for (int i = first; i < segment.length(); i++) {
      if (segment.charAt(i) == ']' && i > first) {
        return i;
      }
      i = segment.charAt(i) == '\\' ? i + 1 : Math.max(i, namedEnd(segment, i));
    }
    throw new IllegalArgumentException("'" + segment + "' has an unclosed '['");
  }

  /// The index of the last character of a class's named part, as in `[[:digit:]]`; -1 where none
  /// begins.
  private static int namedEnd(String segment, int open) {
    if (!segment.startsWith("[:", open)) {
      return -1;
    }
    int end = segment.indexOf(']', open + 2);
    return end > open + 2 && segment.charAt(end - 1) == ':' ? end : -1;
  }

  private static boolean inClass(String members, char c) {
    boolean negated = members.startsWith("!") || members.startsWith("^");
    boolean found = false;
    for (int i = negated ? 1 : 0; i < members.length(); i++) {
      int named = namedEnd(members, i);
      if (named >= 0) {
        found |= isNamed(members.substring(i + 2, named - 1), c);
        i = named;
        continue;
      }
      i = escaped(members, i);
      char low = members.charAt(i);
      char high = low;
      if (i + 2 < members.length() && members.charAt(i + 1) == '-') {
        i = escaped(members, i + 2);
        high = members.charAt(i);
      }
      found |= c >= low && c <= high;
    }
    return found != negated;
  }

  private static int escaped(String members, int at) {
    return members.charAt(at) == '\\' && at + 1 < members.length() ? at + 1 : at;
  }

  /// The classes of glob(7), of ASCII as in Git.
  private static boolean isNamed(String name, char c) {
    boolean digit = c >= '0' && c <= '9';
    boolean lower = c >= 'a' && c <= 'z';
    boolean upper = c >= 'A' && c <= 'Z';
    boolean graph = c > ' ' && c < DELETE;
    return switch (name) {
      case "alnum" -> digit || lower || upper;
      case "alpha" -> lower || upper;
      case "blank" -> c == ' ' || c == '\t';
      case "cntrl" -> c < ' ' || c == DELETE;
      case "digit" -> digit;
      case "graph" -> graph;
      case "lower" -> lower;
      case "print" -> graph || c == ' ';
      case "punct" -> graph && !(digit || lower || upper);
      case "space" -> c == ' ' || (c >= '\t' && c <= '\r');
      case "upper" -> upper;
      case "xdigit" -> digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      default -> throw new IllegalArgumentException("'[:" + name + ":]' is no class of characters");
    };
  }

  private static List<String> braces(String pattern) {
    int open = unescaped(pattern, '{', 0);
    if (open < 0) {
      return List.of(pattern);
    }
    int depth = 0;
    List<Integer> cuts = new ArrayList<>(List.of(open));
    for (int i = open; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '{') {
        depth++;
      } else if (c == ',' && depth == 1) {
        cuts.add(i);
      } else if (c == '}' && --depth == 0) {
        cuts.add(i);
        List<String> expanded = new ArrayList<>();
        for (int cut = 0; cut + 1 < cuts.size(); cut++) {
          String middle = pattern.substring(cuts.get(cut) + 1, cuts.get(cut + 1));
          expanded.addAll(braces(pattern.substring(0, open) + middle + pattern.substring(i + 1)));
          if (expanded.size() > MAX_ALTERNATIVES) {
            throw new IllegalArgumentException("'" + pattern + "' has too many alternatives");
          }
        }
        return expanded;
      }
    }
    throw new IllegalArgumentException("'" + pattern + "' has an unclosed '{'");
  }

  private static int unescaped(String text, char wanted, int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.charAt(i) == wanted) {
        return i;
      }
    }
    return -1;
  }

  /// The pattern as it was given.
  @Override
  public String toString() {
    return source;
  }
}
