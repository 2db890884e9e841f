// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A dry run shows what every gate says, and does nothing.
class DryRunTest {
  private static Desk desk() {
    Desk desk = new Desk();
    desk.workspace.write("a.txt", "a\n");
    desk.home.write(
        "s.json",
        ("{'turns':[{'calls':[{'tool':'write_file','arguments':{'path':'b.txt','content':'b'}},"
                + "{'tool':'run_command','arguments':{'command':'make all'}},"
                + "{'tool':'write_file','arguments':{'path':'.git/config','content':'b'}}]},"
                + "{'text':'Done.'}]}")
            .replace('\'', '"'));
    return desk;
  }

  private static void shows(Desk desk, String screen) {
    assertThat(screen)
        .contains("○ Write b.txt: allowed, not done", "dry run: nothing was done")
        .contains("pass: proposal, mode, intent, denylist, containment, scope")
        .contains(
            "command: ask this project grants nothing yet",
            "APPROVAL_UNAVAILABLE",
            "✗ Run make all: denied")
        .contains("containment: deny PROTECTED_PATH", "    denied")
        .doesNotContain("✓");
    assertThat(desk.workspace.path("b.txt")).doesNotExist();
  }

  @Test
  void aRunShowsTheVerdictOfEveryGate() {
    try (Desk desk = desk()) {
      String script = desk.home.path("s.json").toString();
      shows(desk, desk.writ("run", "--dry-run", "--script", script, "Build it").err());
      shows(desk, desk.writ("run", "--dry-run", "--quiet", "--script", script, "Build it").err());
    }
  }

  @Test
  void aChatDoesToo() {
    try (Desk desk = desk()) {
      String script = desk.home.path("s.json").toString();
      desk.input("Build it\n/quit\n");
      String execution = "restricted_autonomous";
      shows(
          desk, desk.writ("chat", "--dry-run", "--execution", execution, "--script", script).out());
    }
  }

  @Test
  void aSingleCallDoesToo() {
    try (Desk desk = desk()) {
      Desk.Ran ran =
          desk.writ(
              "tools",
              "call",
              "write_file",
              "--dry-run",
              "--args",
              "{\"path\":\"b.txt\",\"content\":\"b\"}");
      assertThat(ran.out() + ran.err()).contains("containment", "pass", "Dry run");
    }
  }
}
