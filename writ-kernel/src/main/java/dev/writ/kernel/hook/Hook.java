// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hook;

import dev.writ.command.language.CommandLine;

/// A person's script that runs at an event.
///
/// @param line the command to run, literal words only
/// @param timeoutSeconds 1 to 600
/// @param writes whether it may change the workspace; a hook has no further rights
/// @param place the place of its configuration, for messages
public record Hook(
    HookEvent event,
    HookMatcher matcher,
    CommandLine line,
    int timeoutSeconds,
    boolean writes,
    String place) {

  /// Whether running one of the two is as good as running both.
  public boolean sameAs(Hook other) {
    return line.equals(other.line) && writes == other.writes && event == other.event;
  }

  /// Its name in messages: its command and its source.
  public String title() {
    String text = line.text();
    return (text.length() > 100 ? text.substring(0, 100) + "…" : text) + " (" + place + ")";
  }
}
