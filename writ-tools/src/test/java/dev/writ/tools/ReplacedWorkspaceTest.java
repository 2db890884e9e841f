// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// While a command runs, the person renames the workspace and puts another project in its place.
class ReplacedWorkspaceTest {
  private static final String SCRIPT =
      """
      echo ready
      until [ -e go ]; do :; done
      echo more >> a.txt; echo x > .git/hooks/pre-commit; rm -r .git/refs; echo x > .envrc
      """;

  @TempDir Path directory;

  /// Replaces the workspace once, when the command says something.
  private static LiveOutput replacing(Path root, Path other) {
    return new LiveOutput() {
      @Override
      public void stdout(String lines) {
        try {
          Path elsewhere = Files.move(root, root.resolveSibling("elsewhere"));
          Files.move(other, root);
          Files.createFile(elsewhere.resolve("go"));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public void stderr(String lines) {}
    };
  }

  @Test
  void nothingOfTheOtherProjectChanges() throws Exception {
    Path other = directory.resolve("other");
    for (String file :
        new String[] {
          ".git/HEAD", ".git/hooks/pre-push", ".git/refs/heads/feature", ".git/refs/stash",
          ".vscode/settings.json", ".envrc", ".writ/config.yaml", ".orchestration/agent_trace.jsonl"
        }) {
      Path path = other.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, "the person's own " + file);
    }
    Map<String, String> before = tree(other);
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      door.file(Scripts.SCRIPT, SCRIPT);
      Json.Builder arguments =
          Json.object().put("program", "sh").put("args", Json.texts(List.of(Scripts.SCRIPT)));
      ToolCall call = new ToolCall("c", "run_command", arguments.build().write());

      CallAnswer answer =
          door.governor.gate().call(call, door.state, door.origin(), replacing(door.root, other));

      assertThat(tree(door.root)).as(answer.result().content()).isEqualTo(before);
      assertThat(Door.code(answer)).isEqualTo("IO_ERROR");
      assertThat(answer.result().content()).contains("the workspace root was moved or replaced");
    }
  }

  private static Map<String, String> tree(Path root) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.toList()) {
        String content =
            Files.isRegularFile(path) ? ContentHash.of(Files.readString(path, ISO_8859_1)) : "";
        tree.put(root.relativize(path).toString(), content);
      }
    }
    return tree;
  }
}
