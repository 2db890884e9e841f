// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.kernel.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// No result is longer than it may be, whether the call succeeded or failed.
final class ToolResultTest {
  private static final int MOST = ToolResult.MAX_OUTPUT_CHARS;
  private static final Json.Obj FACTS = Json.object().put("exit_code", 143).build();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 16, 1000, 15 * 1024 * 1024})
  void whatIsTooLongIsCutOnce(int more) {
    String text = "x".repeat(MOST + more);
    ToolResult.Success success = new ToolResult.Success(text, false, FACTS);
    ToolResult.Failure failure =
        new ToolResult.Failure(new ToolError(ErrorCode.COMMAND_TIMEOUT, text), FACTS);

    for (ToolResult result :
        new ToolResult[] {
          success,
          failure,
          new ToolResult.Success(success.output(), success.truncated(), success.metadata()),
          new ToolResult.Failure(failure.error(), failure.metadata())
        }) {
      assertThat(result.truncated()).isTrue();
      assertThat(result.content()).contains("[cut at 1 MiB]").hasSizeLessThan(MOST + 300);
      assertThat(result.metadata().number("original_size")).hasValue(MOST + more);
      assertThat(result.metadata().number("exit_code")).hasValue(143);
    }
    assertThat(success.output()).hasSize(MOST);
    assertThat(failure.error().message()).hasSize(MOST);
  }

  @Test
  void whatFitsStaysAsItIs() {
    String text = "x".repeat(MOST);
    assertThat(new ToolResult.Success(text).output()).isEqualTo(text);
    ToolResult.Failure failure = ToolResult.failed(ErrorCode.IO_ERROR, text);
    assertThat(failure.error().message()).isEqualTo(text);
    assertThat(failure.truncated()).isFalse();
  }

  @Test
  void aRemarkDoesNotMakeItLonger() {
    ToolResult.Failure failure = ToolResult.failed(ErrorCode.IO_ERROR, "x".repeat(MOST));
    assertThat(failure.noting("first").error().message()).hasSize(MOST).startsWith("first");
    assertThat(failure.noting("first").truncated()).isTrue();
  }

  @Test
  void noCharacterIsCutInTwo() {
    for (int i = 0; i < 2; i++) {
      String text = "x".repeat(i) + "\uD83D\uDE00".repeat(MOST);
      String output = new ToolResult.Success(text).output();
      assertThat(output.codePoints()).noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    }
  }
}
