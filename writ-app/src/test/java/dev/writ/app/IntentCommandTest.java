// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A person edits what the project declares.
class IntentCommandTest {
  private static final String FILE = ".orchestration/active_intents.yaml";

  private static Desk.Ran done(Desk.Ran ran) {
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  @Test
  void anIntentLivesFromItsDraftToItsEnd() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("src/a.txt", "x");
      assertThat(done(desk.writ("intent", "add", "Order service", "src/**", "!src/gen/**")).out())
          .startsWith("INT-001 is draft (record ");
      assertThat(desk.writ("intent", "activate", "INT-001").exit()).isEqualTo(ExitCode.USAGE);
      Desk.Ran active = done(desk.writ("intent", "activate", "INT-001", "--yes"));
      assertThat(active.out()).contains("owned scope:", "!src/gen/**", "INT-001 is active");
      assertThat(desk.workspace.read(FILE)).contains("status: active");
      done(desk.writ("intent", "pause", "INT-001"));
      assertThat(desk.writ("intent", "done", "INT-001").err()).contains("INTENT_NOT_ACTIVE");
      done(desk.writ("intent", "activate", "INT-001", "--yes"));
      Json.Obj closed = done(desk.writ("intent", "done", "INT-001", "--json")).json();
      assertThat(closed.text("status")).hasValue("done");
      done(desk.writ("intent", "add", "Other", "docs/**", "--id", "DOC-1", "--criterion", "read"));
      done(desk.writ("intent", "abandon", "DOC-1"));
      assertThat(done(desk.writ("intent", "list")).out())
          .isEqualTo("INT-001  done  Order service\nDOC-1  abandoned  Other\n");
      assertThat(done(desk.writ("trace", "verify")).exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.read(".orchestration/agent_trace.jsonl"))
          .contains("\"entity_type\":\"human\"")
          .doesNotContain("\"entity_type\":\"ai\"");
      assertThat(done(desk.writ("audit", "verify")).exit()).isEqualTo(ExitCode.DONE);
    }
  }

  @Test
  void anExclusionThatExcludesNothingIsToldWhenAnIntentIsActivated() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("src/generated/a.txt", "x");
      done(desk.writ("intent", "add", "n", "**", "!src/generated", "!src/generatd", "!*.lock"));
      assertThat(done(desk.writ("intent", "activate", "INT-001", "--yes")).err())
          .contains("!src/generatd excludes no file", "!*.lock excludes no file")
          .doesNotContain("!src/generated excludes");
      desk.workspace.write("src/n.lock", "x");
      done(desk.writ("intent", "pause", "INT-001"));
      assertThat(done(desk.writ("intent", "activate", "INT-001", "--yes")).err())
          .contains("!src/generatd excludes")
          .doesNotContain("!*.lock");
    }
  }

  @Test
  void whatAnEditDoesNotTouchStays() {
    try (Desk desk = new Desk()) {
      String text =
          "\uFEFF# ours\r\nactive_intents:\r\n- id: 'A-1' # x\r\n  status: \"draft\" # y\r\n"
              + "  name: n\r\n  owned_scope: a\r\n  # z";
      desk.workspace.write(FILE, text);
      done(desk.writ("intent", "activate", "A-1", "--yes"));
      assertThat(desk.workspace.read(FILE)).isEqualTo(text.replace("\"draft\"", "\"active\""));
    }
  }

  @Test
  void whatWritStartedMayNotEdit() {
    for (List<String> act :
        List.of(
            List.of("add", "n", "**"),
            List.of("suggest", "n"),
            List.of("activate", "INT-001", "--yes"),
            List.of("pause", "INT-001"),
            List.of("abandon", "INT-001"),
            List.of("done", "INT-001"))) {
      try (Desk desk = new Desk().set("WRIT_GOVERNED", "1")) {
        String text = "active_intents: [{id: INT-001, name: n, status: draft, owned_scope: a}]\n";
        desk.workspace.write(FILE, text);
        List<String> words = new java.util.ArrayList<>(List.of("intent"));
        words.addAll(act);
        Desk.Ran ran = desk.writ(words.toArray(String[]::new));
        assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.USAGE);
        assertThat(ran.err()).contains("Writ started this process");
        assertThat(desk.workspace.read(FILE)).isEqualTo(text);
      }
    }
  }

  @Test
  void whatCannotBeDoneIsSaid() {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("intent", "activate", "X", "--yes").err()).contains("no intent 'X'");
      assertThat(desk.writ("intent", "add", "n", "../x").err())
          .contains("INTENTS_INVALID", "climbs");
      assertThat(desk.writ("intent", "add", "n", "**", "--id", "a b").exit())
          .isEqualTo(ExitCode.DENIED);
      assertThat(desk.writ("intent", "add", "n").exit()).isEqualTo(ExitCode.USAGE);
      assertThat(desk.writ("intent", "actvate", "n").err()).contains("activate");
      desk.workspace.write(FILE, "active_intents: [");
      assertThat(desk.writ("intent", "add", "n", "**").err())
          .contains("INTENTS_INVALID", FILE + ":");
      assertThat(desk.writ("intent", "list").exit()).isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void aSuggestionNamesWhatTheRequestNames() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("src/orders/A.java", "x");
      desk.workspace.write("docs/a[1].md", "x");
      desk.workspace.write("target/orders/x", "x");
      String shown =
          done(desk.writ(
                  "intent", "suggest", "--dry-run", "Fix `src/orders/A.java`, docs/a[1].md."))
              .out();
      assertThat(shown)
          .contains("\"src/orders/A.java\"", "\"docs/a\\\\[1\\\\].md\"", "status: draft");
      assertThat(done(desk.writ("intent", "suggest", "Mend the orders")).out())
          .startsWith("INT-001 is draft");
      assertThat(done(desk.writ("intent", "show", "INT-001")).out())
          .contains("Mend the orders", "src/orders/**")
          .doesNotContain("target");
    }
  }

  @Test
  void aDraftIsShownWithWhatToDoNext() {
    try (Desk desk = new Desk()) {
      assertThat(done(desk.writ("intent", "list")).out())
          .contains("No intents are declared", "writ intent suggest", "writ intent add");
      assertThat(done(desk.writ("intent", "suggest", "Add a test")).out())
          .contains("owned scope:\n  **\n", "names no file or directory", "Writ asked no model")
          .contains("writ intent activate INT-001");
      desk.workspace.write("src/A.java", "x");
      assertThat(done(desk.writ("intent", "suggest", "Mend src/A.java")).out())
          .contains("owned scope:\n  src/A.java\n", "writ intent activate INT-002")
          .doesNotContain("no model");
      assertThat(done(desk.writ("intent", "add", "--json", "More", "a/**")).out())
          .startsWith("{")
          .doesNotContain("activate");
    }
  }

  @Test
  void everythingIsShownAsJson() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(
          FILE,
          """
          active_intents:
            - id: A-1
              name: n
              status: active
              owned_scope: a
              related: [issue: 7]
              budget: {iterations: 5, cost: 1.5}
              checks: [make test]
          """);
      Json.Obj shown = done(desk.writ("intent", "show", "A-1", "--json")).json();
      assertThat(shown.write())
          .contains(
              "\"related\":[{\"type\":\"issue\",\"value\":\"7\"}]",
              "\"budget\":{\"iterations\":5,\"cost\":1.50}",
              "\"checks\":[\"make test\"]",
              "\"spent\":{\"iterations\":0,");
    }
  }

  @Test
  void settingsThatMakeNoSenseAreRefusedAndAProjectOnlyNarrows() {
    try (Desk desk = new Desk()) {
      desk.set("WRIT_GOVERNANCE_KINDS", "{\"CODING\":[\"read\"]}");
      assertThat(desk.writ("intent", "list").err()).contains("governance.kinds", "CODING");
      desk.set("WRIT_GOVERNANCE_KINDS", "{\"DEBUG\":[\"read\"]}");
      done(desk.writ("intent", "list"));
      desk.set("WRIT_GOVERNANCE_INTENT_RESET", "always");
      assertThat(desk.writ("intent", "list").err()).contains("governance.intent_reset");
      desk.set("WRIT_GOVERNANCE_INTENT_RESET", "request");
      desk.workspace.write(".writ.json", "{\"governance\":{\"kinds\":{\"CODE\":[\"read\"]}}}");
      Desk.Ran ran =
          desk.writ("tools", "call", "write_file", "--args", "{\"path\":\"a\",\"content\":\"\"}");
      assertThat(ran.toString()).contains("TOOL_NOT_ALLOWED_FOR_INTENT");
    }
  }
}
