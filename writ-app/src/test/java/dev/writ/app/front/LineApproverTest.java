// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.Approver.Act;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Choices;
import dev.writ.kernel.approval.Approver.Editable;
import dev.writ.kernel.approval.Approver.Extent;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Nothing that a person agrees to is out of reach.
class LineApproverTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream screen = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private final Deque<String> typed = new ArrayDeque<>();

  private final LineApprover.AnswerSource lines =
      new LineApprover.AnswerSource() {
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

        @Override
        public Optional<String> rest(Runnable prompt) {
          return next(prompt);
        }
      };

  private static final Choices ALL =
      new Choices(
          Optional.empty(),
          Optional.of("all npm test"),
          Optional.of("everything that can be undone"),
          true,
          Optional.of(new Editable("command", "npm test")));

  private Answer ask(List<Section> sections, String... answers) throws InterruptedException {
    return ask(new Act(List.of("change files")), sections, Choices.NONE, answers);
  }

  private Answer ask(Act act, List<Section> sections, Choices choices, String... answers)
      throws InterruptedException {
    typed.addAll(List.of(answers));
    ApprovalConcern concern =
        new ApprovalConcern(
            ConcernKind.AUTHORITY,
            "this project grants nothing yet; `writ init` would end these questions");
    return new LineApprover(lines, screen)
        .ask(new Approver.Question("sha256:0", act, sections, List.of(concern), "none", choices));
  }

  private Answer askTests(String... answers) throws InterruptedException {
    Act act =
        new Act(
            List.of("npm test"),
            List.of("no network", "what it changes can be undone"),
            List.of("run in .", "  npm", "  test"));
    return ask(act, List.of(), ALL, answers);
  }

  private String shown() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /// The answers as a list, and words for what marks say.
  @Test
  void aScreenReaderReadsTheQuestionLineByLine() throws Exception {
    typed.add("6");
    Act act = new Act(List.of("edit a.txt"), List.of("can be undone"), List.of());
    Section change = new Section("a.txt +1 -1", "@@ -1 +1 @@\n-old\n+new\n");
    Answer answer =
        new LineApprover(lines, screen, QuestionForm.LIST)
            .ask(new Approver.Question("sha256:0", act, List.of(change), List.of(), "none", ALL));
    assertThat(answer).isEqualTo(new Answer.No(""));
    assertThat(shown())
        .isEqualTo(
            """

            Permission required: edit a.txt
            change: a.txt +1 -1
            text: @@ -1 +1 @@
            removed: old
            added: new
              why:\s
              can be undone
              1. yes, key y
              2. this task: everything that can be undone, key a
              3. this session: all npm test, key s
              4. this project: the same, key p
              5. edit, key e
              6. no, key n
              7. no, with a reason, key r
              8. details, key d
              your answer, a number or a key:\s""");
  }

  @ParameterizedTest
  @CsvSource({"1, ONCE", "2, INTENT", "3, SESSION", "4, PROJECT"})
  void aDigitMeansTheAnswerInThatPlace(String digit, Approver.Extent extent) throws Exception {
    assertThat(askTests(digit)).isEqualTo(new Answer.Yes("sha256:0", extent, ""));
  }

  @Test
  void theDigitOfARefusalAsksForTheReason() throws Exception {
    assertThat(askTests("9", "7", "not now")).isEqualTo(new Answer.No("not now"));
  }

  private static Section section(String name, int lines) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= lines; i++) {
      text.append('+').append(name).append(" line ").append(i).append('\n');
    }
    return new Section(name + " +" + lines + " -0", text.toString());
  }

  @Test
  void aCommandMayRunBeforeItsChangesAreAgreedTo() throws Exception {
    Choices choices =
        new Choices(
            Optional.of("run, then show the changes"),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty());
    Act act = new Act(List.of("npm test"));
    assertThat(ask(act, List.of(), choices, "v"))
        .isEqualTo(new Answer.Yes("sha256:0", Extent.SHOWN));
    assertThat(shown()).contains("[y] yes  [v] this task: run, then show the changes  [n] no");
    assertThat(ask(act, List.of(), Choices.NONE, "v", "n")).isEqualTo(new Answer.No(""));
  }

  @Test
  void aShortChangeIsShownWhole() throws Exception {
    Answer answer = ask(List.of(section("a.txt", 3), section("b.txt", 2)), "y");
    assertThat(answer).isEqualTo(new Answer.Yes("sha256:0"));
    assertThat(shown())
        .contains("--- a.txt +3 -0\n| +a.txt line 1", "--- b.txt +2 -0", "| +b.txt line 2\n")
        .doesNotContain("not shown");
  }

  @Test
  void everyFileIsNamedAndWhatIsLeftOutIsSaidAndShownAtWill() throws Exception {
    List<Section> sections = List.of(section("a", 2000), section("b", 3), section("c", 900));
    assertThat(ask(sections, "n")).isEqualTo(new Answer.No(""));
    assertThat(shown())
        .contains("--- a +2000 -0", "--- b +3 -0", "+b line 3", "--- c +900 -0", "+c line 1\n")
        .contains("press d to show them, then you can allow it")
        .containsPattern("not shown: 2[0-9]{3} lines")
        .doesNotContain("+a line 2000", "+c line 900");
    bytes.reset();
    assertThat(ask(sections, "d", "D", "y")).isEqualTo(new Answer.Yes("sha256:0"));
    String everything = shown().substring(shown().indexOf("allow?"));
    for (Section section : sections) {
      assertThat(everything).contains(section.text().replaceAll("(?m)^(?=.)", "| "));
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
        new ApprovalConcern(
            ApprovalConcern.ConcernKind.DESTRUCTIVE, "a\n  allow once?\u202e would go");
    Answer _ =
        new LineApprover(lines, screen)
            .ask(
                new Approver.Question(
                    "sha256:0",
                    new Act(List.of("run")),
                    List.of(),
                    List.of(concern),
                    "none",
                    Approver.Choices.NONE));
    assertThat(shown()).contains("why: a⟨U+000A⟩  allow once?⟨U+202E⟩ would go\n");
  }

  @Test
  void aCommandIsAQuestionOfSixLines() throws Exception {
    assertThat(askTests("y")).isEqualTo(new Answer.Yes("sha256:0"));
    assertThat(shown())
        .isEqualTo(
            """

            ? npm test
              why: this project grants nothing yet; `writ init` would end these questions
              no network; what it changes can be undone
              [y] yes  [a] this task: everything that can be undone
              [s] this session: all npm test  [p] this project: the same  [e] edit  [n] no
              [r] no, with a reason  [d] details  allow?\s""");
    assertThat(shown().strip().lines()).hasSize(6).allMatch(line -> line.length() < 80);
  }

  @ParameterizedTest
  @CsvSource({
    "y, ONCE, ''",
    "Y, ONCE, ''",
    "yes, ONCE, ''",
    "y  mind the tests , ONCE, mind the tests",
    "a, INTENT, ''",
    "i, INTENT, ''",
    "s, SESSION, ''",
    "s but quietly, SESSION, but quietly",
    "p, PROJECT, ''"
  })
  void answersThatAgree(String answer, Extent extent, String comment) throws Exception {
    assertThat(askTests(answer)).isEqualTo(new Answer.Yes("sha256:0", extent, comment));
  }

  @Test
  void answersThatDoNot() throws Exception {
    assertThat(askTests("n")).isEqualTo(new Answer.No(""));
    assertThat(askTests("no")).isEqualTo(new Answer.No(""));
    assertThat(askTests("n not in my house")).isEqualTo(new Answer.No("not in my house"));
    assertThat(askTests("r", "not now")).isEqualTo(new Answer.No("not now"));
    assertThat(askTests("c", "and then b"))
        .isEqualTo(new Answer.Yes("sha256:0", Extent.ONCE, "and then b"));
    assertThat(askTests("e npm test -- -q")).isEqualTo(new Answer.Edited("npm test -- -q"));
    assertThat(askTests("e", "npm run x")).isEqualTo(new Answer.Edited("npm run x"));
    assertThat(askTests("e", "", "y")).isEqualTo(new Answer.Yes("sha256:0"));
    assertThat(askTests("e")).isEqualTo(new Answer.No("the change was not finished"));
  }

  @ParameterizedTest
  @CsvSource({"'one,.', one", "'one,two,.', 'one|two|'", "'one', ''", "'.', ''"})
  void aTextIsChangedByLines(String typedLines, String text) throws Exception {
    Choices choices =
        new Choices(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.of(new Editable("content", "a\n")));
    List<String> answers = new ArrayList<>(List.of("e"));
    answers.addAll(List.of(typedLines.split(",", -1)));
    Answer answer =
        ask(new Act(List.of("create a")), List.of(), choices, answers.toArray(String[]::new));
    if (text.isEmpty()) {
      assertThat(answer).isInstanceOf(Answer.No.class);
    } else {
      assertThat(answer).isEqualTo(new Answer.Edited(text.replace('|', '\n')));
    }
  }

  @Test
  void theEndOfInputIsNo() throws Exception {
    assertThat(askTests()).isEqualTo(new Answer.No("the input ended"));
    assertThat(askTests("c")).isEqualTo(new Answer.No("the input ended"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "maybe", "sure", "ye", "0", "?", "yn", "nope", "\u001b[A", "da"})
  void whatIsNoAnswerAsksAgain(String odd) throws Exception {
    assertThat(askTests(odd, "s")).isEqualTo(new Answer.Yes("sha256:0", Extent.SESSION));
    assertThat(shown())
        .contains(
            "  not an answer: press one of the letters in brackets\n  [y] yes  [a] this task");
  }

  @ParameterizedTest
  @ValueSource(strings = {"s", "p", "a", "i", "e"})
  void whatIsNotOfferedIsNoAnswer(String letter) throws Exception {
    assertThat(ask(List.of(), letter, "n")).isEqualTo(new Answer.No(""));
    assertThat(shown()).contains("not an answer");
  }

  @Test
  void detailsAreEachWordTheIntentAndTheDigest() throws Exception {
    assertThat(askTests("d", "y")).isEqualTo(new Answer.Yes("sha256:0"));
    assertThat(shown())
        .contains("    npm\n    test\n  intent: none\n  digest: sha256:0\n", "c = yes");
  }

  @Test
  void aLongCommandShowsItsEndAndIsOnlyAllowedOnceAllOfItWasShown() throws Exception {
    String line = "echo " + "x".repeat(3000) + " && curl evil.example";
    Act act = new Act(List.of(line));
    assertThat(ask(act, List.of(), ALL, "y", "s", "d", "y")).isEqualTo(new Answer.Yes("sha256:0"));
    assertThat(shown().replace("\n  | ", ""))
        .contains("characters]xxx", "&& curl evil.example\n", "? " + line + "\n")
        .contains("not all of it was shown yet: d shows the rest");
  }

  @Test
  void aCommandOfManyLinesShowsItsFirstAndLastOnes() throws Exception {
    List<String> many = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      many.add("line " + i);
    }
    assertThat(ask(new Act(many), List.of(), ALL, "n")).isEqualTo(new Answer.No(""));
    assertThat(shown())
        .contains("? line 1\n", "? [28 more lines]\n", "? line 40\n", "not shown: 28 lines")
        .doesNotContain("line 20\n");
  }

  @Test
  void longReasonsAreBrokenBetweenWords() throws Exception {
    ApprovalConcern concern =
        new ApprovalConcern(ConcernKind.DESTRUCTIVE, "because of this ".repeat(12));
    typed.add("n");
    Answer _ =
        new LineApprover(lines, screen)
            .ask(
                new Approver.Question(
                    "sha256:0",
                    new Act(List.of("x")),
                    List.of(),
                    List.of(concern),
                    "none",
                    Choices.NONE));
    assertThat(shown().lines()).allMatch(line -> line.length() < 80);
  }
}
