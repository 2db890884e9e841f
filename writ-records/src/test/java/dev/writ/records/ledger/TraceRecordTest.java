// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.value.ContentHash;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A line is a record only where it has everything that readers rely on.
class TraceRecordTest {
  private static final String FILE =
      """
      {"relative_path":"a.txt","change":"modify","before_hash":"sha256:1","conversations":\
      [{"url":"session:S#4","related":[{"type":"intent","value":"INT-1"},{"type":"undoes",\
      "value":"r7"}]}]}""";

  private static final String RECORD =
      """
      {"version":"1.2","id":"r1","timestamp":"2026-01-02T03:04:05.678Z","intent_id":"INT-1",\
      "turn":3,"mutation_class":"INTENT_EVOLUTION","files":[%s],\
      "chain":{"writer":"S/1f","seq":5,"prev":"sha256:0"}}""";

  private static TraceRecord record(String... files) throws JsonException {
    return TraceRecord.parse(RECORD.formatted(String.join(",", files)));
  }

  private static String file(String path, String more) {
    return "{\"relative_path\":\"" + path + "\",\"change\":" + more + ",\"conversations\":[{}]}";
  }

  @Test
  void everyPartIsReadBack() throws JsonException {
    TraceRecord record = record(FILE);

    assertThat(record.id()).isEqualTo("r1");
    assertThat(record.intentId()).isEqualTo("INT-1");
    assertThat(record.turn()).isEqualTo(3);
    assertThat(record.session()).isEqualTo("S");
    assertThat(record.chain()).isEqualTo(new TraceRecord.Chain("S/1f", 5, "sha256:0"));
    assertThat(record.appended())
        .isEqualTo(new AppendedRecord("r1", "S/1f", 5, ContentHash.of(record.raw())));
    assertThat(record.isFrom("session:S#4")).isTrue();
    assertThat(record.isFrom("session:S#5")).isFalse();
    assertThat(record.related("undoes")).containsExactly("r7");
    assertThat(record.related("intent")).containsExactly("INT-1");
    assertThat(record.related("corrects")).isEmpty();
  }

  /// A writer's name that begins with the sign between session and chain has an empty session.
  @Test
  void aWriterWithOneChainIsItsSession() throws JsonException {
    assertThat(TraceRecord.parse(RECORD.formatted(FILE).replace("S/1f", "S")).session())
        .isEqualTo("S");
    assertThat(TraceRecord.parse(RECORD.formatted(FILE).replace("S/1f", "/1f")).session())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"version\":\"1.2\",     | ``                 | 'version' is missing or not a text",
        "\"version\":\"1.2\"      | \"version\":\"2.0\" | the record has an unknown version",
        "\"id\":\"r1\",           | ``                 | 'id' is missing or not a text",
        "\"intent_id\":\"INT-1\", | \"intent_id\":1,   | 'intent_id' is missing or not a text",
        "\"relative_path\":\"a.txt\", | `` | lacks relative_path, change or conversations",
        "\"change\":\"modify\",   | ``                 | lacks relative_path, change or conversations",
        "\"modify\"               | \"rename\"         | a 'rename' of 'files' lacks from_path",
        "\"writer\":\"S/1f\",     | ``                 | 'chain' is missing or incomplete",
        "\"seq\":5,               | ``                 | 'chain' is missing or incomplete",
      })
  void whatLacksAPartIsNoRecord(String part, String instead, String problem) {
    String line = RECORD.formatted(FILE);
    assertThat(line).contains(part.strip());

    assertThatThrownBy(() -> TraceRecord.parse(line.replace(part.strip(), instead.strip())))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"``", "7", "{\"relative_path\":\"a\",\"change\":\"modify\",\"conversations\":[]}"})
  void filesThatSayNothingAreNoRecord(String files) {
    assertThatThrownBy(() -> record(files)).isInstanceOf(JsonException.class);
  }

  @Test
  void readableLinesAreReadAndOthersSkipped() {
    String good = RECORD.formatted(FILE);
    List<TraceRecord> records =
        TraceRecord.readable(good + "\n{}\n\nnonsense\n" + good.replace("r1", "r2") + "\n");

    assertThat(records).extracting(TraceRecord::id).containsExactly("r1", "r2");
    assertThat(records).extracting(TraceRecord::raw).first().isEqualTo(good);
  }

  @Test
  void aDirectoryIsLeftOutOnlyWhereAnotherFileSaysWhereItIs() throws JsonException {
    TraceRecord record =
        record(
            file("d", "\"create\",\"directory\":true"),
            file("d/x", "\"create\""),
            file("dd", "\"create\",\"directory\":true"),
            file("old", "\"rename\",\"from_path\":\"older\""));

    assertThat(record.leaves())
        .extracting(RecordedChange::path)
        .containsExactly("d/x", "dd", "old");
    assertThat(record.files()).hasSize(4);
    assertThat(record.summary())
        .isEqualTo(
            "2026-01-02T03:04:05.678Z  r1  INT-1  create d/x  create dd  rename older → old");
  }

  @Test
  void oddPartsOfOthersAreSkipped() throws JsonException {
    TraceRecord record =
        record(
            """
            {"relative_path":"a","change":"modify","conversations":[7,{"related":[8,\
            {"type":"undoes"},{"type":9,"value":"x"}]},{"url":5}]}""");

    assertThat(record.related("undoes")).containsExactly("");
    assertThat(record.isFrom("5")).isFalse();
    assertThat(record.json().items("files")).allMatch(Json.Obj.class::isInstance);
  }
}
