// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.records.change.FileChange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The class of changes, language by language, from tables: `#R` what keeps the meaning, `#E` what
/// changes it; before and after are divided by `====`. `>>>> path` begins a file of a record that
/// changes several.
final class CasesTest {
  private static final Pattern CASE = Pattern.compile("(?m)^#(?=[RE] )");
  private static final Pattern MIDDLE = Pattern.compile("(?m)^====\n");
  private static final Pattern FILE = Pattern.compile("(?m)^>>>> ");
  private static final SyntaxService SYNTAX = new SyntaxService(Parsers.command());

  @AfterAll
  static void close() {
    SYNTAX.close();
  }

  @TestFactory
  Stream<DynamicTest> everyCaseHasItsClass() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String extension :
        List.of(
            "java", "py", "ts", "tsx", "js", "go", "rs", "c", "cpp", "swift", "cs", "kt", "rb",
            "php")) {
      for (String one : CASE.split(table(extension), -1)) {
        if (one.isBlank()) {
          continue;
        }
        int head = one.indexOf('\n');
        String[] states = MIDDLE.split(one.substring(head + 1), -1);
        String name = extension + ": " + one.substring(2, head);
        tests.add(
            DynamicTest.dynamicTest(
                name,
                () ->
                    assertThat(classOf(extension, states[0], states[1]))
                        .as(name)
                        .isEqualTo(one.charAt(0) == 'R' ? "AST_REFACTOR" : "INTENT_EVOLUTION")));
      }
    }
    return tests.stream();
  }

  private static String classOf(String extension, String before, String after) {
    Map<String, String> old = files(extension, before);
    Map<String, String> young = files(extension, after);
    List<FileChange> changes = new ArrayList<>();
    for (String path :
        Stream.concat(old.keySet().stream(), young.keySet().stream()).distinct().toList()) {
      changes.add(
          new FileChange(WorkspacePath.of(path), state(old.get(path)), state(young.get(path))));
    }
    return SYNTAX.classOf(changes).name();
  }

  private static Map<String, String> files(String extension, String state) {
    if (!state.startsWith(">>>> ")) {
      return Map.of("src/a." + extension, state);
    }
    Map<String, String> files = new LinkedHashMap<>();
    for (String file : FILE.split(state.substring(5), -1)) {
      int head = file.indexOf('\n');
      files.put(file.substring(0, head), file.substring(head + 1));
    }
    return files;
  }

  private static FileState state(@Nullable String text) {
    return text == null ? new FileState.Absent() : new FileState.Present(FileContent.of(text));
  }

  private static String table(String extension) throws IOException {
    try (InputStream in = CasesTest.class.getResourceAsStream("cases." + extension + ".txt")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
