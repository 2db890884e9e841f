// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.Cases;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.UnsupportedText;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class CommandParserTest {
  @TestFactory
  Stream<DynamicTest> acceptedLinesHaveTheTreeThatAShellWouldSee() {
    return Cases.of("accepted.txt").stream()
        .map(
            columns ->
                DynamicTest.dynamicTest(
                    columns.getFirst(),
                    () ->
                        assertThat(Cases.drawn(Cases.line(columns.getFirst())))
                            .isEqualTo(columns.getLast())));
  }

  @TestFactory
  Stream<DynamicTest> refusedLinesNameConstructAndPosition() {
    return Cases.of("refused.txt").stream()
        .map(
            columns ->
                DynamicTest.dynamicTest(
                    "'" + columns.getFirst() + "'",
                    () -> refused(columns.getFirst(), columns.get(1))));
  }

  private static void refused(String text, String expected) {
    ParsedCommand parsed = CommandParser.parse(text);
    assertThat(parsed).isInstanceOf(ParsedCommand.Refused.class);
    UnsupportedText unsupported = ((ParsedCommand.Refused) parsed).unsupported();
    assertThat(unsupported.position() + "+" + unsupported.length() + " " + unsupported.construct())
        .isEqualTo(expected);
    assertThat(unsupported.position() + unsupported.length()).isLessThanOrEqualTo(text.length());
    assertThat(unsupported.rewrite()).isNotBlank();
  }
}
