// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.records.ledger.ActOrigin;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// A receipt states every gate's answer in words, and its workspace.
class ReceiptTest {
  private static final ToolError DENIED = new ToolError(ErrorCode.SCOPE_VIOLATION, "no");

  static Stream<Arguments> verdicts() {
    Verdict ask =
        new Verdict.Ask(
            List.of(
                new ApprovalConcern(ConcernKind.NETWORK, "needs a host"),
                new ApprovalConcern(ConcernKind.REMOVAL, "deletes a")));
    return Stream.of(
        Arguments.of(Verdict.PASS, "pass", false),
        Arguments.of(ask, "ask needs a host; deletes a", false),
        Arguments.of(new Verdict.Change("{}", List.of()), "changed to {}", false),
        Arguments.of(new Verdict.Deny(DENIED), "deny SCOPE_VIOLATION", true));
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void anAnswerIsAWordWithItsReason(Verdict verdict, String text, boolean denies) {
    GateAnswer answer = GateAnswer.of("scope", verdict);

    assertThat(answer.gate()).isEqualTo("scope");
    assertThat(answer.text()).isEqualTo(text);
    assertThat(answer.denies()).isEqualTo(denies);
  }

  @Test
  void anAgreementNamesThePerson() {
    GateAnswer answer = GateAnswer.approved("approval", "Ann, once");

    assertThat(answer.text()).isEqualTo("approved by Ann, once");
    assertThat(answer.denies()).isFalse();
  }

  private static Receipt receipt(GateAnswer... answers) {
    return new Receipt(
        new ActOrigin("S", 4, 2, new ActOrigin.Contributor.Human()),
        "sha256:0",
        new Receipt.Subject("c1", "run_command", List.of(Json.of(7)), "make", true),
        List.of(answers),
        Json.object().put("mode", "act").build());
  }

  @Test
  void theFirstDenialIsThatOfTheReceipt() {
    GateAnswer pass = GateAnswer.pass("mode");
    GateAnswer scope = GateAnswer.deny("scope", DENIED);
    GateAnswer risk = GateAnswer.deny("risk", new ToolError(ErrorCode.IO_ERROR, "no"));

    assertThat(receipt(pass).denial()).isEmpty();
    assertThat(receipt(pass, scope, risk).denial()).isEqualTo("SCOPE_VIOLATION");
  }

  @Test
  void asDataItHasEveryPart() {
    Json.Builder begin =
        Json.object()
            .put("type", "receipt")
            .put("id", "S-1")
            .put("timestamp", "now")
            .put("workspace", "/home/w");
    Json.Obj expected =
        begin
            .put("origin", "session:S#4")
            .put("turn", 2)
            .put("call_id", "c1")
            .put("tool", "run_command")
            .put("digest", "sha256:0")
            .put("effects", new Json.Arr(List.of(Json.of(7))))
            .put("gates", Json.object().put("mode", "pass").build())
            .put("verdict", "allow")
            .put("circumstances", Json.object().put("mode", "act").build())
            .build();
    AuditLog.Workspace here = new AuditLog.Workspace("/home/w", "");

    assertThat(receipt(GateAnswer.pass("mode")).json("S-1", "now", here)).isEqualTo(expected);
    assertThat(receipt(GateAnswer.deny("mode", DENIED)).json("S-1", "now", here).text("verdict"))
        .contains("deny");
  }

  /// A renamed workspace is the same one; an unknown identity is nobody's.
  @ParameterizedTest
  @CsvSource({
    "/home/w, id, true",
    "/home/w, '', true",
    "/home/v, id, true",
    "/home/v, '', false",
    "/home/v, di, false",
  })
  void aWorkspaceIsKnownByItsPathOrItsDirectory(String path, String identity, boolean same) {
    Json.Obj json = new AuditLog.Workspace("/home/w", "id").put(Json.object()).build();
    Json.Obj unknown = new AuditLog.Workspace("/home/u", "").put(Json.object()).build();
    AuditLog.Workspace workspace = new AuditLog.Workspace(path, identity);

    assertThat(workspace.has(json)).isEqualTo(same);
    assertThat(workspace.has(unknown)).isFalse();
    assertThat(workspace.has(Json.object().put("directory", "").build())).isFalse();
  }
}
