// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.comparison.JudgedChanges;
import dev.writ.kernel.comparison.ViewDifference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The changes of one Git directory's refs and their logs (gitrepository-layout(5)). A ref is a
/// file or a line of `packed-refs`; a move from one to the other changes nothing.
final class GitRefChanges {
  private static final String HEAD = "HEAD";
  private static final String REFS = "refs";
  private static final String LOGS = "logs";
  private static final String PACKED = "packed-refs";
  private static final String SYMBOLIC = "ref: ";
  private static final String ID = "(?:[0-9a-f]{40}|[0-9a-f]{64})";
  private static final Pattern REF =
      Pattern.compile("(?:" + ID + "|ref: refs/[^\\x00-\\x20\\x7f~^:?*\\[\\\\]+)\n");
  private static final Pattern ENTRY = Pattern.compile(ID + " (refs/[^\\x00-\\x20\\x7f]+)");
  private static final Pattern PEELED = Pattern.compile("\\^" + ID);
  private static final int SHOWN_DIGITS = 12;

  /// Git itself forgets entries that are older (git-gc(1), `gc.reflogExpireUnreachable`).
  private static final long EXPIRE_SECONDS = 30L * 24 * 60 * 60;

  private static final long NANOS = 1_000_000_000L;

  private final JudgedChanges view;
  private final WorkspacePath directory;
  private final Map<String, ViewDifference> refs = new TreeMap<>();
  private final List<ViewDifference> logs = new ArrayList<>();
  private final List<ViewDifference> forms = new ArrayList<>();
  private Map<String, String> packedBefore = Map.of();
  private Map<String, String> packedAfter = Map.of();

  /// @param differences in the Git directory
  /// @throws IOException if one can't be read
  GitRefChanges(JudgedChanges view, WorkspacePath directory, List<ViewDifference> differences)
      throws IOException {
    this.view = view;
    this.directory = directory;
    Optional<ViewDifference> packed = Optional.empty();
    for (ViewDifference difference : differences) {
      List<String> names =
          difference
              .path()
              .segments()
              .subList(directory.segments().size(), difference.path().segments().size());
      if (difference.after().isFile() && isRef(names)) {
        forms.add(difference);
      }
      boolean file = difference.before().isFile() || difference.after().isFile();
      if (!file || names.getLast().endsWith(".lock")) {
        continue;
      }
      switch (names.getFirst()) {
        case HEAD, REFS -> refs.put(String.join("/", names), difference);
        case LOGS -> logs.add(difference);
        case PACKED -> packed = Optional.of(difference);
        default -> {} // no ref
      }
    }
    if (!refs.isEmpty() || packed.isPresent()) {
      packedBefore = packed(view.wholeBefore(directory.child(PACKED)).orElse(""));
      packedAfter =
          packed.isPresent() ? packed(view.wholeAfter(packed.get()).orElse("")) : packedBefore;
    }
  }

  private static boolean isRef(List<String> names) {
    boolean own = Set.of(HEAD, REFS, PACKED).contains(names.getFirst());
    boolean worktrees = names.getFirst().equals("worktrees") && names.size() > 2;
    return !names.getLast().endsWith(".lock")
        && (own || (worktrees && Set.of(HEAD, REFS).contains(names.get(2))));
  }

  private static Map<String, String> packed(String text) {
    Map<String, String> refs = new HashMap<>();
    for (String line : text.split("\n", -1)) {
      int space = line.indexOf(' ');
      if (space > 0 && !line.startsWith("#") && !line.startsWith("^")) {
        refs.put(line.substring(space + 1), line.substring(0, space));
      }
    }
    return refs;
  }

  /// Why what stands there now is not what Git writes, if so: Git reads more than it writes, and
  /// reads it otherwise than it looks.
  Optional<String> malformed() throws IOException {
    for (ViewDifference difference : forms) {
      boolean isList = difference.path().equals(directory.child(PACKED));
      String text = view.wholeAfter(difference).orElse("");
      if (isList ? !isSortedList(text) : !REF.matcher(text).matches()) {
        return Optional.of(difference.path() + " is not as Git writes it");
      }
    }
    return Optional.empty();
  }

  private static boolean isSortedList(String text) {
    String last = "";
    for (String line : text.split("\n", -1)) {
      Matcher entry = ENTRY.matcher(line);
      if (entry.matches() && entry.group(1).compareTo(last) > 0) {
        last = entry.group(1);
      } else if (!line.isEmpty()
          && !line.startsWith("# pack-refs")
          && !PEELED.matcher(line).matches()) {
        return false;
      }
    }
    return true;
  }

