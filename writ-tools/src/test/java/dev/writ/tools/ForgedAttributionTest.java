// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.history.attribution.LineAttribution;
import dev.writ.history.attribution.LineAuthor;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whoever can write to the ledger makes no line of a model's a person's, nor the reverse.
@Timeout(60)
class ForgedAttributionTest {
  private static final String LEDGER = ".orchestration/agent_trace.jsonl";
  private static final String FILE = "src/A.java";
  private static final List<String> LINES =
      List.of("int sum = checked(left, right);", "return fallback(sum, left);");

  @TempDir Path directory;

  private static void append(Door door, String line) throws IOException {
    int end = line.lastIndexOf(",\"hash\":\"");
    String signed = line.substring(0, end);
    String whole = signed + ",\"hash\":\"" + ContentHash.of(signed) + "\"}}\n";
    Files.writeString(door.root.resolve(LEDGER), whole, StandardOpenOption.APPEND);
  }

  private static String last(Door door) throws IOException {
    return Files.readAllLines(door.root.resolve(LEDGER)).getLast();
  }

  /// The same record under another id, of a person, in another writer's chain.
  private static String human(String line) {
    return line.replaceFirst("\"id\":\"[^\"]*\"", "\"id\":\"" + UUID.randomUUID() + '"')
        .replaceAll("\"contributor\":\\{[^}]*}", "\"contributor\":{\"entity_type\":\"human\"}")
        .replaceFirst("\"writer\":\"[^\"]*\",\"seq\":[0-9]+", "\"writer\":\"x\",\"seq\":1")
        .replaceFirst("\"prev\":(null|\"[^\"]*\")", "\"prev\":null");
  }

  private static List<LineAttribution.AttributedLine> blamed(Door door, Set<String> vouched)
      throws IOException {
    WorkspacePath place = WorkspacePath.of(FILE);
    return new LineAttribution(door.governor.evidence(), vouched)
        .blame(place, door.governor.reading().file(place).orElseThrow())
        .lines();
  }

  private static LineAuthor author(LineAttribution.AttributedLine line) {
    return ((LineAttribution.LineOrigin.RecordedOrigin) line.source()).author();
  }

  @Test
  void aForeignRecordOfTheSameChangeTakesNoLine() throws Exception {
    try (History history = new History(directory)) {
      history.model(FILE, 0, 0, LINES);
      String id = history.lastRecord();
      append(history.door, human(last(history.door)));

      assertThat(blamed(history.door, history.door.vouched()))
          .allMatch(line -> author(line).record().equals(id) && author(line).place().own());
    }
  }

  @Test
  void aForeignSuccessorMakesNoOwnRecordDoubtful() throws Exception {
    try (History history = new History(directory)) {
      history.model(FILE, 0, 0, LINES);
      String id = history.lastRecord();
      append(
          history.door,
          human(last(history.door))
              .replace("\"writer\":\"x\",\"seq\":1", "\"writer\":\"S-1\",\"seq\":2"));

      assertThat(blamed(history.door, history.door.vouched()))
          .allMatch(line -> author(line).record().equals(id));
    }
  }

  @Test
  void aForeignRemovalDoesNotEndWhatAnOwnRecordLedTo() throws Exception {
    try (History history = new History(directory)) {
      history.model(FILE, 0, 0, LINES);
      String id = history.lastRecord();
      String removal =
          human(last(history.door))
              .replaceFirst("\"change\":\"create\"", "\"change\":\"delete\"")
              .replaceFirst(
                  "\"before_hash\":null,\"after_hash\":(\"[^\"]*\")",
                  "\"before_hash\":$1,\"after_hash\":null");
      assertThat(removal).contains("\"after_hash\":null");
      append(history.door, removal);
      history.door.file(FILE, String.join("\n", LINES) + "\nnew line of a person's;\n");

      assertThat(blamed(history.door, history.door.vouched()).subList(0, 2))
          .allMatch(line -> author(line).record().equals(id));
    }
  }

  @Test
  void aForeignRecordMakesNoLineOfAPersonAnOwnModels() throws Exception {
    try (History history = new History(directory)) {
      history.model(FILE, 0, 0, LINES);
      String from = ContentHash.of(history.door.read(FILE));
      history.door.file(FILE, "wholly(another);\nand = another.one(here);\n");
      String to = ContentHash.of(history.door.read(FILE));
      String bridge =
          human(last(history.door))
              .replaceFirst(
                  "\"before_hash\":null,\"after_hash\":\"[^\"]*\"",
                  "\"before_hash\":\"" + from + "\",\"after_hash\":\"" + to + '"')
              .replaceAll("\"hunks\":\\[.*?]]", "\"hunks\":[]")
              .replaceAll("\"ranges\":\\[.*?],\"related\"", "\"ranges\":[],\"related\"");
      assertThat(bridge).contains("\"hunks\":[]", "\"ranges\":[]");
      append(history.door, bridge);

      assertThat(blamed(history.door, history.door.vouched()))
          .noneMatch(line -> line.source() instanceof LineAttribution.LineOrigin.RecordedOrigin);
    }
  }

  @Test
  void recordsOfAColleagueAreReadAndToldAsTheirs() throws Exception {
    try (History history = new History(directory)) {
      history.model(FILE, 0, 0, LINES);
      String id = history.lastRecord();

      assertThat(blamed(history.door, Set.of()))
          .allMatch(line -> author(line).record().equals(id) && !author(line).place().own());
    }
  }
}
