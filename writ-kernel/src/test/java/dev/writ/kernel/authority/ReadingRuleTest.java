// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.kernel.authority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.JsonException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Commands that run at the level observe because they only read.
class ReadingRuleTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          observe | git log -1 | reading
          malformed | git log -1 | reading
          untrusted | git status | reading
          ended | git log -1 | AUTHORITY_DENIED: the authority of this project has expired (scoped_commands from .writ/project.yaml)
          none | git log -1 | reading
          none | uname -a | reading
          none | xargs uname | beyond: this project grants nothing yet; `writ init` would end these questions
          none | xargs du | reading
          all | xargs du | safe
          none | git cat-file -p 0123abcd | beyond: this project grants nothing yet; `writ init` would end these questions
          none | git log -p -a | beyond: this project grants nothing yet; `writ init` would end these questions
          none | git show --text | beyond: git show: --text: this option is not named
          none | git diff 0123abcd..4567abcd | beyond: this project grants nothing yet; `writ init` would end these questions
          none | git diff HEAD~1 | reading
          none | git branch -a | reading
          none | git grep -n x | reading
          none | git config -l | beyond: this project grants nothing yet; `writ init` would end these questions
          none | stat -a | beyond: this project grants nothing yet; `writ init` would end these questions
          none | xargs git log | beyond: this project grants nothing yet; `writ init` would end these questions
          none | xargs sort | beyond: this project grants nothing yet; `writ init` would end these questions
          none | xargs sed | beyond: this project grants nothing yet; `writ init` would end these questions
          none | xargs nosuch | beyond: this project grants nothing yet; `writ init` would end these questions
          """)
  void whatOnlyReadsNeedsNoGrant(String authority, String line, String judged)
      throws JsonException {
    assertThat(
            AuthorityEnforcementTest.judged(AuthorityEnforcementTest.ENFORCEMENT, authority, line))
        .isEqualTo(judged);
  }
}
