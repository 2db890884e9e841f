// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChoiceDialogTest {
  private final ChoiceDialog dialog =
      new ChoiceDialog(
          "Which session?",
          List.of(
              choice("fix the parser", List.of("> Fix it", "Fixed."), "a dangling else"),
              choice("write a page", List.of("> Write"), "Markdown"),
              choice("rename", List.of(), "ELSE where")));

  private static ListedChoice choice(String title, List<String> preview, String contents) {
    return new ListedChoice(title, () -> new ListedChoice.Details(preview, contents));
  }

  private boolean press(String... keys) {
    boolean over = false;
    for (String key : keys) {
      over = dialog.take(new KeyboardInput.Pressed(KeyPress.named(key)));
    }
    return over;
  }

  private String shown() {
    return text(dialog.frame(60, 20));
  }

  private static String text(ScreenFrame frame) {
    return frame.lines().stream().map(StyledLine::text).collect(Collectors.joining("\n"));
  }

  @Test
  void theChosenOneIsShownBelowTheList() {
    assertThat(shown())
        .isEqualTo(
            """
            Which session?  3 · Enter, arrows, Esc
            › fix the parser
              write a page
              rename
              │ > Fix it
              │ Fixed.
              search: \
            """);
    press("Down");
    assertThat(shown()).contains("› write a page", "│ > Write").doesNotContain("Fixed.");
  }

  @Test
  void wordsAreSearchedInTitlesAndContents() {
    press("e", "l", "s", "e");
    assertThat(shown())
        .contains("2 of 3", "› fix the parser", "rename", "search: else")
        .doesNotContain("page");
    press("Down");
    assertThat(press("Enter")).isTrue();
    assertThat(dialog.answer()).hasValue(2);
  }

  @Test
  void whereNothingHasTheWordsThereIsNothingToChoose() {
    dialog.take(new KeyboardInput.Pasted("no such\nthing"));
    assertThat(shown()).contains("nothing has these words", "search: no such thing");
    assertThat(press("Enter")).isFalse();
    press("Backspace", "Up", "Page_down");
    assertThat(shown()).contains("search: no such thin");
    assertThat(press("Escape")).isFalse(); // clears the words first
    assertThat(shown()).contains("› fix the parser");
    assertThat(press("Backspace", "Ctrl-A", "Escape")).isTrue();
    assertThat(dialog.answer()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"79, 24", "39, 9", "20, 4"})
  void aLongListFitsAndTheChosenOneIsInSight(int width, int rows) {
    List<ListedChoice> many =
        IntStream.range(0, 100)
            .mapToObj(i -> choice("number " + i, List.of("words ".repeat(40)), ""))
            .toList();
    ChoiceDialog longList = new ChoiceDialog("Which?", many);
    for (int i = 0; i < 25; i++) {
      ScreenFrame frame = longList.frame(width, rows);
      assertThat(text(frame)).contains("› number " + Math.min(99, 5 * i));
      assertThat(frame.lines()).hasSizeLessThanOrEqualTo(rows);
      assertThat(frame.lines())
          .allSatisfy(line -> assertThat(line.width()).isLessThanOrEqualTo(width));
      longList.take(new KeyboardInput.Pressed(KeyPress.named("Page_down")));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Down, write a page",
    "Ctrl-N, write a page",
    "Tab, write a page",
    "End Up, write a page",
    "End Ctrl-P, write a page",
    "End Shift-Tab, write a page",
    "Page_down, rename",
    "End Page_up, fix the parser",
    "End Home, fix the parser",
    "e l s e Ctrl-U, fix the parser",
    "x x Ctrl-W, fix the parser",
    "w r x Ctrl-H, write a page",
    "Alt-Enter Ctrl-X Shift-Down ?, nothing",
  })
  void keysThatChoose(String keys, String chosen) {
    assertThat(press(keys.split(" ", -1))).isFalse();
    assertThat(shown()).contains(chosen.equals("nothing") ? "nothing has" : "› " + chosen);
  }

  /// A list of long sessions is shown at once.
  @Test
  void nothingIsReadBeforeItIsShownOrSearchedAndNothingTwice() {
    List<Integer> read = new ArrayList<>();
    List<ListedChoice> counted =
        IntStream.range(0, 3)
            .mapToObj(
                i ->
                    new ListedChoice(
                        "title " + i,
                        () -> {
                          read.add(i);
                          return new ListedChoice.Details(List.of("inside " + i), "word" + i);
                        }))
            .toList();
    ChoiceDialog lazy = new ChoiceDialog("Which?", counted);
    assertThat(read).isEmpty();
    assertThat(text(lazy.frame(60, 20))).contains("inside 0");
    assertThat(read).containsExactly(0);
    lazy.take(new KeyboardInput.Pasted("word1"));
    assertThat(text(lazy.frame(60, 20))).contains("inside 1").doesNotContain("title 0");
    lazy.take(new KeyboardInput.Pasted("word2"));
    assertThat(read).containsExactly(0, 1, 2);
  }
}
