// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.unwrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.Cases;
import dev.writ.command.language.Command;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CommandUnwrappingTest {
  @TestFactory
  Stream<DynamicTest> everyProgramThatWouldRunIsFound() {
    return Cases.of("unwrapped.txt").stream()
        .map(
            columns ->
                DynamicTest.dynamicTest(
                    columns.getFirst(),
                    () ->
                        assertThat(drawn(columns.getFirst()))
                            .isEqualTo(columns.getLast().strip())));
  }

  private static String drawn(String text) {
    return Cases.line(text).commands().stream()
        .flatMap(command -> CommandUnwrapping.of(command).stream())
        .map(CommandUnwrappingTest::drawn)
        .collect(Collectors.joining(" // "));
  }

  private static String drawn(InnerCommand inner) {
    return switch (inner) {
      case InnerCommand.ExactCommand(Command command) -> Cases.drawn(command);
      case InnerCommand.MoreArguments(Command command) -> Cases.drawn(command) + " +";
      case InnerCommand.Opaque(Command command, String reason) ->
          "?" + command.programName() + ": " + reason;
    };
  }

  @Test
  void whatRunsTooDeepIsOpaque() {
    String deep = "env ".repeat(CommandUnwrapping.MAX_DEPTH) + "ls";
    assertThat(CommandUnwrapping.of(Cases.line(deep).commands().getFirst()))
        .singleElement()
        .isInstanceOf(InnerCommand.Opaque.class);
    assertThat(CommandUnwrapping.of(Cases.line(deep.substring(4)).commands().getFirst()))
        .isEqualTo(List.of(new InnerCommand.ExactCommand(Command.of("ls"))));
  }

  @Test
  void aPatternOrAPathBelowHomeIsNoScriptThatIsKnown() {
    for (String text : List.of("sh -c ~/x", "bash -c a*")) {
      assertThat(CommandUnwrapping.of(Cases.line(text).commands().getFirst()))
          .singleElement()
          .isInstanceOf(InnerCommand.Opaque.class);
    }
  }
}
