// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.unwrap;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.PathText;
import dev.writ.command.language.Redirection;
import dev.writ.command.language.UnsupportedText;
import dev.writ.command.parser.CommandParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The part of its arguments that one program runs.
///
/// @param own what remains to be judged of the program itself; nothing if it does nothing else
/// @param inner the commands that it runs, which may run others in turn
/// @param scripts the command lines that it runs
/// @param suspects what it may run, as far as one can guess: good enough to bar, not to permit
public record CommandLayer(
    List<InnerCommand> own,
    List<InnerCommand> inner,
    List<CommandLine> scripts,
    List<CommandLine> suspects) {
  private static final int MOST_SUSPECTS = 40;

  /// A program that runs no other.
  static CommandLayer plain(Command command) {
    return new CommandLayer(
        List.of(new InnerCommand.ExactCommand(command)), List.of(), List.of(), List.of());
  }

  /// A program that is nothing but a way to start that command.
  static CommandLayer transparent(InnerCommand inner) {
    return new CommandLayer(List.of(), List.of(inner), List.of(), List.of());
  }

  /// A program that starts that command and does something itself.
  static CommandLayer kept(Command command, InnerCommand inner) {
    return new CommandLayer(
        List.of(new InnerCommand.ExactCommand(command)), List.of(inner), List.of(), List.of());
  }

  /// A program that may run any of these words.
  static CommandLayer opaque(Command command, String reason, List<CommandWord> words) {
    return new CommandLayer(
        List.of(new InnerCommand.Opaque(command, reason)), List.of(), List.of(), suspects(words));
  }

  /// A program that runs that text as a command line.
  static CommandLayer script(Command outer, CommandWord script, boolean kept) {
    ParsedCommand parsed = CommandParser.parse(script.plain());
    if (parsed instanceof ParsedCommand.ParsedLine(CommandLine text)
        && script instanceof CommandWord.Literal) {
      CommandLine line = within(outer, text);
      List<InnerCommand> own = kept ? List.of(new InnerCommand.ExactCommand(outer)) : List.of();
      if (text.namesHome()) {
        return new CommandLayer(List.of(home(outer)), List.of(), List.of(), List.of(line));
      }
      return text.isLiteral()
          ? new CommandLayer(own, List.of(), List.of(line), List.of())
          : new CommandLayer(own, expanding(line), List.of(), List.of(line));
    }
    String reason =
        parsed instanceof ParsedCommand.RefusedLine(UnsupportedText unsupported)
            ? outer.programName() + " runs " + unsupported.construct()
            : outer.programName() + " runs a text that is not known yet";
    return opaque(outer, reason, List.of(script));
  }

  private static InnerCommand home(Command outer) {
    String reason = " would expand ~ itself: write its command without ~";
    return new InnerCommand.Opaque(outer, outer.programName() + reason);
  }

  /// A shell's expansion of a pattern at run time cannot be predicted.
  private static List<InnerCommand> expanding(CommandLine line) {
    List<InnerCommand> inner = new ArrayList<>();
    for (Command command : line.commands()) {
      inner.add(
          command.isExpanded()
              ? new InnerCommand.ExactCommand(command)
              : new InnerCommand.MoreArguments(command));
    }
    return inner;
  }

  /// A line with the environment, redirections and directory of what runs it.
  private static CommandLine within(Command outer, CommandLine line) {
    return line.each(
        command -> {
          Map<String, String> environment = new LinkedHashMap<>(outer.environment());
          environment.putAll(command.environment());
          List<Redirection> redirections = new ArrayList<>(outer.redirections());
          redirections.addAll(command.redirections());
          CommandWord place = PathText.entered(outer.directory(), command.directory());
          return new Command(command.words(), environment, redirections, place);
        });
  }

  /// Every end of these words as a command, and every word that is a command line itself.
  public static List<CommandLine> suspects(List<CommandWord> words) {
    List<CommandLine> suspects = new ArrayList<>();
    for (int i = 0; i < Math.min(words.size(), MOST_SUSPECTS); i++) {
      suspects.add(
          CommandLine.of(
              new Command(words.subList(i, words.size()), Map.of(), List.of(), Command.HERE)));
      String text = ofOption(words.get(i).plain());
      if (text.indexOf(' ') >= 0) {
        if (CommandParser.parse(text.replace(";", " && "))
            instanceof ParsedCommand.ParsedLine(CommandLine line)) {
          suspects.add(line); // in the directory to which a part of it changes
        }
        // Of a text outside the language, the parts inside it.
        for (String part :
            text.split(
                "[;&\n(){}`$!]+|\\b(do|then|else|if|while|until|eval|exec|command|builtin)\\b"
                    + "( -\\w+)*",
                MOST_SUSPECTS)) {
          if (CommandParser.parse(part) instanceof ParsedCommand.ParsedLine(CommandLine line)) {
            suspects.add(line);
          }
        }
        if (CommandParser.parse(text) instanceof ParsedCommand.ParsedLine(CommandLine line)) {
          suspects.add(line);
        }
      }
    }
    return suspects;
  }

  /// The value of a long option; any other word is returned as it is.
  private static String ofOption(String word) {
    return word.startsWith("--") ? word.substring(word.indexOf('=') + 1) : word;
  }
}
