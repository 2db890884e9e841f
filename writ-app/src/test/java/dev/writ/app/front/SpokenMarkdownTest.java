// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpokenMarkdownTest {
  private static String spoken(String text, int piece) {
    SpokenMarkdown markdown = new SpokenMarkdown();
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < text.length(); i += piece) {
      all.append(markdown.append(text.substring(i, Math.min(text.length(), i + piece))));
    }
    return all + markdown.end();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 10_000})
  void whatMarksSayIsSaidInWords(int piece) {
    String text =
        """
        # The *plan*

        Some **bold** words, `code` and [a link](https://example.org).

        - first
        | a | `bb` |
        |---|:--:|
        | 1 | 22 |
        | 3 |
        | 4 | 5 | 6 |

        | no table
        ```java
        int **x = | 1;
        ```
        | a |
        end""";
    assertThat(spoken(text, piece))
        .isEqualTo(
            """
            heading: The *plan*

            Some bold words, code and a link (https://example.org).

            - first
            table with 2 columns:
            a: 1, bb: 22
            a: 3
            a: 4, bb: 5, 6

            | no table
            code in java:
            int **x = | 1;
            end of code
            | a |
            end
            """);
  }

  @Test
  void aTextThatEndsAnywhereIsWhole() {
    assertThat(spoken("```\nx", 3)).isEqualTo("code:\nx\n");
    assertThat(spoken("| a |", 2)).isEqualTo("| a |\n");
    assertThat(spoken("|", 1)).isEqualTo("|\n");
    assertThat(spoken("", 1)).isEmpty();
    SpokenMarkdown again = new SpokenMarkdown();
    assertThat(again.append("```\n") + again.end()).isEqualTo("code:\n");
    assertThat(again.append("# x\n")).isEqualTo("heading: x\n");
  }
}
