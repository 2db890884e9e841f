// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.command.chat;

import java.util.List;

/// A command of a conversation.
///
/// @param meaning in a few words, with its arguments where it has some
record SlashCommand(String name, String meaning) {
  static final List<SlashCommand> ALL =
      List.of(
          new SlashCommand("/help", "all commands"),
          new SlashCommand("/mode", "what the model may do: /mode NAME"),
          new SlashCommand("/tools", "the tools that the model has"),
          new SlashCommand("/diff", "what this session changed; /diff last: the last turn"),
          new SlashCommand("/why", "what stands behind a line: /why FILE:LINE"),
          new SlashCommand("/undo", "take the last turn's changes back"),
          new SlashCommand("/session", "the session's id and file"),
          new SlashCommand("/sessions", "recorded sessions"),
          new SlashCommand("/load", "another session: /load NAME"),
          new SlashCommand("/resume", "the same"),
          new SlashCommand("/save", "name this session: /save [NAME]"),
          new SlashCommand("/fork", "go on with a copy"),
          new SlashCommand("/rewind", "take turns back: /rewind N [files]"),
          new SlashCommand("/export", "this session as Markdown, HTML or JSON"),
          new SlashCommand("/stats", "figures of this session"),
          new SlashCommand("/cost", "what this session cost"),
          new SlashCommand("/context", "what fills the context"),
          new SlashCommand("/compact", "make the context smaller: /compact [FOCUS]"),
          new SlashCommand("/provider", "another provider: /provider NAME [MODEL]"),
          new SlashCommand("/model", "another model: /model NAME"),
          new SlashCommand("/effort", "how much the model reasons: /effort LEVEL [once]"),
          new SlashCommand("/quit", "leave"),
          new SlashCommand("/exit", "leave"));

  static List<String> names() {
    return ALL.stream().map(SlashCommand::name).toList();
  }

  /// As `/help` lists it.
  String line() {
    return "%-10s %s".formatted(name, meaning);
  }
}
