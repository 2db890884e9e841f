// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.CommandWord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Patterns of file names.
class NamePatternTest {
  /// Text between `<` and `>` is quoted.
  private static NamePattern pattern(String written) {
    List<CommandWord.WordPiece> pieces = new ArrayList<>();
    boolean quoted = false;
    for (String piece : written.split("[<>]", -1)) {
      if (!piece.isEmpty()) {
        pieces.add(new CommandWord.WordPiece(piece, quoted));
      }
      quoted = !quoted;
    }
    return NamePattern.of(new CommandWord.Pattern(pieces));
  }

  @ParameterizedTest
  @CsvSource({
    "*, a",
    "*, abc",
    "a*, a",
    "a*, abc",
    "*c, abc",
    "a*c, abbc",
    "a*b*c, axbxbc",
    "*a*, bab",
    "**, a",
    "a**, a",
    "?, a",
    "a?c, abc",
    "??, ab",
    "[abc], b",
    "[a-c], a",
    "[a-c], b",
    "[a-c], c",
    "[a-cx], x",
    "[xa-c], c",
    "[!abc], d",
    "[^abc], d",
    "[!a-c]x, dx",
    "[]a], ]",
    "[!]a], b",
    "[a-], -",
    "[a-], a",
    "[-a], -",
    "[a, [a",
    "a[, a[",
    "[!, [!",
    "[a!b], !",
    "[a^b], ^",
    ".*, .a",
    ".a, .a",
    "<*>a, *a",
    "<*>*, *abc",
    "[a<->c], -",
    "[<!>a], !",
    "[a<]>b], ]",
    "<[>a], [a]",
    "*.txt, a.txt",
    "a.*.txt, a.b.txt",
    "*[0-9], file7",
  })
  void aNameMatches(String pattern, String name) {
    assertThat(pattern(pattern).matches(name)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "*, .a",
    "?a, .a",
    "[.]a, .a",
    "a, b",
    "a, ab",
    "ab, a",
    "a*c, abcd",
    "a*c, ab",
    "*a, ab",
    "a*b*c, axcxb",
    "?, ab",
    "??, a",
    "?, ''",
    "[abc], d",
    "[a-c], d",
    "[b-c], a",
    "[!abc], a",
    "[^abc], c",
    "[!a-c], b",
    "[a-c], -",
    "[a-c], ab",
    "[a<->c], b",
    "[<!>a], b",
    "<*>, a",
    "<?>, a",
    "<[>a], a",
    "[]a], b",
    "[!]a], ]",
    "'', a",
    "*.txt, a.txtx",
  })
  void anotherDoesNot(String pattern, String name) {
    assertThat(pattern(pattern).matches(name)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "abc, true",
    "<*?[>, true",
    "a]!-, true",
    "a*, false",
    "?a, false",
    "a[, false",
    "<a>*, false",
  })
  void aPatternWithNothingActiveIsPlain(String pattern, boolean plain) {
    assertThat(pattern(pattern).isPlain()).isEqualTo(plain);
  }

  @Test
  void itIsSplitAtSlashesAndKeepsWhatIsQuoted() {
    List<NamePattern> parts = pattern("<a*>/b*//c").split();

    assertThat(parts).extracting(NamePattern::text).containsExactly("a*", "b*", "", "c");
    assertThat(parts).extracting(NamePattern::isPlain).containsExactly(true, false, true, true);
    assertThat(parts.get(1).matches("bc")).isTrue();
    assertThat(parts.get(0).matches("ab")).isFalse();
    assertThat(pattern("a/").split()).extracting(NamePattern::text).containsExactly("a", "");
  }
}
