// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.intent.IntentKind;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KindTableTest {
  private static final IntentKind KIND = IntentKind.CODE;

  private static Json.Obj object(String text) throws JsonException {
    return JsonReader.readObject(text.replace('\'', '"'));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'code': 'write'}", "{'code': [1]}", "{'code': [' ']}", "{'x': []}"})
  void rowsAreListsOfWords(String text) throws JsonException {
    Json.Obj object = object(text);
    assertThatThrownBy(() -> KindTable.rows(object)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatNoRowNamesIsNotAllowed() {
    KindTable table = new KindTable("none", Map.of(), true);
    assertThat(table.allows(KIND, "write_file", EffectClass.WRITE)).isFalse();
  }

  /// Each limit holds, in whatever order they come.
  @Test
  void limitsOnlyNarrow() throws JsonException {
    KindTable table =
        KindTable.STANDARD
            .within(KindTable.rows(object("{'code': ['write_file', 'edit_file']}")))
            .within(KindTable.rows(object("{'code': ['edit_file', 'apply_patch']}")));
    assertThat(table.allows(KIND, "edit_file", EffectClass.WRITE)).isTrue();
    assertThat(table.allows(KIND, "write_file", EffectClass.WRITE)).isFalse();
    assertThat(table.allows(KIND, "apply_patch", EffectClass.WRITE)).isFalse();
  }
}
