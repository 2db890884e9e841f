// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `writ import` shows what it would write, and writes only that.
class ImportCommandTest {
  private static Desk desk() {
    Desk desk = new Desk();
    desk.workspace.write(".cursorrules", "Use tabs.\n");
    desk.workspace.write(".cursor/rules/tests.mdc", "Write tests first.\n");
    desk.workspace.write("AGENTS.md", "# Ours\n");
    desk.workspace.write(".writ/config.yaml", "# mine\nsafety:\n  blocked_commands: [dd]\n");
    desk.workspace.write(
        ".claude/settings.json",
        """
        {"permissions": {"allow": ["Bash(npm run test:*)", "Bash(git status)", "Bash(*)",
          "WebFetch(domain:x.org)", "Bash(a; $(b))"], "deny": ["Bash(curl:*)", "Read(./.env)"]},
         "hooks": {"PreToolUse": []}}
        """);
    desk.workspace.write(".mcp.json", "{\"mcpServers\":{\"db\":{\"command\":\"db-mcp\"}}}");
    desk.workspace.write(".claude/commands/fix.md", "Fix it.\n");
    return desk;
  }

  @Test
  void everythingIsShownAndOnlyThenWritten() {
    try (Desk desk = desk()) {
      Desk.Ran shown = desk.writ("import", "--dry-run");
      assertThat(shown.exit()).as(shown.toString()).isEqualTo(ExitCode.DONE);
      assertThat(shown.out())
          .contains("agent.terminal.allowlist [\"npm run test\",\"git status\"]")
          .contains("not Bash(*): ", "not WebFetch(domain:x.org): ", "not Bash(a; $(b)): ")
          .contains("not Read(./.env): ", "not hooks: Writ reads them in place")
          .contains("  # Ours", "+ Use tabs.", "+ Write tests first.", "+ Fix it.", "  # mine");
      assertThat(desk.workspace.read("AGENTS.md")).isEqualTo("# Ours\n");
      assertThat(desk.writ("import").err()).contains("no person can agree here");
      assertThat(desk.workspace.path(".writ/commands")).doesNotExist();

      assertThat(desk.writ("import", "--yes").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.read("AGENTS.md"))
          .isEqualTo(
              """
              # Ours

              ## From .cursorrules

              Use tabs.

              ## From .cursor/rules/tests.mdc

              Write tests first.
              """);
      assertThat(desk.workspace.read(".writ/commands/fix.md")).isEqualTo("Fix it.\n");
      assertThat(desk.writ("config", "get", "safety.blocked_commands").out())
          .isEqualTo("[\"dd\",\"curl\"]\n");
      assertThat(desk.writ("config", "get", "agent.terminal.allowlist").out()).isEqualTo("[]\n");
      desk.writ("trust", "config", "--yes");
      assertThat(desk.writ("config", "get", "agent.terminal.allowlist").out())
          .isEqualTo("[\"npm run test\",\"git status\"]\n");
      assertThat(desk.workspace.read(".writ/config.yaml"))
          .startsWith("# mine\n")
          .contains("db-mcp");

      assertThat(desk.writ("import", "--yes").out()).contains("nothing new to import");
    }
  }

  @Test
  void noLinkLeadsAnywhere() throws IOException {
    try (Desk desk = new Desk()) {
      Files.createSymbolicLink(
          desk.workspace.path(".cursorrules"), desk.home.write("secret", "canary\n"));
      Files.createSymbolicLink(
          desk.workspace.path(".claude"),
          desk.home.write("c/commands/x.md", "canary\n").getParent());
      assertThat(desk.writ("import", "--yes").out()).contains("no files of other agents");
      Files.delete(desk.workspace.path(".cursorrules"));
      desk.workspace.write(".cursorrules", "Use tabs.\n");
      Files.createSymbolicLink(
          desk.workspace.path("AGENTS.md"), desk.home.write("target.md", "mine\n"));
      assertThat(desk.writ("import", "--yes").err()).contains("AGENTS.md is a link");
      assertThat(desk.home.read("target.md")).isEqualTo("mine\n");
    }
  }

  /// Other agents keep some of these files out of Git; what is imported is committed.
  @Test
  void aSecretIsNeitherShownNorCopied() {
    String key = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789";
    try (Desk desk = new Desk()) {
      desk.workspace.write(".cursorrules", "Push with " + key + "\n");
      desk.workspace.write(".claude/commands/fix.md", "Use " + key + "\n");
      desk.workspace.write(
          ".claude/settings.local.json",
          "{\"permissions\": {\"allow\": [\"Bash(curl -u "
              + key
              + ":*)\", \"Bash(git status)\"]}}");
      desk.workspace.write(
          ".mcp.json",
          "{\"mcpServers\": {\"hub\": {\"command\": \"hub\", \"env\": {\"TOKEN\": \""
              + key
              + "\"}}, \"db\": {\"command\": \"db-mcp\"}}}");
      Desk.Ran ran = desk.writ("import", "--yes");
      assertThat(ran.out())
          .contains(".cursorrules: not the file: it contains a secret")
          .contains(".claude/commands/fix.md: not the file: it contains a secret")
          .contains("not Bash(curl -u «secret masked»:*): it contains a secret")
          .contains(".mcp.json: not hub: it contains a secret")
          .doesNotContain(key);
      assertThat(desk.workspace.read(".writ/config.yaml"))
          .contains("git status", "db-mcp")
          .doesNotContain(key);
      assertThat(desk.workspace.path("AGENTS.md")).doesNotExist();
      assertThat(desk.workspace.path(".writ/commands")).doesNotExist();
    }
  }

