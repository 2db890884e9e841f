// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import org.junit.jupiter.api.Test;

/// What a person confirms is said by its meaning, below the file however long it is.
class TrustTest {
  private static final String REMARKS = "# that is all: nothing else is granted\n".repeat(60);

  @Test
  void whatCountsStandsBelowTheFileAndInTheStatus() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(
          ".writ/project.yaml",
          """
          authority:
            level: observe
            contained: "\\u0061llow"
            network: {allowlist: ["\\x65vil\\x2ecom"]}
          """
              + REMARKS);

      Desk.Ran ran = desk.writ("trust", "--yes");

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      String meaning =
          """
            level: observe
            what stays in this folder: every command runs unasked
            tools: none
            programs: no list
            network: evil.com
            until somebody withdraws it
          """;
      assertThat(ran.out()).endsWith(REMARKS + "\nThis means:\n" + meaning + "Confirmed.\n");
      assertThat(desk.writ("trust", "--status").out())
          .startsWith("observe and contained from .writ/project.yaml\n" + meaning);
    }
  }

  @Test
  void ofAFileThatMeansNothingNobodyIsAsked() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(
          ".writ/project.yaml", "authority:\n  level: observe\n  level: scoped_commands\n");

      Desk.Ran ran = desk.writ("trust", "--yes");

      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.out()).isEmpty();
      assertThat(ran.err()).contains(".writ/project.yaml:3:");
    }
  }

  @Test
  void charactersThatPassForOthersAreVisible() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(
          ".writ/project.yaml",
          "authority:\n  level: observe" + " ".repeat(300) + "# g\u0456thub.com\n");

      assertThat(desk.writ("trust", "--yes").out())
          .doesNotContain("\u0456", " ".repeat(299))
          .contains("level: observe");
    }
  }
}
