// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.gate;

import dev.writ.kernel.command.SystemProgram;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Words of invocations that nobody knows, as paths.
final class Addressed {
  /// `--name=VALUE`, `-x=VALUE`, `@FILE` and `name=@FILE` to be sent or obeyed, `file://PATH`.
  /// Properties as in `-Dname=VALUE` are for the program's program, and some options take words.
  private static final Pattern VALUE =
      Pattern.compile(
          "(?s)(?:--(?![\\w-]*(?:grep|author|args|pattern|regexp?|message|title|match)=)[\\w.-]+="
              + "|-\\w=|\\w+=(?=@))?@?(?:(?i:file)://(?:localhost)?)?(.*)");

  /// `w /path` and `r /path` of sed.
  private static final Pattern SED =
      Pattern.compile("(?:^|[;{}\\n\\d$/gp,|#] *)[rRwW] *((?:/|~/|\\.\\./)[^\\n;}]+)");

  /// `> "/path"` and `< "/path"` of awk.
  private static final Pattern AWK = Pattern.compile("[<>] *\"((?:/|~/|\\.\\./)[^\"]+)\"");

  private Addressed() {}

  /// Paths out of the workspace in the scripts among the words of a program that has some.
  static List<String> inScripts(List<String> argv) {
    Pattern pattern =
        switch (SystemProgram.name(argv.getFirst())) {
          case "sed", "gsed" -> SED;
          case "awk", "gawk", "mawk", "nawk" -> AWK;
          default -> null;
        };
    return pattern == null
        ? List.of()
        : argv.stream()
            .skip(1)
            .flatMap(word -> pattern.matcher(word).results())
            .map(found -> found.group(1).strip())
            .toList();
  }

  /// The value of an option, and the file of which a word is the address; any other word is
  /// returned as it is.
  static String value(String word) {
    Matcher matcher = VALUE.matcher(word);
    return matcher.matches() ? matcher.group(1) : word;
  }

  /// Whether a word says by itself that it leads out of where a command runs.
  static boolean leadsOut(String word) {
    return word.startsWith("/")
        || word.startsWith("~")
        || word.equals("..")
        || word.startsWith("../")
        || word.contains("/../")
        || word.endsWith("/..");
  }
}
