// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.direnv;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The values that a text's commands give to variables, all of each variable, wherever they do it.
final class ShellValues {
  /// More texts than a word is worth: then it isn't known.
  private static final int MOST = 64;

  private static final List<String> ANYTHING = List.of(String.valueOf(ShellSketch.ANYTHING));

  private static final Set<String> LISTS = Set.of("PATH", "MANPATH", "OLDPWD", "TMPDIR", "USER");

  private static final Set<String> LOOPS = Set.of("for", "select");

  private static final Set<String> READING = Set.of("read", "mapfile", "readarray", "getopts");

  /// Values may be made of others that are made of others.
  private static final int MOST_STEPS = 20_000;

  /// Commands that name variables without a value for them.
  private static final Set<String> NAMING =
      Set.of("export", "declare", "typeset", "local", "readonly", "unset", "env_vars_required");

  private final int depth;
  private final Set<String> mentioned = new HashSet<>();
  private final Map<String, Set<String>> values = new HashMap<>();
  private int steps;

  /// @param depth how many directories there may be above
  ShellValues(int depth, List<List<String>> commands) {
    this.depth = depth;
    for (List<String> command : commands) {
      if (!NAMING.contains(command.getFirst())) {
        mentioned.addAll(command);
      }
      for (int i = 0; i < command.size(); i++) {
        String word = command.get(i);
        int end = assigned(word);
        if (end > 0) {
          put(word.substring(0, end), word.substring(word.indexOf('=') + 1));
        } else if (LOOPS.contains(word) && i + 1 < command.size()) {
          String name = command.get(i + 1);
          command.subList(i + 2, command.size()).forEach(value -> put(name, value));
        } else if (READING.contains(word)) {
          command.subList(i + 1, command.size()).forEach(name -> put(name, ANYTHING.getFirst()));
        }
      }
    }
  }

  private void put(String name, String value) {
    values.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(value);
  }

  /// Where the name ends of the variable to which a word gives a value; below 1 if to none.
  static int assigned(String word) {
    int equals = word.indexOf('=');
    int end = equals > 1 && word.charAt(equals - 1) == '+' ? equals - 1 : equals;
    for (int i = 0; i < end; i++) {
      char c = word.charAt(i);
      if (c != '_' && !Character.isLetterOrDigit(c)) {
        return -1;
      }
    }
    return end;
  }

  /// A command's words with all that they may be.
  List<String> of(List<String> command) {
    return command.stream().flatMap(word -> of(word, Set.of()).stream()).toList();
  }

  private List<String> of(String word, Set<String> within) {
    int start = word.indexOf(ShellSketch.VARIABLE);
    int end = word.indexOf(ShellSketch.END, start);
    if (start < 0 || end < 0) {
      return List.of(word);
    }
    if (++steps > MOST_STEPS) {
      return ANYTHING;
    }
    String before = word.substring(0, start);
    Set<String> texts = new LinkedHashSet<>();
    String after = word.substring(end + 1);
    List<String> rests = of(after, within);
    boolean whole =
        (before.isEmpty() || ":= ".indexOf(before.charAt(before.length() - 1)) >= 0)
            && (after.isEmpty() || "/: ".indexOf(after.charAt(0)) >= 0);
    for (String value : value(word.substring(start + 1, end), whole, within)) {
      rests.forEach(rest -> texts.add(before + value + rest));
      if (texts.size() > MOST) {
        return ANYTHING;
      }
    }
    return List.copyOf(texts);
  }

  private List<String> value(String name, boolean whole, Set<String> within) {
    if (name.equals(ShellSketch.HERE)) {
      return List.of(".");
    }
    if (name.equals(ShellSketch.TOP)) {
      List<String> above = new ArrayList<>(List.of("."));
      for (int i = 1; i < Math.min(depth, MOST); i++) {
        above.add("../".repeat(i));
      }
      return above;
    }
    if (Character.isDigit(name.charAt(0))) {
      return ANYTHING;
    }
    Set<String> given = values.get(name);
    if (given == null || within.contains(name)) {
      if (given == null && mentioned.contains(name) && !LISTS.contains(name)) {
        return ANYTHING;
      }
      boolean elsewhere = name.endsWith("HOME") || LISTS.contains(name) || given != null;
      return whole ? List.of(elsewhere ? ShellSketch.ELSEWHERE : ".") : ANYTHING;
    }
    Set<String> inner = new LinkedHashSet<>(within);
    inner.add(name);
    Set<String> texts = new LinkedHashSet<>();
    given.forEach(value -> texts.addAll(of(value, inner)));
    return texts.size() > MOST ? ANYTHING : List.copyOf(texts);
  }
}
