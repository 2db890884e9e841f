// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a line asks Git to do, behind Git's own options.
class GitSubcommandTest {
  @ParameterizedTest
  @CsvSource({
    "git status, status",
    "git -C sub commit -m x, commit",
    "git -c a.b=c --no-pager log, log",
    "git --git-dir=x gc, gc",
    "git --git-dir x gc, gc",
    "git, ''",
    "git --version, ''",
    "git -C sub, ''",
    "git -C, ''",
  })
  void itStandsBehindTheOptionsOfGit(String line, String subcommand) {
    assertThat(GitSubcommand.of(Command.of(List.of(line.split(" "))))).isEqualTo(subcommand);
  }
}
