// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.course;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandLine.StepJoin;
import dev.writ.command.language.Pipeline;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The status of a chain with an unreached part under `set -e`.
class ListCourseTest {
  private static final CommandClause CLAUSE = new Pipeline(List.of(Command.of("a")), false);

  private final ListCourse course = new ListCourse(/* stops= */ true);

  @Test
  void aChainIsAChoiceUnlessSomethingOfItNeverRuns() {
    course.read(StepJoin.FIRST, CLAUSE, LineEnding.NEVER);
    course.read(StepJoin.AND, CLAUSE, LineEnding.NEVER);
    assertThat(course.shape(/* followed= */ true)).isEqualTo(ListCourse.ChainShape.CHOICE);
    course.skip();
    assertThat(course.shape(/* followed= */ true)).isEqualTo(ListCourse.ChainShape.NONE);
  }

  @Test
  void whatStandsBehindAFailureIsOver() {
    course.skip();
    assertThat(course.isOver()).isFalse(); // nothing stood before it
    course.read(StepJoin.FIRST, CLAUSE, LineEnding.NEVER);
    course.next();
    course.read(StepJoin.FIRST, CLAUSE, LineEnding.NEVER);
    course.skip();
    assertThat(course.isOver()).isFalse(); // it was reached
    course.next();
    course.skip();
    assertThat(course.isOver()).isTrue();
  }

  @Test
  void aGroupBesideAnotherClauseHasNoTree() {
    CommandLine inner = new CommandLine(List.of(new CommandLine.LineStep(StepJoin.FIRST, CLAUSE)));
    course.next();
    course.read(StepJoin.FIRST, CLAUSE, LineEnding.NEVER);
    assertThat(course.read(StepJoin.OR, new CommandClause.ClauseGroup(inner), LineEnding.NEVER))
        .isFalse();
    assertThat(course.shape(/* followed= */ false)).isEqualTo(ListCourse.ChainShape.NONE);
  }

  @Test
  void neitherHasAChainThatMayEndTheLineOrChangesTheDirectory() {
    course.read(StepJoin.FIRST, CLAUSE, LineEnding.NEVER);
    course.read(StepJoin.AND, CLAUSE, LineEnding.ALWAYS);
    assertThat(course.shape(/* followed= */ true)).isEqualTo(ListCourse.ChainShape.NONE);
    course.next();
    course.read(
        StepJoin.FIRST, new Pipeline(List.of(Command.of("cd", "d")), false), LineEnding.NEVER);
    course.read(StepJoin.AND, CLAUSE, LineEnding.NEVER);
    course.read(StepJoin.AND, CLAUSE, LineEnding.NEVER);
    assertThat(course.shape(/* followed= */ true)).isEqualTo(ListCourse.ChainShape.NONE);
  }

  @Test
  void withoutThatSettingNothingIsOver() {
    ListCourse usual = new ListCourse(/* stops= */ false);
    usual.read(StepJoin.FIRST, CLAUSE, LineEnding.NEVER);
    usual.next();
    usual.skip();
    assertThat(usual.isOver()).isFalse();
    assertThat(usual.shape(/* followed= */ true)).isEqualTo(ListCourse.ChainShape.STEPS);
  }
}
