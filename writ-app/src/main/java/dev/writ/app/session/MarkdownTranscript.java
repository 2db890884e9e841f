// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionStatistics;
import dev.writ.kernel.intent.IntentBudget;
import java.util.OptionalLong;

/// A session as Markdown. Texts of the person and of the model stand as they are; what tools said
/// stands in code fences that it can't leave.
final class MarkdownTranscript implements ExportFormat.ExportWriter {
  @Override
  public String head(RecordedSession session, String name) {
    StringBuilder text = new StringBuilder("# Session ").append(inline(name)).append("\n\n");
    text.append(fenced(String.join("\n", SessionReport.statistics(session, name)), ""));
    session
        .problems()
        .forEach(problem -> text.append("- damaged: ").append(inline(problem)).append('\n'));
    return text.append('\n').toString();
  }

  @Override
  public String event(Json.Obj event, boolean stands) {
    if (!stands) {
      return "";
    }
    String content = event.text("content").orElse("");
    return switch (event.text("type").orElse("")) {
      case "user" -> "## Person\n\n" + stamp(event) + DisplayText.text(content) + "\n\n";
      case "assistant" ->
          "## "
              + inline(event.text("provider").orElse("") + "/" + event.text("model").orElse(""))
              + "\n\n"
              + stamp(event)
              + (content.isBlank() ? "" : DisplayText.text(content) + "\n\n");
      case "tool_call" ->
          "**"
              + inline(event.text("name").orElse(""))
              + "**\n\n"
              + fenced(event.text("arguments").orElse(""), "json");
      case "command" -> "**Typed command**\n\n" + fenced(content, "");
      case "tool_result", "command_result" ->
          (event.isTrue("success") ? "Result:" : "Failed:")
              + "\n\n"
              + fenced(event.text("output").orElse(""), "");
      case "provider_switch" ->
          "*model: " + inline(event.object("to").text("model").orElse("")) + "*\n\n";
      case "error" ->
          "*"
              + inline(
                  event.text("error_code").orElse("") + ": " + event.text("message").orElse(""))
              + "*\n\n";
      case "notice" -> "*" + inline(content) + "*\n\n";
      default -> "";
    };
  }

  @Override
  public String foot(RecordedSession session) {
    return "";
  }

  /// When, and what it cost.
  private static String stamp(Json.Obj event) {
    OptionalLong cost = SessionStatistics.microUsd(event);
    return "*"
        + inline(event.text("timestamp").orElse(""))
        + (cost.isPresent() ? ", $" + IntentBudget.usd(cost.getAsLong()) : "")
        + "*\n\n";
  }

  /// A text on a line of its own, in which no mark begins.
  private static String inline(String text) {
    StringBuilder safe = new StringBuilder();
    String line = DisplayText.line(text);
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      safe.append("\\`*[]<>|".indexOf(c) >= 0 || (c == '#' && i == 0) ? "\\" : "").append(c);
    }
    return safe.toString();
  }

  /// A fence that is longer than any in the text.
  private static String fenced(String text, String language) {
    int longest = 2;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String fence = "`".repeat(longest + 1);
    String end = text.endsWith("\n") ? "" : "\n";
    return fence + language + "\n" + DisplayText.text(text) + end + fence + "\n\n";
  }
}
