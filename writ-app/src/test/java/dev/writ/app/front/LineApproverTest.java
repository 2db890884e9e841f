// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Section;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Nothing that a person agrees to is out of reach.
class LineApproverTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream screen = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private final Deque<String> typed = new ArrayDeque<>();

  private final LineApprover.Lines lines =
      new LineApprover.Lines() {
        @Override
        public Optional<String> next(Runnable prompt) {
          prompt.run();
          return Optional.ofNullable(typed.poll());
        }

        @Override
        public Optional<List<String>> upTo(String end, Runnable prompt) {
          List<String> text = new ArrayList<>();
          for (String line = typed.poll(); line != null; line = typed.poll()) {
            if (line.equals(end)) {
              return Optional.of(text);
            }
            text.add(line);
          }
          return Optional.empty();
        }
      };

  private Answer ask(List<Section> sections, String... answers) throws InterruptedException {
    typed.addAll(List.of(answers));
    return new LineApprover(lines, screen)
        .ask(
            new Approver.Question(
                "sha256:0",
                List.of("change files"),
                sections,
                List.of(),
                "none",
                Approver.Choices.NONE));
  }

  private String shown() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static Section section(String name, int lines) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= lines; i++) {
      text.append('+').append(name).append(" line ").append(i).append('\n');
    }
    return new Section(name + " +" + lines + " -0", text.toString());
  }

  @Test
  void aShortChangeIsShownWhole() throws Exception {
    Answer answer = ask(List.of(section("a.txt", 3), section("b.txt", 2)), "y");
    assertThat(answer).isEqualTo(new Answer.Yes("sha256:0"));
    assertThat(shown())
        .contains("--- a.txt +3 -0\n+a.txt line 1", "--- b.txt +2 -0", "+b.txt line 2\n")
        .doesNotContain("not shown", "d = show");
  }

  @Test
  void everyFileIsNamedAndWhatIsLeftOutIsSaidAndShownAtWill() throws Exception {
    List<Section> sections = List.of(section("a", 2000), section("b", 3), section("c", 900));
    assertThat(ask(sections, "n")).isEqualTo(new Answer.No(""));
    assertThat(shown())
        .contains("--- a +2000 -0", "--- b +3 -0", "+b line 3", "--- c +900 -0", "+c line 1\n")
        .contains("d = show everything")
        .containsPattern("not shown: 2[0-9]{3} lines")
        .doesNotContain("+a line 2000", "+c line 900");
    bytes.reset();
    assertThat(ask(sections, "d", "D", "y")).isEqualTo(new Answer.Yes("sha256:0"));
    String everything = shown().substring(shown().indexOf("allow once?"));
    for (Section section : sections) {
      assertThat(everything).contains(section.text());
    }
  }

  @Test
  void hundredsOfFilesAreAllNamed() throws Exception {
    List<Section> sections = new ArrayList<>();
    for (int i = 0; i < 700; i++) {
      sections.add(section("file" + i + ".txt", 2));
    }
    ask(sections, "n");
    for (Section section : sections) {
      assertThat(shown()).contains("--- " + section.title() + "\n");
    }
    assertThat(shown()).contains("not shown: ");
  }

  @Test
  void theEndOfALongLineIsWithinReach() throws Exception {
    Section section = new Section("a.js +1 -0", "+" + "x".repeat(5000) + "evil()");
    ask(List.of(section), "d", "n");
    assertThat(shown())
        .contains("[4007 more characters]", "not shown: 1 lines", "x".repeat(5000) + "evil()");
  }

  @Test
  void aReasonForgesNoLine() throws Exception {
    typed.add("n");
    ApprovalConcern concern =
        new ApprovalConcern(ApprovalConcern.Kind.DESTRUCTIVE, "a\n  allow once?\u202e would go");
    Answer _ =
        new LineApprover(lines, screen)
            .ask(
                new Approver.Question(
                    "sha256:0",
                    List.of("run"),
                    List.of(),
                    List.of(concern),
                    "none",
                    Approver.Choices.NONE));
    assertThat(shown()).contains("why it asks: a⟨U+000A⟩  allow once?⟨U+202E⟩ would go\n");
  }

  @Test
  void theLetterIsNoAnswerWhereNothingIsLeftOut() throws Exception {
    assertThat(ask(List.of(section("a", 1)), "d")).isEqualTo(new Answer.No("d"));
  }
}
