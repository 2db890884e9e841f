// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.command.chat;

import java.util.ArrayList;
import java.util.List;

/// A command of a conversation.
///
/// @param meaning in a few words, with its arguments where it has some
record SlashCommand(String name, String meaning) {
  private static final List<SlashCommand> ALL =
      List.of(
          new SlashCommand("/help", "all commands"),
          new SlashCommand("/mode", "change what the model may do: /mode NAME"),
          new SlashCommand("/tools", "list the model's tools"),
          new SlashCommand("/diff", "show this session's changes: /diff [last|turn|N|INTENT]"),
          new SlashCommand("/why", "explain the origin of a line: /why FILE:LINE"),
          new SlashCommand("/undo", "undo the last turn's changes"),
          new SlashCommand("/plan", "show the model's plan"),
          new SlashCommand("/clear", "start a new session; this one is kept"),
          new SlashCommand("/session", "show the session's id and file"),
          new SlashCommand("/sessions", "recorded sessions"),
          new SlashCommand("/load", "open another session: /load [NAME]"),
          new SlashCommand("/resume", "open another session: /resume [NAME]"),
          new SlashCommand("/save", "name this session: /save [NAME]"),
          new SlashCommand("/fork", "continue in a copy"),
          new SlashCommand("/rewind", "remove the last N turns: /rewind [N [files|only files]]"),
          new SlashCommand("/export", "export this session as Markdown, HTML or JSON"),
          new SlashCommand("/stats", "show statistics of this session"),
          new SlashCommand("/cost", "show the cost of this session"),
          new SlashCommand("/context", "show what fills the context"),
          new SlashCommand("/compact", "condense the conversation: /compact [FOCUS]"),
          new SlashCommand("/provider", "change the provider: /provider [NAME [MODEL]]"),
          new SlashCommand("/model", "change the model: /model [NAME]"),
          new SlashCommand("/effort", "set the reasoning effort: /effort LEVEL [once]"),
          new SlashCommand("/quit", "leave"),
          new SlashCommand("/exit", "leave"));

  /// All commands, those of the command line and of the person's own shell included.
  static List<SlashCommand> all() {
    List<SlashCommand> all = new ArrayList<>(ALL);
    ProgramCommand.ALL.forEach(command -> all.add(command.typed()));
    all.addAll(PersonMessages.WAYS);
    return all;
  }

  static List<String> names() {
    return all().stream().map(SlashCommand::name).toList();
  }

  /// As `/help` lists it.
  String line() {
    return "%-10s %s".formatted(name, meaning);
  }
}
