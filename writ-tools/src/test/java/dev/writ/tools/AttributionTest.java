// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.history.attribution.LineAttribution;
import dev.writ.history.attribution.LineAuthor;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.History;
import dev.writ.tools.builtin.History.Owned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The cases of decision 9, one by one.
class AttributionTest {
  private static final List<String> METHOD =
      List.of(
          "  int total(int left, int right) {",
          "    int sum = checked(left, right, overflow(left));",
          "    if (sum < 0) {",
          "      return fallback(left);",
          "    }",
          "    return sum;",
          "  }");

  @TempDir Path directory;

  private static String said(History history, String path, int line) throws IOException {
    WorkspacePath place = WorkspacePath.of(path);
    LineAttribution.Blame blame =
        new LineAttribution(history.door.governor.evidence(), history.door.vouched())
            .blame(place, history.door.governor.reading().file(place).orElseThrow());
    return switch (blame.lines().get(line - 1).source()) {
      case LineAttribution.LineOrigin.RecordedOrigin(LineAuthor author) -> author.record();
      case LineAttribution.LineOrigin.Unrecorded _ -> "human";
      case LineAttribution.LineOrigin.Unknown _ -> "unknown";
    };
  }

  private static List<String> told(History history, String path) throws IOException {
    List<String> all = new ArrayList<>();
    for (int line = 1; line <= Files.readAllLines(history.door.root.resolve(path)).size(); line++) {
      all.add(said(history, path, line));
    }
    return all;
  }

  @Test
  void theSameLineOfAPersonStaysTheirs() throws IOException {
    try (History history = new History(directory)) {
      history.model("src/A.java", 0, 0, METHOD);
      List<Owned> now = new ArrayList<>(history.lines("src/A.java"));
      now.addAll(
          0, List.of(new Owned("    return sum;", ""), new Owned("  }", ""), new Owned("", "")));
      history.person("adds", "src/A.java", now);
      history.person("creates", "src/B.java", List.of(new Owned("    return sum;", "")));
      assertThat(history.score().wrong).isZero();
      assertThat(said(history, "src/A.java", 1)).isEqualTo("human");
      assertThat(said(history, "src/A.java", 9)).isEqualTo(history.lastRecord());
      assertThat(said(history, "src/B.java", 1)).isEqualTo("human");
    }
  }

  @Test
  void aFormatterOfAPersonsLeavesLinesTheModels() throws IOException {
    try (History history = new History(directory)) {
      history.person(
          "creates", "src/A.java", List.of(new Owned("class A {", ""), new Owned("}", "")));
      history.model("src/A.java", 1, 1, METHOD);
      String id = history.lastRecord();
      history.door.file(
          "src/A.java",
          """
          class A {
              int total(
                  int left,
                  int right,
              ) {
                  int sum = checked(
                      left, right,
                      overflow(left),
                  );
                  if (sum < 0) { return fallback(left); }
                  return sum;
              }
          }
          """);
      assertThat(told(history, "src/A.java"))
          .startsWith("human", id, id, id, id, id, id, id, id, id, id)
          .endsWith("human");
    }
  }

  @Test
  void onlyTheLineThatAPersonChangedIsTheirs() throws IOException {
    try (History history = new History(directory)) {
      history.model("src/A.java", 0, 0, METHOD);
      String id = history.lastRecord();
      String text = history.door.read("src/A.java");
      history.door.file("src/A.java", text.replace("sum < 0", "sum <= 0"));
      assertThat(told(history, "src/A.java")).containsExactly(id, id, "human", id, id, id, id);
      history.door.file("src/A.java", text.replace("\n", "\r\n").stripTrailing());
      assertThat(told(history, "src/A.java")).containsOnly(id);
    }
  }

  @Test
  void whatWasUndoneLeavesNothing() throws IOException {
    try (History history = new History(directory)) {
      List<Owned> before = new ArrayList<>();
      METHOD.forEach(line -> before.add(new Owned(line, "")));
      history.person("creates", "src/A.java", before);
      History.Truth truth = history.truth();
      history.model("src/A.java", 2, 5, List.of("    log(sum);", "    return sum;"));
      history.undoLast(truth);
      assertThat(told(history, "src/A.java")).containsOnly("human");
    }
  }

