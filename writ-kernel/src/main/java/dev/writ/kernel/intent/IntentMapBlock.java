// Implements: docs/spec/10-trace-and-audit.md §10.3 (Intent map and shared brain)
package dev.writ.kernel.intent;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Generated blocks as they were found in a map: one, or several whose lines a merge of
/// two branches mixed. Of mixed ones only is known that they are there.
///
/// @param foreign the lines in them that are not Writ's
/// @param end the index after them
record IntentMapBlock(Map<String, IntentMap.IntentSection> blocks, String foreign, int end) {
  static final String TITLE = "## ";
  static final String SCOPE = "Owned scope: ";
  static final String ITEM = "- `";

  /// How many declarations of one file are named.
  static final int MAX_ANCHORS = 200;

  private static final Pattern OPENING =
      Pattern.compile(
          "<!-- writ:intent ([A-Za-z0-9._-]{1,64}) last=([0-9a-f-]{36}|none) records=([0-9]{1,12})"
              + " -->");

  private static final Pattern ENDING =
      Pattern.compile("(?md)^<!-- /writ:intent ([A-Za-z0-9._-]{1,64}) -->\\r*$");

  /// Reads the block that begins at an index, with those that begin within it.
  ///
  /// @param taken intents that have a block already: another one of theirs is a person's copy
  /// @param ends where each intent's last end is
  /// @return empty if no well-formed block begins there
  static Optional<IntentMapBlock> read(
      String text, int from, Set<String> taken, Map<String, Integer> ends) {
    Map<String, IntentMap.IntentSection> found = new LinkedHashMap<>();
    Map<String, Set<String>> files = new TreeMap<>();
    StringBuilder foreign = new StringBuilder();
    Set<String> open = new HashSet<>();
    boolean mixed = false;
    int at = from;
    while (at < text.length() && (at == from || !open.isEmpty())) {
      int next = IntentMap.lineEnd(text, at);
      String line = line(text, at, next);
      Matcher opening = OPENING.matcher(line);
      if (opening.matches()
          && !taken.contains(opening.group(1))
          && ends.getOrDefault(opening.group(1), -1) > at) {
        mixed |= !found.isEmpty();
        open.add(opening.group(1));
        found.put(opening.group(1), section(opening, files));
      } else if (at == from) {
        return Optional.empty();
      } else if (!open.removeIf(intent -> line.equals(IntentMap.end(intent)))
          && !isOwn(line, found.keySet(), files)) {
        foreign.append(text, at, next);
      }
      at = next;
    }
    if (mixed) {
      found.replaceAll((_, _) -> IntentMap.IntentSection.empty());
    }
    return Optional.of(new IntentMapBlock(found, foreign.toString(), at));
  }

  private static IntentMap.IntentSection section(Matcher opening, Map<String, Set<String>> files) {
    String last = opening.group(2).equals("none") ? "" : opening.group(2);
    return new IntentMap.IntentSection(last, Long.parseLong(opening.group(3)), files);
  }

  private static boolean isOwn(String line, Set<String> intents, Map<String, Set<String>> files) {
    return line.isEmpty()
        || line.startsWith(SCOPE)
        || IntentMap.isMark(line)
        || item(line, files)
        || intents.stream()
            .map(intent -> TITLE + intent)
            .anyMatch(title -> line.equals(title) || line.startsWith(title + ": "));
  }

  /// Where the last end of each intent's blocks is.
  static Map<String, Integer> ends(String text) {
    Map<String, Integer> ends = new HashMap<>();
    Matcher end = ENDING.matcher(text);
    while (end.find()) {
      ends.put(end.group(1), end.start());
    }
    return ends;
  }

  private static String line(String text, int from, int to) {
    int end = to;
    while (end > from && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return text.substring(from, end);
  }

  /// Reads a line such as ``- `a/B.java`: `B#f`, `B#g` ``.
  private static boolean item(String line, Map<String, Set<String>> files) {
    if (!line.startsWith(ITEM)) {
      return false;
    }
    int end = line.indexOf('`', ITEM.length());
    if (end < 0) {
      return false;
    }
    Set<String> anchors = new LinkedHashSet<>();
    String before = ": `";
    for (int at = end + 1; at < line.length(); ) {
      int close = line.indexOf('`', at + before.length());
      if (!line.startsWith(before, at) || close < 0) {
        return false;
      }
      anchors.add(plain(line.substring(at + before.length(), close)));
      at = close + 1;
      before = ", `";
    }
    files
        .computeIfAbsent(plain(line.substring(ITEM.length(), end)), _ -> new TreeSet<>())
        .addAll(anchors);
    return true;
  }

  /// A text between backticks: what would end it, or the line, or a comment, is written in
  /// hexadecimal.
  static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x20 || c == 0x7f || c == '`' || c == '%' || c == '<' || c == '>') {
        out.append('%')
            .append(Character.forDigit(c >> 4, 16))
            .append(Character.forDigit(c & 15, 16));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private static String plain(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
      int low = i + 2 < text.length() ? Character.digit(text.charAt(i + 2), 16) : -1;
      if (c == '%' && high >= 0 && low >= 0) {
        out.append((char) (high * 16 + low));
        i += 2;
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  /// A text in a line of its own.
  static String inert(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length() && out.length() < 500; i++) {
      char c = text.charAt(i);
      out.append(c < 0x20 || c == 0x7f || c == '<' || c == '>' ? ' ' : c);
    }
    return out.toString();
  }
}
