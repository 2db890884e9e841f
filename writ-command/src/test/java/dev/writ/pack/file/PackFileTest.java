// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.writ.pack.schema.OptionArity;
import dev.writ.pack.schema.OptionDialect;
import dev.writ.pack.schema.OptionsEnd;
import dev.writ.pack.schema.Pack;
import dev.writ.pack.schema.PackCommand;
import dev.writ.pack.schema.PackOption;
import dev.writ.pack.schema.PackVersion;
import dev.writ.pack.schema.ToolNeeds;
import dev.writ.pack.schema.ValueRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

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
      stores: ~/.demo/got
      hosts: repo.example.org
      takes: Demofile *.demo
      """;

  @Test
  void readsEverything() throws PackException {
    Pack pack = PackFile.read("demo.yaml", WHOLE);
    assertThat(pack.title())
        .isEqualTo(
            new Pack.Title(
                "demo",
                new PackVersion(1, 2, 3),
                List.of("demo", "./demo"),
                Set.of(),
                "shows things"));
    assertThat(pack.dialect()).isEqualTo(OptionDialect.GNU);
    assertThat(pack.needs())
        .isEqualTo(
            new ToolNeeds(
                List.of("~/.demo"),
                List.of("~/.demo/got"),
                List.of("out"),
                Map.of("HTTPS_PROXY", "{url}"),
                List.of("repo.example.org"),
                List.of("Demofile", "*.demo")));
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
    assertThat(number.value()).isEqualTo(new ValueRule.WholeNumber(1, 9));
    assertThat(number.usage()).isEqualTo(new PackOption.Usage(true, false, List.of("-v")));
    assertThat(number.arity()).isEqualTo(OptionArity.ANY);
  }

  /// What stands in the whole file, what replaces it, and where which error is.
  @ParameterizedTest
  @CsvFileSource(resources = "broken-packs.txt", delimiter = '|', quoteCharacter = '`')
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
        .hasMessageContaining("a.yaml:7:10: the command id 'a.b' is a duplicate");
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
    String hash = PackCandidate.read("a.yaml", yaml).hash();
    assertThat(hash)
        .isEqualTo("sha256:5d043a6163a4c6c8d1b9d5d457587ac74524b1006e599c2db46af8f83769247a")
        .isEqualTo(PackCandidate.read("a.json", json).hash());
    assertThat(PackCandidate.read("a.yaml", yaml.replace("min: 1", "min: 2")).hash())
        .isNotEqualTo(hash);
    assertThat(PackCandidate.read("a.yaml", yaml.replace("-n", "-m")).hash()).isNotEqualTo(hash);
    assertThat(PackCandidate.read("a.json", json).pack())
        .usingRecursiveComparison()
        .isEqualTo(PackCandidate.read("a.yaml", yaml).pack());
  }

  @Test
  void versionsAreOrdered() {
    assertThat(List.of("0.9.9", "1.0.0", "1.0.10", "1.2.0", "10.0.0"))
        .map(text -> PackVersion.of(text).orElseThrow())
        .isSorted()
        .map(PackVersion::toString)
        .containsExactly("0.9.9", "1.0.0", "1.0.10", "1.2.0", "10.0.0");
    assertThat(new PackVersion(1, 2, 3)).isEqualByComparingTo(new PackVersion(1, 2, 3));
    assertThat(PackVersion.of("1.0.0.0")).isEmpty();
    assertThat(PackVersion.of("1.0.+1")).isEmpty();
    assertThat(PackVersion.of("")).isEmpty();
  }
}
