// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ErrorCode;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.check.GateCheck;
import dev.writ.kernel.check.HookTurn;
import dev.writ.kernel.door.CallEvaluation.EvaluationOutcome;
import dev.writ.kernel.door.DiskFaultsTest.Scene;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.records.ledger.ActOrigin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateSequenceTest {
  private static final Path PIPELINE = Path.of("../docs/spec/09-intents-and-hooks.md");

  /// A row of the table of §9.4: number, name, the rest.
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\| `(\\w+)` \\| (.*) \\|$");

  @TempDir Path directory;

  @Test
  void inv10EveryCheckStandsInItOnce() throws Exception {
    try (SceneStage stage = new SceneStage(Scene.MANY, directory)) {
      assertThat(stage.gates().checks().stream().map(Object::getClass))
          .containsExactlyInAnyOrder(GateCheck.class.getPermittedSubclasses());
      assertThat(stage.gates().checks()).endsWith(stage.gates().approval());
    }
  }

  /// Each of them gets a proposal that isn't there.
  @Test
  @SuppressWarnings("NullAway") // the defect
  void aGateThatBreaksDenies() throws Exception {
    try (SceneStage stage = new SceneStage(Scene.MANY, directory)) {
      SessionState state =
          new SessionState("S-1", WorkMode.SHIPPED.getFirst(), ExecutionMode.RESTRICTED_AUTONOMOUS);
      ActOrigin origin = new ActOrigin("S-1", 1, 1, new ActOrigin.Contributor.Ai("test/model"));
      GateSequence all = stage.gates();
      for (GateCheck check : all.checks()) {
        GateSequence alone =
            new GateSequence(List.of(check), all.hooks(), all.risk(), all.approval());

        CallEvaluation evaluation =
            alone.judge(
                new ToolCatalogue.Proposed.ReadyProposal(
                    null, _ -> new ToolResult.Success("performed")),
                state,
                new HookTurn.AskedHooks(origin, true));

        assertThat(evaluation.outcome())
            .as(check.name())
            .isInstanceOfSatisfying(
                EvaluationOutcome.DeniedCall.class,
                denied -> assertThat(denied.error().code()).isEqualTo(ErrorCode.INTERNAL_ERROR));
        assertThat(evaluation.answers().getLast().gate()).isEqualTo(check.name());
      }
    }
  }

  /// The numbers are those of the sequence: `./dev golden` writes them, and a new gate needs a row.
  @Test
  void theSpecificationListsTheGatesInThisOrder() throws Exception {
    List<String> names = new ArrayList<>(List.of(ToolCatalogue.GATE));
    try (SceneStage stage = new SceneStage(Scene.MANY, directory)) {
      stage.gates().checks().stream().map(GateCheck::name).forEach(names::add);
    }
    names.add("audit");
    String text = Files.readString(PIPELINE);
    if ("update".equals(System.getProperty("golden"))) {
      text = numbered(text, names);
      Files.writeString(PIPELINE, text);
    }

    assertThat(ROW.matcher(text).results().map(row -> row.group(2)))
        .containsExactlyElementsOf(names);
    assertThat(text).as("./dev golden rewrites it").isEqualTo(numbered(text, names));
  }

  /// The text with every gate's row at its number.
  private static String numbered(String text, List<String> names) {
    List<String> rows = new ArrayList<>();
    for (String name : names) {
      rows.add(
          ROW.matcher(text)
              .results()
              .filter(row -> row.group(2).equals(name))
              .map(row -> "| %d | `%s` | %s |".formatted(rows.size() + 1, name, row.group(3)))
              .findFirst()
              .orElseThrow(() -> new AssertionError("§9.4 has no row for the gate " + name)));
    }
    Matcher old = ROW.matcher(text);
    StringBuilder fresh = new StringBuilder();
    for (int i = 0; old.find(); i++) {
      old.appendReplacement(
          fresh, Matcher.quoteReplacement(i < rows.size() ? rows.get(i) : old.group()));
    }
    return old.appendTail(fresh).toString();
  }
}
