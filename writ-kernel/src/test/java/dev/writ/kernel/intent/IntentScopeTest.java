// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.scope.WorkspacePath;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntentScopeTest {
  private static boolean owns(String excluding, String place) {
    return IntentScope.of(List.of("**", excluding)).owns(WorkspacePath.of(place));
  }

  @ParameterizedTest
  @CsvSource({
    "!**/generated, src/generated/k/n.txt",
    "!generated/, src/generated/k/n.txt",
    "!generated/, generated/n.txt",
    "!generated, src/generated/n.txt",
    "!*.lock, src/n.lock",
    "!src/gen*, src/generated/k/n.txt",
    "!src/generated, src/generated/k/n.txt",
    "!src/[id]/**, src/[id]/n.ts",
    "!src/[id], src/[id]/n.ts",
    "!src/[id]/**, src/i/n.ts",
    "'!src/{a,b}', src/b/n.ts",
  })
  void anExclusionHoldsAsInAListOfWhatGitIgnores(String excluding, String place) {
    assertThat(owns(excluding, place)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "!src/generated, lib/src/generated/n.txt",
    "!generated/, src/generated.txt",
    "!*.lock, src/n.lock.txt",
    "!src/gen/*.txt, src/gen/n.java",
  })
  void whatItDoesNotNameIsOwned(String excluding, String place) {
    assertThat(owns(excluding, place)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"! src/generated", "!src/generated "})
  void aBlankAtTheEdgeOfAnExclusionIsAnError(String excluding) {
    assertThatThrownBy(() -> IntentScope.of(List.of("**", excluding)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("blank");
  }

  @Test
  void thePatternsAreThoseThatWereGiven() {
    assertThat(IntentScope.of(List.of("src", "!*.md", "!a/b")).patterns())
        .containsExactly("src", "!*.md", "!a/b");
  }

  @Test
  void anExclusionIsIdleWhereItMatchesNoPlace() {
    assertThat(
            IntentScope.of(List.of("**", "!gen/", "!src/[id]", "!typo"))
                .idle(List.of(WorkspacePath.of("src/[id]/a.ts"), WorkspacePath.of("x/gen/b"))))
        .containsExactly("!typo");
  }
}
