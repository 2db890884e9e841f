// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.kernel.approval.OfferedAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// How a question stands in lines.
public enum QuestionForm {
  /// Answers side by side, as many as fit.
  ROWS {
    @Override
    String act(String line) {
      return "? " + line;
    }

    @Override
    List<String> rows(String begin, String line, UnaryOperator<String> emphasis) {
      List<String> rows = new ArrayList<>();
      for (StyledLine row : LineWrap.chop(TextRole.TEXT, line, COLUMNS - MORE.length())) {
        String text = emphasis.apply(row.text());
        rows.add((rows.isEmpty() ? begin : MORE) + text);
      }
      return rows;
    }

    @Override
    String question(String line) {
      return "? " + line;
    }

    @Override
    public String text(String line) {
      return line;
    }

    @Override
    String title(String title) {
      return "--- " + title;
    }

    @Override
    String quoted(String line) {
      return "| " + line;
    }

    @Override
    List<String> answers(List<OfferedAnswer> answers) {
      List<String> rows = new ArrayList<>();
      for (List<OfferedAnswer> row : OfferedAnswer.rows(answers, COLUMNS, ALLOW.length())) {
        StringBuilder line = new StringBuilder();
        row.forEach(answer -> line.append("  ").append(answer.label()));
        rows.add(line.toString());
      }
      rows.set(rows.size() - 1, rows.getLast() + ALLOW);
      return rows;
    }
  },

  /// For a screen reader: a numbered list of answers, and words for the marks of a difference.
  LIST {
    @Override
    String act(String line) {
      return "Permission required: " + line;
    }

    @Override
    List<String> rows(String begin, String line, UnaryOperator<String> emphasis) {
      return List.of(begin + emphasis.apply(line));
    }

    @Override
    String question(String line) {
      return "Question: " + line;
    }

    @Override
    public String text(String line) {
      return line.startsWith("+")
          ? "added: " + line.substring(1)
          : line.startsWith("-") ? "removed: " + line.substring(1) : line;
    }

    @Override
    String title(String title) {
      return "change: " + title;
    }

    @Override
    String quoted(String line) {
      String spoken = text(line);
      return spoken.equals(line) ? "text: " + line : spoken;
    }

    @Override
    List<String> answers(List<OfferedAnswer> answers) {
      List<String> lines = new ArrayList<>();
      for (OfferedAnswer answer : answers) {
        lines.add("  " + (lines.size() + 1) + ". " + answer.words() + ", key " + answer.key());
      }
      lines.add("  your answer, a number or a key: ");
      return lines;
    }
  };

  private static final int COLUMNS = 79;

  /// Begins the further rows of a long line of what is to be done: they pass for no other line.
  private static final String MORE = "  | ";

  private static final String ALLOW = "  allow? ";

  /// The form for an environment.
  public static QuestionForm of(Map<String, String> environment) {
    return ScreenSymbols.of(environment) == ScreenSymbols.SPOKEN ? LIST : ROWS;
  }

  /// A line of what is to be done.
  abstract String act(String line);

  /// A line of what is to be done, or of its details, in rows of the screen's width.
  ///
  /// @param begin of the first row, two characters where rows are counted
  /// @param emphasis sets the text of a row apart from the rest
  abstract List<String> rows(String begin, String line, UnaryOperator<String> emphasis);

  /// A line of a question of the model's.
  abstract String question(String line);

  /// The line above the text of a section.
  abstract String title(String title);

  /// A line of such a text, which a model may have written: with a mark, so that it passes for no
  /// line of the question itself.
  abstract String quoted(String line);

  /// A line of a text or a difference.
  public abstract String text(String line);

  /// The lines of the answers; the last one is the prompt.
  abstract List<String> answers(List<OfferedAnswer> answers);
}
