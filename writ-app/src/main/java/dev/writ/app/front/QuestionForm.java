// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import dev.writ.kernel.approval.OfferedAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How a question stands in lines.
public enum QuestionForm {
  /// Answers side by side, as many as fit.
  ROWS {
    @Override
    String act(String line) {
      return "? " + line;
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
  private static final String ALLOW = "  allow? ";

  /// The form for an environment.
  public static QuestionForm of(Map<String, String> environment) {
    return ScreenSymbols.of(environment) == ScreenSymbols.SPOKEN ? LIST : ROWS;
  }

  /// A line of what is to be done.
  abstract String act(String line);

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
