// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Choices in lines, as a screen reader reads them.
class NumberedChoicePromptTest {
  private static final String PROMPT = "  a number, words to search for, or Enter for none: ";

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

  private OptionalInt choose(String typed, List<ListedChoice> choices) {
    Iterator<String> lines = typed.lines().iterator();
    return new NumberedChoicePrompt(
            prompt -> {
              prompt.run();
              return lines.hasNext() ? Optional.of(lines.next()) : Optional.empty();
            },
            new PrintStream(shown, true, StandardCharsets.UTF_8))
        .choose("Which session?", choices);
  }

  private static List<ListedChoice> sessions() {
    return List.of(
        new ListedChoice(
            "Fix the parser\u001b[2J",
            () -> new ListedChoice.Details(List.of(), "and the lexer, too")),
        ListedChoice.of("Fix the docs"),
        ListedChoice.of("Release 3"));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0",
    "' 3 ', 2",
    "release, 2",
    "LEXER, 0",
    "'fix\n2', 1",
    "'0\n4\n99999999999\nnothing\n3', 2",
  })
  void aNumberOrWordsThatOneOfThemHas(String typed, int chosen) {
    assertThat(choose(typed + "\n", sessions())).hasValue(chosen);
  }

  @ParameterizedTest
  @CsvSource({"''", "'\n'", "'nothing\n\n'"})
  void anEmptyLineAndTheEndOfInputChooseNone(String typed) {
    assertThat(choose(typed, sessions())).isEmpty();
  }

  @Test
  void wordsThatSeveralHaveListThoseAndWordsThatNoneHasAreNamed() {
    choose("fix\nc++\n\n", sessions());
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            Which session?
              1. Fix the parser⟨U+001B⟩[2J
              2. Fix the docs
              3. Release 3
            %1$s  1. Fix the parser⟨U+001B⟩[2J
              2. Fix the docs
            %1$s  none of the 3 has 'c++'
            %1$s"""
                .formatted(PROMPT));
  }

  @Test
  void ofManyTheFirstAreListedAndAllCanBeChosen() {
    List<ListedChoice> many =
        IntStream.rangeClosed(1, 30).mapToObj(i -> ListedChoice.of("model " + i)).toList();
    assertThat(choose("30\n", many)).hasValue(29);
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains("   9. model 9\n  10. model 10\n")
        .contains("  20. model 20\n  10 more; words find them\n")
        .doesNotContain("model 21");
  }
}
