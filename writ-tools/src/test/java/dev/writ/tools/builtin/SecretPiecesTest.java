// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.ToolResult;
import dev.writ.tools.command.CommandLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A secret is recognised only where it stands whole: no output shows the model a piece of one.
class SecretPiecesTest {
  private static final String VALUE = "zebra7quartz9velvet";

  @TempDir Path directory;

  private Door door(CommandLimits limits) {
    ToolSetup tools =
        new ToolSetup(10_000, ToolResult.MAX_OUTPUT_CHARS, 100_000, Map.of(), Set.of(), limits);
    return Door.in(
        directory,
        setup -> {
          setup.tools = BuiltInTools.tools(tools);
          setup.rules = Door.under("namespaces");
        });
  }

  /// The output's limit is anywhere in it.
  @Test
  void noLimitLeavesTheBeginningOfASecret() throws Exception {
    final int limit = 200;
    try (Door door = door(new CommandLimits(60, limit, limit))) {
      Scripts.git(door, "init", "-q");
      Scripts.git(door, "config", "remote.o.url", "https://me:" + VALUE + "@example.com/a.git");
      for (int left = 2; left < 45; left += 3) {
        door.file("pad.txt", "a".repeat(limit - left) + " ");
        String line = "cat pad.txt; git remote get-url o";
        assertThat(door.text("run_command", "command", line))
            .as("%d bytes left", left)
            .contains("aaa")
            .doesNotContain(VALUE.substring(0, 2));
        String errors = "cat pad.txt >&2; git config --get-color remote.o.url";
        assertThat(door.text("run_command", "command", errors))
            .as("%d bytes left", left)
            .doesNotContain(VALUE.substring(0, 4));
      }
    }
  }

  /// Formats of Git's logs cut a message wherever somebody wants.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git reflog --format=FORMAT",
        "git log -g --format=FORMAT",
        "git whatchanged --i-still-use-this -g --format=FORMAT",
        "git shortlog -g --format=FORMAT",
        "git stash list --format=FORMAT HEAD",
        "git show -g --format=FORMAT",
        "git rev-list -g --format=FORMAT HEAD",
      })
  void noFormatShowsATokenOfTheLogsInPieces(String line) throws Exception {
    try (Door door = door(CommandLimits.USUAL)) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      String head = Scripts.git(door, "rev-parse", "HEAD").strip();
      Files.writeString(
          door.root.resolve(".git/logs/HEAD"),
          "%s %s A <a@example.org> 1700000000 +0000\tpull https://me:%s@h.example/x.git: Fast\n"
              .formatted(head, head, VALUE),
          StandardOpenOption.APPEND);

      String text =
          door.text("run_command", "command", line.replace("FORMAT", "'%<(22,trunc)%gs'"));
      assertThat(text).doesNotContain(VALUE.substring(0, 4));
    }
  }
}
