// Implements: docs/spec/09-intents-and-hooks.md §9.3 (Kind and tool compatibility)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.Json;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.intent.IntentKind;
import dev.writ.kernel.policy.KindTable;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolSpec;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KindsTest {
  @TempDir Path directory;

  /// Chapter 9.3, written out once more: the kinds that allow what a tool is for.
  private static Set<IntentKind> standard(EffectClass effectClass) {
    return switch (effectClass) {
      case READ, CONTROL -> EnumSet.allOf(IntentKind.class);
      case WRITE -> EnumSet.of(IntentKind.CODE, IntentKind.WRITE_FILE);
      case EXECUTE -> EnumSet.of(IntentKind.CODE, IntentKind.DEBUG, IntentKind.EXECUTE);
      case NETWORK -> EnumSet.of(IntentKind.CODE);
    };
  }

  private static Set<IntentKind> strict(String tool) {
    return switch (tool) {
      case "read_file" -> EnumSet.of(IntentKind.ANALYZE, IntentKind.DEBUG, IntentKind.READ_FILE);
      case "write_file" -> EnumSet.of(IntentKind.CODE, IntentKind.WRITE_FILE);
      case "apply_patch" -> EnumSet.of(IntentKind.CODE);
      case "run_command" -> EnumSet.of(IntentKind.EXECUTE);
      default -> EnumSet.noneOf(IntentKind.class);
    };
  }

  @Test
  void everyToolUnderEveryKind() {
    for (Tool<?> tool : BuiltInTools.tools(1000)) {
      String name = tool.spec().name();
      EffectClass effectClass = tool.spec().effectClass();
      for (IntentKind kind : IntentKind.values()) {
        assertThat(KindTable.STANDARD.allows(kind, name, effectClass))
            .as("standard %s %s", kind, name)
            .isEqualTo(standard(effectClass).contains(kind));
        assertThat(KindTable.STRICT.allows(kind, name, effectClass))
            .as("strict %s %s", kind, name)
            .isEqualTo(strict(name).contains(kind));
      }
      assertThat(KindTable.STRICT.allowing(name, effectClass))
          .containsExactlyElementsOf(strict(name));
    }
    for (EffectClass effectClass : EffectClass.values()) {
      assertThat(KindTable.STANDARD.allowing("a tool to come", effectClass))
          .containsExactlyElementsOf(standard(effectClass));
      assertThat(KindTable.STRICT.allowing("a tool to come", effectClass)).isEmpty();
    }
  }

  @Test
  void whatATableSaysTheGateDoes() {
    KindTable table =
        KindTable.STANDARD
            .with(KindTable.rows(rows("DEBUG", List.of("read", "edit_file"))))
            .within(KindTable.rows(rows("CODE", List.of("read", "write_file"))));
    try (Door door = Door.in(directory, s -> s.kinds = table)) {
      door.file("src/a.txt", "x\n");
      String[] write = {"path", "src/b.txt", "content", "x"};
      assertThat(door.code("select_active_intent", "intent", "DEBUG")).isEqualTo("ok");
      assertThat(door.code("write_file", (Object[]) write))
          .isEqualTo("TOOL_NOT_ALLOWED_FOR_INTENT");
      assertThat(door.code("run_command", "command", "ls"))
          .isEqualTo("TOOL_NOT_ALLOWED_FOR_INTENT");
      assertThat(door.code("read_file", "path", "src/a.txt")).isEqualTo("ok");
      assertThat(door.code("edit_file", "path", "src/a.txt", "old_text", "x", "new_text", "y"))
          .isEqualTo("ok");
      assertThat(door.code("select_active_intent", "intent", "CODE")).isEqualTo("ok");
      assertThat(door.code("write_file", (Object[]) write)).isEqualTo("ok");
      assertThat(door.code("edit_file", "path", "src/a.txt", "old_text", "y", "new_text", "z"))
          .isEqualTo("TOOL_NOT_ALLOWED_FOR_INTENT");
      assertThat(door.code("run_command", "command", "ls"))
          .isEqualTo("TOOL_NOT_ALLOWED_FOR_INTENT");
    }
  }

  private static Json.Obj rows(String kind, List<String> words) {
    return Json.object().put(kind, Json.texts(words)).build();
  }

  /// Whatever a project says, nothing is allowed that was not before.
  @Test
  void aProjectCanOnlyNarrow() {
    List<String> words = List.of("read", "write", "execute", "network", "control", "read_file");
    for (KindTable table : List.of(KindTable.STANDARD, KindTable.STRICT)) {
      for (IntentKind kind : IntentKind.values()) {
        for (String word : words) {
          KindTable narrowed = table.within(KindTable.rows(rows(kind.name(), List.of(word))));
          for (ToolSpec<?> spec :
              BuiltInTools.tools(1000).stream().<ToolSpec<?>>map(Tool::spec).toList()) {
            for (IntentKind any : IntentKind.values()) {
              if (narrowed.allows(any, spec.name(), spec.effectClass())) {
                assertThat(table.allows(any, spec.name(), spec.effectClass())).isTrue();
              }
            }
          }
        }
      }
    }
  }

  @Test
  void aTableThatMakesNoSenseIsRefused() {
    for (Json.Obj bad :
        List.of(
            rows("CODING", List.of("read")),
            Json.object().put("CODE", "read").build(),
            Json.object().put("CODE", new Json.Arr(List.of(Json.of(1)))).build())) {
      assertThatThrownBy(() -> KindTable.rows(bad)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void theOriginOfARuleIsInThePolicysHash() {
    KindTable own = KindTable.STANDARD.with(Map.of());
    assertThat(own.json()).isEqualTo(Json.of("standard"));
    assertThat(KindTable.STANDARD.with(KindTable.rows(rows("PLAN", List.of()))).json().write())
        .contains("\"profile\":\"standard\"", "\"PLAN\":[]");
  }

  @Test
  void inStrictOnlyWhatTheKindAllowsIsInSight() {
    try (Door door = Door.in(directory, s -> s.kinds = KindTable.STRICT)) {
      door.intents();
      assertThat(door.governor.gate().guard().allowed(door.state))
          .hasValue(Set.of("select_active_intent"));
      assertThat(door.code("select_active_intent", "intent", "EXECUTE", "intent_id", "INT-001"))
          .isEqualTo("ok");
      assertThat(door.governor.gate().guard().allowed(door.state))
          .hasValue(Set.of("select_active_intent", "run_command"));
    }
    try (Door door = Door.in(directory.resolve("b"))) {
      assertThat(door.governor.gate().guard().allowed(door.state)).isEmpty();
    }
    // If each answer must declare again, its permitted tools are not known before it.
    try (Door door =
        Door.in(
            directory.resolve("c"),
            s -> s.rules(new GovernancePolicy.IntentRules(KindTable.STRICT, false, true, "")))) {
      assertThat(door.governor.gate().guard().allowed(door.state)).isEmpty();
    }
  }
}
