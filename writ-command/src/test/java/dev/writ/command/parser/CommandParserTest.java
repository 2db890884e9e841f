// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.Cases;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.UnsupportedText;
import dev.writ.command.lexer.UnsupportedConstructs;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
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

  @Test
  void theConditionsOfATestCountAmongTheCommands() {
    String most = "[[ a" + " && a".repeat(CommandParser.MAX_COMMANDS - 1);
    assertThat(Cases.line(most + " ]]").commands()).hasSize(CommandParser.MAX_COMMANDS);
    refused(most + " && a ]]", "0+2 " + UnsupportedConstructs.TOO_LONG.name());
  }

  private static void refused(String text, String expected) {
    ParsedCommand parsed = CommandParser.parse(text);
    assertThat(parsed).isInstanceOf(ParsedCommand.RefusedLine.class);
    UnsupportedText unsupported = ((ParsedCommand.RefusedLine) parsed).unsupported();
    assertThat(unsupported.position() + "+" + unsupported.length() + " " + unsupported.construct())
        .isEqualTo(expected);
    assertThat(unsupported.position() + unsupported.length()).isLessThanOrEqualTo(text.length());
    assertThat(unsupported.rewrite()).isNotBlank();
  }
}
