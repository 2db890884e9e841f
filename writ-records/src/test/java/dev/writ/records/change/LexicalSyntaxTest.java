// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.records.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.records.change.LexicalSyntax.SourceTokenKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// How a text is cut into tokens where its grammar is not asked.
class LexicalSyntaxTest {
  /// A file's name, its text, and its tokens. A token is followed by a blank; a literal stands in
  /// `«»`. `¶` is a line feed, `␍` a carriage return, `␉` a tab, `␣` a blank that is a token.
  private static final String CASES =
      """
      a.java | int a = 1; | int a = «1» ;
      a.java | a // x | a
      a.java | a // x¶b | a b
      a.java | //¶b | b
      a.java | a//x//y¶/ b | a / b
      a.java | a /* x */ b | a b
      a.java | a /* x¶ */ b | a b
      a.java | a /* x b | a / * x b
      a.java | a /* /* */ b */ | a b * /
      a.java | /**/a | a
      a.java | /*/ a | / * / a
      a.java | /* a */ b /* c | b / * c
      a.java | a /* b // c¶d | a / * b d
      a.java | "a b" | «"a b"»
      a.java | "a\\"b" c | «"a\\"b"» c
      a.java | "a¶b" | " a b "
      a.java | "" a | «""» a
      a.java | " | "
      a.java | "a | " a
      a.java | \"""a "b" c\""" d | «\"""a "b" c\"""» d
      a.java | \"""a¶b\""" d | «\"""a¶b\"""» d
      a.java | \"""a"" | " «""» a «""»
      a.java | 'a' b | «'a'» b
      a.java | '\\n' b | «'\\n'» b
      a.java | 'abcdefghijk' b | «'abcdefghijk'» b
      a.java | 'abcdefghijkl' b | 'abcdefghijkl ' b
      a.java | ' b | ' b
      a.java | '1 | ' «1»
      a.java | 1_000 0x1F 1.5 1.a 2. | «1_000» «0x1F» «1.5» «1» . a «2» .
      a.java | x1 _y $z ä Zz9 | x1 _y $z ä Zz9
      a.java | a@b`c{d[e | a @ b ` c { d [ e
      a.java | 9:/0 | «9» : / «0»
      a.java | a\\¶b | a b
      a.java | a\\␍¶b | a b
      a.java | a\\b | a \\ b
      a.java | a\\ | a \\
      a.java | a␉b␍¶c | a b c
      a.cpp | // x\\¶y¶z | z
      a.cpp | // x\\␍¶y¶z | z
      a.cpp | // x\\y¶z | z
      a.cpp | 1'000 1' | «1'000» «1» '
      a.cpp | 1'a 1'+ | «1'a» «1» ' +
      a.rs | a /* b /* c */ d */ e | a e
      a.rs | a /* /* */ b | a / * / * * / b
      a.rs | 'a: x | 'a : x
      a.rs | 'a' b | «'a'» b
      a.rs | 'ä' b | «'ä'» b
      a.rs | '\\n' x | «'\\n'» x
      a.rs | '\\u{1}' x | ' \\ u { 1 } x
      a.rs | "a {b} c" d | " a ␣ { b } ␣ c d
      a.rs | "a b" d | «"a b"» d
      a.rs | "a $b1" d | " a ␣ $b1 d
      a.rs | "1{x" y | " 1 { x y
      a.swift | "\\(x)" y | " \\ ( x ) y
      a.swift | "\\[x)" y | «"\\[x)"» y
      a.swift | 'a b' | ' a b '
      a.js | 'a b' == "a b" | «a b» = = «a b»
      a.js | `a${b}¶c` d | ` a$ { b } ¶ c d
      a.js | `a¶c` d | «a¶c» d
      a.js | x = /a b/ ; | x = «/a b/» ;
      a.js | a / b / c | a / b / c
      a.js | return /x y/ z | return «/x y/» z
      a.js | typeof /x y/ z | typeof «/x y/» z
      a.js | case /x y/ z | case «/x y/» z
      a.js | (a) /x y/ z | ( a ) / x y / z
      a.js | [a] /x y/ z | [ a ] / x y / z
      a.js | {a} /x y/ z | { a } / x y / z
      a.js | < /x y/ z | < / x y / z
      a.js | = /[/]a b/ b | = «/[/]a b/» b
      a.js | = /[]/ b | = «/[]/» b
      a.js | = /\\// b | = «/\\//» b
      a.js | = /a¶b/ | = / a b /
      a.js | = /a b | = / a b
      a.js | /a b/ | «/a b/»
      a.js | 1 / 2 / 3 | «1» / «2» / «3»
      a.java | = /a b/ | = / a b /
      a.php | a # x¶b | a b
      a.php | #[A] b | # [ A ] b
      a.php | a # | a
      a.php | #!/x¶a | «#!/x» a
      a.php | a #!/x | a
      a.php | #!¶a | a
      a.css | a // b | a / / b
      a.css | a /* x */ b | a b
      a.json | {"a b": 1} | { «"a b"» : «1» }
      a.json | 'a' | ' a '
      a.sql | a -- x¶b | a b
      a.sql | a - x | a - x
      a.sql | a -- x\\¶b¶c | a c
      a.xml | a <!-- x --> b="c d" | a b = " c d "
      a.clj | a ; x¶b | a b
      a.tex | a % x¶b | a b
      a.py | 'a b' # x¶b | «a b» b
      a.py | '''a 'b' c''' d | «a 'b' c» d
      a.py | f"{x}" | f " { x }
      a.py | # x\\¶y | y
      a.toml | 'a b' # x | «'a b'»
      a.rb | 'a b' # x | «'a b'»
      a.go | `a\\` b | «`a\\`» b
      a.go | `a¶b` c | «`a¶b`» c
      a.go | "a {b}" c | «"a {b}"» c
      a.kt | /* /* */ */ a "$b" | a " $b
      a.kt | \"""a $b\""" c | \""" a ␣ $b c
      a.scss | a // b¶'c d' | a «'c d'»
      a.gradle | 'a b' "${c}" | «'a b'» " $ { c }
      a.cs | "{a}" 'b' | " { a } «'b'»
      Makefile | a # "b c" | a # " b c "
      Dockerfile.x | a # "b c" | a # " b c "
      a.txt | a "b c" // d | a " b c " / / d
      a.java | a // +build x | a «// +build x»
      a.java | //go:embed x¶b | «//go:embed x» b
      a.java | // go:embed x¶b | b
      a.java | //export F | «//export F»
      a.java | // export F¶b | b
      a.java | //exp¶b | b
      a.java | //noqa¶b | «//noqa» b
      a.java | //noq¶b | b
      a.java | // x noqa¶b | b
      a.java | //  noqa¶b | b
      a.java | // x \\u0041¶b | «// x \\u0041» b
      a.java | // x \\v u¶b | b
      a.java | /** @ts-x */ b | «/** @ts-x */» b
      a.java | /* eslint x */ b | «/* eslint x */» b
      a.py | ## type: x¶b | «## type: x» b
      """;

