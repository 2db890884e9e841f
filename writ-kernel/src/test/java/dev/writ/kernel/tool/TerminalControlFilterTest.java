// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Sequences that a terminal obeys never reach a model.
class TerminalControlFilterTest {
  /// `^` stands for ESC, `$` for BEL, `~` for a backslash, `|` for a line feed.
  private static String text(String written) {
    return written
        .replace('^', '\u001b')
        .replace('$', '\u0007')
        .replace('~', '\\')
        .replace('|', '\n');
  }

  @ParameterizedTest
  @CsvSource({
    "^[31mred^[0m, red",
    "a^[?25lb, ab",
    "a^[1 qb, ab",
    "a^[@b, ab",
    "a^[1;2Hb, ab",
    "a^[, a",
    "a^[3, a",
    "a^, a",
    "a^[1|b, ab",
    "^]0;title$b, b",
    "^]0;title^~b, b",
    "^]a^~b$c, bc",
    "^]a$b^~c, bc",
    "a^]endless, a",
    "^Px^~b, b",
    "^Xx^~b, b",
    "^_x^~b, b",
    "^(Bx, x",
    "^ (Fx, x",
    "^/0x, x",
    "^0x, x",
    "^7x, x",
    "a^(, a",
    "a$b, ab",
    "^[1m^[2m, ''",
  })
  void sequencesAreTakenOutWhole(String given, String left) {
    assertThat(TerminalControlFilter.strip(text(given))).isEqualTo(text(left));
  }

  @Test
  void aPrivateMessageIsOneToo() {
    assertThat(TerminalControlFilter.strip("\u001b^x\u001b\\b")).isEqualTo("b");
  }

  @Test
  void singleControlsAreDroppedAndTextStays() {
    String text = "a\tb\n ~\u00A0ä\u2028";

    assertThat(TerminalControlFilter.strip(text)).isSameAs(text);
    assertThat(TerminalControlFilter.strip("\u0000a\rb\u001F\u007Fc\u0080\u009Bd\u009F" + text))
        .isEqualTo("abcd" + text);
  }
}
