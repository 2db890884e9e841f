// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.intent.IntentMap;
import dev.writ.records.change.FileChange;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What of its own a session in a project below may have written while a command ran.
class NestedProjectTest {
  private static final WorkspacePath LEDGER =
      WorkspacePath.of("a/sub/.orchestration/agent_trace.jsonl");
  private static final WorkspacePath EXCLUDE = WorkspacePath.of("a/sub/.git/info/exclude");

  private final NestedProject project = new NestedProject(WorkspacePath.of("a/sub"));

  private static FileState text(String text) {
    return new FileState.Present(FileContent.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  private boolean has(WorkspacePath path, FileState before, FileState after) {
    return project.has(new FileChange(path, before, after));
  }

  @ParameterizedTest
  @CsvSource({
    "a/sub/.writ, true, false",
    "a/sub/.writ/objects, true, false",
    "a/sub/.writ/objects/ab, true, false",
    "a/sub/.writ/objects/ab/cd, true, false",
    "a/sub/.writ/objects/tmp/x, true, true",
    "a/sub/.writ/objects/lock, true, true",
    "a/sub/.orchestration, true, false",
    "a/sub/.orchestration/agent_trace.jsonl, false, false",
    "a/sub/.orchestration/active_intents.yaml, false, false",
    "a/sub/.writ/project.yaml, false, false",
    "a/sub/.git/config, false, false",
    "a/sub, false, false",
    ".writ/objects/ab, false, false",
    "a/subs/.writ/objects/ab, false, false"
  })
  void whereItKeepsOldContentsWhatIsNewIsTheirs(String path, boolean came, boolean changed) {
    assertThat(project.isData(WorkspacePath.of(path), true)).isEqualTo(came);
    assertThat(project.isData(WorkspacePath.of(path), false)).isEqualTo(changed);
  }

  @Test
  void aJournalOnlyGrows() {
    assertThat(has(LEDGER, new FileState.Absent(), text("a\n"))).isTrue();
    assertThat(has(LEDGER, text("a\n"), text("a\nb\n"))).isTrue();
    assertThat(has(LEDGER, text("a\n"), text("b\nb\n"))).isFalse();
    assertThat(has(LEDGER, text("a\nb\n"), text("a\n"))).isFalse();
    assertThat(has(LEDGER, text("a\n"), new FileState.Absent())).isFalse();
    assertThat(has(LEDGER, new FileState.Directory(), text("a\n"))).isFalse();
    FileState lost = new FileState.Unusable(new ToolError(ErrorCode.IO_ERROR, "too long"));
    assertThat(has(LEDGER, lost, text("a\n"))).as("nothing could be put back").isTrue();
    assertThat(has(WorkspacePath.of("a/sub/x"), text("a\n"), text("a\nb\n"))).isFalse();
  }

  @Test
  void theListOfWhatGitIgnoresGetsTheStoreAndNothingElse() {
    assertThat(has(EXCLUDE, text("*.log"), text("*.log\n/.writ/objects/\n"))).isTrue();
    assertThat(has(EXCLUDE, new FileState.Absent(), text("/.writ/objects/\n"))).isTrue();
    assertThat(has(EXCLUDE, text("*.log\n"), text("*\n/.writ/objects/\n"))).isFalse();
    assertThat(has(EXCLUDE, text("*.log\n"), text("*.log\n*\n"))).isFalse();
    FileState lost = new FileState.Unusable(new ToolError(ErrorCode.IO_ERROR, "too long"));
    assertThat(has(EXCLUDE, lost, text("/.writ/objects/\n"))).isFalse();
  }

  @Test
  void theMapKeepsWhatPeopleWrote() {
    WorkspacePath place = WorkspacePath.of("a/sub/" + IntentMap.PATH);
    IntentMap map = IntentMap.fresh();
    map.put("INT-1", IntentMap.IntentSection.empty());
    String fresh = map.write(Map.of(), Map.of());
    map.put("INT-2", IntentMap.IntentSection.empty());
    String more = map.write(Map.of(), Map.of());

    assertThat(has(place, new FileState.Absent(), text(fresh))).isTrue();
    assertThat(has(place, new FileState.Absent(), text(fresh + "evil"))).isFalse();
    assertThat(has(place, text(fresh), text(more))).isTrue();
    assertThat(has(place, text("mine"), text("mine\n" + more.substring(more.indexOf("<!--")))))
        .isTrue();
    assertThat(has(place, text(fresh + "mine"), text(more))).isFalse();
  }
}
