// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class CommandConsequenceTest {
  @Test
  void whatDiscardsWorkIsDestructiveForAReason() {
    Set<PackEffect> discards = Set.of(PackEffect.DISCARD);

    CommandConsequence silent = new CommandConsequence(discards, RiskLevel.SAFE, "");
    CommandConsequence told = new CommandConsequence(discards, RiskLevel.SAFE, "a stash is lost");

    assertThat(silent.risk()).isEqualTo(RiskLevel.DESTRUCTIVE);
    assertThat(silent.why()).isEqualTo("may discard uncommitted work");
    assertThat(told.why()).isEqualTo("a stash is lost");
  }
}
