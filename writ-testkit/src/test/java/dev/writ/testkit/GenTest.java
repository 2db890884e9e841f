// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

final class GenTest {
  @Test
  void theSameSeedGivesTheSameValue() {
    Gen<List<String>> gen = Gen.strings(20).list(5);
    var factory = RandomGeneratorFactory.of("L64X128MixRandom");
    assertThat(gen.next(factory.create(7))).isEqualTo(gen.next(factory.create(7)));
  }

  @Test
  void intsReachTheirBorders() {
    Set<Integer> seen = new HashSet<>();
    Gen.check(500, Gen.ints(-1, 2), value -> seen.add(value) || value >= -1);
    assertThat(seen).containsExactlyInAnyOrder(-1, 0, 1, 2);
  }

  @Test
  void failuresTellSeedAndValue() {
    assertThatThrownBy(() -> Gen.check(1, Gen.oneOf("wrong"), _ -> false))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Dseed=")
        .hasMessageContaining("wrong");
  }
}
