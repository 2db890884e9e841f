// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.ParsedCommand;
import dev.writ.command.parser.CommandParser;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Properties of a command independent of the project's authority: its grants, whether it can be
/// undone, whether it runs code.
class InnerCommandPropertiesTest {
  /// A person may grant it with any arguments that packs mark as safe and without network.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          git add x         | git.add
          cargo build       | cargo.build
          git reset --hard  |
          git stash         |
          git fetch         |
          git nosuch        |
          nosuch            |
          xargs git add     |
          demo http://x     |
          demo              | demo
          """)
  void aSafeCommandHasASchemaToGrant(String line, @Nullable String schema) {
    assertThat(inner(line).stream().map(AuthorityEnforcementTest.ENFORCEMENT::safeSchema))
        .containsExactly(Optional.ofNullable(schema));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ls             | true
          make test      | true
          nosuch         | true
          git commit     | false
          git push       | false
          npm publish    | false
          """)
  void whatIsContainedCanBeUndoneButForGit(String line, boolean reversible) {
    assertThat(inner(line))
        .allMatch(inner -> AuthorityEnforcementTest.ENFORCEMENT.isReversible(inner) == reversible);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ls             | false
          git add x      | false
          make test      | true
          nosuch         | true
          xargs git add  | true
          """)
  void allButWhatPacksKnowMayRunCode(String line, boolean runs) {
    assertThat(inner(line))
        .anyMatch(inner -> AuthorityEnforcementTest.ENFORCEMENT.runsCode(inner) == runs);
  }

  static List<InnerCommand> inner(String line) {
    return ((ParsedCommand.ParsedLine) CommandParser.parse(line))
        .line().commands().stream()
            .flatMap(command -> CommandUnwrapping.of(command).stream())
            .toList();
  }
}
