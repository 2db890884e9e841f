// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkCommandTest {
  /// Lines with: s(ymbolic), r(elative), p(lain); targets; directory; link.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ln -s ../a d/l            | s   | ../a      |    | d/l
          ln a b                    |     | a         |    | b
          gln -s a                  | s   | a         | .  |
          ln                        |     |           | .  |
          ln -s a b c               | s   | a b       | c  |
          ln -s a d/                | s   | a         | d/ |
          ln -s -t d a b            | s   | a b       | d  |
          ln -std a                 | s   | a         | d  |
          ln -t d -s a              | s   | a         | d  |
          ln --sym --target=d a     | s   | a         | d  |
          ln --target-directory d a |     | a         | d  |
          ln -sr a b                | s r | a         |    | b
          ln --symbolic --relative a b | s r | a      |    | b
          ln -sfn a b               | s p | a         |    | b
          ln -sT a b                | s p | a         |    | b
          ln -s --no-dereference a b | s p | a        |    | b
          ln -Ss a b                |     | a         |    | b
          ln -sS x a b              | s   | a         |    | b
          ln --suffix -s a b        |     | a         |    | b
          ln --suffix=-s a b        |     | a         |    | b
          ln a -s b                 | s   | a         |    | b
          ln -- -s b                |     | -s        |    | b
          ln - b                    |     | -         |    | b
          ln -st                    | s   |           | .  |
          """)
  void readsItsArguments(String line, String flags, String targets, String directory, String link) {
    LinkCommand links = LinkCommand.of(command(line)).orElseThrow();
    assertThat(
            ((links.symbolic() ? "s " : "")
                    + (links.relative() ? "r " : "")
                    + (links.plain() ? "p" : ""))
                .strip())
        .isEqualTo(flags == null ? "" : flags);
    assertThat(String.join(" ", links.targets())).isEqualTo(targets == null ? "" : targets);
    assertThat(links.directory()).isEqualTo(Optional.ofNullable(directory));
    assertThat(links.link()).isEqualTo(Optional.ofNullable(link));
  }

  @Test
  void otherProgramsMakeNoLinks() {
    assertThat(LinkCommand.of(command("cp -s a b"))).isEmpty();
  }

  private static Command command(String line) {
    return Cases.line(line).commands().getFirst();
  }
}
