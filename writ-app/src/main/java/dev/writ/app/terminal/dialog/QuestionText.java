// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

import dev.writ.app.terminal.markdown.DiffLines;
import dev.writ.app.terminal.pager.PagedText;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.kernel.approval.Approver.Section;
import java.util.ArrayList;
import java.util.List;

/// A question about a call as lines: the acts, their texts and differences, the reasons, the
/// consequences, and the details.
record QuestionText(Question question) {
  /// Stands before each line of a text, which a model may have written: it passes for no line of
  /// the question itself.
  private static final StyledSpan MARK = new StyledSpan(TextRole.DIM, "│ ");

  /// Begins the further rows of an act, which pass for no line of the question either.
  private static final StyledLine MORE = StyledLine.of(TextRole.DIM, "  ┆ ");

  private static final StyledLine INDENT = StyledLine.of(TextRole.TEXT, "  ");

  /// The acts that stand once more above the answers take so many rows at most.
  private static final int MOST_NEAR = 6;

  /// All of it. Where it takes more than a page, what is to be done stands again on the last one,
  /// right above the reasons.
  ///
  /// @param details whether the details are part of it
  /// @param page so many lines are shown at once
  List<StyledLine> lines(int width, boolean details, int page) {
    List<StyledLine> acts = acts(width);
    List<StyledLine> why = reasons(width);
    List<StyledLine> further = details ? details(width) : List.of();
    List<StyledLine> lines = new ArrayList<>(acts);
    question.sections().forEach(section -> lines.addAll(section(section, width)));
    if (lines.size() + why.size() + further.size() <= page) {
      lines.addAll(why);
      lines.addAll(further);
      return lines;
    }
    lines.addAll(further);
    int most = Math.clamp(page - 2L - why.size(), 1, MOST_NEAR);
    if (acts.size() <= most) {
      lines.addAll(acts);
    } else {
      lines.addAll(acts.subList(0, Math.max(1, most - 1)));
      if (most > 1) {
        String more = "[%d more lines]".formatted(acts.size() - most + 1);
        lines.add(StyledLine.of(TextRole.DIM, more).after(MORE.spans().getFirst()));
      }
    }
    lines.addAll(why);
    return lines;
  }

  /// The same in parts, with the details: the question, then each text.
  PagedText paged() {
    List<PagedText.Part> parts = new ArrayList<>();
    parts.add(
        width -> {
          List<StyledLine> lines = new ArrayList<>(acts(width));
          lines.addAll(reasons(width));
          lines.addAll(details(width));
          return lines;
        });
    question.sections().forEach(section -> parts.add(width -> section(section, width)));
    return new PagedText("part", parts, 0);
  }

  /// Which of the lines are shown, and the keys that show others.
  static StyledLine position(int from, int through, int size, int width) {
    String place = "  lines %d to %d of %d; ".formatted(from, Math.min(size, through), size);
    StyledLine all = StyledLine.of(TextRole.DIM, place + "PgUp, PgDn, Ctrl-O: whole screen");
    return all.width() <= width
        ? all
        : StyledLine.of(TextRole.DIM, place + "Ctrl-O: all").cut(width);
  }

  private List<StyledLine> acts(int width) {
    List<StyledLine> lines = new ArrayList<>();
    for (String what : question.what()) {
      lines.addAll(
          LineWrap.wrap(
              List.of(new StyledSpan(TextRole.BOLD, what)),
              width,
              StyledLine.of(TextRole.WARNING, "? "),
              MORE));
    }
    return lines;
  }

  private static List<StyledLine> section(Section section, int width) {
    List<StyledLine> lines =
        new ArrayList<>(LineWrap.chop(TextRole.ACCENT, "─── " + section.title(), width));
    for (StyledLine line : DiffLines.lines(section.lines(), Math.max(1, width - 2))) {
      lines.add(line.after(MARK));
    }
    return lines;
  }

  private List<StyledLine> reasons(int width) {
    List<StyledLine> lines =
        new ArrayList<>(labelled("  why: ", String.join("; ", question.reasons()), width, INDENT));
    String consequences = String.join("; ", question.act().consequences());
    if (!consequences.isEmpty()) {
      lines.addAll(labelled("  ", consequences, width, INDENT));
    }
    return lines;
  }

  private List<StyledLine> details(int width) {
    List<StyledLine> lines = new ArrayList<>();
    question.details().forEach(line -> lines.addAll(labelled("  ", line, width, MORE)));
    return lines;
  }

  private static List<StyledLine> labelled(
      String label, String words, int width, StyledLine further) {
    return LineWrap.wrap(
        List.of(StyledSpan.of(words)), width, StyledLine.of(TextRole.DIM, label), further);
  }
}
