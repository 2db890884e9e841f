// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.authority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.JsonException;
import dev.writ.command.parser.CommandPattern;
import dev.writ.pack.file.Activation;
import dev.writ.pack.file.ActivationRecord;
import dev.writ.pack.file.PackRegistry;
import dev.writ.pack.schema.PackVersion;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A person switched the pack of a tool off.
class WithdrawnPackTest {
  /// Without its pack nobody says which of a tool's commands lose what no record has.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          contained | git stash drop     | destructive: [no pack describes git any more]
          contained | git commit -m x    | destructive: [no pack describes git any more]
          contained | env git gc         | destructive: [no pack describes git any more]
          contained | xargs git          | destructive: [no pack describes git any more]
          contained | rm x               | safe
          contained | nosuch             | safe
          none      | git stash drop     | destructive: [no pack describes git any more]
          all       | git status         | destructive: [no pack describes git any more]
          tools     | git status         | beyond: there is no pack for git, and tools_only permits
          """)
  void whatADeactivatedPackDescribedAsks(String authority, String line, String judged)
      throws JsonException {
    Activation off =
        new Activation(
            Activation.ActivationAction.DEACTIVATE,
            "git",
            new PackVersion(9, 0, 0),
            "sha256:" + "0".repeat(64),
            "me",
            Instant.EPOCH);
    byte[] record = (off.line() + "\n").getBytes(StandardCharsets.UTF_8);
    AuthorityEnforcement enforcement =
        new AuthorityEnforcement(
            new PackRegistry(
                AuthorityEnforcementTest::shipped,
                name ->
                    name.equals(ActivationRecord.FILE) ? Optional.of(record) : Optional.empty()),
            new StandingPermissions(
                true, List.of(CommandPattern.of("git").orElseThrow()), Set.of()),
            true);
    assertThat(AuthorityEnforcementTest.judged(enforcement, authority, line)).startsWith(judged);
    assertThat(InnerCommandPropertiesTest.inner("git stash drop"))
        .noneMatch(enforcement::isContainable);
  }
}
