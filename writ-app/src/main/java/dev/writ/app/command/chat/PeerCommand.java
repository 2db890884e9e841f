// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import java.util.Map;

/// Commands that people know from other agents, and what does the same in Writ. Loaded where a
/// command is unknown.
final class PeerCommand {
  private static final Map<String, String> HERE =
      Map.ofEntries(
          Map.entry("/status", "/stats"),
          Map.entry("/permissions", "/grants"),
          Map.entry("/approvals", "/grants"),
          Map.entry("/policies", "/grants"),
          Map.entry("/usage", "/cost"),
          Map.entry("/models", "/model"),
          Map.entry("/connect", "/provider"),
          Map.entry("/compress", "/compact"),
          Map.entry("/new", "/clear"),
          Map.entry("/reset", "/clear"),
          Map.entry("/hotkeys", "/keys"),
          Map.entry("/keybindings", "/keys"),
          Map.entry("/shortcuts", "/keys"),
          Map.entry("/themes", "/theme"),
          Map.entry("/branch", "/fork"),
          Map.entry("/tokens", "/context"),
          Map.entry("/checkpoint", "/rewind"),
          Map.entry("/restore", "/rewind"),
          Map.entry("/timeline", "/rewind"),
          Map.entry("/tree", "/rewind"),
          Map.entry("/tasks", "/plan"),
          Map.entry("/todos", "/plan"),
          Map.entry("/trust", "/authority"),
          Map.entry("/login", "writ auth"),
          Map.entry("/logout", "writ auth"),
          Map.entry("/memory", "the file AGENTS.md"),
          Map.entry("/editor", "Ctrl-G"),
          Map.entry("/vim", "style: vim in keys.yaml"));

  private PeerCommand() {}

  /// How that is called here, as the end of a sentence; empty where nothing is known.
  static String hint(String command) {
    String here = HERE.get(command);
    return here == null ? "" : "; here it is " + here;
  }
}
