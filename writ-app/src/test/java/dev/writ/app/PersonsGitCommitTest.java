// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/// What a person's own Git settings say of files and authors holds for the commit after a turn.
class PersonsGitCommitTest extends CommitScene {
  /// The list is in no project, and no Git in the sandbox finds it.
  @Test
  void whatThePersonsOwnListIgnoresIsNotCommitted() {
    desk.home.write(".config/git/ignore", "*.local\n");
    desk.set("HOME", desk.home.root().toString());

    Desk.Ran ran = run(write("b.txt") + "," + write("my.local"));

    assertThat(ran.err()).contains("1 file");
    assertThat(git("ls-tree", "-r", "--name-only", "HEAD"))
        .contains("b.txt")
        .doesNotContain("my.local");
  }

  /// Without it Git would store the plain content.
  @Test
  void whatAPersonsFilterIsForIsNotCommittedWithoutIt() {
    desk.home.write(".gitconfig", "[filter \"nb\"]\n\tclean = cat\n[core]\n\tautocrlf = true\n");
    desk.home.write(".config/git/attributes", "*.nb filter=nb\n");
    desk.set("HOME", desk.home.root().toString());

    assertThat(run(write("x.nb") + "," + write("new.txt")).err())
        .contains("not committed: Git would start a program for x.nb", "filter.nb of your");
    assertThat(run(write("b.txt")).err()).contains("writ: committed ");
  }

  /// Nothing of a person starts with the commit; that it did not is told.
  @Test
  void thatThePersonsHooksForAllRepositoriesDidNotRunIsTold() throws Exception {
    desk.home.write(".gitconfig", "[core]\n\thooksPath = ~/hooks\n");
    Path guard = desk.home.write("hooks/pre-commit", "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(guard, PosixFilePermissions.fromString("rwxr-xr-x"));
    desk.set("HOME", desk.home.root().toString());

    assertThat(run(write("b.txt")).err())
        .contains("(1 file); your hooks in ~/hooks did not run: pre-commit");
    git("config", "core.hooksPath", "none");
    assertThat(run(write("c.txt")).err()).contains("(1 file)").doesNotContain("hooks");
  }

  @Test
  void theRepositorysIdentityStandsAboveThePersons() {
    git("config", "user.email", "work@example.org");
    desk.home.write(".gitconfig", "[user]\n\tname = Me # my name\n\temail = me@example.org\n");
    git("config", "--unset", "user.name");
    desk.set("HOME", desk.home.root().toString());

    run(write("b.txt"));

    assertThat(git("log", "-1", "--format=%an <%ae> %cn <%ce>"))
        .isEqualTo("Me <work@example.org> Me <work@example.org>");
  }
}
