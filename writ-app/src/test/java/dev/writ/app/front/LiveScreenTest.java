// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ErrorCode;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.SessionEvent.Output.StreamName;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.CallAnswer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A command's output while it runs, on each kind of screen.
class LiveScreenTest {
  private static final ToolCall CALL = new ToolCall("c1", "run_command", "{\"command\":\"make\"}");

  private static String shown(Function<PrintStream, Consumer<SessionEvent>> screen) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      Consumer<SessionEvent> front = screen.apply(out);
      front.accept(new SessionEvent.Streaming(new AnswerDelta.TextDelta("I build.")));
      front.accept(new SessionEvent.Output(CALL, StreamName.STDOUT, "compiling\n[1/2] ok\n"));
      front.accept(
          new SessionEvent.Output(
              CALL, StreamName.STDERR, "warn \u001b[2J\u202e " + "x".repeat(300) + "\n"));
      ToolResult done = new ToolResult.Success("compiling\n");
      front.accept(
          new SessionEvent.Called(CALL, done, new CallAnswer(done, List.of(), List.of(), CALL)));
      front.accept(new SessionEvent.Streaming(new AnswerDelta.TextDelta("Built.\n")));
      front.accept(new SessionEvent.Ended(new TurnEnd.FinalAnswer("Built.", TurnEnd.Totals.NONE)));
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aTerminalSetsItApartAndIsNotMovedByIt() {
    assertThat(shown(out -> new PlainScreen(out, out, ScreenStyle.together(/* calls= */ true))))
        .isEqualTo(
            """
            I build.
            · Run make
              │ compiling
              │ [1/2] ok
              │ warn ⟨U+001B⟩[2J⟨U+202E⟩ %s…
            ✓ Run make
            Built.
            """
                .formatted("x".repeat(160 - 4 - 5 - 8 - 3 - 8 - 1)));
  }

  @Test
  void whoeverWantsItQuietHearsNothingOfIt() {
    assertThat(shown(out -> new PlainScreen(out, out, ScreenStyle.together(/* calls= */ false))))
        .isEqualTo("I build.\nBuilt.\n");
  }

  /// However long it is, and where calls are not shown too.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatAnAbortedCommandDidIsShownWhole(boolean showCalls) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String message = "make was aborted. " + "x".repeat(300) + "; 'writ changes show v1' shows it";
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      PlainScreen screen = new PlainScreen(out, out, ScreenStyle.together(showCalls));
      ToolResult aborted = ToolResult.failed(ErrorCode.CALL_ABORTED, message);
      screen.accept(
          new SessionEvent.Called(
              CALL, aborted, new CallAnswer(aborted, List.of(), List.of(), CALL)));
      screen.accept(new SessionEvent.Ended(new TurnEnd.Aborted(TurnEnd.Totals.NONE)));
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo("✗ Run make: " + message + "\n[aborted]\n");
  }

  @Test
  void aStreamOfEventsHasItAsData() {
    assertThat(shown(JsonEventStream::new))
        .contains(
            "{\"type\":\"output\",\"call_id\":\"c1\",\"stream\":\"stdout\","
                + "\"text\":\"compiling\\n[1/2] ok\\n\"}\n",
            "\"stream\":\"stderr\"")
        .doesNotContain("\u001b");
  }
}
