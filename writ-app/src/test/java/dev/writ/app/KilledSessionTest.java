// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.app.session.SessionFiles;
import dev.writ.base.json.Json;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionReplay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A killed process leaves a prefix of the bytes that it would have written: a session resumes
/// after any of them, with every complete line, and without the torn one.
@Tag("slow")
class KilledSessionTest {
  private static final int POINTS = Boolean.getBoolean("long") ? 5000 : 500;

  private static final String SCRIPT =
      """
      {"turns":[
        {"text":"I look.","reasoning":"a thought","calls":[
          {"tool":"read_file","arguments":{"path":"a.txt"}},
          {"tool":"list_files","arguments":{"path":"."}}]},
        {"calls":[{"tool":"edit_file","arguments":{"path":"a.txt","old_text":"one","new_text":"zwölf"}}]},
        {"calls":[{"tool":"update_plan","arguments":{"steps":[{"step":"x","status":"done"}]}}]},
        {"text":"Done: ∀ x."}]}
      """;

  @Test
  void aSessionGoesOnBehindAnyByte() throws IOException {
    byte[] whole = recorded();
    int first = indexOf(whole, 0) + 1;
    Random random = new Random(17);
    try (Desk desk = new Desk()) {
      desk.workspace.write("a.txt", "one\n");
      desk.workspace.write("again.json", "{\"turns\":[{\"text\":\"Yes.\"}]}");
      Path file =
          Files.createDirectories(desk.home.path(".config/writ/sessions")).resolve("s.jsonl");
      Path torn = file.resolveSibling("s.jsonl.torn");
      for (int i = 0; i < POINTS; i++) {
        int end = first + random.nextInt(whole.length - first + 1);
        int whole1 = lastLineEnd(whole, end);
        Files.deleteIfExists(torn);
        Files.write(file, Arrays.copyOf(whole, end));

        Desk.Ran ran =
            desk.writ("run", "--resume", "s", "--here", "--script", "again.json", "go on");

        assertThat(ran.exit()).as("killed behind byte %d: %s", end, ran).isEqualTo(ExitCode.DONE);
        byte[] now = Files.readAllBytes(file);
        assertThat(Arrays.copyOf(now, whole1)).isEqualTo(Arrays.copyOf(whole, whole1));
        assertThat(Files.exists(torn)).isEqualTo(whole1 < end);
        if (whole1 < end) {
          byte[] aside = Files.readAllBytes(torn);
          assertThat(Arrays.copyOf(aside, aside.length - 1))
              .isEqualTo(Arrays.copyOfRange(whole, whole1, end));
        }
        goesOn(file, new String(now, whole1, now.length - whole1, StandardCharsets.UTF_8));
      }
    }
  }

  /// Its numbering continues, every call has one result, and nothing of it is damaged.
  private static void goesOn(Path file, String added) throws IOException {
    RecordedSession session = SessionReplay.read(SessionFiles.lines(file));
    assertThat(session.problems()).isEmpty();
    assertThat(session.open()).isEmpty();
    List<Json.Obj> events = added.lines().map(Desk::json).toList();
    long seq = session.seq() - events.size();
    for (Json.Obj event : events) {
      assertThat(event.number("seq").orElse(0)).isEqualTo(++seq);
    }
    assertThat(session.conversation().view().getLast().toString()).contains("Yes.");
  }

  @Test
  void aFirstLineThatIsTornIsNoSession() throws IOException {
    byte[] whole = recorded();
    try (Desk desk = new Desk()) {
      Path file =
          Files.createDirectories(desk.home.path(".config/writ/sessions")).resolve("s.jsonl");
      for (int end : new int[] {0, 1, indexOf(whole, 0)}) {
        byte[] left = Arrays.copyOf(whole, end);
        Files.write(file, left);
        Desk.Ran ran = desk.writ("run", "--resume", "" + file, "--here", "go on");
        assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(ran.err()).contains("is not a session");
        assertThat(Files.readAllBytes(file)).isEqualTo(left);
      }
    }
  }

  private static byte[] recorded() throws IOException {
    try (Desk desk = new Desk()) {
      desk.workspace.write("a.txt", "one\n");
      desk.workspace.write("script.json", SCRIPT);
      Desk.Ran ran = desk.writ("run", "--script", "script.json", "Edit\u2028a.txt");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      return Files.readAllBytes(Desk.files(desk.home.path(".config/writ/sessions")).getFirst());
    }
  }

  private static int indexOf(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  private static int lastLineEnd(byte[] bytes, int end) {
    int at = end;
    while (bytes[at - 1] != '\n') {
      at--;
    }
    return at;
  }
}
