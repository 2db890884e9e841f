// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackFileTest {
  private static final String WHOLE =
      """
      tool: demo
      version: 1.2.3
      binary: [demo, ./demo]
      summary: shows things
      dialect: gnu
      groups:
        common: {flags: -v --verbose}
      globals:
        - {after: sub, anywhere: true, flags: -q}
      commands:
        - id: demo.sub
          words: sub deep
          effect: [read, network]
          risk: destructive
          why: because
          uses: common
          options:
            - {names: -n, type: integer, min: 1, max: 9, required: true, repeatable: false, conflicts: -v}
            - {names: -o --out, type: path, access: write, pattern: '[a-z]+', effect: write}
            - {names: --when, type: enum, values: never always, value: optional}
          positionals:
            - {name: file, type: path, count: some, unless: -o}
          behind_dashes: [{name: rest}]
          options_end: operand
      caches: ~/.demo
      outputs: [out]
      proxy: {HTTPS_PROXY: '{url}'}
      examples:
        match: [{line: demo sub deep -n 2 a, id: demo.sub, risk: destructive, effect: [read, network]}]
        not_match: [{line: [demo, sub x]}]
      """;

  @Test
  void readsEverything() throws PackException {
    Pack pack = PackFile.read("demo.yaml", WHOLE);
    assertThat(pack.title())
        .isEqualTo(
            new Pack.Title("demo", new SemVer(1, 2, 3), List.of("demo", "./demo"), "shows things"));
    assertThat(pack.dialect()).isEqualTo(Dialect.GNU);
    assertThat(pack.surroundings())
        .isEqualTo(
            new Surroundings(List.of("~/.demo"), List.of("out"), Map.of("HTTPS_PROXY", "{url}")));
    assertThat(pack.examples()).hasSize(2);
    assertThat(pack.globals().getFirst().after()).containsExactly("sub");
    PackCommand command = pack.commands().getFirst();
    assertThat(command.words()).containsExactly("sub", "deep");
    assertThat(command.consequence().why()).isEqualTo("because");
    assertThat(command.syntax().end()).isEqualTo(OptionsEnd.OPERAND);
    assertThat(command.syntax().options())
        .flatExtracting(PackOption::names)
        .containsExactly("-n", "-o", "--out", "--when", "-v", "--verbose", "-q");
    PackOption number = command.syntax().options().getFirst();
    assertThat(number.value()).isEqualTo(new Value.Whole(1, 9));
    assertThat(number.usage()).isEqualTo(new PackOption.Usage(true, false, List.of("-v")));
    assertThat(number.arity()).isEqualTo(Arity.ANY);
  }

  /// What stands in the whole file, what replaces it, and where which error is.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tool: demo               | tol: demo                   | 1:6   | unknown key 'tol'",
        "tool: demo               | tool: 7                     | 1:7   | tool: a text was expected, not a number",
        "tool: demo               | tool: Demo                  | 1:7   | does not have the shape",
        "tool: demo               | tool: ''                    | 1:7   | a text was expected",
        "version: 1.2.3           | version: 1.2                | 2:10  | version: a text was expected",
        "version: 1.2.3           | version: 1.2.03             | 2:10  | three numbers",
        "version: 1.2.3           | version: v1.2.3             | 2:10  | three numbers",
        "version: 1.2.3           | version: 1.2.3-x            | 2:10  | three numbers",
        "version: 1.2.3           | version: 1.2.1234567        | 2:10  | three numbers",
        "version: 1.2.3           | version: 1..3               | 2:10  | three numbers",
        "./demo                   | ../demo                     | 3:9   | no program's name",
        "summary: shows things    | caches: x                   | 25:1  | a second time",
        "summary: shows things    | # nothing                   | 1:1   | 'summary' is missing",
        "binary: [demo, ./demo]   | # nothing                   | 1:1   | 'binary' is missing",
        "dialect: gnu             | dialect: dos                | 5:10  | 'dos' is none of [gnu, cobra, tar, words, go]",
        "{flags: -v --verbose}    | {flag: -v}                  | 7:18  | unknown key 'flag'",
        "{flags: -v --verbose}    | []                          | 7:11  | a mapping was expected, not a array",
        "anywhere: true           | anywhere: 1                 | 9:28  | true or false",
        "id: demo.sub             | id: other.sub               | 11:9  | must begin with demo",
        "id: demo.sub             | id: demosub                 | 11:9  | must begin with demo",
        "id: demo.sub             | idd: demo                   | 11:10 | unknown key 'idd'",
        "effect: [read, network]  | effect: [read, fly]         | 13:13 | 'fly' is none of",
        "effect: [read, network]  | words_: x                   | 13:13 | unknown key",
        "risk: destructive        | risk: high                  | 14:11 | 'high' is none of [safe, destructive]",
        "why: because             | why: [x]                    | 15:10 | why: a text was expected, not a array",
        "uses: common             | uses: commons               | 16:11 | no group 'commons'",
        "{names: -n,              | {                           | 18:9  | 'names' is missing",
        "type: integer            | type: int                   | 18:27 | 'int' is none of",
        "type: integer            | type: string                | 18:48 | has none",
        "min: 1,                  | min: one,                   | 18:41 | a whole number was expected",
        "values: never always,    | max: 3,                     | 20:42 | max: a enum value has none",
        "value: optional          | value: none                 | 20:66 | only a flag takes none",
        "pattern: '[a-z]+'        | pattern: '['                | 19:63 | no regular expression",
        "{name: file,             | {                           | 22:9  | 'name' is missing",
        "type: path, count        | type: flag, count           | 22:28 | a positional is no flag",
        "count: some              | count: three                | 22:41 | none of [one, optional, any, some]",
        "proxy: {HTTPS_PROXY: '{url}'} | proxy: {A: 1}          | 27:12 | A: a text was expected",
        "proxy: {HTTPS_PROXY: '{url}'} | proxy: x               | 27:8  | a mapping was expected",
        "{line: [demo, sub x]}    | {lines: x}                  | 30:23 | unknown key 'lines'",
        "{line: [demo, sub x]}    | {}                          | 30:15 | 'line' is missing",
        "commands:                | commands: []                | 10:11 | at least one was expected",
      })
  void saysWhereItIsWrong(String old, String with, String where, String message) {
    assertThat(WHOLE).contains(old);
    String text =
        with.equals("commands: []")
            ? WHOLE.substring(0, WHOLE.indexOf("commands:")) + with + "\n"
            : WHOLE.replace(old, with);
    PackException e =
        catchThrowableOfType(PackException.class, () -> PackFile.read("demo.yaml", text));
    assertThat(e).as(text).isNotNull();
    assertThat(e.getMessage())
        .startsWith("demo.yaml:" + where)
        .contains(message == null ? "" : message);
    assertThat(e.file()).isEqualTo("demo.yaml");
    assertThat(e.getMessage()).startsWith(e.file() + ":" + e.line() + ":" + e.column() + ": ");
  }

  @Test
  void refusesIdsThatStandTwiceAndOtherRoots() {
    String twice =
        """
        tool: a
        version: 1.0.0
        binary: a
        summary: a
        commands:
          - {id: a.b, effect: []}
          - {id: a.b, effect: []}
        """;
    assertThatThrownBy(() -> PackFile.read("a.yaml", twice))
        .isInstanceOf(PackException.class)
        .hasMessageContaining("a.yaml:7:10: the command id 'a.b' stands here a second time");
    assertThatThrownBy(() -> PackFile.read("a.yaml", "[]"))
        .hasMessageContaining("a mapping was expected");
    assertThatThrownBy(() -> PackFile.read("a.yaml", twice.replace("[]}\n  - {id: a.b, ", "[], ")))
        .isInstanceOf(PackException.class);
    assertThatThrownBy(() -> PackFile.read("a.yaml", twice.replace(", effect: []", "")))
        .hasMessageContaining("a.yaml:6:5: the key 'effect' is missing");
    assertThatThrownBy(() -> PackFile.read("a.json", "tool: a"))
        .isInstanceOf(PackException.class)
        .hasMessageStartingWith("a.json:1:");
  }

  @Test
  void theHashIsOfTheContentNotOfTheText() throws PackException {
    String yaml =
        """
        tool: a
        version: 1.0.0
        binary: a
        summary: s
        commands: [{id: a, effect: [], options: [{names: -n, type: integer, min: 1}]}]
        """;
    String json =
        """
        {"summary": "s", "binary": "a", "version": "1.0.0", // a comment
         "commands": [{"options": [{"min": 1, "type": "integer", "names": "-n"}], "effect": [], "id": "a"}],
         "tool": "a"}
        """;
    String hash = Candidate.read("a.yaml", yaml).hash();
    assertThat(hash)
        .isEqualTo("sha256:5d043a6163a4c6c8d1b9d5d457587ac74524b1006e599c2db46af8f83769247a")
        .isEqualTo(Candidate.read("a.json", json).hash());
    assertThat(Candidate.read("a.yaml", yaml.replace("min: 1", "min: 2")).hash())
        .isNotEqualTo(hash);
    assertThat(Candidate.read("a.yaml", yaml.replace("-n", "-m")).hash()).isNotEqualTo(hash);
    assertThat(Candidate.read("a.json", json).pack())
        .usingRecursiveComparison()
        .isEqualTo(Candidate.read("a.yaml", yaml).pack());
  }

  @Test
  void versionsAreOrdered() {
    assertThat(List.of("0.9.9", "1.0.0", "1.0.10", "1.2.0", "10.0.0"))
        .map(text -> SemVer.of(text).orElseThrow())
        .isSorted()
        .map(SemVer::toString)
        .containsExactly("0.9.9", "1.0.0", "1.0.10", "1.2.0", "10.0.0");
    assertThat(new SemVer(1, 2, 3)).isEqualByComparingTo(new SemVer(1, 2, 3));
    assertThat(SemVer.of("1.0.0.0")).isEmpty();
    assertThat(SemVer.of("1.0.+1")).isEmpty();
    assertThat(SemVer.of("")).isEmpty();
  }
}
