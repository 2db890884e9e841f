// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.unwrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The upper bound of an awk program's effects; the tests of the packs contain the forbidden ones.
class AwkProgramTest {
  private static final String CASES =
      """
      x "a"                     ~ PRINTS
      /a#/                      ~ PRINTS
      /"/ { print }             ~ PRINTS
      { print "a⏎b }            ~ UNKNOWN
      { print "a                ~ UNKNOWN
      { print "a\\              ~ UNKNOWN
      { x = system }            ~ UNKNOWN
      { i++ /x/ }               ~ UNKNOWN
      { i-- /x/ }               ~ UNKNOWN
      { i + /x/ }               ~ PRINTS
      { print $1⏎ x > 2 }       ~ PRINTS
      { print $1,⏎ x > 2 }      ~ FILES
      { print $1, ⏎ x > 2 }     ~ FILES
      { print $1; x > 2 }       ~ PRINTS
      { print > 2 }             ~ FILES
      { printf "x" > 2 }        ~ FILES
      { ARGV[1] = "x" }         ~ FILES
      { x = 1 \u0080 2 }        ~ UNKNOWN
      { _x1 = 1; print _x1 }    ~ PRINTS
      { print "x" | "sh" }      ~ UNKNOWN
      { print "x" |& "sh" }     ~ UNKNOWN
      a || b                    ~ PRINTS
      a |                       ~ UNKNOWN
      { x = 4 / 2 }             ~ PRINTS
      { x = a[1] / 2 }          ~ PRINTS
      { print /a }              ~ UNKNOWN
      /[a                       ~ UNKNOWN
      if (x) /y/                ~ UNKNOWN
      ) /y/                     ~ UNKNOWN
      (x) / 2                   ~ PRINTS
      # print                   ~ UNKNOWN
      x 'y'                     ~ UNKNOWN
      x @ y                     ~ UNKNOWN
      x \\ y                    ~ UNKNOWN
      é = 1                     ~ PRINTS
      """;

  @ParameterizedTest
  @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = CASES)
  void aProgramDoesAtMostWhatItsTokensSay(String program, AwkProgram.EffectBound extent) {
    assertThat(AwkProgram.extent(program.replace('⏎', '\n'))).isEqualTo(extent);
  }
}
