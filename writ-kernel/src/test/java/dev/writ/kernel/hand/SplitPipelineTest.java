// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.hand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.Command;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.parser.CommandParser;
import dev.writ.sandbox.launch.LaunchResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which pipelines run in two parts, and what comes of them.
class SplitPipelineTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "git diff | head; 1 1",
        "git status -s | git diff | sort | head; 2 2",
        "git -C sub diff | cat; 1 1",
        "git | cat; 1 1",
        "git log -p | head; 2",
        "git show HEAD | git show | head; 3",
        "git diff; 1",
        "head a | cat; 2",
        "echo x | git commit -F - | cat; 3",
        "git diff | git apply | cat | git diff; 4",
        "git diff | python3 x.py; 2",
        "git diff | head | python3 x.py; 3",
      })
  void gitThatLooksAtTheWorkTreeIsParted(String line, String sizes) {
    List<Command> commands =
        ((ParsedCommand.ParsedLine) CommandParser.parse(line))
            .line()
            .pipelines()
            .getFirst()
            .commands();

    List<List<Command>> parts =
        SplitPipeline.of(commands, command -> !command.program().equals("python3"));

    assertThat(parts.stream().flatMap(List::stream)).isEqualTo(commands);
    assertThat(parts.stream().map(part -> "" + part.size()).toList())
        .containsExactly(sizes.split(" ", -1));
  }

  /// What the next program didn't read is said.
  @Test
  void theEndIsThatOfThePipeline() {
    LaunchResult first = result(1, "abcd", 5, "one\n", List.of("a:1"), /* allEnded= */ false);
    LaunchResult second = result(0, "x", 1, "two\n", List.of("b:1"), /* allEnded= */ true);

    LaunchResult both = first.before(second);

    assertThat(both.exit().status()).isZero();
    assertThat(both.exits()).hasSize(2);
    assertThat(both.stdout().text()).isEqualTo("x");
    assertThat(both.stderr().text())
        .startsWith("one\n")
        .contains("the output is too long for the next program")
        .endsWith("two\n");
    assertThat(both.took()).isEqualTo(Duration.ofSeconds(2));
    assertThat(both.report().refusedHosts()).containsExactly("a:1", "b:1");
    assertThat(both.report().allEnded()).isFalse();
    assertThat(second.before(second).stderr().text()).isEqualTo("two\ntwo\n");
  }

  private static LaunchResult result(
      int code, String kept, int bytes, String errors, List<String> hosts, boolean allEnded) {
    return new LaunchResult(
        List.of(new LaunchResult.Exit.Code(code)),
        new LaunchResult.StreamOutput(kept.getBytes(StandardCharsets.UTF_8), bytes),
        new LaunchResult.StreamOutput(errors.getBytes(StandardCharsets.UTF_8), errors.length()),
        LaunchResult.LaunchBound.NONE,
        Duration.ofSeconds(1),
        new LaunchResult.Report("none", List.of(), List.of(), List.of(), hosts, allEnded));
  }
}