  static List<List<String>> cases() {
    List<List<String>> cases = new ArrayList<>();
    for (String line : CASES.lines().toList()) {
      cases.add(List.of(line.split(" \\| ", -1)));
    }
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aTextHasTheseTokens(List<String> given) {
    assertThat(tokens(given.get(0), given.get(1))).isEqualTo(given.get(2));
  }

  @Test
  void aFormFeedAndAVerticalTabAreBlank() {
    assertThat(tokens("a.java", "a\f\u000Bb\u000Ec")).isEqualTo("a b \u000E c");
  }

  @Test
  void thereMayBeManyTokens() {
    String many = "a1 ".repeat(1000);

    assertThat(tokens("a.java", many)).isEqualTo(many.strip());
  }

  private static String tokens(String name, String text) {
    byte[] bytes =
        text.replace('¶', '\n')
            .replace('␍', '\r')
            .replace('␉', '\t')
            .getBytes(StandardCharsets.UTF_8);
    LexicalSyntax.TokenSequence tokens = LexicalSyntax.of(name).tokens(bytes);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < tokens.count(); i++) {
      byte[] token = tokens.text(i).getBytes(StandardCharsets.ISO_8859_1);
      String plain = new String(token, StandardCharsets.UTF_8).replace('\n', '¶');
      String shown = plain.equals(" ") ? "␣" : plain;
      all.add(tokens.kind(i) == SourceTokenKind.LITERAL ? '«' + shown + '»' : shown);
    }
    return String.join(" ", all);
  }
}
