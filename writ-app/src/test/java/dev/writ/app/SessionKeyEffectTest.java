// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The effect of keys about sessions, logs and requests on a real run, each compared with its
/// default.
class SessionKeyEffectTest {
  private static final String ANSWER = "{`text`:`Done.`}";
  private static final String DIRECTORY = ".config/writ/sessions";

  private static Desk person(String json) {
    Desk desk = new Desk();
    desk.home.write(".writ.json", json.replace('`', '"'));
    return desk;
  }

  private static Desk.Ran run(Desk desk, String turns) {
    Path script = desk.home.write("s.json", ("{`turns`:[" + turns + "]}").replace('`', '"'));
    return desk.writ("run", "--script", script.toString(), "Go");
  }

  private static List<Path> files(Desk desk, String place, String ending) {
    Path directory = desk.home.path(place);
    return Files.isDirectory(directory)
        ? Desk.files(directory).stream().filter(f -> f.toString().endsWith(ending)).toList()
        : List.of();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|.config/writ/sessions|1",
        "{`session.storage_path`:`~/mine`}|mine|1",
        "{`session.storage_path`:`~/mine`}|.config/writ/sessions|0",
        "{`session.auto_save`:false}|.config/writ/sessions|0"
      })
  void aSessionIsKeptWhereAndWhetherItIsSaid(String json, String place, int sessions) {
    try (Desk desk = person(json)) {
      Desk.Ran _ = run(desk, ANSWER);
      assertThat(files(desk, place, ".jsonl")).hasSize(sessions);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|2",
        "{`session.retention_days`:0}|4",
        "{`session.retention_days`:0,`session.max_sessions`:1}|1",
        "{`session.retention_days`:30000}|4"
      })
  void sessionsThatAreTooOldOrTooManyGo(String json, int left) {
    try (Desk desk = person(json)) {
      for (String name : List.of("one", "two")) {
        Path file =
            desk.home.write(
                DIRECTORY + "/" + name + ".jsonl",
                """
                {"type":"session_start","version":"1.0","id":"%s","timestamp":"2020-01-01T00:00:00Z"}
                """
                    .formatted(name));
        assertThat(file.toFile().setLastModified(1_577_836_800_000L)).isTrue();
      }
      Desk.Ran _ = run(desk, ANSWER); // after a long pause the second session removes
      Desk.Ran _ = run(desk, ANSWER);
      assertThat(files(desk, DIRECTORY, ".jsonl")).hasSize(left);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|.config/writ/logs|1",
        "{`logging.log_to_file`:false}|.config/writ/logs|0",
        "{`logging.log_level`:`none`}|.config/writ/logs|0",
        "{`logging.log_directory`:`~/logs`}|logs|1",
        "{`logging.log_directory`:`~/logs`}|.config/writ/logs|0"
      })
  void aLogIsWrittenWhereAndWhetherItIsSaid(String json, String place, int logs) {
    try (Desk desk = person(json)) {
      Desk.Ran _ = run(desk, ANSWER);
      assertThat(files(desk, place, ".log")).hasSize(logs);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{}|false", "{`logging.console_level`:`info`}|true"})
  void theConsoleTellsFromItsLevelOn(String json, boolean told) {
    try (Desk desk = person(json)) {
      assertThat(run(desk, ANSWER).err().contains("[INFO]")).isEqualTo(told);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{`agent.retry_backoff_base_ms`:1}|4",
        "{`agent.retry_backoff_base_ms`:1,`agent.retry_attempts`:1}|2",
        "{`agent.retry_attempts`:0}|1"
      })
  void aRequestIsRepeatedSoOften(String json, int requests) {
    try (Desk desk = person(json)) {
      Desk.Ran _ = run(desk, "{`status`:500},".repeat(5) + ANSWER);
      String session = Desk.read(files(desk, DIRECTORY, ".jsonl").getFirst());
      assertThat(session.split("\"type\":\"error\"", -1).length - 1).isEqualTo(requests);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{}|false", "{`agent.ask_default`:`take the blue one`}|true"})
  void aQuestionIsAnsweredWithTheDefaultWhereNobodyIsThere(String json, boolean answered) {
    try (Desk desk = person(json)) {
      Desk.Ran _ =
          run(desk, "{`calls`:[{`tool`:`ask_user`,`arguments`:{`question`:`Which?`}}]}," + ANSWER);
      String session = Desk.read(files(desk, DIRECTORY, ".jsonl").getFirst());
      assertThat(session.contains("take the blue one")).isEqualTo(answered);
    }
  }

  @Test
  void aResultIsCutAtItsConfiguredLength() {
    String read = "{`calls`:[{`tool`:`read_file`,`arguments`:{`path`:`long.txt`}}]},";
    for (int most : new int[] {2000, 50_000}) {
      try (Desk desk = person("{`context.max_tool_output_chars`:" + most + "}")) {
        desk.workspace.write("long.txt", "a rather long line of some text\n".repeat(400));
        Desk.Ran _ = run(desk, read + ANSWER);
        Json.Obj result =
            Desk.read(files(desk, DIRECTORY, ".jsonl").getFirst())
                .lines()
                .map(Desk::json)
                .filter(e -> e.text("type").filter("tool_result"::equals).isPresent())
                .findFirst()
                .orElseThrow();
        assertThat(result.isTrue("truncated")).isEqualTo(most == 2000);
        assertThat(result.text("output").orElse("").length()).isLessThan(most + 1000);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{}|false", "{`safety.sandbox_blocked_paths`:[`./private`]}|true"})
  void aBlockedPathIsOutOfReach(String json, boolean blocked) {
    try (Desk desk = person(json)) {
      desk.workspace.write("private/a.txt", "a\n");
      Desk.Ran ran =
          desk.writ(
              "tools", "call", "read_file", "--args", "{\"path\":\"private/a.txt\"}", "--json");
      assertThat(ran.out().contains("BLOCKED_PATH")).as(ran.toString()).isEqualTo(blocked);
    }
  }
}
