// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.command.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Input typed before a question was complete is not an answer to it.
class TypedLinesTest {
  private final PipedOutputStream keyboard = new PipedOutputStream();
  private final LinkedBlockingQueue<String> steered = new LinkedBlockingQueue<>();
  private int flushed;
  private TypedLines typed;

  @BeforeEach
  void begin() throws IOException {
    typed = new TypedLines(new PipedInputStream(keyboard), true, () -> flushed++);
    typed.steerInto(steered::add);
    typed.busy(true);
  }

  private void type(String keys) {
    try {
      keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
      keyboard.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aLineTypedBeforeIsNoAnswer() throws Exception {
    type("y\n");
    assertThat(typed.next(() -> type("n\n"))).contains("n");
    assertThat(steered).containsExactly("y");
    assertThat(flushed).isEqualTo(1);
  }

  @Test
  void severalLinesTypedBeforeAreNoAnswers() throws Exception {
    type("y\ny\ny\r\ns\n");
    assertThat(typed.next(() -> type("n\n"))).contains("n");
    assertThat(steered).containsExactly("y", "y", "y", "s");
  }

  @Test
  void aLineBegunBeforeIsNoAnswer() throws Exception {
    type("first\nye");
    assertThat(steered.take()).isEqualTo("first");
    assertThat(typed.next(() -> type("s\nn\n"))).contains("n");
    assertThat(steered).containsExactly("yes");
  }

  @Test
  void whatIsTypedBehindAnAnswerIsNoAnswerToTheNextQuestion() throws Exception {
    assertThat(typed.next(() -> type("y\ny\n"))).contains("y");
    assertThat(typed.next(() -> type("n\n"))).contains("n");
  }

  @Test
  void aTextOfSeveralLinesIsWholeHoweverItComes() throws Exception {
    int[] prompts = {0};
    Runnable paste = () -> type(prompts[0]++ == 0 ? "a\n\nä\n.\nlater\n" : "");
    assertThat(typed.upTo(".", paste)).contains(List.of("a", "", "ä"));
    assertThat(flushed).isZero();
  }

  @Test
  void nobodyAnswersAtTheEnd() throws Exception {
    keyboard.close();
    assertThat(typed.next(() -> {})).isEmpty();
    assertThat(typed.upTo(".", () -> {})).isEmpty();
  }
}
