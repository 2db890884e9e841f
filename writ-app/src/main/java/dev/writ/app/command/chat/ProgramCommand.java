// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.process.ClosedKeyboard;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.ProgramLine;
import dev.writ.base.value.DisplayText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A command of a conversation that the command line has, too: `/audit search rm` is `writ audit
/// search rm`. The keyboard is the chat's, so that such a command can ask nothing: what needs a
/// person's agreement is shown first, and agreed to by `--yes`.
///
/// @param typed how it is written here, and what it does
/// @param command its words there
/// @param usual its arguments where none are written
record ProgramCommand(SlashCommand typed, List<String> command, List<String> usual) {
  private static final String YES = "--yes";

  static final List<ProgramCommand> ALL =
      List.of(
          new ProgramCommand("/intent", "declared intents: /intent [show|add|activate…]", "intent"),
          new ProgramCommand("/grants", "what answers allowed: /grants [remove N]", "grants"),
          new ProgramCommand("/authority", "the project's confirmed rules", "trust", "--status"),
          new ProgramCommand(
              "/audit", "decisions: /audit [search TEXT]", "audit", "show --last 10"),
          new ProgramCommand("/config", "configuration: /config [get KEY]", "config", "show"),
          new ProgramCommand("/doctor", "check the machine, the model, the project", "doctor"),
          new ProgramCommand("/init", "propose what commands may do here", "init"));

  ProgramCommand {
    command = List.copyOf(command);
    usual = List.copyOf(usual);
  }

  private ProgramCommand(String name, String meaning, String command) {
    this(new SlashCommand(name, meaning), List.of(command), List.of());
  }

  private ProgramCommand(String name, String meaning, String command, String usual) {
    this(new SlashCommand(name, meaning), List.of(command), List.of(usual.split(" ")));
  }

  /// The command of that name.
  static Optional<ProgramCommand> named(String name) {
    return ALL.stream().filter(one -> one.typed.name().equals(name)).findFirst();
  }

  /// Runs it.
  ///
  /// @param rest what is written behind its name
  /// @param chat the chat's own command line
  void run(String rest, ParsedArguments chat, ProcessContext context, ProgramLine program) {
    List<String> words = new ArrayList<>(command);
    words.addAll(rest.isEmpty() ? usual : words(rest));
    ExitCode exit = program.run(words, chat, context.typedFrom(new ClosedKeyboard()));
    if (exit == ExitCode.DENIED && !words.contains(YES)) {
      String line = String.join(" ", typed.name(), rest, YES).replace("  ", " ");
      context.out().println("To agree: " + DisplayText.line(line));
    }
  }

  /// The words of a line, of which quotes keep some together.
  static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean begun = false;
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0 ? c == quote : c == '\'' || c == '"') {
        quote = quote == 0 ? c : 0;
        begun = true;
      } else if (quote == 0 && Character.isWhitespace(c)) {
        if (begun) {
          words.add(word.toString());
        }
        word.setLength(0);
        begun = false;
      } else {
        word.append(c);
        begun = true;
      }
    }
    if (begun) {
      words.add(word.toString());
    }
    return words;
  }
}
