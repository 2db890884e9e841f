// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.command.parser;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.SystemProgram;
import java.util.List;
import java.util.Optional;

/// The first words of the commands that a person allows. It is read as narrowly as it can be: a
/// word stands for itself and `*` for any one word, a program without a slash is one of the
/// system's own, and nothing but words may be around.
public final class CommandPattern {
  private static final String ANY = "*";

  private final List<CommandWord> words;

  private CommandPattern(List<CommandWord> words) {
    this.words = List.copyOf(words);
  }

  /// The pattern that a text says: one command, whose first word is a program, without anything
  /// else than words.
  public static Optional<CommandPattern> of(String text) {
    if (!(CommandParser.parse(text) instanceof ParsedCommand.ParsedLine(CommandLine line))
        || line.commands().size() != 1) {
      return Optional.empty();
    }
    Command only = line.commands().getFirst();
    boolean plain =
        only.words().stream().allMatch(CommandPattern::isReadable)
            && only.equals(Command.of("x").with(only.words()));
    return plain ? Optional.of(new CommandPattern(only.words())) : Optional.empty();
  }

  private static boolean isReadable(CommandWord word) {
    return word instanceof CommandWord.Literal || isAny(word);
  }

  private static boolean isAny(CommandWord word) {
    return word instanceof CommandWord.Pattern && word.plain().equals(ANY);
  }

  /// Whether a command begins with these words.
  public boolean covers(Command command) {
    List<String> argv = command.argv();
    if (words.size() > argv.size()
        || !words.getFirst().plain().equals(SystemProgram.name(argv.getFirst()))) {
      return false;
    }
    for (int i = 1; i < words.size(); i++) {
      if (!isAny(words.get(i)) && !words.get(i).plain().equals(argv.get(i))) {
        return false;
      }
    }
    return true;
  }

  /// As a person would write it.
  public String text() {
    return Command.of("x").with(words).written();
  }
}
