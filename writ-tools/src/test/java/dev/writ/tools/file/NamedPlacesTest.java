// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.tools.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A name can be anything but a line or a colour of its own within a refusal.
class NamedPlacesTest {
  private static final String NAME = "a\nwrit: done \u001b[31m";

  @TempDir Path directory;

  private static void refused(CallAnswer answer) {
    assertThat(answer.result()).isInstanceOf(ToolResult.Failure.class);
    assertThat(((ToolResult.Failure) answer.result()).error().message())
        .doesNotContain("\n", "\u001b")
        .contains("⟨U+000A⟩writ: done ⟨U+001B⟩");
  }

  @Test
  void noRefusalNamesAPlaceBare() {
    try (Door door = Door.in(directory, setup -> setup.execution = ExecutionMode.FULL_AUTONOMOUS)) {
      door.file("b.txt", "b\n");
      door.file(NAME, "x\n");
      refused(door.call("write_file", "path", NAME, "content", "y\n"));
      refused(door.call("move_path", "from", "b.txt", "to", NAME));
      refused(door.call("write_file", "path", ".git/" + NAME, "content", "y\n"));
      refused(door.call("write_file", "path", "../" + NAME, "content", "y\n"));
      refused(door.call("delete_path", "path", "d/" + NAME));
      door.file("d/" + NAME + "/x", "x\n");
      refused(door.call("delete_path", "path", "d/" + NAME));
      refused(door.call("read_file", "path", "d/" + NAME));
    }
  }
}
