// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.session.SessionDirectory.Retention;
import dev.writ.base.json.Json;
import dev.writ.records.journal.DiskPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Old sessions go, but not because one session's clock was ahead.
class SessionRetentionTest {
  private static final Retention MONTH = new Retention(0, Duration.ofDays(30));

  @TempDir Path home;

  @BeforeEach
  void twoOfJanuary() throws IOException {
    session("s0", "2026-01-18T12:00:00.000Z");
    session("s1", "2026-01-19T12:00:00.000Z");
  }

  private SessionDirectory directory() {
    return new SessionDirectory(
        new SessionFiles(home.resolve("sessions"), home.resolve("data"), DiskPort.system()));
  }

  private void session(String name, String time) throws IOException {
    Json.Obj start =
        Json.object()
            .put("type", "session_start")
            .put("timestamp", time)
            .put("seq", 1)
            .put("id", name)
            .build();
    Files.createDirectories(home.resolve("sessions"));
    Path file = home.resolve("sessions/" + name + ".jsonl");
    Files.writeString(file, start.write() + "\n");
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse(time)));
  }

  /// Works in a session until that time, and keeps what is to be kept.
  private List<String> after(String name, String time) throws IOException {
    session(name, time);
    directory().retain(MONTH, Instant.parse(time), name);
    return directory().list().entries().stream().map(SessionEntry::name).toList();
  }

  @Test
  void aClockThatIsAheadForOneSessionRemovesNoOther() throws IOException {
    assertThat(after("ahead", "2031-05-01T12:00:00.000Z")).containsOnly("ahead", "s0", "s1");
    assertThat(after("s2", "2026-01-20T12:00:00.000Z")).containsOnly("ahead", "s0", "s1", "s2");
  }

  @Test
  void whatIsOldGoesWithTheNextSession() throws IOException {
    assertThat(after("s2", "2026-02-17T12:00:00.000Z")).containsOnly("s2", "s1", "s0");
    assertThat(after("s3", "2026-02-18T12:00:00.000Z")).containsOnly("s3", "s2", "s1");
  }

  @Test
  void afterALongPauseTheSecondSessionRemovesTheOldOnes() throws IOException {
    assertThat(after("s2", "2026-06-01T12:00:00.000Z")).containsOnly("s2", "s1", "s0");
    assertThat(after("s3", "2026-06-01T13:00:00.000Z")).containsOnly("s3", "s2");
  }
}
