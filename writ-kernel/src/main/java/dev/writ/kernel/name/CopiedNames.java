// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.name;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The names that editors, tools and persons give to copies of a file.
final class CopiedNames {
  /// What stands behind the file's own name: of persons, of Emacs, patch(1), dpkg, rpm, Git's
  /// locks, helm-secrets, downloads, JetBrains IDEs (safe write), and macOS.
  private static final List<String> ENDS =
      List.of(
          "~",
          ".bak",
          ".old",
          ".orig",
          ".save",
          ".backup",
          ".bkp",
          ".copy",
          ".new",
          ".tmp",
          ".part",
          ".rej",
          ".lock",
          ".dec",
          ".dpkg-old",
          ".dpkg-new",
          ".dpkg-dist",
          ".ucf-old",
          ".rpmsave",
          ".rpmnew",
          "-old",
          "_old",
          "-bak",
          "_bak",
          "___jb_tmp___",
          "___jb_old___",
          " copy");

  /// The same where a dot is put before the name: of Vim's undo files and Kate's swap files.
  private static final List<String> HIDDEN_ENDS = List.of(".un~", ".un", ".kate-swp");

  private static final String COPY_OF = "copy of ";

  /// What stands before the extension: of `git mergetool`, browsers, desktops.
  private static final Pattern INFIX =
      Pattern.compile(
          "(?:_(?:local|base|remote|backup)_\\d+| \\((?:copy ?)?\\d*\\)| copy(?: \\d+)?)"
              + "(?=\\.[^.]*$|$)");

  /// How many digits are no part of a name: numbers of logrotate(8), dates, seconds since 1970.
  private static final Set<Integer> DIGITS = Set.of(1, 2, 3, 4, 8, 10);

  /// More steps than tools take.
  private static final int MOST = 12;

  private CopiedNames() {}

  /// The name itself, and those of files of which this one may be a copy.
  ///
  /// @param name in lower case
  static List<String> originals(String name) {
    List<String> first = step(name);
    if (first.isEmpty()) {
      return List.of(name);
    }
    List<String> all = new ArrayList<>(List.of(name));
    all.addAll(first);
    for (int i = 1; i < all.size() && all.size() < MOST; i++) {
      all.addAll(step(all.get(i)));
    }
    return all;
  }

  private static List<String> step(String name) {
    List<String> found = new ArrayList<>(0);
    for (String end : HIDDEN_ENDS) {
      if (name.startsWith(".") && name.endsWith(end)) {
        add(name.substring(1, Math.max(1, name.length() - end.length())), found);
      }
    }
    for (String end : ENDS) {
      if (name.endsWith(end)) {
        add(name.substring(0, name.length() - end.length()), found);
      }
    }
    int label = name.indexOf('~'); // of conflicted copies by Git: `x~main`, `x~main_0`; `x.~1~`
    if (label > 0) {
      add(name.substring(0, label), found);
      add(name.substring(0, name.lastIndexOf('~')), found);
    }
    if (name.startsWith(".#") || name.startsWith("#")) {
      String rest = name.substring(name.indexOf('#') + 1);
      add(rest.endsWith("#") ? rest.substring(0, rest.length() - 1) : rest, found);
    }
    int swap = name.length() - ".swp".length();
    if (swap > 0 && name.startsWith(".sw", swap)) {
      add(name.substring(0, swap), found);
      add(name.substring(name.startsWith(".") ? 1 : 0, swap), found);
    }
    if (name.startsWith(COPY_OF)) {
      add(name.substring(COPY_OF.length()), found);
    }
    numberless(name, found);
    infixless(name, found);
    return found;
  }

  private static void infixless(String name, List<String> found) {
    if (name.indexOf(' ') >= 0 || name.indexOf('_') >= 0) {
      Matcher infix = INFIX.matcher(name);
      if (infix.find()) {
        add(infix.replaceFirst(""), found);
      }
    }
  }

  private static void numberless(String name, List<String> found) {
    int end = name.length();
    while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
      end--;
    }
    if (end > 1 && name.charAt(end - 1) == '.' && DIGITS.contains(name.length() - end)) {
      add(name.substring(0, end - 1), found);
    }
  }

  private static void add(String original, List<String> found) {
    String name = original.endsWith(".") ? original.substring(0, original.length() - 1) : original;
    if (!name.isEmpty() && !found.contains(name)) {
      found.add(name);
    }
  }
}
