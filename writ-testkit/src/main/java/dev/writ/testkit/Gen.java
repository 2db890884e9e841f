// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Makes random values for property tests, always the same ones for the same seed.
@FunctionalInterface
public interface Gen<T> {
  /// The system property that repeats a failed run: `-Dseed=…`.
  String SEED_PROPERTY = "seed";

  /// Where a check begins without it: the same values every time, so that a check is repeatable.
  long USUAL_SEED = 20_261_120L;

  /// One value.
  T next(RandomGenerator random);

  /// The values of this generator, changed.
  default <R> Gen<R> map(Function<? super T, ? extends R> change) {
    return random -> change.apply(next(random));
  }

  /// A second value that depends on the first.
  default <R> Gen<R> then(Function<? super T, Gen<R>> more) {
    return random -> more.apply(next(random)).next(random);
  }

  /// Lists of up to `most` values.
  default Gen<List<T>> list(int most) {
    return random -> {
      int size = random.nextInt(most + 1);
      List<T> values = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        values.add(next(random));
      }
      return List.copyOf(values);
    };
  }

  /// Whole numbers from `least` to `most`, both included, the borders more often than others.
  static Gen<Integer> ints(int least, int most) {
    return random ->
        switch (random.nextInt(10)) {
          case 0 -> least;
          case 1 -> most;
          default -> random.nextInt(least, most) + random.nextInt(2);
        };
  }

  /// One of these values.
  @SafeVarargs
  static <T> Gen<T> oneOf(T... values) {
    return random -> values[random.nextInt(values.length)];
  }

  /// A value of one of these generators.
  @SafeVarargs
  static <T> Gen<T> anyOf(Gen<? extends T>... generators) {
    return random -> generators[random.nextInt(generators.length)].next(random);
  }

  /// Text of up to `most` pieces, with the characters that break things.
  static Gen<String> strings(int most) {
    Gen<String> nasty =
        oneOf(
            "\0",
            "\n",
            "\r\n",
            "\t",
            " ",
            "\"",
            "'",
            "\\",
            "/",
            "..",
            "$",
            "`",
            ";",
            "|",
            "&",
            "*",
            "?",
            "#",
            "~",
            "{",
            "}",
            "[",
            "]",
            "<",
            ">",
            "%",
            ":",
            "=",
            "ä",
            "é",
            "e\u0301",
            "ß",
            "中",
            "\uD83D\uDE00",
            "\uD800",
            "\u202E",
            "\u200B",
            "\uFEFF",
            "\u2028",
            "\u001B[31m",
            "\u0007",
            "\u007F",
            "-",
            "--",
            "null");
    Gen<String> plain = random -> String.valueOf((char) random.nextInt('a', 'z' + 1));
    return Gen.<String>anyOf(plain, plain, nasty).list(most).map(pieces -> String.join("", pieces));
  }

  /// Byte arrays of up to `most` bytes.
  static Gen<byte[]> bytes(int most) {
    return random -> {
      byte[] bytes = new byte[random.nextInt(most + 1)];
      random.nextBytes(bytes);
      return bytes;
    };
  }

  /// Checks `n` values; what fails is thrown with its seed and value.
  ///
  /// @throws AssertionError where the property is false or throws for a value
  static <T> void check(int n, Gen<T> gen, Predicate<? super T> property) {
    Long given = Long.getLong(SEED_PROPERTY);
    long first = given == null ? USUAL_SEED : given;
    for (int i = 0; i < (given == null ? n : 1); i++) {
      long seed = first + i;
      T value = gen.next(RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
      boolean holds;
      try {
        holds = property.test(value);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(describe(seed, value), e);
      }
      if (!holds) {
        throw new AssertionError(describe(seed, value));
      }
    }
  }

  private static String describe(long seed, Object value) {
    String shown =
        value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
    return "the property fails; repeat with -Dseed=" + seed + "; value: " + shown;
  }
}
