// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.unwrap;

import dev.writ.command.language.CommandWord;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The commands that awk programs start through pipes and `system`, where the command is a text or
/// a variable that a text is assigned to.
final class AwkCode {
  private static final String TEXTS = "(\"[^\"]*\"(?:\\s*\"[^\"]*\")*)";

  /// `print | "a b"`, `("a b") |& getline`.
  private static final Pattern PIPES =
      Pattern.compile("\\|&?[\\s(]*" + TEXTS + "|" + TEXTS + "[\\s)]*\\|&?\\s*getline");

  /// `c | getline`, `print | c`, `system(c)`: what runs is the value of a variable.
  private static final Pattern VARIABLE =
      Pattern.compile(
          "[\\w)\\]]\\s*\\|&?\\s*getline|\\bprintf?\\b[^;\\n"
              + "}]*(?<!\\|)\\|&?[\\s(]*[A-Za-z_$]|system\\s*\\([\\s(]*[A-Za-z_$]");

  /// `c = "a b"`.
  private static final Pattern ASSIGNED = Pattern.compile("(?<![=!<>~])=\\s*" + TEXTS);

  /// `-v c=…`, `-vc=…`, `--assign=c=…` and `c=…` among the files.
  private static final Pattern VALUE = Pattern.compile("(?s)(?:-v|--assign=)?[A-Za-z_]\\w*=(.*)");

  private AwkCode() {}

  /// Adds what the words start. A variable may get its value from another word than the one that
  /// runs it.
  static void find(List<String> words, List<CommandWord> texts) {
    boolean variable = words.stream().anyMatch(word -> VARIABLE.matcher(word).find());
    for (String word : words) {
      add(PIPES.matcher(word), texts);
      if (variable) {
        add(ASSIGNED.matcher(word), texts);
        Matcher value = VALUE.matcher(word);
        if (value.matches()) {
          texts.add(new CommandWord.Literal(value.group(1).concat(" ")));
        }
      }
    }
  }

  /// Texts beside each other are one text.
  private static void add(Matcher matcher, List<CommandWord> texts) {
    while (matcher.find()) {
      String found =
          matcher.group(1) == null ? matcher.group(matcher.groupCount()) : matcher.group(1);
      texts.add(
          new CommandWord.Literal(found.replaceAll("\"\\s*\"", "").replace("\"", "").concat(" ")));
      texts.add(InterpretedCode.joined("", found));
    }
  }
}
