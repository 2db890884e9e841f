// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.kernel.call.ToolCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TurnMeterTest {
  private long now = 5;

  @Test
  void saysWhatForHowLongAndForHowMuch() throws JsonException {
    TurnMeter meter = new TurnMeter(() -> now, false);
    meter.begin("Waiting for the model");
    now += 12_000_000_000L;
    assertThat(meter.line(80).text()).isEqualTo("✻ Waiting for the model… 12s · Esc stops");
    meter.hear(new SessionEvent.Streaming(new AnswerDelta.TextDelta("x".repeat(400))));
    assertThat(meter.line(80).text()).contains("✻ Writing…", " · ↓100 tokens");
    Json.Obj line =
        JsonReader.readObject(
            "{\"type\":\"assistant\",\"tokens\":{\"input\":3200,\"output\":150},\"cost_usd\":0.0123}");
    meter.hear(new SessionEvent.Recorded(line));
    assertThat(meter.line(80).text()).contains("↑3.2k ↓150 tokens", "$0.0123");
    assertThat(meter.line(30).text()).isEqualTo("✻ Writing… 12s · Esc stops");
    assertThat(meter.summary(1).text()).isEqualTo("  12s · ↑3.2k ↓150 tokens · $0.0123 · 1 call");
    StatusLine.WorkTree tree = new StatusLine.WorkTree(Optional.of("main"), 3);
    StatusLine status = new StatusLine("ollama/qwen3", "code", "DEBUG", tree, 32_000);
    assertThat(status.line(meter, 79).text())
        .isEqualTo("  ollama/qwen3 · code · DEBUG · context 10% · $0.0123 · undo: 3 files · main");
    assertThat(status.line(meter, 30).text()).isEqualTo("  ollama/qwen3 · code · main");
    assertThat(new StatusLine("m", "code", "CODE", tree, 0).line(meter, 79).text())
        .startsWith("  m · code · context");
    StatusLine own =
        new StatusLine(
            "m",
            "code",
            "",
            new StatusLine.WorkTree(Optional.empty(), 1),
            0,
            StatusItem.named(List.of("context", "undo", "mode")));
    assertThat(own.line(meter, 79).text()).isEqualTo("  context 3.3k · undo: 1 file · code");
    assertThat(own.data(meter).write())
        .contains(
            "\"model\":\"m\"",
            "\"context_tokens\":3350",
            "\"cost_micro_usd\":12300",
            "\"undo_files\":1");
  }

  @Test
  void aCommandThatTakesLongCanRunInTheBackground() {
    TurnMeter meter = new TurnMeter(() -> now, false);
    meter.begin("Waiting for the model");
    ToolCall call = new ToolCall("1", "run_command", "{\"command\":\"npm run dev\"}");
    meter.hear(new SessionEvent.Calling(call));
    now += 4_000_000_000L;
    assertThat(meter.line(80).text()).isEqualTo("✻ Running… 4s · Esc stops");
    now += 1_000_000_000L;
    assertThat(meter.line(80).text())
        .isEqualTo("✻ Running… 5s · Esc stops, Ctrl-B: in the background");
    assertThat(meter.line(34).text()).isEqualTo("✻ Running… 5s · Esc stops, Ctrl-B…");
    meter.begin("Working");
    assertThat(meter.line(80).text()).isEqualTo("✻ Working… 0s · Esc stops");
  }

  @Test
  void aCallIsNamedByWhatIsDone() {
    TurnMeter meter = new TurnMeter(() -> now, false);
    meter.begin("Working");
    Map<String, String> words =
        Map.of(
            "read_file", "Reading",
            "write_file", "Writing",
            "move_path", "Moving",
            "stop_command", "Stopping",
            "update_plan", "Updating",
            "server.look_up", "server.look_up");
    words.forEach(
        (tool, doing) -> {
          meter.hear(new SessionEvent.Calling(new ToolCall("1", tool, "{}")));
          assertThat(meter.line(80).text()).startsWith("✻ " + doing + "…");
        });
  }

  /// After `/clear` nothing is known of the context, and nothing was spent.
  @Test
  void anotherSessionIsCountedAnew() throws JsonException {
    TurnMeter meter = new TurnMeter(() -> now, false);
    StatusLine status =
        new StatusLine("m", "code", "", new StatusLine.WorkTree(Optional.empty(), 0), 0);
    meter.count("one");
    meter.hear(
        new SessionEvent.Recorded(
            JsonReader.readObject(
                "{\"type\":\"assistant\",\"tokens\":{\"input\":90,\"output\":10},\"cost_usd\":1.5}")));
    assertThat(status.line(meter, 79).text()).isEqualTo("  m · code · context 100 · $1.50");
    meter.count("one"); // after /rewind
    assertThat(status.line(meter, 79).text()).isEqualTo("  m · code · $1.50");
    meter.count("two");
    assertThat(status.line(meter, 79).text()).isEqualTo("  m · code");
  }

  @Test
  void amountsAreShort() {
    assertThat(AmountText.tokens(999)).isEqualTo("999");
    assertThat(AmountText.tokens(45_300)).isEqualTo("45k");
    assertThat(AmountText.tokens(1_300_000)).isEqualTo("1.3M");
    assertThat(AmountText.time(Duration.ofSeconds(125))).isEqualTo("2m05s");
    assertThat(AmountText.time(Duration.ofSeconds(3725))).isEqualTo("1h02m");
    assertThat(AmountText.dollars(1_250_000)).isEqualTo("$1.25");
    assertThat(AmountText.dollars(12_300)).isEqualTo("$0.0123");
  }
}
