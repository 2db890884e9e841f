// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.Grant;
import dev.writ.kernel.authority.TrustStore;
import dev.writ.kernel.grant.PersonAuthority;
import dev.writ.kernel.repository.RepositoryIdentity;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What `writ grants` lists, explains and takes back.
class GrantsTest {
  private static void grant(Desk desk, Grant grant) throws Exception {
    String project =
        AuthorityToken.projectId(new RepositoryIdentity(desk.workspace.root().toRealPath()).text());
    new TrustStore(desk.home.path(".writ"))
        .grant(project, grant, "ann", Instant.parse("2026-11-23T10:00:00.015119761Z"));
  }

  private static void three(Desk desk) throws Exception {
    grant(desk, new Grant.Commands(Set.of("npm.test")));
    grant(desk, new Grant.ThisCommand(new Grant.ExactGrant("git push", "sha256:1", true)));
    grant(desk, new Grant.PathGrant(java.util.List.of("src/**")));
  }

  @Test
  void itListsAndExplains() throws Exception {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("grants").out()).startsWith("No answer granted anything");
      three(desk);

      assertThat(desk.writ("grants").out().lines())
          .startsWith("1  all npm test")
          .contains(
              "   also valid in unattended runs",
              "   ann, 2026-11-23T10:00:00Z",
              "2  exactly this command: git push",
              "   valid only in attended sessions: it may need a host",
              "3  writing src/**")
          .endsWith("Remove one: writ grants remove N");
      Json.Obj json = desk.writ("grants", "--json").json();
      assertThat(json.items("grants")).hasSize(3);
      assertThat(((Json.Obj) json.items("grants").get(1)).text("words"))
          .contains("exactly this command: git push");
      assertThat(((Json.Obj) json.items("grants").get(1)).isTrue("unattended")).isFalse();
      assertThat(desk.writ("trust", "--status").out())
          .contains(
              "granted when asked: all npm test\n",
              "exactly this command: git push (only in attended sessions)\n",
              "writ grants");
      assertThat(desk.writ("grants", "--help").out()).contains("example: writ grants remove 2");
    }
  }

  @Test
  void itTakesOneBackAndKeepsTheOthersAsTheyWere() throws Exception {
    try (Desk desk = new Desk()) {
      three(desk);

      assertThat(desk.writ("grants", "remove", "2").out())
          .isEqualTo("Removed: exactly this command: git push\n");
      assertThat(desk.writ("grants").out())
          .contains("1  all npm test", "2  writing src/**", "ann, 2026-11-23T10:00:00Z")
          .doesNotContain("git push");
    }
  }

  @Test
  void itRefusesWhatIsNotThere() throws Exception {
    try (Desk desk = new Desk()) {
      three(desk);
      for (String[] wrong :
          new String[][] {
            {"remove", "4"}, {"remove", "0"}, {"remove", "x"}, {"remove"}, {"list"}
          }) {
        String[] line = new String[wrong.length + 1];
        line[0] = "grants";
        System.arraycopy(wrong, 0, line, 1, wrong.length);
        assertThat(desk.writ(line).exit()).as(String.join(" ", wrong)).isEqualTo(ExitCode.USAGE);
      }
      desk.set(PersonAuthority.CHILD_MARKER, "1");
      assertThat(desk.writ("grants", "remove", "1").exit()).isEqualTo(ExitCode.USAGE);
    }
  }
}
