// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.writ.kernel.json.JsonException;
import dev.writ.kernel.scope.WorkspacePath;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntentFileTest {
  private static final String GOOD =
      """
      # a comment
      active_intents:
        - id: INT-001
          name: "First"
          status: IN_PROGRESS
          owned_scope: ["src/**", "!src/gen/**"]
          constraints: [none]
          acceptance_criteria:
            - it works
          related: [REQ-1]
        - id: INT-002
          name: Second
          status: done
          owned_scope: docs
      """;

  @Test
  void readsWhatIsDeclared() throws JsonException {
    List<Intent> intents = IntentFile.parse(GOOD);

    assertThat(intents).extracting(Intent::id).containsExactly("INT-001", "INT-002");
    assertThat(intents.getFirst().status()).isEqualTo(Intent.Status.ACTIVE);
    assertThat(intents.getFirst().scope().owns(WorkspacePath.of("src/A.java"))).isTrue();
    assertThat(intents.getFirst().scope().owns(WorkspacePath.of("src/gen/A.java"))).isFalse();
    assertThat(intents.getLast().scope().owns(WorkspacePath.of("docs/a/b.md"))).isTrue();
    assertThat(intents.getLast().scope().owns(WorkspacePath.of("docs2"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\n", "# nothing\n", "active_intents:\n", "active_intents: []\n", "{}"})
  void nothingDeclaredIsNoError(String text) throws JsonException {
    assertThat(IntentFile.parse(text)).isEmpty();
  }

  /// What is changed in the good file, what for, and the line and column that the error names.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id: INT-001        | id: 5                       | 3 | 9",
        "id: INT-001        | id: [a]                     | 3 | 9",
        "id: INT-001        | id: ../x                    | 3 | 9",
        "id: INT-001        | id: INT 001                 | 3 | 9",
        "id: INT-001        | id: ''                      | 3 | 9",
        "id: INT-002        | id: INT-001                 | 11 | 5",
        "id: INT-001        | ID: INT-001                 | 3 | 9",
        "id: INT-001        | id: &a INT-001              | 3 | 9",
        "id: INT-001        | id: *a                      | 3 | 9",
        "id: INT-001        | id: !!int '1'               | 3 | 9",
        "id: INT-001        | id: !evil x                 | 3 | 9",
        "status: done       | status: finished            | 13 | 13",
        "status: done       | status: true                | 13 | 13",
        "status: done       | status: {a: b}              | 13 | 13",
        "status: done       | staus: done                 | 13 | 12",
        "name: Second       | name: 2                     | 12 | 11",
        "name: Second       | name:                       | 12 | 10",
        "name: Second       | extra: x                    | 12 | 12",
        "name: Second       | id: twice                   | 12 | 5",
        "owned_scope: docs  | owned_scope: []             | 14 | 18",
        "owned_scope: docs  | owned_scope: ../up          | 14 | 18",
        "owned_scope: docs  | owned_scope: /etc           | 14 | 18",
        "owned_scope: docs  | owned_scope: '[a'           | 14 | 18",
        "owned_scope: docs  | owned_scope: '{a'           | 14 | 18",
        "owned_scope: docs  | owned_scope: 'a**b'         | 14 | 18",
        "owned_scope: docs  | owned_scope: '!'            | 14 | 18",
        "owned_scope: docs  | owned_scope: ''             | 14 | 18",
        "owned_scope: docs  | owned_scope: [1]            | 14 | 19",
        "owned_scope: docs  | owned_scope: {a: b}         | 14 | 18",
        "constraints: [none]| constraints: 1              | 7 | 18",
        "constraints: [none]| constraints: [[a]]          | 7 | 19",
        "active_intents:    | active_intent:              | 3 | 3",
        "- it works         | - {a: b}                    | 9 | 9",
      })
  void anErrorNamesItsLineAndColumn(String good, String bad, int line, int column) {
    String text = GOOD.replace(good, bad);
    assertThat(text).isNotEqualTo(GOOD);

    JsonException e = catchThrowableOfType(JsonException.class, () -> IntentFile.parse(text));

    assertThat(e).as(text).isNotNull();
    assertThat(List.of(e.line(), e.column())).as(e.getMessage()).isEqualTo(List.of(line, column));
  }

  static Stream<String> mischief() {
    return Stream.of(
        "[]",
        "- a",
        "just text",
        "1",
        "active_intents: 1",
        "active_intents: {a: b}",
        "active_intents: [1]",
        "active_intents: [null]",
        "active_intents:\n\t- id: x\n",
        "active_intents: [\n",
        "active_intents: {",
        "active_intents: \"",
        "a: b\n---\nc: d\n",
        "---\n---\n",
        "active_intents: &a [*a]",
        "&a active_intents: []",
        "x: &a {y: *a}",
        "!!java.net.URL [http://localhost]",
        "!!javax.script.ScriptEngineManager [!!java.net.URLClassLoader [[]]]",
        "active_intents: !!set {a}",
        "? [a]\n: b",
        "<<: {active_intents: []}",
        "active_intents: []\nactive_intents: []",
        "%YAML 3.0\n---\nactive_intents: []",
        "\u0000",
        "active_intents: \u0007",
        "active_intents: [\uD800]",
        "{\"active_intents\": [}",
        "a: ".repeat(50_000),
        "[".repeat(100_000),
        "{a: ".repeat(50_000),
        "- ".repeat(50_000),
        "? ".repeat(50_000),
        "x".repeat(1024 * 1024 + 1));
  }

  @ParameterizedTest
  @MethodSource("mischief")
  void mischiefIsAnErrorAndNothingElse(String text) {
    assertThatThrownBy(() -> IntentFile.parse(text)).isInstanceOf(JsonException.class);
  }
}
