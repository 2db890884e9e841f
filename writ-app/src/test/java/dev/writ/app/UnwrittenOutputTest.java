// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.app.process.PipedOutput;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Output that doesn't arrive whole isn't passed off as whole.
class UnwrittenOutputTest {

  private static Desk desk() {
    Desk desk = new Desk();
    desk.workspace.write("s.json", "{\"turns\":[{\"text\":\"Done.\"}]}");
    desk.workspace.write("a.txt", "a\n");
    return desk;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run --script s.json x",
        "run --script s.json --output json x",
        "trace export",
        "trace verify",
        "config show",
        "policy check ls",
        "help",
        "run --help",
        "version",
        "--version",
      })
  void whatCannotBeWrittenIsAnError(String line) throws IOException {
    try (Desk desk = desk();
        OutputStream full = new PipedOutput(new FileOutputStream("/dev/full"))) {
      desk.writ("tools", "call", "write_file", "--args", "{\"path\":\"n\",\"content\":\"\"}");
      Desk.Ran ran = desk.writTo(full, line.split(" "));
      assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.FAILED);
      assertThat(ran.err()).contains("writ: standard output cannot be written");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run --script s.json x", "config show", "help"})
  void aReaderMayGo(String line) throws IOException {
    Pipe pipe = Pipe.open();
    pipe.source().close();
    try (Desk desk = desk();
        OutputStream unread =
            new BufferedOutputStream(new PipedOutput(Channels.newOutputStream(pipe.sink())), 10)) {
      Desk.Ran ran = desk.writTo(unread, line.split(" "));
      assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
      assertThat(ran.err()).doesNotContain("standard output");
    }
  }

  @Test
  void aRecordedScriptThatIsNotWholeIsAnError() {
    try (Desk desk = desk()) {
      Desk.Ran ran = desk.writ("run", "--script", "s.json", "--record", "/dev/full", "x");
      assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(ran.out()).contains("Done.");
      assertThat(ran.err())
          .contains("--record: /dev/full cannot be written", "no whole script")
          .doesNotContain("defect");
      assertThat(desk.writ("run", "--script", "s.json", "--record", "r.json", "x").exit())
          .isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.read("r.json")).startsWith("{\"turns\":[").endsWith("]}\n");
    }
  }
}
