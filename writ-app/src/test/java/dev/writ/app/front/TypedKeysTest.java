// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.writ.app.terminal.input.TerminalPort;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A key is an answer once the question is complete; what comes in one piece was not typed.
class TypedKeysTest {
  /// Pieces that come; an empty one is a pause.
  private final Deque<String> pieces = new ArrayDeque<>();

  private final StringBuilder events = new StringBuilder();

  private final TerminalPort terminal =
      new TerminalPort() {
        @Override
        public void raw() {
          events.append("raw ");
        }

        @Override
        public void restore() {
          events.append("restored ");
        }

        @Override
        public Optional<int[]> size() {
          return Optional.empty();
        }

        @Override
        public int read(byte[] into, int timeout) {
          if (pieces.isEmpty()) {
            return -1;
          }
          byte[] bytes = pieces.poll().getBytes(StandardCharsets.UTF_8);
          System.arraycopy(bytes, 0, into, 0, bytes.length);
          return bytes.length;
        }

        @Override
        public void suspend() {}

        @Override
        public void wake() {}

        @Override
        public void write(String text) {}
      };

  private TypedKeys keys() {
    return new TypedKeys(
        terminal,
        () -> {
          events.append("flushed ");
          pieces.remove("ahead");
        },
        () -> {
          events.append("interrupted ");
          Thread.currentThread().interrupt();
        });
  }

  private Optional<String> key(String... typed) throws InterruptedException {
    pieces.addAll(List.of(typed));
    return keys().key(() -> events.append("asked "));
  }

  @ParameterizedTest
  @CsvSource({"y, y", "N, N", "s, s", "'\t', r", "é, é"})
  void aKeyIsAnAnswerWithoutEnter(String typed, String answer) throws Exception {
    assertThat(key("", typed)).contains(answer);
    assertThat(events).hasToString("raw flushed asked restored ");
  }

  @Test
  void enterBehindItBelongsToIt() throws Exception {
    assertThat(key("y\n")).contains("y");
    assertThat(key("n\r")).contains("n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"yes", "yy", "y\ny\n", "git push\n", "\u001b[A", "\r", "\u001b[200~y\u001b[201~"})
  void whatIsPastedOrNoLetterIsNoAnswer(String piece) throws Exception {
    assertThat(key(piece)).contains("?");
  }

  @Test
  void escapeIsNoAndTheEndOfInputIsNothing() throws Exception {
    assertThat(key("\u001b", "")).contains("n");
    assertThat(key("\u0004")).isEmpty();
    assertThat(key()).isEmpty();
  }

  @Test
  void whatWasTypedBeforeTheQuestionIsNoAnswer() throws Exception {
    assertThat(key("ahead", "n")).contains("n");
  }

  @Test
  void ctrlCInterruptsAndTheTerminalIsAsItWas() {
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> key("\u0003"));
    assertThat(events).hasToString("raw flushed asked interrupted restored ");
  }

  @Test
  void textsAreLines() throws Exception {
    pieces.addAll(List.of("no", "t no", "w\none\ntwo\n.\nrest"));
    TypedKeys keys = keys();
    assertThat(keys.rest(() -> {})).contains("not now");
    assertThat(keys.upTo(".", () -> {})).contains(List.of("one", "two"));
    assertThat(keys.rest(() -> {})).isEmpty();
    assertThat(keys.upTo(".", () -> {})).isEmpty();
    assertThat(events).isEmpty();
  }

  @Test
  void aLineIsTypedAfterTheQuestion() throws Exception {
    pieces.addAll(List.of("ahead", "blue\n"));
    assertThat(keys().next(() -> events.append("asked "))).contains("blue");
    assertThat(events).hasToString("flushed asked ");
  }
}
