// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.host.SessionHost;
import dev.writ.app.session.SessionEntry;
import dev.writ.app.terminal.editor.EditorCompletion.Candidate;
import dev.writ.engine.turn.ModelRoster;
import dev.writ.wire.catalog.ModelRow;
import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;

/// The words that commands of a chat take and that only its session knows: names of sessions and
/// of models. No provider is asked. Used by the screen's thread.
final class ArgumentWords {
  private static final int MOST_SESSIONS = 200;
  private static final long STALE_NANOS = 10_000_000_000L;

  private final SessionHost host;
  private final ModelRoster models;
  private final LongSupplier clock;
  private List<Candidate> sessions = List.of();
  private boolean listed;
  private long listedAt;

  /// @param clock nanoseconds
  ArgumentWords(SessionHost host, ModelRoster models, LongSupplier clock) {
    this.host = host;
    this.models = models;
    this.clock = clock;
  }

  /// The words that a command takes.
  List<Candidate> of(String command) {
    return switch (command) {
      case "/resume", "/load" -> sessions();
      case "/model" ->
          host.choice().data().catalog().of(models.id().provider()).stream()
              .map(ModelRow::name)
              .filter(name -> name.indexOf('*') < 0)
              .map(name -> new Candidate(name, "", true))
              .toList();
      case "/provider" ->
          host.choice().names().stream().map(name -> new Candidate(name, "", false)).toList();
      default -> List.of();
    };
  }

  /// The latest sessions, listed anew after some seconds.
  private List<Candidate> sessions() {
    long now = clock.getAsLong();
    if (!listed || now - listedAt > STALE_NANOS) {
      listed = true;
      listedAt = now;
      sessions = list();
    }
    return sessions;
  }

  private List<Candidate> list() {
    try {
      return host.sessions().list().entries().stream()
          .filter(entry -> !entry.id().equals(host.file().id()))
          .filter(entry -> entry.contents().messages() > 0)
          .limit(MOST_SESSIONS)
          .map(ArgumentWords::candidate)
          .toList();
    } catch (IOException _) {
      return List.of(); // the command itself says what is wrong
    }
  }

  private static Candidate candidate(SessionEntry entry) {
    return new Candidate(entry.name(), entry.contents().title(), true);
  }
}
