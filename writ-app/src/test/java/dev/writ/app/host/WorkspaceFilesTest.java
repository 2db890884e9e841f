// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.testkit.TemporaryWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WorkspaceFilesTest {
  @Test
  void namesWhatNothingIgnoresAndLooksAgainLater() throws IOException {
    try (TemporaryWorkspace workspace = TemporaryWorkspace.empty()) {
      Path root = workspace.root();
      Files.createDirectories(root.resolve("src/deep"));
      Files.createDirectories(root.resolve("build"));
      Files.createDirectories(root.resolve(".git"));
      Files.writeString(root.resolve(".gitignore"), "build/\n*.log\n");
      Files.writeString(root.resolve("src/deep/A.java"), "");
      Files.writeString(root.resolve("src/a.log"), "");
      Files.writeString(root.resolve("build/out"), "");
      Files.createSymbolicLink(root.resolve("loop"), root);
      AtomicLong now = new AtomicLong();
      WorkspaceFiles files = new WorkspaceFiles(root, Optional.empty(), now::get);
      assertThat(files.get())
          .containsExactlyInAnyOrder(".gitignore", "src/", "src/deep/", "src/deep/A.java", "loop");
      Files.writeString(root.resolve("new"), "");
      assertThat(files.get()).doesNotContain("new");
      now.addAndGet(6_000_000_000L);
      assertThat(files.get()).contains("new");
    }
  }

  @Test
  void namesFilesFromWhereThePersonStands() throws IOException {
    try (TemporaryWorkspace workspace = TemporaryWorkspace.empty()) {
      workspace.write("top.txt", "");
      workspace.write("app/near.txt", "");
      workspace.write("app/src/deep/A.java", "");
      workspace.write("app/src/my shots/a b.png", "");
      WorkspaceFiles files =
          new WorkspaceFiles(workspace.root(), Optional.of(Path.of("app/src")), () -> 0);
      assertThat(files.get())
          .containsExactlyInAnyOrder(
              "../../top.txt",
              "../near.txt",
              "deep/",
              "deep/A.java",
              "my shots/",
              "my shots/a b.png");
    }
  }
}
