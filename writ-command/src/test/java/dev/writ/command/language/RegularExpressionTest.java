// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The end of a regular expression, for every reader.
class RegularExpressionTest {
  private static final String CASES =
      """
      /             | 0
      a/            | 1
      a/b/          | 1
      a             | -1
      a⏎/           | -1
      \\//           | 2
      a\\            | -1
      \\⏎/           | 2
      [a]/          | 3
      [a]           | -1
      [/]/          | -1
      [⏎]/          | -1
      [a            | -1
      [             | -1
      [^            | -1
      [[            | -1
      [[a]/         | 4
      []a]/         | 4
      []/           | -1
      [^]a]/        | 5
      [^a]/         | 4
      [^a]b]/       | 6
      [][]/         | -1
      []\\a]/        | -1
      [\\a]/         | 4
      [\\]]/         | -1
      [\\[]/         | -1
      [\\            | -1
      [[:alpha:]]/  | 11
      [[:alpha:]b]/ | 12
      [[.a.]]/      | 7
      [[=a=]]/      | 7
      [[:a=]]/      | -1
      [[:alpha]/    | -1
      [[:a          | -1
      [[:a:]/       | -1
      [[:a1:]]/     | -1
      """;

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = CASES)
  void itEndsWhereAllAgree(String text, int end) {
    String lines = text.replace('⏎', '\n');

    assertThat(RegularExpression.end(lines, 0, '/')).isEqualTo(end);
    assertThat(RegularExpression.end("x/" + lines, 2, '/')).isEqualTo(end < 0 ? -1 : end + 2);
  }
}
