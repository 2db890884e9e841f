// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.approval;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One of the answers to a question, with the key that gives it.
///
/// @param words its meaning: the whole grant, or a reference to the grant of the answer before it;
///     control characters made visible
public record OfferedAnswer(AnswerOption kind, char key, String words) {
  private static final String GAP = "  ";

  /// The closed set of answers, in the order in which they are offered.
  public enum AnswerOption {
    /// Yes, to this call.
    ONCE,
    /// Yes, to running the task's commands; Writ asks about their changes.
    SHOWN,
    /// Yes, to the whole task.
    TASK,
    /// Yes, until the session ends.
    SESSION,
    /// Yes, in this project.
    PROJECT,
    /// Another text instead.
    CHANGE,
    /// No.
    NO,
    /// No, and why.
    REASON,
    /// More about it, and then the same question.
    DETAILS
  }

  /// The answers that a question has.
  static List<OfferedAnswer> of(Approver.Choices choices) {
    List<OfferedAnswer> answers = new ArrayList<>();
    answers.add(new OfferedAnswer(AnswerOption.ONCE, 'y', "yes"));
    choices
        .shown()
        .ifPresent(
            words ->
                answers.add(new OfferedAnswer(AnswerOption.SHOWN, 'v', "this task: " + words)));
    choices
        .intent()
        .ifPresent(
            words -> answers.add(new OfferedAnswer(AnswerOption.TASK, 'a', "this task: " + words)));
    choices
        .grant()
        .ifPresent(
            words ->
                answers.add(
                    new OfferedAnswer(AnswerOption.SESSION, 's', "this session: " + words)));
    if (choices.forProject() && choices.grant().isPresent()) {
      answers.add(new OfferedAnswer(AnswerOption.PROJECT, 'p', "this project: the same"));
    }
    if (choices.editable().isPresent()) {
      answers.add(new OfferedAnswer(AnswerOption.CHANGE, 'e', "edit"));
    }
    answers.add(new OfferedAnswer(AnswerOption.NO, 'n', "no"));
    answers.add(new OfferedAnswer(AnswerOption.REASON, 'r', "no, with a reason"));
    answers.add(new OfferedAnswer(AnswerOption.DETAILS, 'd', "details"));
    return answers;
  }

  /// The answer that Enter gives: the one that shows all changes before they take effect if it is
  /// offered, else the first.
  public static OfferedAnswer usual(List<OfferedAnswer> answers) {
    return answers.stream()
        .filter(answer -> answer.kind == AnswerOption.SHOWN)
        .findFirst()
        .orElseGet(answers::getFirst);
  }

  /// The answer among some that a letter means, in either case.
  public static Optional<OfferedAnswer> among(List<OfferedAnswer> answers, int letter) {
    int small = Character.toLowerCase(letter);
    return answers.stream().filter(answer -> answer.key() == small).findFirst();
  }

  /// The same answer with a remark behind its words.
  public OfferedAnswer with(String remark) {
    return new OfferedAnswer(kind, key, words + remark);
  }

  /// The answer with its key.
  public String label() {
    return "[" + key + "] " + words;
  }

  /// Answers in rows, as many in each as fit into that many columns; at least one.
  ///
  /// @param last how many columns something else takes behind the last row
  public static List<List<OfferedAnswer>> rows(List<OfferedAnswer> answers, int columns, int last) {
    List<List<OfferedAnswer>> rows = rows(answers, columns);
    return width(rows.getLast()) + last <= columns ? rows : rows(answers, columns - last);
  }

  private static List<List<OfferedAnswer>> rows(List<OfferedAnswer> answers, int columns) {
    List<List<OfferedAnswer>> rows = new ArrayList<>();
    List<OfferedAnswer> row = new ArrayList<>();
    for (OfferedAnswer answer : answers) {
      if (!row.isEmpty() && width(row) + width(List.of(answer)) > columns) {
        rows.add(List.copyOf(row));
        row.clear();
      }
      row.add(answer);
    }
    rows.add(List.copyOf(row));
    return rows;
  }

  private static int width(List<OfferedAnswer> row) {
    return row.stream().mapToInt(answer -> GAP.length() + answer.label().length()).sum();
  }
}
