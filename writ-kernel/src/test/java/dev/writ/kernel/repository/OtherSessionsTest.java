// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.kernel.store.ViewStore;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.audit.AuditTrail;
import dev.writ.records.journal.LockFile;
import dev.writ.sandbox.protection.RightfulWriters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whose Git may work in the workspace from a project below it or around it.
class OtherSessionsTest {
  @TempDir Path directory;

  private Path data;
  private WorkspaceRoot root;
  private ViewStore store;
  private RepositoryUse mine;

  @BeforeEach
  void aWorkspace() throws IOException {
    Path workspace = Files.createDirectories(directory.toRealPath().resolve("around/ws"));
    Files.createDirectories(workspace.resolve(".git/refs/heads"));
    Files.createDirectories(workspace.resolve("sub/.git/refs/heads"));
    Files.createDirectories(workspace.resolve("plain"));
    root = WorkspaceRoot.open(workspace);
    data = directory.resolve("data");
    store = new ViewStore(root, data);
    AuditLog.Workspace own = new AuditLog.Workspace(workspace.toString(), root.identity());
    OtherSessions others = new OtherSessions(new AuditTrail(data), own, "S-1", store);
    mine = new RepositoryUse(root, store.records(RepositoryUse.KIND), others);
  }

  @AfterEach
  void closed() {
    root.close();
  }

  private Path ref(String project) {
    return root.path().resolve(project).resolve(".git/refs/heads/main");
  }

  /// A living session's mark.
  private LockFile.Claim session(Path workspace) throws IOException {
    Path marks = Files.createDirectories(data.resolve("receipts"));
    String name = "S-2-" + workspace.getFileName();
    Json.Builder text = Json.object().put("workspace", workspace.toString());
    LockFile.Claim claim = LockFile.claim(marks.resolve("lock"), name).orElseThrow();
    text.put("directory", workspace.getFileName().toString());
    Files.writeString(marks.resolve(name), text.build().write());
    return claim;
  }

  private RepositoryUse uses(Path workspace) {
    Path shown = store.records(RepositoryUse.KIND, workspace.getFileName().toString());
    return new RepositoryUse(root, shown, RightfulWriters.NONE);
  }

  @Test
  void oneBelowWorksInItsOwnRepository() throws Exception {
    Path project = root.path().resolve("sub");
    try (LockFile.Claim _ = session(project)) {
      RightfulWriters.WriterWatch idle = mine.watch();
      assertThat(idle.mayHaveChanged(ref("sub"))).as("its Git doesn't work").isFalse();

      RightfulWriters.WriterWatch watch = mine.watch();
      RightfulWriters.WriterWatch withGit = mine.nested().watch();
      uses(project).begin().close();

      assertThat(watch.mayHaveChanged(ref("sub"))).isTrue();
      assertThat(withGit.mayHaveChanged(ref("sub"))).isTrue();
      assertThat(watch.mayHaveChanged(ref("plain"))).isFalse();
      assertThat(watch.mayHaveChanged(ref(""))).isFalse();
      assertThat(watch.mayHaveChanged(root.path().resolve("sub/.git/config"))).isFalse();
      assertThat(withGit.mayHaveChanged(root.path().resolve("sub/.git/config"))).isFalse();
    }
  }

  @Test
  void oneBelowWithoutARepositoryWorksInThatAround() throws Exception {
    Path project = root.path().resolve("plain");
    try (LockFile.Claim _ = session(project);
        RepositoryUse.OpenUse _ = uses(project).begin()) {
      assertThat(mine.watch().mayHaveChanged(ref(""))).isTrue();
      assertThat(mine.nested().watch().mayHaveChanged(ref(""))).as("it is judged").isFalse();
      assertThat(mine.watch().mayHaveChanged(ref("sub"))).isFalse();
    }
  }

  @Test
  void oneAroundWorksInAllOfIt() throws Exception {
    Path project = root.path().resolveSibling("");
    try (LockFile.Claim _ = session(project);
        RepositoryUse.OpenUse _ = uses(project).begin()) {
      assertThat(mine.watch().mayHaveChanged(ref(""))).isTrue();
      assertThat(mine.watch().mayHaveChanged(ref("sub"))).isTrue();
      assertThat(mine.watch().mayHaveChanged(root.path().resolve(".git/config"))).isFalse();
    }
  }

  @Test
  void aUseThatWasOverLongBeforeIsNone() throws Exception {
    Path project = root.path().resolve("sub");
    Path shown = store.records(RepositoryUse.KIND, "sub");
    uses(project).begin().close();

    assertThat(RepositoryUse.isInUse(shown, Instant.now().plusSeconds(60))).isFalse();
    assertThat(RepositoryUse.isInUse(shown, Instant.EPOCH)).isTrue();
    assertThat(RepositoryUse.isInUse(data.resolve("none"), Instant.EPOCH)).isFalse();
  }
}
