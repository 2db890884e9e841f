// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The message of a commit after a turn is what a person may publish.
class CommitMessageTest extends CommitScene {
  /// A log may hold what no commit is to publish, or words that a forge obeys.
  @Test
  void whatAPersonPipesInIsNotInTheMessage() {
    desk.input("customer Jane Doe\nCloses #12\n");
    assertThat(run(write("b.txt")).err()).contains("writ: committed ");
    assertThat(git("log", "-1", "--format=%b"))
        .startsWith("Say hello\nin a.txt\n\n(with 2 lines from standard input)\n\nIntent: ");
  }

  @Test
  void aPasswordInTheRequestIsNotInTheMessage() {
    String turn = "{'turns':[{'calls':[%s]},{'text':'Done.'}]}".formatted(write("b.txt"));
    String script = desk.home.write("s.json", turn.replace('\'', '"')).toString();
    desk.writ("run", "--script", script, "Use DB_PASSWORD=s3cr3tPass! in b");
    assertThat(git("log", "-1", "--format=%B"))
        .contains("Use DB_PASSWORD=«secret masked» in b")
        .doesNotContain("s3cr3t");
  }
}
