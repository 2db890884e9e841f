// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.front;

import dev.writ.kernel.approval.Approver.Section;
import java.util.ArrayList;
import java.util.List;

/// The beginning of what a question is about: every section is named, and what is left out is
/// counted.
///
/// @param lines what is shown, as it is printed
/// @param left how many lines are not, or not whole
record SectionExcerpt(List<String> lines, int left) {
  private static final int MAX_LINES = 400;
  private static final int MAX_LINE_CHARS = 1000;
  private static final int COLUMNS = 79;

  SectionExcerpt {
    lines = List.copyOf(lines);
  }

  /// The beginning of sections, the same share of lines for each where not all fit.
  static SectionExcerpt of(List<Section> sections, QuestionForm form) {
    List<String> shown = new ArrayList<>();
    int left = 0;
    int budget = MAX_LINES;
    for (int i = 0; i < sections.size(); i++) {
      List<String> lines = sections.get(i).lines();
      int taken = Math.min(lines.size(), budget / (sections.size() - i));
      budget -= taken;
      shown.add(form.title(sections.get(i).title()));
      for (String line : lines.subList(0, taken)) {
        shown.add(form.quoted(shortened(line)));
        left += line.length() > MAX_LINE_CHARS ? 1 : 0;
      }
      if (taken < lines.size()) {
        shown.add("[" + (lines.size() - taken) + " more lines]");
        left += lines.size() - taken;
      }
    }
    return new SectionExcerpt(shown, left);
  }

  /// All of sections.
  static SectionExcerpt whole(List<Section> sections, QuestionForm form) {
    List<String> shown = new ArrayList<>();
    for (Section section : sections) {
      shown.add(form.title(section.title()));
      section.lines().forEach(line -> shown.add(form.quoted(line)));
    }
    return new SectionExcerpt(shown, 0);
  }

  /// How many rows of a screen it takes.
  int rows() {
    return lines.stream().mapToInt(line -> 1 + line.length() / COLUMNS).sum();
  }

  private static String shortened(String line) {
    int more = line.length() - MAX_LINE_CHARS;
    return more <= 0 ? line : line.substring(0, MAX_LINE_CHARS) + "[" + more + " more characters]";
  }
}
