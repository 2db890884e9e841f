// Implements: docs/spec/07-commands.md §7.7 (Asking for a verdict)
package dev.writ.app.command.grant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Every line is answered once, in its place, as soon as it is complete.
class VerdictBatchTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  private void answer(InputStream in) throws IOException {
    UnaryOperator<String> judge = line -> "<" + line + ">";
    try (VerdictBatch batch = new VerdictBatch(() -> judge)) {
      batch.run(in, new PrintStream(written, false, StandardCharsets.UTF_8));
    }
  }

  private List<String> answers() {
    return written.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static InputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void manyLinesAreAnsweredInTheirOrder() throws IOException {
    List<String> lines = IntStream.range(0, 20_000).mapToObj(n -> "line " + n + " ü").toList();

    answer(text(String.join("\n", lines)));

    assertThat(answers()).isEqualTo(lines.stream().map(line -> "<" + line + ">").toList());
  }

  @Test
  void aLineMayBeLongerThanWhatIsReadAtOnce() throws IOException {
    String line = "x".repeat(300_000);

    answer(text("a\n" + line + "\nb\n"));

    assertThat(answers()).containsExactly("<a>", "<" + line + ">", "<b>");
  }

  @Test
  void emptyLinesHaveNoAnswerAndLinesMayEndAsOnWindows() throws IOException {
    answer(text("a\r\n\n  \nb"));

    assertThat(answers()).containsExactly("<a>", "<b>");
  }

  @Test
  void whatIsCompleteIsAnsweredBeforeMoreIsWaitedFor() throws IOException {
    Deque<String> pieces = new ArrayDeque<>(List.of("a\nb", "c\n", "d"));
    Deque<String> seen = new ArrayDeque<>();
    InputStream piecewise =
        new InputStream() {
          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            seen.add(answers().stream().collect(Collectors.joining()));
            if (pieces.isEmpty()) {
              return -1;
            }
            byte[] piece = pieces.pop().getBytes(StandardCharsets.UTF_8);
            System.arraycopy(piece, 0, into, offset, piece.length);
            return piece.length;
          }
        };

    answer(piecewise);

    assertThat(seen).containsExactly("", "<a>", "<a><bc>", "<a><bc>");
    assertThat(answers()).containsExactly("<a>", "<bc>", "<d>");
  }
}
