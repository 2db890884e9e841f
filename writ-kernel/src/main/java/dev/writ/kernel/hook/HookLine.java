// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hook;

import dev.writ.base.json.Json;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.Redirection;
import dev.writ.command.language.UnsupportedText;
import dev.writ.command.parser.CommandParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The command line of a handler: parsed once, with its variables put in.
final class HookLine {
  private static final int MAX_CHARS = 10_000;
  private static final int MAX_WORDS = 1000;
  private static final Set<String> SHELLS =
      Set.of("sh", "bash", "dash", "zsh", "ksh", "fish", "ash", "busybox");

  private HookLine() {}

  static CommandLine of(Json.Obj handler, String place, HookVariables variables)
      throws HookException {
    String text = handler.text("command").orElse("");
    if (text.isBlank() || text.length() > MAX_CHARS) {
      throw new HookException(
          place + ".command", "a text of 1 to " + MAX_CHARS + " characters was expected");
    }
    CommandLine line =
        handler.get("args").isPresent()
            ? exact(text, handler, place, variables)
            : parsed(text, place, variables);
    for (Command command : line.commands()) {
      check(command, place + ".command");
    }
    return line.expanded(variables.expansion());
  }

  /// A program with arguments that no language reads.
  private static CommandLine exact(
      String program, Json.Obj handler, String place, HookVariables variables)
      throws HookException {
    List<String> words = new ArrayList<>(List.of(variables.intoWord(program)));
    if (!(handler.get("args").orElseThrow() instanceof Json.Arr(List<Json> items))
        || items.size() > MAX_WORDS) {
      throw new HookException(
          place + ".args", "a list of at most " + MAX_WORDS + " texts was expected");
    }
    for (Json item : items) {
      if (!(item instanceof Json.Text(String word)) || word.indexOf('\0') >= 0) {
        throw new HookException(place + ".args", "a list of texts was expected");
      }
      words.add(variables.intoWord(word));
    }
    return CommandLine.of(Command.of(words));
  }

  private static CommandLine parsed(String text, String place, HookVariables variables)
      throws HookException {
    return switch (CommandParser.parse(variables.into(text))) {
      case ParsedCommand.ParsedLine(CommandLine line) -> line;
      case ParsedCommand.RefusedLine(UnsupportedText unsupported) ->
          throw new HookException(
              place + ".command",
              "%s is not supported in '%s': no shell runs it. Instead: %s; variables are %s; or put"
                      .formatted(
                          unsupported.construct(),
                          text,
                          unsupported.rewrite(),
                          String.join(", ", variables.values().keySet().stream().sorted().toList()))
                  + " it into a script file and name that");
    };
  }

  private static void check(Command command, String place) throws HookException {
    for (CommandWord word : command.words()) {
      if (word instanceof CommandWord.Pattern
          || (word instanceof CommandWord.Home(CommandWord rest)
              && rest instanceof CommandWord.Pattern)) {
        throw new HookException(
            place, "patterns are not expanded here; quote " + word.plain() + " or name the files");
      }
    }
    List<String> words = command.argv();
    if (SHELLS.contains(command.programName())) {
      for (String word : words.subList(1, words.size())) {
        if (!word.startsWith("-")) {
          break;
        }
        if (!word.startsWith("--") && word.contains("c")) {
          throw new HookException(
              place,
              "no shell reads a text (%s -c); put it into a script file and name that"
                  .formatted(command.programName()));
        }
      }
    }
    for (Redirection redirection : command.redirections()) {
      if (redirection instanceof Redirection.OutputRedirection(var _, CommandWord target, boolean _)
          && !target.plain().equals("/dev/null")) {
        throw new HookException(
            place, "a hook's output is its answer; it cannot go to " + target.plain());
      }
    }
  }
}
