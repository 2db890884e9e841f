// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.risk.RiskRule;
import dev.writ.kernel.risk.RiskRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A person's rules about what is written hold for a command that names the place, too.
class NamedWritesTest {
  private static final RiskRule MIGRATIONS =
      RiskRules.of(
          Json.object()
              .put("id", "migrations")
              .put("when", Json.texts(List.of("replaces")))
              .put("paths", Json.texts(List.of("db/migrations/**")))
              .put("score", 70)
              .put("reason", "{path} may have been applied already")
              .put("match", Json.texts(List.of("replaces db/migrations/1.sql")))
              .put("not_match", Json.texts(List.of("creates db/migrations/2.sql")))
              .build());

  @TempDir Path directory;
  private final List<String> asked = new ArrayList<>();

  private Door door(Consumer<Door.Setup> otherwise) {
    Door door =
        Door.in(
                directory,
                setup -> {
                  setup.approver =
                      question -> {
                        asked.addAll(ApprovalConcern.words(question.concerns()));
                        return new Approver.Answer.No("");
                      };
                  otherwise.accept(setup);
                })
            .contained();
    door.file("a.txt", "a\n");
    door.file("x.sql", "x\n");
    door.file("db/migrations/1.sql", "one\n");
    return door;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cp x.sql db/migrations/1.sql",
        "echo two > db/migrations/1.sql",
        "tee db/migrations/1.sql < x.sql",
        "sed -i s/one/two/ db/migrations/1.sql",
        "sh -c 'echo three > db/migrations/1.sql'",
        "rm db/migrations/1.sql",
        "mv db/migrations/1.sql a.sql",
      })
  void aRuleByPathAsks(String line) throws Exception {
    try (Door door = door(setup -> setup.risk = List.of(MIGRATIONS))) {
      assertThat(door.code("run_command", "command", line)).isEqualTo("APPROVAL_REJECTED");
      assertThat(asked).containsExactly("db/migrations/1.sql may have been applied already");
      assertThat(door.read("db/migrations/1.sql")).isEqualTo("one\n");
      assertThat(door.code("run_command", "command", "cp x.sql b.sql")).isEqualTo("ok");
    }
  }

  /// What only a program knows comes to light afterwards.
  @Test
  void theResultTellsWhatACommandChangedWithoutNamingIt() throws Exception {
    try (Door door = door(setup -> setup.risk = List.of(MIGRATIONS))) {
      door.file("a.sh", "echo two > db/migrations/1.sql\n");
      assertThat(door.text("run_command", "command", "sh a.sh"))
          .contains("[modified db/migrations/1.sql]");
      assertThat(asked).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rm a.txt", "echo b > a.txt", "cp x.sql a.txt"})
  void aConfirmationOfChangesAsks(String line) throws Exception {
    for (String word : List.of("write", "delete")) {
      try (Door door = door(setup -> setup.confirm = Set.of(word))) {
        assertThat(door.code("run_command", "command", line)).isEqualTo("APPROVAL_REJECTED");
        assertThat(door.read("a.txt")).isEqualTo("a\n");
        assertThat(door.code("run_command", "command", "cat a.txt")).isEqualTo("ok");
      }
    }
  }
}
