// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.command.unwrap;

import java.util.Set;

/// The meaning of a `find` expression's words, as far as they only test and print.
final class FindExpression {
  private static final Set<String> PLAIN =
      words(
          """
          -a -o -and -or -not ! ( ) , -print -print0 -ls -prune -quit -true -false -empty -mount
          -xdev -depth -d -readable -writable -executable -nouser -nogroup -daystart -noleaf -warn
          -nowarn -ignore_readdir_race -noignore_readdir_race --help -help --version -version""");

  private static final Set<String> WITH_VALUE =
      words(
          """
          -name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -regextype
          -type -xtype -size -mtime -mmin -atime -amin -ctime -cmin -used -perm -user -group -uid
          -gid -links -inum -fstype -maxdepth -mindepth -newermt -printf""");

  /// Tests against another file.
  private static final Set<String> WITH_FILE = words("-newer -anewer -cnewer -samefile");

  private static final Set<String> LEADING = words("-P -O0 -O1 -O2 -O3");

  private FindExpression() {}

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  /// Whether the word may stand before the paths and changes nothing.
  static boolean isLeadingOption(String word) {
    return LEADING.contains(word);
  }

  /// Whether the paths end before this word.
  static boolean begins(String word) {
    return word.startsWith("-") || word.equals("(") || word.equals("!") || word.equals(",");
  }

  /// Whether the next word belongs to this one.
  static boolean takesValue(String word) {
    return WITH_VALUE.contains(word) || takesFile(word);
  }

  /// Whether the next word is a file that is looked at.
  static boolean takesFile(String word) {
    return WITH_FILE.contains(word);
  }

  /// Whether the word stands for itself and only tests or prints.
  static boolean isPlain(String word) {
    return PLAIN.contains(word);
  }
}
