// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hook;

import dev.writ.command.language.CommandLine;

/// A script of a person's that is asked or told when something happens.
///
/// @param line what is run, literal words only
/// @param timeoutSeconds 1 to 600
/// @param writes whether it may change the workspace; nobody has more than that
/// @param place where it is configured, for messages
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

  /// What it is called in messages: its command and where it comes from.
  public String title() {
    String text = line.text();
    return (text.length() > 100 ? text.substring(0, 100) + "…" : text) + " (" + place + ")";
  }
}
