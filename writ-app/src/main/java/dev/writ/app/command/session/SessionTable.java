// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.command.session;

import dev.writ.app.session.SessionDirectory;
import dev.writ.app.session.SessionEntry;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.intent.IntentBudget;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The list of sessions as lines: number, age, messages, cost, name, title and directory.
final class SessionTable {
  private static final int MAX_TITLE_CHARS = 60;

  private final Instant now;

  SessionTable(Instant now) {
    this.now = now;
  }

  /// Prints the first of them.
  void print(List<SessionEntry> entries, int most, PrintStream out) {
    int shown = Math.min(entries.size(), most);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < shown; i++) {
      text.append(line(i + 1, entries.get(i))).append('\n');
    }
    if (shown < entries.size()) {
      text.append("and ").append(entries.size() - shown).append(" more; --last 0 shows all\n");
    }
    out.print(text);
    out.flush();
  }

  private String line(int number, SessionEntry entry) {
    SessionEntry.SessionSummary contents = entry.contents();
    StringBuilder line = new StringBuilder();
    right(line, Integer.toString(number), 4);
    right(line, age(entry), 5);
    right(line, contents.messages() + (contents.messages() == 1 ? " message " : " messages"), 15);
    right(line, cost(entry).orElse("-"), 11);
    line.append("  ").append(DisplayText.line(entry.name()));
    String title = contents.title();
    if (!title.isEmpty()) {
      line.append("  ").append(DisplayText.line(shortened(title)));
    }
    if (!contents.workspace().isEmpty()) {
      line.append("  [").append(DisplayText.line(contents.workspace())).append(']');
    }
    return line.toString();
  }

  private static String shortened(String title) {
    if (title.length() <= MAX_TITLE_CHARS) {
      return title;
    }
    int end = title.offsetByCodePoints(0, title.codePointCount(0, MAX_TITLE_CHARS - 1));
    return title.substring(0, end) + "…";
  }

  private static Optional<String> cost(SessionEntry entry) {
    return entry.contents().microUsd().isPresent()
        ? Optional.of("$" + IntentBudget.usd(entry.contents().microUsd().getAsLong()))
        : Optional.empty();
  }

  private static void right(StringBuilder line, String text, int width) {
    line.append(" ".repeat(Math.max(0, width - text.length()))).append(text);
  }

  /// How long ago it was worked on; a time in the future is now.
  private String age(SessionEntry entry) {
    Duration age = Duration.between(SessionDirectory.latest(entry), now);
    if (age.toMinutes() < 1) {
      return "now";
    }
    if (age.toHours() < 1) {
      return age.toMinutes() + "m";
    }
    return age.toDays() < 1 ? age.toHours() + "h" : age.toDays() + "d";
  }

  /// An entry as data.
  static Json.Obj json(int number, SessionEntry entry) {
    SessionEntry.SessionSummary contents = entry.contents();
    return Json.object()
        .put("number", number)
        .put("name", entry.name())
        .put("id", entry.id())
        .put("title", contents.title())
        .put("workspace", contents.workspace())
        .put("model", contents.model())
        .put("messages", contents.messages())
        .put("began", entry.span().began())
        .put("latest", entry.span().latest())
        .put(
            "cost_usd",
            contents.microUsd().isPresent()
                ? new Json.Num(IntentBudget.usd(contents.microUsd().getAsLong()))
                : new Json.Null())
        .put("bytes", entry.state().size())
        .build();
  }
}
