// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import org.junit.jupiter.api.Test;

final class OutputCutTest {
  private static final int MOST = 1000;
  private static final ToolCall CALL = new ToolCall("c1", "run_command", "{}");

  private static Json.Obj event(ToolResult result) {
    OutputCut kept = OutputCut.of(result, MOST);
    return SessionEvents.result(CALL, kept.result(), kept.text()).build();
  }

  @Test
  void aFailureIsNoLongerThanASuccess() {
    String text = "\"\n".repeat(400_000);
    Json.Obj facts = Json.object().put("exit_code", 143).build();
    Json.Obj event =
        event(new ToolResult.Failure(new ToolError(ErrorCode.COMMAND_TIMEOUT, text), facts));

    assertThat(event.write()).hasSizeLessThan(10 * MOST);
    assertThat(event.isTrue("truncated")).isTrue();
    assertThat(event.object("error").text("message").orElse("")).contains("characters cut here");
    assertThat(event.object("error").text("error_code")).contains("COMMAND_TIMEOUT");
    assertThat(event.object("metadata").number("original_size")).hasValue(text.length());
    assertThat(event.object("metadata").number("exit_code")).hasValue(143);
  }

  @Test
  void theFirstSizeIsTheOriginalOne() {
    int size = 3 * ToolResult.MAX_OUTPUT_CHARS;
    Json.Obj event = event(ToolResult.failed(ErrorCode.COMMAND_TIMEOUT, "x".repeat(size)));

    assertThat(event.object("metadata").number("original_size")).hasValue(size);
  }

  @Test
  void aSuccessThatIsCutHereIsTruncated() {
    Json.Obj facts = Json.object().put("exit_code", 0).build();
    Json.Obj cut = event(new ToolResult.Success("x".repeat(MOST + 1), false, facts));
    assertThat(cut.isTrue("truncated")).isTrue();
    assertThat(cut.object("metadata").number("original_size")).hasValue(MOST + 1);
    assertThat(cut.object("metadata").number("exit_code")).hasValue(0);

    Json.Obj whole = event(new ToolResult.Success("x".repeat(MOST)));
    assertThat(whole.isTrue("truncated")).isFalse();
    assertThat(whole.object("metadata").number("original_size")).isEmpty();
  }

  @Test
  void theFirstSizeOfASuccessIsTheOriginalOne() {
    Json.Obj facts = Json.object().put("original_size", 1_000_000).build();
    Json.Obj event = event(new ToolResult.Success("x".repeat(MOST + 1), true, facts));

    assertThat(event.object("metadata").number("original_size")).hasValue(1_000_000);
  }

  @Test
  void aShortFailureStaysAsItIs() {
    ToolResult failure = ToolResult.failed(ErrorCode.IO_ERROR, "x");
    assertThat(OutputCut.of(failure, MOST).result()).isSameAs(failure);
    assertThat(event(failure).isTrue("truncated")).isFalse();
    ToolResult most = ToolResult.failed(ErrorCode.IO_ERROR, "x".repeat(MOST));
    assertThat(OutputCut.of(most, MOST).result()).isSameAs(most);
  }

  @Test
  void twoThirdsAreTheHeadAndOneThirdTheTail() {
    assertThat(OutputCut.cut("abcdefghijklmnopqrst", 10))
        .isEqualTo("abcdef\n[11 of 20 characters cut here; ask for a smaller part]\nrst");
    assertThat(OutputCut.cut("abcdefghij", 10)).isEqualTo("abcdefghij");
  }

  @Test
  void noCharacterIsCutInHalf() {
    String text = "abcde\uD83D\uDE00ghijklmnop\uD83D\uDE00rs";

    assertThat(OutputCut.cut(text, 10))
        .isEqualTo("abcde\uD83D\uDE00\n[12 of 21 characters cut here; ask for a smaller part]\nrs");
  }
}
