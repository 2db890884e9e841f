// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A session's file of more than 2 GiB, most of it one damaged line: what is whole in it is read.
@Tag("slow")
class HugeSessionTest {
  private static final long HOLE = (2L << 30) + 4096;

  @Test
  void whatIsWholeIsReadAndGoesOn() throws IOException {
    try (Desk desk = new Desk()) {
      desk.home.write("s.json", "{\"turns\":[{\"text\":\"Yes.\"}]}");
      String script = "" + desk.home.path("s.json");
      assertThat(desk.writ("run", "--script", script, "first").exit()).isEqualTo(ExitCode.DONE);
      Path file = desk.sessions().getFirst();
      int events = Files.readAllLines(file).size();
      long size = Files.size(file) + HOLE;
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.wrap("\n".getBytes(StandardCharsets.UTF_8)), size); // a hole
      }

      Desk.Ran list = desk.writ("sessions", "list");
      assertThat(list.out()).as(list.toString()).contains("first", "2 messages");
      Desk.Ran ran = desk.writ("run", "--continue", "--script", script, "second");

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(ran.err()).contains("line " + (events + 1));
      assertThat(Files.size(file)).isGreaterThan(size);
    }
  }
}
