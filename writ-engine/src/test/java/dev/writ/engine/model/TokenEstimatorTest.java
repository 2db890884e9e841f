// Implements: docs/spec/04-conversation.md §4.1 (Limits)
package dev.writ.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TokenEstimatorTest {
  private static String resource(String name) {
    try (InputStream in = TokenEstimatorTest.class.getResourceAsStream("tokens/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(name, e);
    }
  }

  static Stream<String> corpus() {
    return resource("counts.tsv").lines().filter(line -> !line.startsWith("#"));
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void anEstimateIsWithinAFifthOfARealTokenizer(String row) {
    String[] fields = row.split("\t", 2);
    long real = Long.parseLong(fields[1]);
    assertThat(TokenEstimator.tokens(resource(fields[0])))
        .as(fields[0])
        .isBetween(real * 4 / 5, real * 6 / 5);
  }

  @Test
  void nothingHasNoTokensAndEveryTextEnds() {
    assertThat(TokenEstimator.tokens("")).isZero();
    Random random = new Random(4);
    for (int i = 0; i < 2000; i++) {
      StringBuilder text = new StringBuilder();
      for (int k = random.nextInt(60); k >= 0; k--) {
        text.append((char) random.nextInt(0x10000)); // lone surrogates and unassigned ones too
      }
      assertThat(TokenEstimator.tokens(text.toString())).isBetween(1L, 2L * text.length() + 1);
    }
  }

  @Test
  void aLongerTextHasNoFewerTokens() {
    String text = resource("code.java.txt");
    long before = 0;
    for (int end = 0; end < text.length(); end += 97) {
      long tokens = TokenEstimator.tokens(text.substring(0, end));
      assertThat(tokens).isGreaterThanOrEqualTo(before - 1);
      before = tokens;
    }
  }
}
