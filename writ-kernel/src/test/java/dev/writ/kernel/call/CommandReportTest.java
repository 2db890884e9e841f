// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.CommandReport.ReportedChanges;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is found of a command later is added to its report.
class CommandReportTest {
  private static final CommandReport REPORT =
      new CommandReport(
          "bwrap",
          /* allEnded= */ true,
          List.of("one"),
          List.of(".git/config"),
          List.of("example.org"),
          ReportedChanges.NONE);

  @Test
  void aNoteStandsBehindTheOthers() {
    assertThat(REPORT.noting("two").notes()).containsExactly("one", "two");
    assertThat(REPORT.noting("two").wanted()).containsExactly("example.org");
  }

  @Test
  void protectedPathsAreThoseOfTheRunAndThoseFoundAfterwards() {
    ReportedChanges changes =
        new ReportedChanges(List.of("a"), List.of("b"), List.of(), List.of(".writ"));
    CommandReport found = REPORT.with(changes, List.of(".git/hooks/x"));

    assertThat(REPORT.protectedPaths()).containsExactly(".git/config");
    assertThat(found.tampered()).containsExactly(".git/config", ".git/hooks/x");
    assertThat(found.protectedPaths()).containsExactly(".git/config", ".git/hooks/x", ".writ");
    assertThat(found.changes()).isEqualTo(changes);
    assertThat(found.notes()).containsExactly("one");
  }

  @Test
  void aDeadlineIsMissedOnceItIsOver() {
    CallDeadline later = new CallDeadline("grep", Duration.ofHours(1));
    CallDeadline none = new CallDeadline("grep", Duration.ZERO);

    assertThat(later.isOver()).isFalse();
    assertThat(later.wasMissed()).isFalse();
    assertThat(none.wasMissed()).isFalse(); // nobody asked yet
    assertThat(none.isOver()).isTrue();
    assertThat(none.wasMissed()).isTrue();
    assertThat(later.remark())
        .isEqualTo(
            "[stopped after 3600 s (tools.builtin.grep.timeout_seconds);"
                + " look at a smaller directory]");
  }
}
