// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.writ.base.json.JsonException;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.records.ledger.RelatedSource;
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
          related: [requirement: REQ-1]
        - id: INT-002
          name: Second
          status: done
          owned_scope: docs
      """;

  @Test
  void readsWhatIsDeclared() throws JsonException {
    List<Intent> intents = IntentFile.parse(GOOD);

    assertThat(intents).extracting(Intent::id).containsExactly("INT-001", "INT-002");
    assertThat(intents.getFirst().status()).isEqualTo(Intent.IntentStatus.ACTIVE);
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

  private static final String ERRORS =
      """
      id: INT-001        | id: 5                       | 3 | 9
      id: INT-001        | id: [a]                     | 3 | 9
      id: INT-001        | id: ../x                    | 3 | 9
      id: INT-001        | id: INT 001                 | 3 | 9
      id: INT-001        | id: ''                      | 3 | 9
      id: INT-002        | id: INT-001                 | 11 | 5
      id: INT-001        | ID: INT-001                 | 3 | 5
      id: INT-001        | id: &a INT-001              | 3 | 9
      id: INT-001        | id: *a                      | 3 | 9
      id: INT-001        | id: !!int '1'               | 3 | 9
      id: INT-001        | id: !evil x                 | 3 | 9
      status: done       | status: finished            | 13 | 13
      status: done       | status: true                | 13 | 13
      status: done       | status: {a: b}              | 13 | 13
      status: done       | staus: done                 | 13 | 5
      name: Second       | name: 2                     | 12 | 11
      name: Second       | name:                       | 12 | 10
      name: Second       | extra: x                    | 12 | 5
      name: Second       | id: twice                   | 12 | 5
      owned_scope: docs  | owned_scope: []             | 14 | 18
      owned_scope: docs  | owned_scope: ../up          | 14 | 18
      owned_scope: docs  | owned_scope: /etc           | 14 | 18
      owned_scope: docs  | owned_scope: '[a'           | 14 | 18
      owned_scope: docs  | owned_scope: '{a'           | 14 | 18
      owned_scope: docs  | owned_scope: 'a**b'         | 14 | 18
      owned_scope: docs  | owned_scope: '!'            | 14 | 18
      owned_scope: docs  | owned_scope: ''             | 14 | 18
      owned_scope: docs  | owned_scope: [1]            | 14 | 19
      owned_scope: docs  | owned_scope: {a: b}         | 14 | 18
      constraints: [none]| constraints: 1              | 7 | 18
      constraints: [none]| constraints: [[a]]          | 7 | 19
      active_intents:    | active_intent:              | 2 | 1
      - it works         | - {a: b}                    | 9 | 9
      id: INT-001        | id: 1e3                     | 3 | 9
      id: INT-001        | id: '1e3'                   | 3 | 9
      id: INT-001        | id: 0x1F                    | 3 | 9
      id: INT-001        | id: 0o17                    | 3 | 9
      id: INT-001        | id: 010                     | 3 | 9
      id: INT-001        | id: 2025-01-02              | 3 | 9
      id: INT-001        | id: yes                     | 3 | 9
      id: INT-001        | id: 'Off'                   | 3 | 9
      id: INT-001        | id: null                    | 3 | 9
      id: INT-001        | id: .inf                    | 3 | 9
      id: INT-001        | id: int-002                 | 11 | 5
      id: INT-001        | id: INT\u202e-001           | 3 | 9
      id: INT-001        | id: \u0406NT-001            | 3 | 9
      id: INT-001        | id: INT-S-2025-1            | 3 | 9
      id: INT-001        | id: int-s-x                 | 3 | 9
      id: INT-001        | id: !!python/object x       | 3 | 9
      related: [requirement: REQ-1] | related: [REQ-1]            | 10 | 15
      related: [requirement: REQ-1] | related: [{issue: 1, spec: 2}] | 10 | 15
      related: [requirement: REQ-1] | related: [ticket: 1]        | 10 | 15
      related: [requirement: REQ-1] | related: [issue: [1]]       | 10 | 22
      related: [requirement: REQ-1] | related: {issue: 1}         | 10 | 14
      related: [requirement: REQ-1] | budget: 5                   | 10 | 13
      related: [requirement: REQ-1] | budget: {cost: 1, cost: 2}  | 10 | 23
      related: [requirement: REQ-1] | budget: {tokens: 5}         | 10 | 14
      related: [requirement: REQ-1] | budget: {iterations: -1}    | 10 | 26
      related: [requirement: REQ-1] | budget: {iterations: 1.5}   | 10 | 26
      related: [requirement: REQ-1] | budget: {iterations: '5'}   | 10 | 26
      related: [requirement: REQ-1] | budget: {iterations: 1e3}   | 10 | 26
      related: [requirement: REQ-1] | budget: {cost: 0.00000001}  | 10 | 20
      related: [requirement: REQ-1] | budget: {cost: 1e99}        | 10 | 20
      related: [requirement: REQ-1] | budget: {cost: .nan}        | 10 | 20
      related: [requirement: REQ-1] | budget: {cost: null}        | 10 | 20
      related: [requirement: REQ-1] | checks: {a: b}              | 10 | 13
      related: [requirement: REQ-1] | checks: [1]                 | 10 | 14
      related: [requirement: REQ-1] | checks: [mvn test, 'a $b']  | 10 | 24
      related: [requirement: REQ-1] | checks: ['make $(x)']       | 10 | 14
      related: [requirement: REQ-1] | checks: ['']                | 10 | 14
      """;

  /// The change of the valid file, its purpose, and the line and column in the error.
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = ERRORS)
  void anErrorNamesItsLineAndColumn(String good, String bad, int line, int column) {
    String text = GOOD.replace(good, bad.replace("\\n", "\n"));
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
        "active_intents:\n-\n",
        "active_intents:\n  - ~\n",
        "active_intents: yes",
        "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nactive_intents: [*c,*c]",
        "active_intents: !!python/object/apply:os.system [id]",
        "active_intents: !!omap []",
        "active_intents: !!seq {}",
        "%TAG ! tag:x,2000:\n---\nactive_intents: !x []",
        "active_intents: []\n---\nactive_intents: []",
        "active_intents: []\n...\nactive_intents: []",
        "a\u0000c\u0000t\u0000",
        "active_intents: []\u0000",
        "\uFFFE",
        "active_intents: [\uFEFF",
        "active_intents:\n  - id: x\n\tname: y\n",
        "active_intents:\n  - <<: {id: x, name: y, status: done, owned_scope: z}\n",
        "active_intents: |\n  - id: x\n",
        "active_intents:\n" + "- {id: a, name: b, status: done, owned_scope: c}\n".repeat(2),
        many(1001),
        many(100_000),
        "# " + "x".repeat(10 * 1024 * 1024),
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

  private static String many(int count) {
    StringBuilder text = new StringBuilder("active_intents:\n");
    for (int i = 0; i < count; i++) {
      text.append("- {id: I").append(i).append(", name: b, status: done, owned_scope: c}\n");
    }
    return text.toString();
  }

  @Test
  void asManyAsMayBeAreRead() throws JsonException {
    assertThat(IntentFile.parse(many(IntentFile.MAX_INTENTS))).hasSize(IntentFile.MAX_INTENTS);
  }

  @Test
  void whatIsTooMuchIsSaidWithItsLimit() {
    assertThatThrownBy(() -> IntentFile.parse(many(IntentFile.MAX_INTENTS + 1)))
        .hasMessageContaining("more than 1000 intents");
    assertThatThrownBy(() -> IntentFile.parse("x".repeat(IntentFile.MAX_BYTES + 1)))
        .hasMessageContaining("longer than 1048576 characters");
  }

  @Test
  void everyKeyIsRead() throws JsonException {
    Intent intent =
        IntentFile.parse(
                """
                active_intents:
                  - id: INT-001
                    name: n
                    status: active
                    owned_scope: ["**"]
                    related:
                      - requirement: REQ-7
                      - issue: 12
                      - spec: docs/spec.md §3
                    budget: {iterations: 20, cost: 2.5, changed_lines: 400}
                    checks:
                      - mvn -q test
                      - git diff --check | wc -l
                """)
            .getFirst();

    assertThat(intent.terms().related())
        .extracting(RelatedSource::toString)
        .containsExactly("requirement REQ-7", "issue 12", "spec docs/spec.md §3");
    assertThat(intent.terms().budget().words())
        .isEqualTo("20 iterations, 2.50 USD, 400 changed lines");
    assertThat(intent.terms().checks()).containsExactly("mvn -q test", "git diff --check | wc -l");
  }

  @Test
  void aCheckThatIsNoCommandLineIsRefusedWithTheRewrite() {
    assertThatThrownBy(
            () ->
                IntentFile.parse(
                    "active_intents: [{id: I1, name: n, status: active, owned_scope: a, checks: ['echo"
                        + " $HOME']}]"))
        .hasMessageContaining("checks: ")
        .hasMessageContaining("Instead: ");
  }

  @Test
  void aMarkAtTheBeginningAndLineEndsOfWindowsAreRead() throws JsonException {
    assertThat(IntentFile.parse("\uFEFF" + GOOD.replace("\n", "\r\n"))).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("mischief")
  void mischiefIsAnErrorAndNothingElse(String text) {
    assertThatThrownBy(() -> IntentFile.parse(text)).isInstanceOf(JsonException.class);
  }
}