  /// Whoever brings back exactly what a person wrote doesn't become its author.
  @Test
  void whatAModelChangesAndChangesBackStaysThePersons() throws IOException {
    try (History history = new History(directory)) {
      List<Owned> before = new ArrayList<>();
      METHOD.forEach(line -> before.add(new Owned(line, "")));
      history.person("creates", "src/A.java", before);
      history.model("src/A.java", 2, 3, List.of("    log(sum);"));
      history.model("src/A.java", 2, 3, List.of(METHOD.get(2)));
      assertThat(told(history, "src/A.java")).containsOnly("human");
    }
  }

  @Test
  void renamedMovedAndEditedLinesAreFound() throws IOException {
    try (History history = new History(directory)) {
      history.model("src/A.java", 0, 0, METHOD);
      String id = history.lastRecord();
      history.commit("a");
      history.rename("src/A.java", "lib/B.java");
      history.person(
          "creates", "src/C.java", List.of(new Owned("class C {", ""), new Owned("}", "")));
      assertThat(told(history, "lib/B.java")).containsOnly(id);
      Files.delete(history.door.root.resolve("lib/B.java"));
      history.door.file(
          "src/C.java", "class C {\n" + String.join("\n", METHOD.subList(1, 6)) + "\n}\n");
      assertThat(told(history, "src/C.java")).startsWith("human", id, id, id, id, id);
    }
  }

  @Test
  void aCopyIsNobodysAndSoIsWhatAModelCopied() throws IOException {
    try (History history = new History(directory)) {
      List<Owned> header = new ArrayList<>();
      METHOD.forEach(line -> header.add(new Owned(line, "")));
      history.person("creates", "src/Person.java", header);
      history.commit("person");
      history.model("src/Model.java", 0, 0, METHOD);
      assertThat(told(history, "src/Person.java")).containsOnly("human");
      history.door.file("src/Copy.java", history.door.read("src/Model.java"));
      assertThat(told(history, "src/Copy.java")).containsOnly("human");
      Files.delete(history.door.root.resolve("src/Model.java"));
      assertThat(told(history, "src/Person.java")).containsOnly("human");
    }
  }

  @Test
  void whoOnlyLaysOutOrMovesIsNoAuthor() throws IOException {
    try (History history = new History(directory)) {
      List<Owned> before = new ArrayList<>();
      METHOD.forEach(line -> before.add(new Owned(line, "")));
      history.person("creates", "src/A.java", before);
      List<String> deeper = new ArrayList<>();
      deeper.add("class A {");
      METHOD.forEach(line -> deeper.add("    " + line));
      deeper.add("} // A");
      history.model("src/A.java", 0, METHOD.size(), deeper);
      String id = history.lastRecord();
      List<String> told = told(history, "src/A.java");
      assertThat(told.getFirst()).isEqualTo(id);
      assertThat(told.getLast()).isEqualTo(id);
      assertThat(told.subList(1, 8)).containsOnly("human");
    }
  }

  @Test
  void withoutOldContentsAndInADetachedWorktreeItIsTheSame() throws IOException {
    try (History history = new History(directory)) {
      history.model("src/A.java", 0, 0, METHOD);
      String id = history.lastRecord();
      history.commit("a");
      history.git("checkout", "-q", "--detach");
      history.git("gc", "-q");
      assertThat(told(history, "src/A.java")).containsOnly(id);
      Path tree = directory.resolve("tree");
      history.git("worktree", "add", "-q", tree.toString());
      try (Door door = Door.in(directory.resolve("other"))) {
        Files.createDirectories(door.root.resolve(".orchestration"));
        Files.copy(
            tree.resolve(".orchestration/agent_trace.jsonl"),
            door.root.resolve(".orchestration/agent_trace.jsonl"));
        door.file("src/A.java", Files.readAllBytes(tree.resolve("src/A.java")));
        WorkspacePath place = WorkspacePath.of("src/A.java");
        assertThat(
                new LineAttribution(door.governor.evidence(), door.vouched())
                    .blame(place, door.governor.reading().file(place).orElseThrow())
                    .lines())
            .allMatch(line -> line.source() instanceof LineAttribution.LineOrigin.RecordedOrigin);
      }
    }
  }
}
