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
  void wordsSayWhatIsChanged() {
    assertThat(ALL.getFirst().words()).containsExactly("work under intent INT-1 (code)");
    assertThat(new SessionControl.SelectIntent(IntentKind.CODE, "", "").words())
        .containsExactly("work under the active intent (code)");
    assertThat(ALL.get(1).words())
        .startsWith("write the draft of an intent to .orchestration/active_intents.yaml")
        .anyMatch(line -> line.contains("docs/**"))
        .endsWith("changed but under one that a person activated");
    assertThat(ALL.get(2).words()).containsExactly("run the checks of INT-1, and close it");
    assertThat(ALL.get(3).words()).containsExactly("ask the person: Which?", "  - a", "  - b");
    assertThat(ALL.get(4).words()).containsExactly("offer rarer tools: patch");
    assertThat(SessionControl.StepProgress.PENDING.mark()).isEqualTo("[ ]");
    assertThat(EffectClass.NETWORK.word()).isEqualTo("network");
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
