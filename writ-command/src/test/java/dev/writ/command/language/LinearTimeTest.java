// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.parser.CommandParser;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinearTimeTest {
  /// Per character of the text, whatever it is.
  private static final int MOST_LOOKS = 80;

  private static final List<String> PARTS =
      List.of(
          "a",
          " ",
          "'",
          "\"",
          "\\a",
          "''",
          "\"\"",
          "{",
          "}",
          "{}",
          "{a",
          "a,",
          ".",
          "[",
          "]",
          "[a]",
          "*",
          "~",
          "=",
          "A=",
          "A=b ",
          "a ",
          "a;",
          "set -e; a && b; ",
          "a|",
          "a&&",
          "a&&cd x&&",
          "cd x&&",
          ">",
          ">a ",
          "2>&1 ",
          "1",
          "1 ",
          "\n",
          "\t",
          "$",
          "\"$\"",
          "(",
          ")",
          "<",
          "!",
          "#",
          "a#",
          "é",
          "\uD83D\uDE00",
          "'\n'",
          "\u200D",
          "👩\u200D",
          "$(",
          "\"$(",
          "( ",
          "{ ",
          "if ",
          "for i in a b; do ");

  @Test
  void noTextIsLookedAtMoreOftenThanItsLengthAllows() {
    for (String part : PARTS) {
      for (int size : List.of(1_000, 50_000)) {
        Counted text = new Counted(part.repeat(size / part.length()));
        ParsedCommand parsed = CommandParser.parse(text, null);
        assertThat(parsed).isNotNull();
        assertThat(text.looks).as(part).isLessThan(MOST_LOOKS * (long) size);
      }
    }
  }

  @Test
  void valuesThatGrowEndAtTheLengthOfALine() {
    String doubled = "A=$A$A; ".repeat(40);
    String documents = "A=%s; cat <<E\n%sE".formatted("x".repeat(40_000), "$A\n".repeat(10_000));
    for (String line : List.of("A=xx; " + doubled, documents)) {
      assertThat(CommandParser.parse(line)).isInstanceOf(ParsedCommand.RefusedLine.class);
    }
    assertThat(CommandParser.parse("A=x; " + "A=$A$A; ".repeat(10)))
        .isInstanceOf(ParsedCommand.ParsedLine.class);
  }

  @Test
  void wordsOfBracesAreLimited() {
    assertThat(CommandParser.parse("x" + " {1..990}".repeat(11)))
        .isInstanceOfSatisfying(
            ParsedCommand.RefusedLine.class,
            refused -> assertThat(refused.unsupported().construct()).contains("limit"));
  }

  /// Counts how often a character is looked at.
  private static final class Counted implements CharSequence {
    private final String text;
    private long looks;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      looks++;
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      looks += end - start;
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
