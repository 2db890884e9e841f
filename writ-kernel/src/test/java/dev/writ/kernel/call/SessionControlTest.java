// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.kernel.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.intent.IntentDraft;
import dev.writ.kernel.intent.IntentKind;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A receipt holds data of a documented form, whatever the records behind it are called.
class SessionControlTest {
  private static final Pattern RECORD = Pattern.compile("[A-Z][A-Za-z]+\\[");

  private static final List<SessionControl> ALL =
      List.of(
          new SessionControl.SelectIntent(IntentKind.CODE, "INT-1", "asked"),
          new SessionControl.ProposeIntent(
              new IntentDraft("", "Docs", List.of("docs/**"), List.of("c"), List.of("a"))),
          new SessionControl.CloseIntent("INT-1"),
          new SessionControl.AskUser("Which?", List.of("a", "b")),
          new SessionControl.OfferTools("patch"),
          new SessionControl.UpdatePlan(
              List.of(
                  new SessionControl.PlanStep("Look", SessionControl.StepProgress.DONE),
                  new SessionControl.PlanStep("Fix", SessionControl.StepProgress.IN_PROGRESS))));

  @Test
  void everyControlIsDataAndWords() {
    assertThat(ALL.stream().map(Object::getClass))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(SessionControl.class.getPermittedSubclasses()).toList());
    for (SessionControl control : ALL) {
      String data = new Effect.ChangeSession(control).describe().write();
      assertThat(data).contains("\"change\":{\"change\":\"");
      assertThat(RECORD.matcher(data).find()).as(data).isFalse();
      String words = String.join("\n", control.words());
      assertThat(RECORD.matcher(words).find()).as(words).isFalse();
    }
  }

  @Test
  void aPlanIsAListWithMarks() {
    assertThat(ALL.getLast().words())
        .containsExactly("replace the plan", "  [x] Look", "  [>] Fix");
    assertThat(ALL.getLast().describe().write())
        .isEqualTo(
            "{\"change\":\"update_plan\",\"steps\":[{\"step\":\"Look\",\"status\":\"done\"},"
                + "{\"step\":\"Fix\",\"status\":\"in_progress\"}]}");
  }
}
