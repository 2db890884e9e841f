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

  private static ToolResult.Failure failed(String message) {
    return new ToolResult.Failure(new ToolError(ErrorCode.IO_ERROR, message, "do that"), FACTS);
  }

  @Test
  void aPartStandsBehindTheOutputBefore() {
    ToolResult.Success two = new ToolResult.Success("two", true, FACTS);

    assertThat(two.behind("")).isSameAs(two);
    assertThat(two.behind("one").output()).isEqualTo("one\ntwo");
    assertThat(two.behind("one\n").output()).isEqualTo("one\ntwo");
    assertThat(two.behind("one\n").truncated()).isTrue();
    assertThat(two.behind("one\n").metadata()).isEqualTo(FACTS);
    assertThat(new ToolResult.Success(ToolResult.NO_OUTPUT).behind("one").output())
        .isEqualTo("one");
    assertThat(failed("two").behind("").error()).isEqualTo(failed("two").error());
    assertThat(failed("two").behind("one")).isEqualTo(failed("two\nPrinted before:\none"));
  }

  @Test
  void aRemarkStandsInFront() {
    assertThat(new ToolResult.Success("two", true, FACTS).noting("one"))
        .isEqualTo(new ToolResult.Success("[one]\ntwo", true, FACTS));
    assertThat(failed("two").noting("one")).isEqualTo(failed("one. two"));
  }

  @Test
  void aFactIsAddedOnceOrSummedUp() {
    Json.Obj both = Json.object().put("exit_code", 143).put("took", 5).build();
    Json.Obj sum = Json.object().put("exit_code", 146).build();
    Json.Obj three = Json.object().put("exit_code", 3).build();
    for (ToolResult result :
        new ToolResult[] {new ToolResult.Success("x", true, FACTS), failed("x")}) {
      assertThat(result.with("took", 5).metadata()).isEqualTo(both);
      assertThat(result.with("exit_code", 5)).isEqualTo(result);
      assertThat(result.with("took", 5).plus("exit_code", Json.Obj.EMPTY).metadata())
          .isEqualTo(both);
      assertThat(result.plus("exit_code", three).metadata()).isEqualTo(sum);
      assertThat(result.plus("took", three).metadata().number("took")).hasValue(0);
      assertThat(result.plus("exit_code", Json.Obj.EMPTY)).isEqualTo(result);
      assertThat(result.with("took", 5).truncated()).isEqualTo(result.truncated());
      assertThat(result.with("took", 5).content()).isEqualTo(result.content());
    }
    assertThat(ToolResult.unperformed("text").metadata().isTrue(ToolResult.UNPERFORMED)).isTrue();
  }

  /// To any bound, and not where it fits.
  @ParameterizedTest
  @ValueSource(ints = {0, 10, 99, 100})
  void aBoundIsKept(int most) {
    String text = "x".repeat(100);
    ToolResult.Success success = new ToolResult.Success(text, false, FACTS);

    assertThat(success.bounded(most).equals(success)).isEqualTo(most == 100);
    assertThat(failed(text).bounded(most).equals(failed(text))).isEqualTo(most == 100);
    if (most < 100) {
      assertThat(success.bounded(most).truncated()).isTrue();
      assertThat(failed(text).bounded(most).truncated()).isTrue();
      assertThat(success.bounded(most).output()).endsWith("[cut at " + most + " characters]");
      assertThat(success.bounded(most).metadata().number("original_size")).hasValue(100);
      assertThat(failed(text).bounded(most).error().requiredAction()).isEqualTo("do that");
      assertThat(failed(text).bounded(most).metadata().number("original_size")).hasValue(100);
    }
    assertThat(success.bounded(99).output()).hasSize(99);
  }
}
