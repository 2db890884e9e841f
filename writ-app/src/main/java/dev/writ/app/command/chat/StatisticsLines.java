// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.app.command.chat;

import dev.writ.app.host.LogPlace;
import dev.writ.app.host.SessionHost;
import dev.writ.app.logging.LogFiles;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.session.SessionFiles;
import dev.writ.app.session.SessionReport;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.context.ContextReport;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionReplay;
import dev.writ.engine.session.Session;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;

/// `/stats` and `/cost`: what the session did, and what that took.
record StatisticsLines(SessionHost host, Session session, String intent, ProcessContext context) {
  /// Prints the session's sums.
  void statistics() throws IOException {
    PrintStream out = context.out();
    RecordedSession recorded = recorded();
    String name = String.valueOf(host.file().file().getFileName()).replace(".jsonl", "");
    SessionReport.statistics(recorded, name, open()).forEach(out::println);
    out.println(DisplayText.line(files()));
    SessionReport.chart(recorded).forEach(out::println);
  }

  /// Prints the cost of each model.
  void costs() throws IOException {
    SessionReport.costs(recorded().statistics()).forEach(context.out()::println);
  }

  /// The present session as its file has it.
  private RecordedSession recorded() throws IOException {
    return SessionReplay.read(SessionFiles.lines(host.file().file()));
  }

  private Optional<SessionReport.OpenSession> open() {
    try {
      ContextReport report = session.context();
      return Optional.of(
          new SessionReport.OpenSession(report.maxMessages(), report.budget().budget(), intent));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private String files() throws IOException {
    String saves = host.file().isUnsaved() ? "off" : "on";
    Optional<LogFiles.SessionLogFile> log =
        LogFiles.latest(LogPlace.of(host.settings(), context).directory(), host.file().id());
    String level =
        host.settings().flag("logging.log_to_file")
            ? host.settings().text("logging.log_level").orElse("info")
            : "none";
    return "Files: %s, %d bytes, auto-save %s; log %s, level %s"
        .formatted(
            host.file().file(),
            host.sessions().size(host.file().file()),
            saves,
            log.map(file -> file.file() + ", " + file.bytes() + " bytes").orElse("not written"),
            level);
  }
}