  /// What says by its name that it is a secret is one, whatever its form.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'env':{'DB_PASSWORD':'#'}} | env.DB_PASSWORD | ${DB_PASSWORD}",
        "{'env':{'PGPASSWORD':'#'}} | env.PGPASSWORD | ${PGPASSWORD}",
        "{'args':['-y','--password','#']} | args | ${ARGS_SECRET}",
        "{'args':['--api-key=#']} | args | ${ARGS_SECRET}",
        "{'headers':{'Authorization':'Bearer #'}} | headers.Authorization | ${AUTHORIZATION_SECRET}",
        "{'url':'https://me:#@a.example/'} | url | ${URL_SECRET}"
      })
  void aServersSecretsAreNotImported(String settings, String setting, String variable)
      throws IOException {
    try (Desk desk = new Desk()) {
      String secret = "zebra7quartz9velvet";
      String server = settings.replace('\'', '"').replace("#", secret);
      desk.workspace.write(
          ".mcp.json",
          "{\"mcpServers\": {\"hub\": %s, \"db\": {\"command\": \"db-mcp\"}}}".formatted(server));
      Desk.Ran ran = desk.writ("import", "--yes");
      assertThat(ran.out())
          .contains(".mcp.json: not hub: it contains a secret")
          .contains(setting + ";", variable)
          .doesNotContain(secret);
      assertThat(desk.workspace.read(".writ/config.yaml"))
          .contains("db-mcp")
          .doesNotContain(secret);
    }
  }

  @Test
  void aServerThatNamesVariablesIsImported() throws IOException {
    try (Desk desk = new Desk()) {
      desk.workspace.write(
          ".mcp.json",
          "{\"mcpServers\": {\"hub\": {\"command\": \"npx\", \"args\": [\"-y\", \"hub\"],"
              + " \"timeout\": 5, \"env\": {\"DB_PASSWORD\": \"${DB_PASSWORD}\"}}}}");
      assertThat(desk.writ("import", "--yes").out()).doesNotContain("secret");
      assertThat(desk.workspace.read(".writ/config.yaml")).contains("${DB_PASSWORD}");
    }
  }

  @Test
  void aRuleWithAPasswordIsNotImported() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(
          ".claude/settings.json",
          "{\"permissions\": {\"allow\": [\"Bash(sshpass -p zebra7quartz9velvet ssh a:*)\"]}}");
      assertThat(desk.writ("import", "--yes").out())
          .contains("not Bash(sshpass -p «secret masked» ssh a:*): it contains a secret")
          .doesNotContain("zebra7quartz9velvet");
    }
  }

  /// The files before it are written, none is half-written, and the next import completes them.
  @Test
  void aFileThatCannotBeWrittenIsNamed() throws IOException {
    try (Desk desk = desk()) {
      desk.workspace.write(".writ/commands", "in the way\n");
      Desk.Ran failed = desk.writ("import", "--yes");
      assertThat(failed.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(failed.err()).contains(".writ/commands/fix.md cannot be written: ");
      assertThat(failed.out()).contains("wrote ", "AGENTS.md", "config.yaml");
      assertThat(desk.workspace.read("AGENTS.md")).contains("Write tests first.");

      Files.delete(desk.workspace.path(".writ/commands"));
      Desk.Ran whole = desk.writ("import", "--yes");
      assertThat(whole.exit()).as(whole.toString()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.read(".writ/commands/fix.md")).isEqualTo("Fix it.\n");
      assertThat(desk.writ("import", "--yes").out()).contains("nothing new to import");
    }
  }

  /// What is agreed to is what was shown, and nothing that came after it is lost.
  @Test
  void aFileThatChangesAfterItWasShownIsNotWritten() {
    try (Desk desk = desk()) {
      boolean[] changed = {false};
      desk.on(
          (_, _, action) -> {
            if (!changed[0]) {
              changed[0] = true;
              desk.workspace.write(".writ/config.yaml", "# another's\n");
            }
            action.run();
          });
      Desk.Ran ran = desk.writ("import", "--yes");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("config.yaml changed after it was shown", "import again");
      assertThat(desk.workspace.read(".writ/config.yaml")).isEqualTo("# another's\n");
      assertThat(desk.writ("import", "--yes").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.read(".writ/config.yaml")).startsWith("# another's\n");
    }
  }

  @Test
  void whatCannotBeReadIsNamed() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(".mcp.json", "{\n  broken");
      assertThat(desk.writ("import", "--yes").out()).contains(".mcp.json: not the file: line 2");
    }
  }
}
