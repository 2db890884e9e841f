// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.PathLocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The list of files that no model may see, while a session goes on.
class UnseenListTest {
  @TempDir Path directory;

  @Test
  void whatAPersonAddsCountsAtOnce() throws Exception {
    Path list = directory.resolve(".writignore");
    PathLocator locator = new PathLocator(WorkspaceRoot.open(directory), List.of(), List.of());
    assertThat(locator.locate("a.txt")).isInstanceOf(PathLocation.Inside.class);

    Files.writeString(list, "a.txt\n");
    assertThat(locator.locate("a.txt")).isInstanceOf(PathLocation.Refused.class);

    Files.writeString(list, "other.txt\n");
    assertThat(locator.locate("a.txt")).isInstanceOf(PathLocation.Inside.class);
    assertThat(locator.locate("other.txt")).isInstanceOf(PathLocation.Refused.class);

    Files.delete(list);
    assertThat(locator.locate("other.txt")).isInstanceOf(PathLocation.Inside.class);
  }
}
