// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Arguments that are almost JSON.
class ArgumentRepairTest {
  private static final int MAX_CHARS = 1024 * 1024;

  /// `¶` is a line feed, `␍` a carriage return, `␉` a tab, and a backquote a double quote.
  private static String text(String written) {
    return written.replace('¶', '\n').replace('␍', '\r').replace('␉', '\t').replace('`', '"');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{`a`:1,} | {`a`:1}",
        "{`a`:1 , } | {`a`:1 }",
        "{`a`:[1,],`b`:{`c`:2,},} | {`a`:[1],`b`:{`c`:2}}",
        "{'a':'b'} | {`a`:`b`}",
        "{'a':'say `x`'} | {`a`:`say \\`x\\``}",
        "{'a':'it\\'s'} | {`a`:`it's`}",
        "{`a`:`b\\`c\\n`,} | {`a`:`b\\`c\\n`}",
        "{`a`:`x¶y␍z␉.`} | {`a`:`x\\ny\\rz\\t.`}",
        "{`a`:[1,2 | {`a`:[1,2]}",
        "{`a`:[1,2, | {`a`:[1,2]}",
        "{`a`:{`b`:[ | {`a`:{`b`:[]}}",
        "{`a`:``, | {`a`:``}",
        "  {`a`:1,}¶ | {`a`:1}",
      })
  void whatIsMechanicalIsMended(String given, String mended) {
    ArgumentRepair.Repaired repaired = ArgumentRepair.of(text(given));

    assertThat(repaired.text()).isEqualTo(text(mended));
    assertThat(repaired.changed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"```json\n{'a':1}\n```", "```\n{'a':1,}```", " ```json\n\n {'a':1} \n``` "})
  void aCodeFenceIsTakenOff(String given) {
    assertThat(ArgumentRepair.of(given.replace('\'', '"')))
        .isEqualTo(new ArgumentRepair.Repaired("{\"a\":1}", true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{`a`:1}",
        "",
        " ",
        "{`a`:`cut",
        "{`a`:`cut\\",
        "{`a",
        "{`a`:1}}",
        "[1",
        "[1,]",
        ",",
        "}",
        "1",
        "{`a`:nothing}",
        "{`a`:[{`b`:1],}", // brackets that cross
      })
  void whatIsRightOrCantBeMendedStays(String given) {
    assertThat(ArgumentRepair.of(text(given)))
        .isEqualTo(new ArgumentRepair.Repaired(text(given), false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"```", "```{\"a\":1}```", "``````", "```\n```"})
  void aFenceAroundNothingStays(String given) {
    assertThat(ArgumentRepair.of(given)).isEqualTo(new ArgumentRepair.Repaired(given, false));
  }

  @Test
  void aTextOfManyCharactersIsMendedUpToTheLimit() {
    String almost = "{\"a\":1,";
    String most = almost + " ".repeat(MAX_CHARS - almost.length());

    assertThat(ArgumentRepair.of(most)).isEqualTo(new ArgumentRepair.Repaired("{\"a\":1}", true));
    assertThat(ArgumentRepair.of(most + " ").changed()).isFalse();
  }
}
