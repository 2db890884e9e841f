// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.course;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.Pipeline;
import java.util.List;
import java.util.regex.Pattern;

/// `exit`, which ends the line with a status. It stands at the end of what runs, so that a tree
/// needs no jumps.
public final class LineExit {
  /// Its word.
  public static final String WORD = "exit";

  /// The default exit status at the end of the line.
  public static final CommandWord LAST_STATUS = new CommandWord.WordStatus(List.of("", ""));

  private static final Pattern STATUS =
      Pattern.compile("[1-9]?[0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5]");

  private LineExit() {}

  /// Whether words begin with it.
  public static boolean isWord(List<CommandWord> words) {
    return words.getFirst().plain().equals(WORD);
  }

  /// Whether it is known what it ends the line with.
  public static boolean isKnown(List<CommandWord> words) {
    return words.size() == 1
        || (words.size() == 2
            && (isStatus(words.getLast())
                || (words.getLast() instanceof CommandWord.Literal(String text)
                    && STATUS.matcher(text).matches())));
  }

  private static boolean isStatus(CommandWord word) {
    return word instanceof CommandWord.WordStatus && word.plain().equals("$?");
  }

  /// Whether a clause is one.
  public static boolean is(CommandClause clause) {
    return clause instanceof Pipeline pipeline && isWord(pipeline.commands().getFirst().words());
  }

  /// Whether one leaves the status as it is.
  public static boolean isBare(CommandClause clause) {
    return isStatus(command(clause).words().getLast());
  }

  /// How one ends the line.
  ///
  /// @param failed whether what stands before it has failed
  public static LineEnding ending(CommandClause clause, boolean failed) {
    return isBare(clause)
        ? failed ? LineEnding.ALWAYS : LineEnding.AT_ONCE
        : command(clause).argv().getLast().equals("0") ? LineEnding.AT_ONCE : LineEnding.ALWAYS;
  }

  private static Command command(CommandClause clause) {
    return ((Pipeline) clause).commands().getFirst();
  }
}
