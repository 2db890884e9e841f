// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CommandViewsTest {
  @Test
  void aMountInTheWorkspaceIsFoundWhateverItsPath() {
    String mounts =
        """
        22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        40 22 0:35 / /home/x/my\\040pro\\134ject/data rw - tmpfs tmpfs rw
        41 22 0:36 / /home/x/größe/data rw - tmpfs tmpfs rw
        """;
    String bytes = new String(mounts.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    assertThat(CommandViews.mountBelow(Path.of("/home/x/my pro\\ject"), bytes)).isPresent();
    assertThat(CommandViews.mountBelow(Path.of("/home/x/größe"), bytes)).isPresent();
    assertThat(CommandViews.mountBelow(Path.of("/home/x/my"), bytes)).isEmpty();
  }
}
