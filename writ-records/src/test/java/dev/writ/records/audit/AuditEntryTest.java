// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A receipt and its outcome as people read them.
class AuditEntryTest {
  private static Json.Obj json(String text) throws JsonException {
    return JsonReader.readObject(text);
  }

  private static AuditEntry entry(String verdict, String gates) throws JsonException {
    return AuditEntry.of(
        json(
            """
            {"id":"S-1","timestamp":"2026-01-02T03:04:05.678Z","workspace":"/home/w","tool":"run",\
            "effects":[{"effect":"run","command":"make"}],"verdict":"%s","gates":{%s}}"""
                .formatted(verdict, gates)));
  }

  /// An effect is told by its command, or its verb with what it is about.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"effect\":\"run\",\"command\":\"make all\"}                    | make all",
        "{\"effect\":\"write\",\"path\":\"a.txt\",\"files\":[1]}          | write a.txt",
        "{\"effect\":\"session\",\"change\":\"plan\"}                     | session plan",
        "{\"effect\":\"session\",\"change\":{\"change\":\"intent\"}}      | session intent",
        "{\"effect\":\"stop\",\"background\":\"b1\"}                      | stop b1",
        "{\"effect\":\"move\",\"from\":\"a\",\"to\":\"b\"}                | move a → b",
        "{\"effect\":\"move\",\"from\":\"a\"}                             | move a →",
        "{\"effect\":\"undo\",\"files\":[1]}                              | undo 1 file",
        "{\"effect\":\"undo\",\"files\":[1,2]}                            | undo 2 files",
        "{\"effect\":\"undo\"}                                            | undo",
        "7                                                                | ``",
        "{\"effect\":\"read\",\"path\":\"a\"},7,{\"effect\":\"undo\"}     | read a, undo",
      })
  void anEffectIsToldByWhatItIsAbout(String effects, String what) throws JsonException {
    assertThat(AuditEntry.what(json("{\"effects\":[" + effects + "]}")).strip()).isEqualTo(what);
  }

  /// A program's success is not the call's: only a plain `ok` is left out beside an exit status.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"code\":\"ok\",\"took_us\":23400}                        | ok 0.023s",
        "{\"code\":\"ok\",\"exit_code\":0,\"took_us\":1500000}      | exit:0 1.500s",
        "{\"code\":\"TIMEOUT\",\"exit_code\":137,\"took_us\":2600}  | TIMEOUT exit:137 0.003s",
        "{\"code\":\"IO_ERROR\"}                                    | IO_ERROR 0.000s",
      })
  void anOutcomeHasItsCodeItsStatusAndItsTime(String outcome, String ending) throws JsonException {
    AuditEntry entry = entry("allow", "").ended(json(outcome));

    assertThat(entry.ending()).isEqualTo(ending);
    assertThat(entry.how()).isEqualTo(ending);
    assertThat(entry.denied()).isFalse();
    assertThat(entry.line())
        .isEqualTo("2026-01-02T03:04:05.678Z | /home/w | run | make | " + ending);
  }

  @Test
  void aDenialIsNamedByTheGateThatDenied() throws JsonException {
    AuditEntry denied =
        entry("deny", "\"mode\":\"pass\",\"odd\":7,\"scope\":\"deny SCOPE_VIOLATION\"");
    assertThat(denied.denial()).isEqualTo("SCOPE_VIOLATION");
    assertThat(denied.denied()).isTrue();
    assertThat(denied.how()).isEqualTo("denied:SCOPE_VIOLATION");
    assertThat(entry("deny", "\"mode\":\"pass\"").denial()).isEqualTo("?");
    AuditEntry open = entry("allow", "\"mode\":\"deny X\"");
    assertThat(open.denial()).as("the verdict counts").isEmpty();
    assertThat(open.how()).isEqualTo("no outcome");
  }

  @Test
  void asDataItHasEveryPart() throws JsonException {
    AuditEntry ended = entry("allow", "").ended(json("{\"code\":\"ok\"}"));
    assertThat(ended.json())
        .isEqualTo(
            Json.object()
                .put("receipt", "S-1")
                .put("timestamp", "2026-01-02T03:04:05.678Z")
                .put("workspace", "/home/w")
                .put("tool", "run")
                .put("what", "make")
                .put("verdict", "allow")
                .put("denial", "")
                .put("ending", "ok 0.000s")
                .build());
    assertThat(entry("deny", "\"mode\":\"deny MODE\"").json().text("verdict")).contains("deny");
  }

  @Test
  void whatAnAbandonedActMayHaveDoneIsToldByItsEffects() throws JsonException {
    AbandonedAct act =
        AbandonedAct.of(
            json(
                """
                {"id":"S-1","tool":"run_command","origin":"session:S#4",\
                "effects":[{"effect":"run","command":"make"},7,{"effect":"read","path":"a"}]}"""));

    assertThat(act.receipt()).isEqualTo("S-1");
    assertThat(act.name()).isEqualTo("run_command make, read a");
    assertThat(act.origin()).isEqualTo("session:S#4");
    assertThat(act.effects()).containsExactly("run", "", "read");
    assertThat(act.mayChange()).isTrue();
    AbandonedAct undo = AbandonedAct.of(json("{\"tool\":\"undo\"}"));
    assertThat(undo.name()).isEqualTo("undo");
    assertThat(undo.mayChange()).as("a person's act names no effects").isTrue();
    AbandonedAct reading = AbandonedAct.of(json("{\"effects\":[{\"effect\":\"read\"}]}"));
    assertThat(reading.mayChange()).isFalse();
    assertThat(KilledActOutcome.of(/* stands= */ true)).isEqualTo(KilledActOutcome.RECOVERED);
    assertThat(KilledActOutcome.of(/* stands= */ false)).isEqualTo(KilledActOutcome.CUT_OFF);
  }
}
