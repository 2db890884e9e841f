// Implements: docs/spec/17-quality.md §17.3 (Speed)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.app.session.SessionFiles;
import dev.writ.base.json.Json;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionReplay;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Long sessions and many of them. The figures are printed; the limits only catch what grows faster
/// than it should, because the machine may be busy.
@Tag("slow")
class SessionScaleTest {
  private static final Instant NOON = Instant.parse("2026-01-18T12:00:00Z");

  private static Json.Builder event(String type, long seq) {
    return Json.object()
        .put("type", type)
        .put("timestamp", NOON.plusSeconds(seq).toString())
        .put("seq", seq);
  }

  private static void write(Path file, String id, String workspace, long turns) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      long seq = 1;
      Json.Obj config =
          Json.object()
              .put("provider", "ollama")
              .put("model", "m")
              .put("workspace", workspace)
              .build();
      line(
          out,
          event("session_start", seq++).put("version", "1.0").put("id", id).put("config", config));
      for (long turn = 1; turn <= turns; turn++) {
        line(out, event("system", seq++).put("content", "<environment/>").put("turn", turn));
        line(out, event("user", seq++).put("content", "request " + turn + " of " + id));
        line(out, event("assistant", seq++).put("content", "I look.").put("cost_usd", 1));
        line(
            out,
            event("tool_call", seq++)
                .put("id", "c")
                .put("name", "read_file")
                .put("arguments", "{}"));
        line(
            out,
            event("tool_result", seq++)
                .put("id", "c")
                .put("name", "read_file")
                .put("success", true)
                .put("output", "a line of some file\n".repeat(20)));
      }
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static void line(BufferedWriter out, Json.Builder event) throws IOException {
    out.write(event.build().write());
    out.write('\n');
  }

  private static long millis(long began) {
    return Duration.ofNanos(System.nanoTime() - began).toMillis();
  }

  @Test
  void aHundredThousandEventsLoad() throws IOException {
    try (Desk desk = new Desk()) {
      Path file = Files.createDirectories(desk.home.path("s")).resolve("long.jsonl");
      write(file, "long", "" + desk.workspace.root(), 20_000);
      for (int i = 0; i < 3; i++) {
        long began = System.nanoTime();
        RecordedSession session = SessionReplay.read(SessionFiles.lines(file));
        long took = millis(began);
        System.out.printf("100,001 events, %d MiB: %d ms%n", Files.size(file) / 1024 / 1024, took);
        assertThat(session.events()).isEqualTo(100_001);
        assertThat(session.conversation().view()).hasSize(60_000);
        assertThat(took).isLessThan(20_000);
      }
    }
  }

  @Test
  void fiveThousandSessionsAreListed() throws IOException {
    try (Desk desk = new Desk()) {
      Path directory = Files.createDirectories(desk.home.path(".config/writ/sessions"));
      for (int i = 0; i < 5000; i++) {
        write(directory.resolve("s" + i + ".jsonl"), "id-" + i, "" + desk.workspace.root(), 4);
      }
      for (int i = 0; i < 4; i++) {
        long began = System.nanoTime();
        Desk.Ran ran = desk.writ("sessions", "list", "--last", "0");
        long took = millis(began);
        System.out.printf("%s list of 5,000 sessions: %d ms%n", i == 0 ? "first" : "next", took);
        assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
        assertThat(ran.out().lines()).hasSize(5000);
        assertThat(i == 0 || took < 5000).isTrue();
      }
    }
  }

  @Test
  void alineOfTwentyMegabytesIsRead() throws IOException {
    try (Desk desk = new Desk()) {
      Path file = Files.createDirectories(desk.home.path("s")).resolve("long.jsonl");
      try (BufferedWriter out = Files.newBufferedWriter(file)) {
        line(out, event("session_start", 1).put("version", "1.0").put("id", "x"));
        line(out, event("user", 2).put("content", "u\u2028".repeat(2_800_000)));
        out.write("x".repeat(40 * 1024 * 1024) + "\n");
        line(out, event("assistant", 4).put("content", "short"));
      }
      RecordedSession session = SessionReplay.read(SessionFiles.lines(file));
      assertThat(session.conversation().view()).hasSize(2);
      assertThat(session.problems()).hasSize(1).first().asString().contains("line 3", "longer");
    }
  }
}
