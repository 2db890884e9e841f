// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ApprovalConcern;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RiskRulesTest {
  @Test
  void everyShippedRuleIsAsItsExamplesSay() {
    List<RiskRule> all = new ArrayList<>(RiskRules.SHIPPED);
    all.addAll(RiskRules.TAINT);
    assertThat(all).allSatisfy(rule -> assertThat(rule.checked()).isSameAs(rule));
    assertThat(all).extracting(RiskRule::id).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "creates .env, true",
    "creates+secret .env, true",
    "secret .env, false",
    "creates+reads a, false",
    "creates+moves a, false",
    "creates+runs a, false",
    "replaces a, false"
  })
  void aDeedThatOnlyCreatesTouchesNothingThatIsThere(String words, boolean onlyCreates) {
    assertThat(RiskFacts.of(words).onlyCreates()).isEqualTo(onlyCreates);
  }

  @Test
  void aRuleOfAPersonIsRead() throws Exception {
    RiskRule rule =
        RiskRules.of(
            JsonReader.readObject(
                """
                {"id": "migrations", "when": ["replaces"], "paths": ["db/migrations/**"],
                 "score": 70, "reason": "{path} was applied already",
                 "match": ["replaces db/migrations/1.sql"], "not_match": ["replaces db/a.sql"]}\
                """));
    assertThat(rule.judge(RiskFacts.of("replaces db/migrations/7.sql")))
        .contains(
            new RiskRule.RiskFinding(
                70,
                ApprovalConcern.ConcernKind.DESTRUCTIVE,
                "db/migrations/7.sql was applied already"));
    assertThat(rule.judge(RiskFacts.of("creates db/migrations/7.sql"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          "match": ["reads a"], "not_match": ["reads b"]             | should match 'reads a'
          "match": ["replaces a"], "not_match": ["replaces b"]       | should not match 'replaces b'
          "match": [], "not_match": ["reads b"]                      | needs traits, an example
          "match": ["replaces a"], "not_match": []                   | needs traits, an example
          "match": ["flies a"], "not_match": ["reads b"]             | 'flies' is not a trait
          "match": ["replaces a"], "not_match": ["reads b"], "x": 1  | a rule has no 'x'
          "match": ["replaces a"], "not_match": [1]                  | a text was expected
          """)
  void aRuleWhoseExamplesAreWrongIsRefused(String members, String message) {
    assertThatThrownBy(
            () ->
                RiskRules.of(
                    JsonReader.readObject(
                        "{\"id\": \"r\", \"when\": [\"replaces\"], \"score\": 60, "
                            + members
                            + "}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aRuleWithoutTraitsIsRefused() {
    assertThatThrownBy(
            () ->
                RiskRules.of(
                    JsonReader.readObject(
                        """
                        {"id": "r", "when": [], "score": 60,
                         "match": ["reads a"], "not_match": ["reads b"]}\
                        """)))
        .hasMessageContaining("needs traits");
  }

  @ParameterizedTest
  @CsvSource({"-1", "101", "1e3", "\"70\""})
  void aScoreIsFromNothingToAHundred(String score) {
    assertThatThrownBy(
            () ->
                RiskRules.of(
                    JsonReader.readObject(
                        "{\"id\": \"r\", \"when\": [\"runs\"], \"score\": " + score + "}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs a score from 0 to 100");
  }

  @Test
  void manyPlacesAreNamedInShort() {
    RiskFacts facts = new RiskFacts();
    for (String name : List.of("a", "b", "c", "d", "e")) {
      facts.with(RiskTrait.DELETES, dev.writ.base.scope.WorkspacePath.of(name));
    }
    assertThat(
            RiskRules.SHIPPED.stream()
                .filter(rule -> rule.id().equals("deletes"))
                .findFirst()
                .orElseThrow()
                .judge(facts)
                .orElseThrow()
                .reason())
        .isEqualTo("removes a, b, c and 2 more");
  }
}
