// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.kernel.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentKind;
import dev.writ.kernel.intent.IntentScope;
import dev.writ.kernel.intent.SessionDeclaration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Where a command may change something.
class ChangeScopeTest {
  private static final WorkspacePath SOURCE = WorkspacePath.of("src/A.java");
  private static final WorkspacePath TEST = WorkspacePath.of("src/test/ATest.java");

  private static WorkMode mode(String name) {
    return WorkMode.SHIPPED.stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void intentAndModeMustBothOwnIt() {
    SessionDeclaration under =
        new SessionDeclaration.Under(IntentKind.CODE, Intent.ofSession("INT-1", "request"));
    assertThat(ChangeScope.of(under, mode("code")).owns(SOURCE)).isTrue();
    assertThat(ChangeScope.of(under, mode("debug")).owns(TEST)).isTrue();
    assertThat(ChangeScope.of(under, mode("debug")).refusal(SOURCE))
        .hasValueSatisfying(why -> assertThat(why).contains("'debug'"));
    assertThat(ChangeScope.of(under, mode("ask")).owns(TEST)).isFalse();
    assertThat(ChangeScope.of(new SessionDeclaration.NoDeclaration(), mode("code")).refusal(SOURCE))
        .hasValueSatisfying(why -> assertThat(why).contains("intent"));
    assertThat(ChangeScope.EVERYTHING.owns(SOURCE)).isTrue();
  }

  /// After a crash it is what it was.
  @Test
  void itIsReadBackAsItWas() {
    ChangeScope scope =
        new ChangeScope(
            IntentScope.of(List.of("src/**")), "debug", IntentScope.of(List.of("**/test/**")));
    Json.Obj about = scope.describe(Json.object()).build();
    ChangeScope again = ChangeScope.read(about);
    assertThat(again.owns(TEST)).isTrue();
    assertThat(again.refusal(SOURCE)).isEqualTo(scope.refusal(SOURCE)).isPresent();
    assertThat(again.owns(WorkspacePath.of("docs/test/a.md"))).isFalse();
  }

  /// Notes of an earlier version name no mode; what is no pattern owns nothing.
  @Test
  void whatIsMissingRestrictsNothing() {
    Json.Obj old =
        Json.object()
            .put(
                "owned_scope",
                new Json.Arr(List.of(new Json.Text("src/**"), Json.object().build())))
            .build();
    assertThat(ChangeScope.read(old).owns(SOURCE)).isTrue();
    assertThat(ChangeScope.read(old).owns(WorkspacePath.of("docs/a.md"))).isFalse();
  }
}
