// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.dialog;

import dev.writ.base.value.DisplayText;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Lists choices with numbers, in lines that stay as they are. An answer is a number, or words that
/// only one of the choices has.
///
/// @param typed shows a prompt and gives the next line that is typed; empty at the end of input
/// @param out shows the choices
public record NumberedChoicePrompt(Function<Runnable, Optional<String>> typed, PrintStream out)
    implements ChoicePrompt {
  private static final int MOST_LISTED = 20;
  private static final int MOST_DIGITS = 4;

  @Override
  public OptionalInt choose(String question, List<ListedChoice> choices) {
    out.println(DisplayText.line(question));
    list(IntStream.range(0, choices.size()).boxed().toList(), choices);
    while (true) {
      String answer = typed.apply(this::prompt).orElse("").strip();
      if (answer.isEmpty()) {
        return OptionalInt.empty();
      }
      if (answer.length() <= MOST_DIGITS && answer.chars().allMatch(c -> c >= '0' && c <= '9')) {
        int number = Integer.parseInt(answer);
        if (number >= 1 && number <= choices.size()) {
          return OptionalInt.of(number - 1);
        }
      }
      List<Integer> found =
          IntStream.range(0, choices.size())
              .filter(i -> choices.get(i).has(answer))
              .boxed()
              .toList();
      if (found.size() == 1) {
        return OptionalInt.of(found.getFirst());
      }
      if (found.isEmpty()) {
        out.println(
            "  none of the %d has '%s'".formatted(choices.size(), DisplayText.line(answer)));
      }
      list(found, choices);
    }
  }

  private void list(List<Integer> which, List<ListedChoice> choices) {
    int listed = Math.min(which.size(), MOST_LISTED);
    for (int i : which.subList(0, listed)) {
      String gap = choices.size() > 9 && i < 9 ? "   " : "  ";
      out.println(gap + (i + 1) + ". " + DisplayText.line(choices.get(i).title()));
    }
    if (listed < which.size()) {
      out.println("  " + (which.size() - listed) + " more; words find them");
    }
  }

  private void prompt() {
    out.print("  a number, words to search for, or Enter for none: ");
    out.flush();
  }
}
