// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.check;

import static dev.writ.kernel.check.CheckSamples.ABSENT;
import static dev.writ.kernel.check.CheckSamples.DIRECTORY;
import static dev.writ.kernel.check.CheckSamples.REFUSED;
import static dev.writ.kernel.check.CheckSamples.delete;
import static dev.writ.kernel.check.CheckSamples.inside;
import static dev.writ.kernel.check.CheckSamples.item;
import static dev.writ.kernel.check.CheckSamples.proposal;
import static dev.writ.kernel.check.CheckSamples.read;
import static dev.writ.kernel.check.CheckSamples.run;
import static dev.writ.kernel.check.CheckSamples.subject;
import static dev.writ.kernel.check.CheckSamples.text;
import static dev.writ.kernel.check.CheckSamples.words;
import static dev.writ.kernel.check.CheckSamples.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.TouchedLines;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentKind;
import dev.writ.kernel.intent.IntentScope;
import dev.writ.kernel.intent.IntentTerms;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.session.SessionState;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Where an intent and a mode of work allow writing.
class ScopeCheckTest {
  private final WorkMode documents =
      new WorkMode(
          "docs", EnumSet.of(EffectClass.READ, EffectClass.WRITE), IntentScope.of(List.of("docs")));
  private final SessionState state = new SessionState("S", documents, ExecutionMode.INTERACTIVE);

  private static String answer(GateCheck check, GateSubject subject) throws Exception {
    return words(check.judge(subject));
  }

  private String scope(Effect... effects) throws Exception {
    return answer(new ScopeCheck(), subject(state, effects));
  }

  private String mode(EffectClass effects, Effect... all) throws Exception {
    return answer(new ModeCheck(), subject(state, proposal(effects, all)));
  }

  private void under(String... scope) {
    Intent intent =
        new Intent(
            "INT-1",
            "Docs",
            Intent.IntentStatus.ACTIVE,
            IntentScope.of(List.of(scope)),
            IntentTerms.NONE);
    state.declare(new SessionDeclaration.Under(IntentKind.CODE, intent));
  }

  @Test
  void withoutAnIntentNothingIsWritten() throws Exception {
    String required = "INTENT_REQUIRED No intent is declared, so nothing may be written";
    assertThat(scope(read("a"), run("ls"))).isEqualTo("pass");
    assertThat(scope(read("a"), write("a", ABSENT))).isEqualTo(required);
    state.declare(new SessionDeclaration.KindOnly(IntentKind.CODE));
    assertThat(scope(write("a", ABSENT))).isEqualTo(required);
    assertThat(scope(write(REFUSED, ABSENT, new TouchedLines.AllLines())))
        .as("what is nowhere is refused by containment")
        .isEqualTo("pass");
  }

  @Test
  void anIntentOwnsWhatIsWritten() throws Exception {
    under("src");
    assertThat(scope(write("src/a", ABSENT), run("ls", inside("src/b")))).isEqualTo("pass");
    assertThat(scope(write("src/a", ABSENT), run("ls", inside("b"))))
        .isEqualTo("SCOPE_VIOLATION Scope Violation: INT-1 is not authorized to edit b");
    assertThat(scope(write("a", ABSENT))).startsWith("SCOPE_VIOLATION");
    assertThat(scope(read("a"))).isEqualTo("pass");
    assertThat(new ScopeCheck().name()).isEqualTo("scope");
  }

  /// Of a directory with contents its contents are what is owned.
  @Test
  void aDirectoryIsOwnedByItsContents() throws Exception {
    under("d/*", "!d/kept");
    Effect whole = delete("d", item("d", DIRECTORY), item("d/a", text("x")));
    Effect kept = delete("d", item("d", DIRECTORY), item("d/kept", text("x")));

    assertThat(scope(whole)).isEqualTo("pass");
    assertThat(scope(kept)).endsWith("is not authorized to edit d/kept");
    state.mode(new WorkMode("m", documents.allowed(), IntentScope.of(List.of("d/*"))));
    assertThat(mode(EffectClass.WRITE, whole)).isEqualTo("pass");
  }

  @Test
  void aModeOffersTheToolAndThePlace() throws Exception {
    assertThat(mode(EffectClass.READ, read("a"))).isEqualTo("pass");
    assertThat(mode(EffectClass.EXECUTE))
        .isEqualTo("TOOL_NOT_ALLOWED_IN_MODE The mode 'docs' does not offer some_tool");
    assertThat(mode(EffectClass.WRITE, read("a"), write("docs/a", ABSENT))).isEqualTo("pass");
    assertThat(mode(EffectClass.WRITE, read("a"), write("docs/a", ABSENT), write("a", ABSENT)))
        .isEqualTo("TOOL_NOT_ALLOWED_IN_MODE The mode 'docs' may not write a");
    assertThat(mode(EffectClass.WRITE, write(REFUSED, ABSENT, new TouchedLines.AllLines())))
        .isEqualTo("pass");
    assertThat(mode(EffectClass.WRITE, run("touch", inside("a"))))
        .as("a place that a command names as written")
        .isEqualTo("TOOL_NOT_ALLOWED_IN_MODE The mode 'docs' may not write a");
    assertThat(new ModeCheck().name()).isEqualTo("mode");
  }
}
