// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import dev.writ.base.json.Json;
import dev.writ.engine.history.EventSource;
import dev.writ.engine.history.SessionReplay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The occurrences of a text in a session: in the words of the person, the model, or a tool's
/// result.
public final class SessionMatches {
  private static final int AROUND = 50;
  private static final int MAX_MATCHES = 20;

  private SessionMatches() {}

  /// One place.
  ///
  /// @param event its number
  /// @param role `user`, `assistant`, `tool_call` or `tool_result`
  /// @param excerpt what stands around it
  public record Match(long event, String role, String excerpt) {
    /// The match as data.
    public Json.Obj json(String session) {
      return Json.object()
          .put("session", session)
          .put("event", event)
          .put("role", role)
          .put("excerpt", excerpt)
          .build();
    }
  }

  /// The first places in a session, upper and lower case being the same.
  ///
  /// @throws IOException where the record can't be read
  public static List<Match> of(EventSource source, String words) throws IOException {
    String wanted = words.toLowerCase(Locale.ROOT);
    List<Match> matches = new ArrayList<>();
    SessionReplay.visit(
        source,
        new SessionReplay.ReplayVisitor() {
          @Override
          public void event(Json.Obj event, boolean stands) {
            if (stands && matches.size() < MAX_MATCHES) {
              match(event, wanted, matches);
            }
          }

          @Override
          public void damaged(long line, String reason) {}
        });
    return matches;
  }

  private static void match(Json.Obj event, String wanted, List<Match> matches) {
    String role = event.text("type").orElse("");
    String text =
        switch (role) {
          case "user", "assistant" -> event.text("content").orElse("");
          case "tool_call" -> event.text("arguments").orElse("");
          case "tool_result" -> event.text("output").orElse("");
          default -> "";
        };
    int at = text.toLowerCase(Locale.ROOT).indexOf(wanted);
    if (at >= 0) {
      int from = boundary(text, Math.max(0, at - AROUND));
      int to = boundary(text, Math.min(text.length(), at + wanted.length() + AROUND));
      matches.add(
          new Match(
              event.number("seq").orElse(0),
              role,
              (from > 0 ? "…" : "") + text.substring(from, to) + (to < text.length() ? "…" : "")));
    }
  }

  /// Not between the halves of a surrogate pair.
  private static int boundary(String text, int index) {
    int at = Math.min(index, text.length());
    return at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
  }
}
