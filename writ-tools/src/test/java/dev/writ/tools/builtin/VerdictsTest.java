// Implements: docs/spec/07-commands.md §7.7 (Asking for a verdict)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.GateJudgement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Command lines of developers, models and attackers, behind the whole door: each line of the table
/// with the answers in three settings.
class VerdictsTest {
  private static final Path TABLE =
      Path.of("src/test/resources/dev/writ/tools/builtin/verdicts.txt");
  private static final String NEWLINE = "␤";
  private static final String EVERYTHING =
      "authority: {level: scoped_commands, allowed_bins: ['*']}\n";

  /// Fewer than this means that the test looks in the wrong place.
  private static final int LEAST_LINES = 2000;

  @TempDir Path directory;

  /// A line, and its answers: without grants, with everything granted to the project, with
  /// everything granted by a person to a session that asks nothing.
  private final class Surroundings implements AutoCloseable {
    private final Door plain = door("plain");
    private final Door granted = door("granted");

    Surroundings() throws Exception {
      granted.file(AuthorityFile.PATH, EVERYTHING);
      granted.governor.authority().confirm(EVERYTHING, "me");
    }

    private Door door(String name) {
      Door door =
          Door.in(
              directory.resolve(name),
              setup -> {
                setup.environment = Map.of("HOME", directory.resolve("home").toString());
                setup.rules = Door.under("landlock"); // not the real /tmp (TemporarySpaceTest)
              });
      for (String file :
          List.of("a.txt", "b.txt", "README.md", "src/Main.java", ".env", "id_rsa", "a.sh")) {
        door.file(file, "content\n");
      }
      return door;
    }

    String answers(String line) throws InterruptedException {
      return String.join(
          " ",
          answer(plain, ExecutionMode.RESTRICTED_AUTONOMOUS, line),
          answer(granted, ExecutionMode.RESTRICTED_AUTONOMOUS, line),
          answer(plain, ExecutionMode.FULL_AUTONOMOUS, line));
    }

    @Override
    public void close() {
      plain.close();
      granted.close();
    }
  }

  private static String answer(Door door, ExecutionMode execution, String line)
      throws InterruptedException {
    SessionState state = new SessionState("s", door.state.mode(), execution);
    state.beginTurn(Intent.ofSession("INT-S-1", "test"));
    String arguments = Json.object().put("command", line).build().write();
    GateJudgement judgement =
        door.governor.gate().judge(new ToolCall("c", "run_command", arguments), state);
    return judgement
        .refused()
        .map(error -> error.code().name())
        .orElse(judgement.asks().isEmpty() ? "allow" : "ask");
  }

  @Test
  void everyLineIsAnsweredAsTheTableSays() throws Exception {
    List<String> rows = Files.readAllLines(TABLE, StandardCharsets.UTF_8);
    List<String> lines =
        rows.stream()
            .filter(row -> !row.startsWith("#"))
            .map(row -> row.split(" ~ ", 2)[1])
            .toList();
    List<String> answered = new ArrayList<>();
    try (Surroundings surroundings = new Surroundings()) {
      for (String row : rows) {
        String line = row.startsWith("#") ? "" : row.split(" ~ ", 2)[1];
        answered.add(
            row.startsWith("#")
                ? row
                : surroundings.answers(line.replace(NEWLINE, "\n")) + " ~ " + line);
      }
    }
    if ("update".equals(System.getProperty("golden"))) {
      Files.writeString(TABLE, answered.stream().collect(Collectors.joining("\n", "", "\n")));
    }

    assertThat(lines).hasSizeGreaterThan(LEAST_LINES).doesNotHaveDuplicates();
    assertThat(Files.readAllLines(TABLE, StandardCharsets.UTF_8)).isEqualTo(answered);
  }
}