  /// The values that refs had before, as far as that is known without looking at all of them.
  Set<String> before() throws IOException {
    Set<String> values =
        new TreeSet<>(packed(view.wholeBefore(directory.child(PACKED)).orElse("")).values());
    values.add(headBefore());
    for (List<String> ref : changed().values()) {
      values.add(ref.getFirst());
    }
    return values;
  }

  /// The commit that was checked out before; empty without one.
  String headBefore() throws IOException {
    String head = before(HEAD);
    if (!head.startsWith(SYMBOLIC)) {
      return head;
    }
    String name = head.substring(SYMBOLIC.length());
    String own = before(name);
    return own.isEmpty()
        ? packed(view.wholeBefore(directory.child(PACKED)).orElse("")).getOrDefault(name, "")
        : own;
  }

  /// The changed refs with their values before and after; an empty text for a missing value.
  Map<String, List<String>> changed() throws IOException {
    Set<String> names = new TreeSet<>(refs.keySet());
    packedBefore.forEach(
        (name, value) -> {
          if (!value.equals(packedAfter.get(name))) {
            names.add(name);
          }
        });
    packedAfter.keySet().stream()
        .filter(name -> !packedBefore.containsKey(name))
        .forEach(names::add);
    Map<String, List<String>> changed = new TreeMap<>();
    for (String name : names) {
      String before = before(name);
      String after = after(name, before);
      if (!before.equals(after)) {
        changed.put(name, List.of(before, after));
      }
    }
    return changed;
  }

  private String before(String name) throws IOException {
    ViewDifference difference = refs.get(name);
    Optional<String> own =
        difference != null && !difference.before().isFile() ? Optional.empty() : own(name);
    return own.map(String::strip).orElseGet(() -> packedBefore.getOrDefault(name, ""));
  }

  /// The file of a ref in the workspace; a list can name what no file can have.
  private Optional<String> own(String name) throws IOException {
    try {
      WorkspacePath place = WorkspacePath.of(directory + "/" + name);
      return place.within(directory) ? view.wholeBefore(place) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private String after(String name, String before) throws IOException {
    ViewDifference difference = refs.get(name);
    if (difference == null) { // only its line in the list may have changed, which counts without it
      boolean own = own(name).isPresent();
      return own ? before : packedAfter.getOrDefault(name, "");
    }
    return difference.after().isFile()
        ? view.wholeAfter(difference).orElse("").strip()
        : packedAfter.getOrDefault(name, "");
  }

  /// Why these changes need a command that removes refs, if they do.
  Optional<String> removal() throws IOException {
    for (Map.Entry<String, List<String>> ref : changed().entrySet()) {
      if (ref.getValue().getLast().isEmpty()) {
        return Optional.of(ref.getKey() + " would be removed, which the command does not state");
      }
    }
    for (ViewDifference log : logs) {
      if (log.before().isFile() && isShortened(log)) {
        return Optional.of(
            DisplayText.named(log.path())
                + " would lose entries, which the command does not state");
      }
    }
    return Optional.empty();
  }

  private boolean isShortened(ViewDifference log) throws IOException {
    String before = view.wholeBefore(log.path()).orElse("");
    String after = view.wholeAfter(log).orElse("");
    if (after.startsWith(before)) {
      return false;
    }
    Set<String> kept = new HashSet<>(after.lines().toList());
    long young = view.beganAt() / NANOS - EXPIRE_SECONDS;
    return before.lines().anyMatch(line -> !kept.contains(line) && seconds(line) >= young);
  }

  /// When an entry was written; the end of time where it doesn't say.
  private static long seconds(String line) {
    int tab = line.indexOf('\t');
    String[] words = line.substring(0, tab < 0 ? line.length() : tab).split(" ", -1);
    try {
      return Long.parseLong(words[Math.max(0, words.length - 2)]);
    } catch (NumberFormatException _) {
      return Long.MAX_VALUE;
    }
  }

  /// The change of each ref, in words, with its old value.
  List<String> words() throws IOException {
    List<String> words = new ArrayList<>();
    changed()
        .forEach(
            (name, values) -> {
              String before = shown(values.getFirst());
              String after = shown(values.getLast());
              words.add(
                  before.isEmpty()
                      ? name + " is new: " + after
                      : after.isEmpty()
                          ? name + " was removed: it was " + before
                          : "%s was %s and is %s".formatted(name, before, after));
            });
    return words;
  }

  private static String shown(String value) {
    return value.startsWith(SYMBOLIC)
        ? value.substring(SYMBOLIC.length())
        : value.substring(0, Math.min(SHOWN_DIGITS, value.length()));
  }
}
