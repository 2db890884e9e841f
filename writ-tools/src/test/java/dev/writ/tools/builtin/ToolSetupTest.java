// Implements: docs/spec/06-tools.md §6.3 (Parallelism and limits)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ErrorCode;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A person's settings of the built-in tools.
class ToolSetupTest {
  private static final int USUAL = ToolResult.MAX_OUTPUT_CHARS;

  @TempDir Path directory;

  private Door door(ToolSetup tools) {
    return Door.in(directory, setup -> setup.tools = BuiltInTools.tools(tools));
  }

  private static ToolSetup fileBytes(int most) {
    return new ToolSetup(10_000, USUAL, most, Map.of(), Set.of());
  }

  @Test
  void noResultIsLongerThanConfigured() {
    ToolSetup setup = new ToolSetup(10_000, 2000, 100_000, Map.of(), Set.of());
    try (Door door = door(setup)) {
      door.file("a.txt", "x\n".repeat(5000));

      ToolResult command = door.call("run_command", "command", "cat a.txt").result();
      assertThat(command.content()).hasSize(2000).endsWith("[cut at 2000 characters]");
      assertThat(command.truncated()).isTrue();
      assertThat(command.metadata().number("original_size")).hasValue(10_000);
      assertThat(command.metadata().number("exit_code")).hasValue(0);

      ToolResult failure =
          door.call("run_command", "command", "cat " + "b".repeat(5000) + " a.txt").result();
      assertThat(failure.content()).hasSizeLessThan(3000);

      ToolResult part = door.call("read_file", "path", "a.txt").result();
      assertThat(part.content()).hasSizeLessThan(2001).contains("continue with offset");
    }
  }

  @Test
  void howMuchThereIsIsAMemberOfTheResult() {
    try (Door door = Door.in(directory)) {
      for (String name : List.of("a.txt", "b.txt", "c.txt")) {
        door.file(name, "hit\nhit\n");
      }

      ToolResult all = door.call("list_files").result();
      assertThat(all.metadata().number("total_matches")).hasValue(3);
      assertThat(all.truncated()).isFalse();
      ToolResult some = door.call("list_files", "max_results", 1).result();
      assertThat(some.metadata().number("total_matches")).hasValue(3);
      assertThat(some.truncated()).isTrue();
      ToolResult found = door.call("search_files", "pattern", "hit", "max_results", 2).result();
      assertThat(found.metadata().number("total_matches")).hasValue(6);
      assertThat(found.metadata().number("matching_files")).hasValue(3);
      assertThat(found.truncated()).isTrue();
    }
  }

  @Test
  void aLongMessageOfAFailureIsCutToo() {
    ToolResult failure = ToolResult.failed(ErrorCode.IO_ERROR, "x".repeat(500)).bounded(100);

    assertThat(((ToolResult.Failure) failure).error().message()).hasSize(100);
    assertThat(failure.truncated()).isTrue();
    assertThat(failure.metadata().number("original_size")).hasValue(500);
  }

  @Test
  void ofALargeFileAPartIsReadWithAWarning() {
    try (Door door = door(fileBytes(4000))) {
      door.file("a.txt", "x\n".repeat(3000));

      ToolResult part = door.call("read_file", "path", "a.txt", "limit", 3000).result();

      assertThat(part.content())
          .contains("6000 bytes", "tools.max_file_read_size (4000)", "continue with offset 501");
      assertThat(part.metadata().number("delivered_lines")).hasValue(500);
      assertThat(part.truncated()).isTrue();
    }
  }

  @Test
  void largeFilesAreNeitherSearchedNorCompared() {
    try (Door door = door(fileBytes(100))) {
      door.file("large.txt", "needle\n".repeat(50));
      door.file("small.txt", "needle\n");

      assertThat(door.text("search_files", "pattern", "needle"))
          .contains("small.txt", "1 files above tools.max_file_read_size (100)")
          .doesNotContain("large.txt");
      assertThat(door.code("diff_files", "path1", "small.txt", "path2", "large.txt"))
          .isEqualTo("TOO_LARGE");
    }
  }

  /// The time is over before the first file is visited.
  @ParameterizedTest
  @CsvSource({"list_files, *", "search_files, needle"})
  void aWalkEndsAtItsDeadlineWithWhatItFound(String tool, String pattern) {
    Map<String, Duration> deadlines = Map.of(tool, Duration.ZERO);
    try (Door door = door(new ToolSetup(10_000, USUAL, 1000, deadlines, Set.of()))) {
      door.file("a.txt", "needle\n");

      ToolResult result = door.call(tool, "pattern", pattern).result();

      assertThat(result).isInstanceOf(ToolResult.Success.class);
      assertThat(result.truncated()).isTrue();
      assertThat(result.content())
          .contains("stopped after 0 s (tools.builtin." + tool + ".timeout_seconds)")
          .doesNotContain("a.txt");
      assertThat(door.text("read_file", "path", "a.txt")).contains("needle");
    }
  }

  @Test
  void aDisabledToolIsNotThere() {
    ToolSetup setup =
        new ToolSetup(10_000, USUAL, 1000, Map.of(), Set.of("run_command", "diff_files"));
    try (Door door = door(setup)) {
      assertThat(door.code("run_command", "command", "ls")).isEqualTo("UNKNOWN_TOOL");
      assertThat(door.code("bash", "command", "ls")).isEqualTo("UNKNOWN_TOOL");
    }
    List<String> descriptions =
        BuiltInTools.tools(setup).stream()
            .map((Tool<?> tool) -> tool.spec().description())
            .toList();
    assertThat(descriptions).noneMatch(text -> text.contains("diff_files"));
  }

  @Test
  void aToolIsFoundByAnyOfItsNames() {
    assertThat(BuiltInTools.named("run_shell")).contains("run_command");
    assertThat(BuiltInTools.named("more_tools")).contains("more_tools");
    assertThat(BuiltInTools.named("nope")).isEmpty();
  }
}
