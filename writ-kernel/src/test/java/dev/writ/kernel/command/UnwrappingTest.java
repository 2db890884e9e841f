// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class UnwrappingTest {
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
        .flatMap(command -> Unwrapping.of(command).stream())
        .map(UnwrappingTest::drawn)
        .collect(Collectors.joining(" // "));
  }

  private static String drawn(Inner inner) {
    return switch (inner) {
      case Inner.Exact(Command command) -> Cases.drawn(command);
      case Inner.MoreArguments(Command command) -> Cases.drawn(command) + " +";
      case Inner.Opaque(Command command, String reason) ->
          "?" + command.programName() + ": " + reason;
    };
  }

  @Test
  void whatRunsTooDeepIsOpaque() {
    String deep = "env ".repeat(Unwrapping.MAX_DEPTH) + "ls";
    assertThat(Unwrapping.of(Cases.line(deep).commands().getFirst()))
        .singleElement()
        .isInstanceOf(Inner.Opaque.class);
    assertThat(Unwrapping.of(Cases.line(deep.substring(4)).commands().getFirst()))
        .isEqualTo(List.of(new Inner.Exact(Command.of("ls"))));
  }

  @Test
  void aPatternOrAPathBelowHomeIsNoScriptThatIsKnown() {
    for (String text : List.of("sh -c ~/x", "bash -c a*")) {
      assertThat(Unwrapping.of(Cases.line(text).commands().getFirst()))
          .singleElement()
          .isInstanceOf(Inner.Opaque.class);
    }
  }
}
