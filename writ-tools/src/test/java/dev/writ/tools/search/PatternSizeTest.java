// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatternSizeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "abc 3",
        "a{3} 3",
        "a{0} 1",
        "a{2,} 2",
        "a{2,5} 5",
        "(ab){10} 20",
        "((ab){10}c){10} 210",
        "(a|bc){3}d 13",
        "[abc]{4} 4",
        "[]a]{4} 4",
        "[^]a]{4} 4",
        "[[:alpha:]]{4} 4",
        "[\\]a]{4} 4",
        "[[:a]{4} 4",
        "\\x{1000}{2} 2",
        "\\p{Greek}{2} 2",
        "\\{9} 3",
        "{9} 0",
        "a{,9} 5",
        "\\Qab\\E{3} 8",
        "\\Q(a{9} 7",
        "(a{9} 9",
        "a){3} 3",
        "[a 1",
        "\\ 1",
        "\\x{1 1",
      })
  void itCountsWhatIsWrittenOut(String pattern, long size) {
    assertThat(PatternSize.of(pattern)).isEqualTo(size);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((x{1000}){1000}){1000}",
        "(((x{10}){10}){1000}){1000}",
        "\\Q[\\E((x{1000}){1000})",
        "[]]((x{1000}){1000})",
        "\\[((x{1000}){1000})",
        "[[:alpha:]((]((x{1000}){1000})",
        "(?i)(?P<n>(x{1000}){1000})",
        "x{999999999}",
      })
  void whatIsTooLargeIsFound(String pattern) {
    assertThat(PatternSize.of(pattern)).isGreaterThan(PatternSize.MOST);
  }
}
