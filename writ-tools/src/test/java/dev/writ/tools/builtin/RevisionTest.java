// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A record's statement about the repository is true.
class RevisionTest {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  @TempDir Path directory;

  private static Json.Obj vcs(Door door) throws JsonException, IOException {
    assertThat(door.code("write_file", "path", "a.txt", "content", "a\n")).isEqualTo("ok");
    String ledger = door.read(".orchestration/agent_trace.jsonl");
    assertThat(door.governor.verify().toString()).contains("Sound");
    return JsonReader.readObject(ledger.strip()).object("vcs");
  }

  @Test
  void outsideARepositoryThereIsNoneAndNothingToDifferFrom() throws JsonException, IOException {
    try (Door door = Door.in(directory)) {
      assertThat(vcs(door).write())
          .isEqualTo("{\"type\":\"none\",\"revision_id\":null,\"dirty\":false}");
    }
  }

  @Test
  void beforeTheFirstCommitThereIsARepositoryWithoutRevision() throws JsonException, IOException {
    try (Door door = Door.in(directory)) {
      door.file(".git/HEAD", "ref: refs/heads/main\n");
      assertThat(vcs(door).write())
          .isEqualTo("{\"type\":\"git\",\"revision_id\":null,\"dirty\":true}");
    }
  }

  @Test
  void afterACommitTheRevisionIsIt() throws JsonException, IOException {
    try (Door door = Door.in(directory)) {
      door.file(".git/HEAD", "ref: refs/heads/main\n");
      door.file(".git/refs/heads/main", COMMIT + "\n");
      assertThat(vcs(door).write())
          .isEqualTo("{\"type\":\"git\",\"revision_id\":\"" + COMMIT + "\",\"dirty\":true}");
    }
  }
}
