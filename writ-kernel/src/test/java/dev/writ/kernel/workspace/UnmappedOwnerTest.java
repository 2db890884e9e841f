// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnmappedOwnerTest {
  @TempDir Path root;

  @Test
  void onlyWhatBelongsToOthersIsFound() throws Exception {
    Path file = Files.writeString(Files.createDirectory(root.resolve("d")).resolve("a"), "x");
    Map<String, Object> own = Files.readAttributes(file, "unix:uid,gid", LinkOption.NOFOLLOW_LINKS);
    assertThat(UnmappedOwner.in(root, own)).isEmpty();

    Map<String, Object> other = new HashMap<>(own);
    other.put("gid", (int) own.getOrDefault("gid", 0) + 1);
    assertThat(UnmappedOwner.in(root, other))
        .hasValueSatisfying(
            words -> assertThat(words).contains("another owner or group", "the workspace (", ":"));
  }
}
