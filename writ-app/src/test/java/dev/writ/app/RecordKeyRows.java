// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static dev.writ.app.KeyScene.files;
import static dev.writ.app.KeyScene.script;
import static dev.writ.app.KeyScene.scripted;

import dev.writ.app.EveryKeyEffectTest.Row;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What keys of records do: commits, logs, sessions, old contents, what is shown.
final class RecordKeyRows {
  private static final String WRITE =
      "{`calls`:[{`tool`:`write_file`,`arguments`:{`path`:`n.txt`,`content`:`new\\n`}}]}";
  private static final String END = "{`text`:`Done.`}";
  private static final String RUN = WRITE + "," + END;
  private static final String OLD =
      """
      {"type":"session_start","version":"1.0","id":"old","timestamp":"2020-01-01T00:00:00Z"}
      """;

  private RecordKeyRows() {}

  static List<Row> rows() {
    return List.of(
        new Row("git.auto_commit", "true", "false", "[writ] Go", committed()),
        new Row("git.records", "`with_changes`", "`none`", "agent_trace", committed()),
        new Row("git.commit_message_prefix", "`agent:`", "", "agent: Go", committed()),
        new Row("ui.show_tool_calls", "true", "false", "Write n.txt", shown()),
        new Row("logging.log_to_file", "true", "false", "== .config/writ/logs/", script(END)),
        new Row("logging.log_directory", "`~/mine`", "", "== mine/", script(END)),
        new Row("logging.log_level", "`debug`", "`info`", "[DEBUG]", script(RUN)),
        new Row("logging.max_file_size_mb", "1", "10", "logs of a run: 2", largeLog()),
        new Row("logging.max_files", "1", "3", "logs: 1;", threeLogs()),
        new Row("logging.console_level", "`info`", "`none`", "[INFO]", shown()),
        new Row("logging.audit_max_bytes", "500", "", "== .writ/audit-", twice()),
        new Row("telemetry.otlp_endpoint", "`http://127.0.0.1:1`", "", "127.0.0.1:1", shown()),
        new Row("trace.sign", "true", "false", "checkpoints.jsonl", script(RUN)),
        new Row("undo.max_age_days", "2", "", "old contents: 0;", oldContents()),
        new Row("undo.max_bytes", "0", "", "old contents: 0;", oldContents()),
        new Row("session.storage_path", "`~/mine`", "", "== mine/", script(END)),
        new Row("session.auto_save", "true", "false", "session_start", script(END)),
        new Row("session.max_sessions", "1", "0", "sessions: 1;", manySessions()),
        new Row("session.retention_days", "1", "0", "sessions: 2;", oldSessions()));
  }

  private static KeyScene shown() {
    return desk -> scripted(desk, RUN);
  }

  private static KeyScene committed() {
    return desk -> {
      desk.workspace.git("init", "-q", "-b", "main");
      desk.workspace.git("config", "user.name", "A Person");
      desk.workspace.git("config", "user.email", "person@example.org");
      desk.workspace.git("commit", "-q", "--allow-empty", "-m", "first");
      return scripted(desk, RUN)
          + desk.workspace.git("log", "--all", "--name-only", "--format=subject %s");
    };
  }

  private static long count(Desk desk, String place) {
    Path directory = desk.home.path(place);
    return Desk.files(directory).size();
  }

  private static KeyScene threeLogs() {
    return desk -> {
      for (int i = 0; i < 3; i++) {
        String _ = scripted(desk, END);
      }
      return "logs: " + count(desk, ".config/writ/logs") + ";";
    };
  }

  /// A run that logs more than a mebibyte: a line has 20,000 characters at most.
  private static KeyScene largeLog() {
    return desk -> {
      String content = "long ".repeat(4000);
      List<String> calls = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        calls.add(
            "{`tool`:`write_file`,`arguments`:{`path`:`n%d`,`content`:`%s`}}"
                .formatted(i, content));
      }
      String turn = "{`calls`:[" + String.join(",", calls) + "]},";
      String _ = scripted(desk.set("WRIT_LOGGING_LOG_LEVEL", "debug"), turn + END);
      return "logs of a run: " + count(desk, ".config/writ/logs");
    };
  }

  private static KeyScene twice() {
    return desk -> {
      String _ = scripted(desk, RUN);
      String _ = scripted(desk, RUN);
      return files(desk.home.root());
    };
  }

  /// Contents that were kept three days ago.
  private static KeyScene oldContents() {
    String edit =
        "{`calls`:[{`tool`:`edit_file`,`arguments`:{`path`:`a.txt`,`old_text`:`alpha`,"
            + "`new_text`:`omega`}}]}";
    String read = "{`calls`:[{`tool`:`read_file`,`arguments`:{`path`:`a.txt`}}]}";
    return desk -> {
      String _ = scripted(desk, read + "," + edit + "," + END);
      List<Path> kept = contents(desk);
      kept.forEach(RecordKeyRows::age);
      if (kept.isEmpty()) {
        throw new AssertionError("nothing was kept");
      }
      for (int look = 0;
          look < 2;
          look++) { // what is old goes when it was found so twice, a day apart
        age(desk.workspace.path(".writ/objects/pruned"));
        String _ = scripted(desk, END);
      }
      return "old contents: " + contents(desk).size() + ";";
    };
  }

  private static void age(Path file) {
    if (!file.toFile()
        .setLastModified(System.currentTimeMillis() - Duration.ofDays(3).toMillis())) {
      throw new AssertionError(file + " has no time");
    }
  }

  private static List<Path> contents(Desk desk) {
    return Desk.files(desk.workspace.path(".writ/objects")).stream()
        .filter(file -> file.getFileName().toString().length() == 62)
        .toList();
  }

  private static KeyScene manySessions() {
    return desk -> oldSessions().play(desk.set("WRIT_SESSION_RETENTION_DAYS", "0"));
  }

  private static KeyScene oldSessions() {
    return desk -> {
      Path file = desk.home.write(".config/writ/sessions/old.jsonl", OLD);
      if (!file.toFile().setLastModified(1_577_836_800_000L)) {
        throw new AssertionError("the file has no time");
      }
      for (int session = 0; session < 2; session++) { // one clock reading makes no session old
        String _ = scripted(desk, END);
      }
      return "sessions: "
          + Desk.files(desk.home.path(".config/writ/sessions")).stream()
              .filter(f -> f.toString().endsWith(".jsonl"))
              .count()
          + ";";
    };
  }
}
