// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Commands of a chat that the command line has, too.
class ChatProgramTest {
  private static Desk.Ran chat(Desk desk, String... lines) {
    String script = desk.home.write("script.json", "{\"turns\":[{\"text\":\"Done.\"}]}").toString();
    desk.input(String.join("\n", lines) + "\n/quit\n");
    return desk.writ("chat", "--script", script);
  }

  @Test
  void theyShowWhatTheCommandLineShows() {
    try (Desk desk = new Desk()) {
      assertThat(
              chat(
                      desk,
                      "/intent",
                      "/grants",
                      "/authority",
                      "/audit",
                      "/config get agent.max_iterations",
                      "/doctor")
                  .out())
          .contains(
              "No intents are declared",
              "No answer granted anything for this project",
              "Nothing is confirmed here",
              "replay/script.json at a script answers");
    }
  }

  @Test
  void argumentsAreThoseOfTheCommandLineAndQuotesKeepWordsTogether() {
    try (Desk desk = new Desk()) {
      Desk.Ran ran =
          chat(
              desk,
              "/intent add 'Order service' \"src/**\"",
              "/intent list",
              "/audit search nothing",
              "/audit none");
      assertThat(ran.out()).contains("Order service", "audit: show, search or verify");
      assertThat(desk.writ("intent", "list").out()).contains("Order service");
    }
  }

  /// The keyboard is the chat's: nothing is agreed to that was not typed.
  @Test
  void whatMustBeAgreedToIsShownAndAgreedToByAnOption() {
    try (Desk desk = new Desk()) {
      assertThat(chat(desk, "/init").out())
          .contains("Nothing was written.\nTo agree: /init --yes\n")
          .doesNotContain("[Y/n]");
      assertThat(desk.workspace.path(".writ/project.yaml")).doesNotExist();
      assertThat(chat(desk, "/init --yes", "/authority").out())
          .contains(".writ/project.yaml is written and in force.");
      assertThat(desk.workspace.path(".writ/project.yaml")).exists();
    }
  }

  @Test
  void aNewSessionBeginsAndTheOneBeforeStays() {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = chat(desk, "One", "/clear", "/session", "/sessions");
      assertThat(ran.out())
          .containsPattern("a new session; the one before: /load session-\\S+")
          .contains("0 messages in 0 turns", "2 messages");
    }
  }

  @Test
  void toolsAreCountedAndAPlanIsShownWhereThereIsOne() {
    try (Desk desk = new Desk()) {
      assertThat(chat(desk, "/tools", "/plan", "/why", "/nosuch").out())
          .containsPattern("\\d+ tools in mode code")
          .contains("/why FILE:LINE explains the origin of a line")
          .contains("The model has made no plan yet.", "unknown: /nosuch", "see /help");
    }
  }

  @Test
  void helpListsAllOfThem() {
    try (Desk desk = new Desk()) {
      assertThat(chat(desk, "/help").out())
          .contains("/init ", "/doctor ", "/audit ", "/config ", "/grants ", "/intent ", "/clear ")
          .contains("/plan ", "!COMMAND ");
    }
  }
}
