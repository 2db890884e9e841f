// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.command.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Input typed before a question was complete is not an answer to it.
class TypedLinesTest {
  private final PipedOutputStream keyboard = new PipedOutputStream();
  private final LinkedBlockingQueue<String> steered = new LinkedBlockingQueue<>();
  /// What the terminal holds of a line when it is asked for it, each time.
  private final Deque<String> held = new ArrayDeque<>();

  private final List<String> shown = new ArrayList<>();
  private PipedInputStream in;
  private TypedLines typed;

  @BeforeEach
  void begin() throws IOException {
    in = new PipedInputStream(keyboard);
    typed = new TypedLines(in, true, new HeldLine());
    typed.steerInto(steered::add);
    typed.busy(true);
  }

  private final class HeldLine implements TypedLines.UnfinishedLine {
    @Override
    public void take() {
      if (!held.isEmpty()) {
        type(held.poll());
        awaitRead();
      }
    }

    @Override
    public boolean isKept() {
      return true;
    }

    @Override
    public void show(String beginning, boolean atPrompt) {
      shown.add((atPrompt ? "> " : "") + beginning);
    }
  }

  /// What was begun before a question is no answer, and the line goes on with it afterwards.
  @Test
  void aLineThatTheTerminalHoldsGoesOnAfterTheAnswer() throws Exception {
    held.addAll(List.of("use b", " inst"));
    assertThat(typed.next(() -> type("y\n"))).contains("y");
    assertThat(shown).containsExactly("use b inst");
    type("ead\n");
    assertThat(steered.take()).isEqualTo("use b instead");
    type("next\n");
    assertThat(steered.take()).isEqualTo("next");
  }

  /// The terminal gives it out when the question is about to be asked.
  @Test
  void whatIsTypedWhileTheQuestionSettlesIsNoPartOfTheAnswer() throws Exception {
    held.addAll(List.of("", "use b"));
    assertThat(typed.next(() -> type("y\n"))).contains("y");
    assertThat(shown).containsExactly("use b");
    type(" instead\n");
    assertThat(steered.take()).isEqualTo("use b instead");
  }

  @Test
  void aLineThatWasEndedIsAMessageAndKeysThatTypeNothingAreDropped() throws Exception {
    held.add("go \u007f\u001bon\rre");
    assertThat(typed.next(() -> type("n\n"))).contains("n");
    typed.busy(false);
    assertThat(typed.message(() -> {})).contains("go on");
    assertThat(shown).containsExactly("re", "> re");
    typed.interrupted();
    assertThat(typed.message(() -> {})).contains("");
    type("x\n");
    assertThat(typed.message(() -> {})).contains("x");
  }

  /// Waits until the reader has taken all that was typed.
  private void awaitRead() {
    try {
      while (in.available() > 0) {
        StatePoll.pause();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
  }

  @Test
  void nobodyAnswersAtTheEnd() throws Exception {
    keyboard.close();
    assertThat(typed.next(() -> {})).isEmpty();
    assertThat(typed.upTo(".", () -> {})).isEmpty();
  }
}
