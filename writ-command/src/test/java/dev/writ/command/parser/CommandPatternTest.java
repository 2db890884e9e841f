// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.command.parser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.Command;
import dev.writ.command.language.ParsedCommand;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The commands that an allowlist pattern covers, and malformed patterns.
class CommandPatternTest {
  private static Command command(String text) {
    return ((ParsedCommand.ParsedLine) CommandParser.parse(text)).line().commands().getFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "git status|git status|true",
        "git status|git status --short|true",
        "git status|git log|false",
        "git status|git|false",
        "git status|/usr/bin/git status|true",
        "git status|/tmp/git status|false",
        "git status|./git status|false",
        "git status|git statu?|false",
        "git * --stat|git log --stat|true",
        "git * --stat|git log -p|false",
        "./mvnw test|./mvnw test -q|true",
        "./mvnw test|mvnw test|false",
        "make 'a b'|make 'a b' c|true",
        "make|make > out.txt|true",
        "make '*'|make x|false"
      })
  void aPatternStandsForItsWordsAndNothingElse(String pattern, String line, boolean covered) {
    assertThat(CommandPattern.of(pattern).orElseThrow().covers(command(line))).isEqualTo(covered);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "a*",
        "make a*",
        "make ~",
        "~/x",
        "a $(b)",
        "a && b",
        "a | b",
        "a > b",
        "X=1 a",
        "cd x && a"
      })
  void anythingButPlainWordsIsNoPattern(String text) {
    assertThat(CommandPattern.of(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"git status", "git * --stat", "make 'a b'", "./mvnw test"})
  void aPatternIsWrittenAsItIsRead(String text) {
    CommandPattern pattern = CommandPattern.of(text).orElseThrow();
    assertThat(pattern.text()).isEqualTo(text);
  }
}
