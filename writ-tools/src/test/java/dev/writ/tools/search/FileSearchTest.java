// Implements: docs/spec/06-tools.md §6.3 (Parallelism and limits)
package dev.writ.tools.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.call.CallDeadline;
import dev.writ.kernel.call.ToolResult;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FileSearchTest {
  private static ToolResult searched(Duration allowed, String text) {
    SearchFilesTool.SearchArguments arguments =
        new SearchFilesTool.SearchArguments(
            "x{0,9}y", ".", "**", 2, 50, new SearchFilesTool.Matching(true, false));
    FileSearch search =
        new FileSearch(
            Pattern.compile("x{0,9}y"),
            GlobPattern.of("**"),
            arguments,
            1 << 20,
            new CallDeadline("search_files", allowed));
    search.file(WorkspacePath.of("a.txt"), FileContent.of(text));
    return search.result();
  }

  @Test
  void aLongLineIsSearchedUntilTheDeadline() {
    ToolResult result = searched(Duration.ZERO, "x".repeat(200_000) + "y");
    assertThat(result.truncated()).isTrue();
    assertThat(result.content()).startsWith("No matches.").contains("stopped after 0 s");
  }

  @Test
  void withTimeLeftItIsSearchedToItsEnd() {
    ToolResult result = searched(Duration.ofDays(1), "x".repeat(200_000) + "y");
    assertThat(result.truncated()).isFalse();
    assertThat(result.content()).contains("1:xxx").doesNotContain("stopped");
  }

  @Test
  void anInterruptEndsIt() {
    Thread.currentThread().interrupt();
    try {
      assertThat(searched(Duration.ofDays(1), "x".repeat(200_000) + "y").truncated()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
