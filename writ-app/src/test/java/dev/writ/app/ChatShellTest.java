// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `!command` and `!!command` in a chat by lines.
class ChatShellTest {
  private static Desk.Ran chat(Desk desk, String lines) {
    String script = "{\"turns\":[{\"text\":\"I see.\"},{\"text\":\"Again.\"}]}";
    String file = desk.home.write("script.json", script).toString();
    desk.input(lines);
    return desk.writ("chat", "--execution", "restricted_autonomous", "--script", file);
  }

  private static List<String> said(Desk desk) {
    return desk.session().stream()
        .filter(event -> event.text("type").orElse("").equals("user"))
        .map((Json.Obj event) -> event.text("content").orElse(""))
        .toList();
  }

  @Test
  void theModelIsToldOfOneAndNotOfTheOther() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("a.txt", "one\n\ntwo\n");

      Desk.Ran ran = chat(desk, "!cat a.txt\n!!cat a.txt\n/rewind\n/quit\n");

      String out = ran.out().replaceAll("session-\\S+:", "NAME:");
      assertThat(out.replaceAll("\\(.*?s\\)", "(TIME)"))
          .isEqualTo(
              """
              one

              two
              ✓ done (TIME)
              I see.
              one

              two
              ✓ done (TIME)
              rewound to before: !cat a.txt
              session NAME: 0 messages restored
              """);
      assertThat(said(desk))
          .containsExactly(
              "[Shell command output]\ncommand: cat a.txt\nexit code: 0\none\n\ntwo\n");
    }
  }

  @Test
  void whatIsRefusedOrFailsIsShownAndTold() {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = chat(desk, "!sudo id\n!ls missing\n/quit\n");

      assertThat(ran.out())
          .contains("✗ Run sudo id: denied: ", "[COMMAND_DENIED]", "I see.")
          .contains("stderr:", "✗ exit 2", "Again.");
      assertThat(said(desk).getFirst()).startsWith("[Shell command failed]\ncommand: sudo id\n");
      assertThat(said(desk).getLast()).contains("exit code: 2\n");
    }
  }

  /// Only the model declares intents, so that is what the person is told, not what it would be
  /// told.
  @Test
  void withoutADeclaredIntentItSaysWhatToDo() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(
          ".orchestration/active_intents.yaml",
          """
          active_intents:
            - id: "INT-001"
              name: "Widgets"
              status: "IN_PROGRESS"
              owned_scope: ["src/**"]
              constraints: []
              acceptance_criteria: []
          """);

      Desk.Ran ran = chat(desk, "!!ls\n/quit\n");

      assertThat(ran.out())
          .contains("[INTENT_REQUIRED]", "INT-001 (Widgets)")
          .contains("→ first name one of these to the model; after it has declared the intent")
          .doesNotContain("select_active_intent");
    }
  }

  @Test
  void anEmptyOneSaysHow() {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = chat(desk, "!\n!!  \n/help\n/quit\n");

      assertThat(ran.out().split("!COMMAND +run a command yourself", -1)).hasSize(7);
      assertThat(said(desk)).isEmpty();
    }
  }

  @Test
  void itRunsWhereThePersonStands() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("pom.xml", "<project/>");
      desk.workspace.write(".writ.json", "{}");
      desk.workspace.write("sub/inner.txt", "x\n");
      String script = desk.home.write("script.json", "{\"turns\":[]}").toString();
      desk.input("!!ls\n/quit\n");

      Desk.Ran ran =
          desk.writIn(
              desk.workspace.path("sub"),
              "chat",
              "--execution",
              "restricted_autonomous",
              "--script",
              script);

      assertThat(ran.out()).contains("inner.txt").doesNotContain("pom.xml");
    }
  }
}
