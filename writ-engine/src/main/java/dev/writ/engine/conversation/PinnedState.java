// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.conversation;

import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The content of a session's events that every view must contain: the project's rules and the
/// plan.
public final class PinnedState {
  private final Map<String, String> rules = new LinkedHashMap<>();
  private String plan = "";

  PinnedState() {}

  /// Takes the rules of a file.
  ///
  /// @return the note that brings them into the conversation; empty if they belong to the text
  ///     before it
  Optional<String> rules(Json.Obj event) {
    String path = event.text("path").orElse("");
    String content = event.text("content").orElse("");
    rules.put(path, content);
    return inSystemText(path) || content.isEmpty()
        ? Optional.empty()
        : Optional.of(fenced(path, content));
  }

  void plan(Json.Obj event) {
    List<String> steps = new ArrayList<>();
    for (Json item : event.items("steps")) {
      if (item instanceof Json.Obj step) {
        steps.add("- [" + step.text("status").orElse("") + "] " + step.text("step").orElse(""));
      }
    }
    plan = String.join("\n", steps);
  }

  /// Rules of the workspace's root stand before the conversation; those of a directory come in when
  /// something in it is first touched.
  private static boolean inSystemText(String path) {
    return path.indexOf('/') < 0;
  }

  /// The rules of a file as a model gets them.
  public static String fenced(String path, String content) {
    return "<rules file=\"" + path.replace('"', '\'') + "\">\n" + content.strip() + "\n</rules>";
  }

  /// Whether the rules of that file are known.
  public boolean knows(String path) {
    return rules.containsKey(path);
  }

  /// The rules of that file; empty if there are none.
  public String rules(String path) {
    return rules.getOrDefault(path, "");
  }

  /// The text of the root's rules, behind the stable part of the prompt; may be empty.
  public String systemRules() {
    StringBuilder text = new StringBuilder();
    rules.forEach(
        (path, content) -> {
          if (inSystemText(path) && !content.isEmpty()) {
            text.append("\n\n").append(fenced(path, content));
          }
        });
    return text.toString();
  }

  /// The rules of directories; each an element.
  public List<String> directoryRules() {
    List<String> found = new ArrayList<>();
    rules.forEach(
        (path, content) -> {
          if (!inSystemText(path) && !content.isEmpty()) {
            found.add(fenced(path, content));
          }
        });
    return found;
  }

  /// The plan's steps, one per line; empty if there is no plan.
  public String plan() {
    return plan;
  }
}
