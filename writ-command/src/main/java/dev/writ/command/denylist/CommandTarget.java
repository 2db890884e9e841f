// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.denylist;

import dev.writ.command.language.CommandContext;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.PathText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A path that a command names: absolute, without `.` and `..`, maybe with wildcards.
///
/// @param names its names, in which [#ANY] stands for any text and [#ONE] for any character
record CommandTarget(List<String> names) {
  /// No text has this character: Unicode reserves it.
  private static final char ANY = '\uFDD0';

  private static final char ONE = '\uFDD1';

  private static final Pattern EVERYTHING = Pattern.compile("[.!" + ANY + ONE + "]+");
  private static final Pattern CLASS = Pattern.compile("\\[[^/]*?.]");

  CommandTarget {
    names = List.copyOf(names);
  }

  /// The path that a word means to a command that runs there.
  static CommandTarget of(CommandWord word, CommandWord directory, CommandContext context) {
    String base = PathText.joined(context.workingDirectory(), text(directory, context));
    return new CommandTarget(names(PathText.joined(base, text(word, context))));
  }

  /// A path without wildcards.
  static CommandTarget path(String path) {
    return new CommandTarget(names(PathText.normalised(path)));
  }

  /// A path of the rules: `*` and `?` are wildcards, and `~` is that home.
  static CommandTarget rule(String path, String home) {
    String whole = path.startsWith("~") ? home + path.substring(1) : path;
    return new CommandTarget(names(wild(PathText.normalised(whole))));
  }

  private static List<String> names(String path) {
    List<String> names = new ArrayList<>();
    for (int from = 0; from < path.length(); ) {
      int slash = path.indexOf('/', from);
      int end = slash < 0 ? path.length() : slash;
      if (end > from) {
        names.add(path.substring(from, end));
      }
      from = end + 1;
    }
    return names;
  }

  private static String text(CommandWord word, CommandContext context) {
    return word instanceof CommandWord.Home(CommandWord rest)
        ? context.home() + encoded(rest)
        : encoded(word);
  }

  private static String encoded(CommandWord word) {
    if (!(word instanceof CommandWord.Pattern(List<CommandWord.WordPiece> pieces))) {
      return word.plain();
    }
    StringBuilder text = new StringBuilder();
    for (CommandWord.WordPiece piece : pieces) {
      // Any character instead of those in brackets: rather too much is barred than too little.
      text.append(
          piece.quoted() ? piece.text() : wild(CLASS.matcher(piece.text()).replaceAll("?")));
    }
    return text.toString();
  }

  private static String wild(String text) {
    return text.replace('*', ANY).replace('?', ONE);
  }

  /// Whether a word is this pattern word.
  static boolean matches(CommandWord pattern, String text) {
    return overlap(encoded(pattern), text);
  }

  boolean isRoot() {
    return names.isEmpty();
  }

  String last() {
    return isRoot() ? "" : names.getLast();
  }

  /// The directory whose complete content it is; itself otherwise.
  CommandTarget emptied() {
    boolean everything =
        !isRoot() && last().indexOf(ANY) >= 0 && EVERYTHING.matcher(last()).matches();
    return everything ? new CommandTarget(names.subList(0, names.size() - 1)) : this;
  }

  /// The rest of it after a directory that it is in.
  CommandTarget below(CommandTarget tree) {
    return new CommandTarget(names.subList(tree.names.size(), names.size()));
  }

  /// Whether both may be the same path.
  boolean mayBe(CommandTarget other) {
    return names.size() == other.names.size() && isWithin(other);
  }

  /// Whether it may be that directory or something in it.
  boolean isWithin(CommandTarget tree) {
    if (names.size() < tree.names.size()) {
      return false;
    }
    for (int i = 0; i < tree.names.size(); i++) {
      if (!overlap(names.get(i), tree.names.get(i)) && !overlap(tree.names.get(i), names.get(i))) {
        return false;
      }
    }
    return true;
  }

  /// Whether it is that directory or something in it, whatever its wildcards stand for.
  boolean isSurelyWithin(CommandTarget tree) {
    for (int i = 0; i < tree.names.size(); i++) {
      if (i == names.size() || !overlap(tree.names.get(i), names.get(i))) {
        return false;
      }
    }
    return true;
  }

  /// Whether a text matches a pattern, in time proportional to the product of their lengths.
  private static boolean overlap(String pattern, String text) {
    int p = 0;
    int star = -1;
    int mark = 0;
    int t = 0;
    while (t < text.length()) {
      boolean more = p < pattern.length();
      if (more && pattern.charAt(p) == ANY) {
        star = p++;
        mark = t;
      } else if (more && (pattern.charAt(p) == ONE || pattern.charAt(p) == text.charAt(t))) {
        p++;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == ANY) {
      p++;
    }
    return p == pattern.length();
  }
}
