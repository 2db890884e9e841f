// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import dev.writ.base.scope.WorkspacePath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the obeyed name that a path carries, at any depth. Names are compared without regard to
/// case and without invisible characters, because some file systems do so too. One look-up in a
/// hash table for each segment: made for change sets of 100,000 files.
public final class ObeyedNames {
  /// The names of [ObeyedNameTable].
  public static final ObeyedNames SHIPPED = new ObeyedNames(ObeyedNameTable.rows());

  private static final char DOTLESS = '\u0131';

  /// Stands for the dotless letter while others are raised: a private-use character.
  private static final char HELD = '\ue131';

  private final List<ObeyedName> rows;
  private final Map<String, Node> starts = new HashMap<>();
  private final List<ObeyedName> ends = new ArrayList<>();

  ObeyedNames(List<ObeyedName> rows) {
    this.rows = List.copyOf(rows);
    for (ObeyedName row : rows) {
      if (row.pattern().startsWith("*")) {
        ends.add(row);
      } else {
        put(row);
      }
    }
  }

  /// A segment of a pattern.
  private static final class Node {
    private final Map<String, Node> below = new HashMap<>();
    private @Nullable ObeyedName row;
  }

  private void put(ObeyedName row) {
    Map<String, Node> level = starts;
    Node node = new Node();
    for (String segment : row.pattern().split("/", -1)) {
      node = level.computeIfAbsent(segment, _ -> new Node());
      level = node.below;
    }
    node.row = row;
  }

  /// All of them.
  public List<ObeyedName> rows() {
    return rows;
  }

  /// The strictest obeyed name that the path is or is below.
  public Optional<ObeyedName> find(WorkspacePath place) {
    ObeyedName found = null;
    List<String> segments = place.segments();
    for (int i = 0; i < segments.size(); i++) {
      String name = fold(segments.get(i));
      for (ObeyedName end : ends) {
        if (name.length() >= end.pattern().length()
            && name.regionMatches(
                name.length() - end.pattern().length() + 1,
                end.pattern(),
                1,
                end.pattern().length() - 1)) {
          found = stricter(found, end);
        }
      }
      Node node = starts.get(name);
      for (int next = i + 1; node != null; next++) {
        found = stricter(found, node.row);
        node =
            next < segments.size() && !node.below.isEmpty()
                ? node.below.get(fold(segments.get(next)))
                : null;
      }
      if (found != null && found.obedience() == ObedienceRule.REFUSED) {
        break;
      }
    }
    return Optional.ofNullable(found);
  }

  /// Whether a name of several segments begins as the path ends, so that it may come to be below.
  public boolean begins(WorkspacePath directory) {
    List<String> segments = directory.segments();
    for (int i = 0; i < segments.size(); i++) {
      Node node = starts.get(fold(segments.get(i)));
      for (int next = i + 1; node != null && next < segments.size(); next++) {
        node = node.below.get(fold(segments.get(next)));
      }
      if (node != null && !node.below.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable ObeyedName stricter(
      @Nullable ObeyedName one, @Nullable ObeyedName other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return other.obedience().compareTo(one.obedience()) > 0 ? other : one;
  }

  /// Whether nothing may change the place.
  public boolean refuses(WorkspacePath place) {
    return find(place).filter(row -> row.obedience() == ObedienceRule.REFUSED).isPresent();
  }

  /// A name as file systems may compare it: without invisible characters, in lower case. A letter
  /// is raised first, because some have no lower form but that of another one (`ſ` and `s`); the
  /// dotless `ı` is no `i`.
  public static String fold(String name) {
    if (isPlain(name)) {
      return name;
    }
    StringBuilder visible = new StringBuilder(name.length());
    name.codePoints().filter(c -> !isIgnored(c)).forEach(visible::appendCodePoint);
    String folded =
        visible
            .toString()
            .replace(DOTLESS, HELD)
            .toUpperCase(Locale.ROOT)
            .toLowerCase(Locale.ROOT)
            .replace(HELD, DOTLESS);
    return folded.isEmpty() || folded.equals(".") || folded.equals("..") ? name : folded;
  }

  /// Whether it may count for nothing in a name: what Unicode lets be ignored by default.
  private static boolean isIgnored(int c) {
    return Character.getType(c) == Character.FORMAT
        || c == 0x34f
        || c == 0x115f
        || c == 0x1160
        || c == 0x17b4
        || c == 0x17b5
        || (c >= 0x180b && c <= 0x180f)
        || c == 0x3164
        || (c >= 0xfe00 && c <= 0xfe0f)
        || c == 0xffa0
        || (c >= 0xe0000 && c <= 0xe0fff);
  }

  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c >= 0x7f || (c >= 'A' && c <= 'Z')) {
        return false;
      }
    }
    return true;
  }
}
