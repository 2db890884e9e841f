// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What one program runs of its arguments.
///
/// @param own what remains to be judged of the program itself; nothing if it does nothing else
/// @param inner the commands that it runs, which may run others in turn
/// @param scripts the command lines that it runs
/// @param suspects what it may run, as far as one can guess: good enough to bar, not to permit
record Layer(
    List<Inner> own, List<Inner> inner, List<CommandLine> scripts, List<CommandLine> suspects) {
  private static final int MOST_SUSPECTS = 40;

  /// A program that runs no other.
  static Layer plain(Command command) {
    return new Layer(List.of(new Inner.Exact(command)), List.of(), List.of(), List.of());
  }

  /// A program that is nothing but a way to start that command.
  static Layer transparent(Inner inner) {
    return new Layer(List.of(), List.of(inner), List.of(), List.of());
  }

  /// A program that starts that command and does something itself.
  static Layer kept(Command command, Inner inner) {
    return new Layer(List.of(new Inner.Exact(command)), List.of(inner), List.of(), List.of());
  }

  /// A program that may run any of these words.
  static Layer opaque(Command command, String reason, List<Word> words) {
    return new Layer(
        List.of(new Inner.Opaque(command, reason)), List.of(), List.of(), suspects(words));
  }

  /// A program that runs that text as a command line.
  static Layer script(Command outer, Word script, boolean kept) {
    Parsed parsed = CommandParser.parse(script.plain());
    if (parsed instanceof Parsed.Line(CommandLine text) && script instanceof Word.Literal) {
      CommandLine line = within(outer, text);
      List<Inner> own = kept ? List.of(new Inner.Exact(outer)) : List.of();
      if (text.namesHome()) {
        return new Layer(List.of(home(outer)), List.of(), List.of(), List.of(line));
      }
      return text.isLiteral()
          ? new Layer(own, List.of(), List.of(line), List.of())
          : new Layer(own, expanding(line), List.of(), List.of(line));
    }
    String reason =
        parsed instanceof Parsed.Refused(Unsupported unsupported)
            ? outer.programName() + " runs " + unsupported.construct()
            : outer.programName() + " runs a text that isn't known yet";
    return opaque(outer, reason, List.of(script));
  }

  private static Inner home(Command outer) {
    String reason = " would expand ~ itself: give its command without it";
    return new Inner.Opaque(outer, outer.programName() + reason);
  }

  /// What a shell makes of a pattern when it runs is not what can be seen before.
  private static List<Inner> expanding(CommandLine line) {
    List<Inner> inner = new ArrayList<>();
    for (Command command : line.commands()) {
      inner.add(command.isExpanded() ? new Inner.Exact(command) : new Inner.MoreArguments(command));
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
          Word place = PathText.entered(outer.directory(), command.directory());
          return new Command(command.words(), environment, redirections, place);
        });
  }

  /// Every end of these words as a command, and every word that is a command line itself.
  static List<CommandLine> suspects(List<Word> words) {
    List<CommandLine> suspects = new ArrayList<>();
    for (int i = 0; i < Math.min(words.size(), MOST_SUSPECTS); i++) {
      suspects.add(
          CommandLine.of(
              new Command(words.subList(i, words.size()), Map.of(), List.of(), Command.HERE)));
      String text = ofOption(words.get(i).plain());
      if (text.indexOf(' ') >= 0) {
        if (CommandParser.parse(text.replace(";", " && "))
            instanceof Parsed.Line(CommandLine line)) {
          suspects.add(line); // in the directory to which a part of it changes
        }
        // Of what isn't in the language, the parts that are.
        for (String part :
            text.split(
                "[;&\n(){}`$!]+|\\b(do|then|else|if|while|until|eval|exec|command|builtin)\\b",
                MOST_SUSPECTS)) {
          if (CommandParser.parse(part) instanceof Parsed.Line(CommandLine line)) {
            suspects.add(line);
          }
        }
        if (CommandParser.parse(text) instanceof Parsed.Line(CommandLine line)) {
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
