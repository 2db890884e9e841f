// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpokenSymbolsTest {
  /// A mark has its words where a line begins; what a text has of its own stays.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "✓ Edit a.txt +1 −1 · allowed|done: Edit a.txt +1 minus 1, allowed",
        "    ▸ Act|    in progress: Act",
        "  │ a → b · c|  output: a → b, c",
        "  → Choose another|  then: Choose another",
        "✗ Edit a: tabs as → and blanks as ·: none|failed: Edit a: tabs as → and blanks as ·: none",
        "lines 1–3, a – b, x−y|lines 1 to 3, a – b, x−y",
        "✓|done:",
        "… +5 lines|... +5 lines",
        "'  '|'  '",
        "👩 ok|👩 ok",
      })
  void wordsForMarks(String line, String spoken) {
    assertThat(ScreenSymbols.SPOKEN.of(line)).isEqualTo(spoken);
  }
}
