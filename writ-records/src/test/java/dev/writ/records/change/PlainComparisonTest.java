// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.records.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Texts that are equal without a grammar.
class PlainComparisonTest {
  private static final int MOST_BYTES = 4 * 1024 * 1024;

  private static MutationClass classOf(FileChange... changes) {
    return SemanticComparison.plain().classOf(List.of(changes));
  }

  private static FileState text(String text) {
    return new FileState.Present(FileContent.of(text));
  }

  private static FileChange change(String name, String before, String after) {
    return new FileChange(WorkspacePath.of(name), text(before), text(after));
  }

  @ParameterizedTest
  @CsvSource({
    "a.java, 'a  b // x¶c', 'a b¶/* y */ c', AST_REFACTOR",
    "a.java, 'a b', 'a c', INTENT_EVOLUTION",
    "a.java, 'a b', 'a b c', INTENT_EVOLUTION",
    "a.java, 'a b c', 'a b', INTENT_EVOLUTION",
    "a.java, 'b a', 'c a', INTENT_EVOLUTION",
    "a.java, '\"1\"', '1', INTENT_EVOLUTION",
    "a.java, '// noqa', '', INTENT_EVOLUTION",
    "a.js, '1', '\"1\"', AST_REFACTOR", // both are literals of the same text
    "a.py, 'a  ¶¶b', 'a¶b', AST_REFACTOR",
    "a.py, ' a¶b', 'a¶b', INTENT_EVOLUTION",
    "a.py, 'a b', 'a  b', INTENT_EVOLUTION",
    "Makefile, '\ta', ' a', INTENT_EVOLUTION",
    "a.txt, 'a b', 'a   b', AST_REFACTOR",
  })
  void wordsLiteralsAndSignsCount(
      String name, String before, String after, MutationClass expected) {
    assertThat(classOf(change(name, before.replace('¶', '\n'), after.replace('¶', '\n'))))
        .isEqualTo(expected);
  }

  @Test
  void allChangesMustBeTheSame() {
    FileChange same = change("a.java", "a b", "a  b");
    FileChange other = change("b.java", "a", "b");

    assertThat(classOf(same, same)).isEqualTo(MutationClass.AST_REFACTOR);
    assertThat(classOf(same, other)).isEqualTo(MutationClass.INTENT_EVOLUTION);
    assertThat(classOf(other, same)).isEqualTo(MutationClass.INTENT_EVOLUTION);
    assertThat(SemanticComparison.plain().anchors(other)).isEmpty();
  }

  @Test
  void whatComesOrGoesMeansSomething() {
    WorkspacePath at = WorkspacePath.of("a.java");

    assertThat(classOf(new FileChange(at, new FileState.Absent(), text(""))))
        .isEqualTo(MutationClass.INTENT_EVOLUTION);
    assertThat(classOf(new FileChange(at, text(""), new FileState.Absent())))
        .isEqualTo(MutationClass.INTENT_EVOLUTION);
    assertThat(classOf(FileChange.moved(WorkspacePath.of("b.java"), at, text("a"), text("a"))))
        .isEqualTo(MutationClass.AST_REFACTOR);
  }

  @Test
  void binaryAndVeryLargeContentsAreTheSameOrNot() {
    WorkspacePath at = WorkspacePath.of("a.java");
    String half = "a".repeat(MOST_BYTES - 1);
    FileState binary = bytes("a\0b".getBytes(StandardCharsets.UTF_8));

    assertThat(classOf(new FileChange(at, binary, text("a b"))))
        .isEqualTo(MutationClass.INTENT_EVOLUTION);
    assertThat(classOf(new FileChange(at, text("a b"), binary)))
        .isEqualTo(MutationClass.INTENT_EVOLUTION);
    assertThat(classOf(new FileChange(at, binary, bytes("a\0 b".getBytes(StandardCharsets.UTF_8)))))
        .isEqualTo(MutationClass.INTENT_EVOLUTION);
    assertThat(classOf(change("a.java", half, half + " "))).isEqualTo(MutationClass.AST_REFACTOR);
    assertThat(classOf(change("a.java", half, half + "  ")))
        .isEqualTo(MutationClass.INTENT_EVOLUTION);
  }

  private static FileState bytes(byte[] bytes) {
    return new FileState.Present(FileContent.of(bytes));
  }
}
