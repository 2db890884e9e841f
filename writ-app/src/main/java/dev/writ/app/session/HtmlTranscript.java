// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionStatistics;
import dev.writ.kernel.intent.IntentBudget;
import java.util.OptionalLong;

/// A session as one page of HTML: no script, nothing loaded from elsewhere, every text escaped.
final class HtmlTranscript implements ExportFormat.ExportWriter {
  private static final String STYLE =
      """
      body{font:16px/1.5 system-ui,sans-serif;max-width:54em;margin:2em auto;padding:0 1em;
      color:#1b1f24;background:#fff}
      section{border-left:4px solid #b6bcc4;padding:.2em 1em;margin:1em 0}
      section.user{border-color:#2f6fd0}section.assistant{border-color:#2a8a4a}
      section.failed{border-color:#c0392b}
      h2{font-size:1em;margin:.4em 0}time,.cost{color:#5b6570;font-weight:normal;font-size:.9em}
      pre{white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.45 ui-monospace,monospace;
      background:#f3f5f7;padding:.7em;border-radius:4px}
      .text{white-space:pre-wrap;overflow-wrap:anywhere}
      @media(prefers-color-scheme:dark){body{color:#e6e9ec;background:#14181c}pre{background:#20262c}
      time,.cost{color:#9aa5b1}}
      """;

  @Override
  public String head(RecordedSession session, String name) {
    StringBuilder html =
        new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
            .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';")
            .append(" style-src 'unsafe-inline'; img-src data:\">\n")
            .append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n")
            .append("<title>")
            .append(escaped(name))
            .append("</title>\n<style>\n")
            .append(STYLE)
            .append("</style></head><body>\n<h1>Session ")
            .append(escaped(name))
            .append("</h1>\n<pre>");
    SessionReport.statistics(session, name)
        .forEach(line -> html.append(escaped(line)).append('\n'));
    session
        .problems()
        .forEach(problem -> html.append("damaged: ").append(escaped(problem)).append('\n'));
    return html.append("</pre>\n").toString();
  }

  @Override
  public String event(Json.Obj event, boolean stands) {
    if (!stands) {
      return "";
    }
    String content = event.text("content").orElse("");
    return switch (event.text("type").orElse("")) {
      case "user" -> section("user", "Person", event, text(content));
      case "assistant" ->
          section(
              "assistant",
              event.text("provider").orElse("") + "/" + event.text("model").orElse(""),
              event,
              text(content));
      case "tool_call" ->
          section(
              "call",
              event.text("name").orElse(""),
              event,
              pre(event.text("arguments").orElse("")));
      case "command" -> section("call", "Typed command", event, pre(content));
      case "tool_result", "command_result" ->
          section(
              event.isTrue("success") ? "result" : "failed",
              event.isTrue("success") ? "Result" : "Failed",
              event,
              "<details><summary>"
                  + summary(event)
                  + "</summary>"
                  + pre(event.text("output").orElse(""))
                  + "</details>");
      case "error" ->
          section(
              "failed",
              event.text("error_code").orElse(""),
              event,
              text(event.text("message").orElse("")));
      case "notice" -> section("notice", "Notice", event, text(content));
      default -> "";
    };
  }

  private static String summary(Json.Obj event) {
    return event.text("output").orElse("").length() + " characters";
  }

  private static String section(String kind, String title, Json.Obj event, String body) {
    OptionalLong cost = SessionStatistics.microUsd(event);
    return "<section class=\"%s\"><h2>%s <time>%s</time>%s</h2>%s</section>\n"
        .formatted(
            kind,
            escaped(title),
            escaped(event.text("timestamp").orElse("")),
            cost.isPresent()
                ? " <span class=\"cost\">$" + IntentBudget.usd(cost.getAsLong()) + "</span>"
                : "",
            body);
  }

  private static String text(String text) {
    return text.isBlank() ? "" : "<div class=\"text\">" + escaped(text) + "</div>";
  }

  private static String pre(String text) {
    return "<pre>" + escaped(text) + "</pre>";
  }

  private static String escaped(String text) {
    String inert = DisplayText.text(text);
    StringBuilder html = new StringBuilder(inert.length() + 16);
    for (int i = 0; i < inert.length(); i++) {
      char c = inert.charAt(i);
      switch (c) {
        case '&' -> html.append("&amp;");
        case '<' -> html.append("&lt;");
        case '>' -> html.append("&gt;");
        case '"' -> html.append("&quot;");
        case '\'' -> html.append("&#39;");
        default -> html.append(c);
      }
    }
    return html.toString();
  }

  @Override
  public String foot(RecordedSession session) {
    return "</body></html>\n";
  }
}
