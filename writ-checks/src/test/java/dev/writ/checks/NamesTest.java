// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A name means one thing in the whole project, says what it is, and a package is one screen.
class NamesTest {
  private static final Pattern ONE_WORD = Pattern.compile("[A-Z][a-z0-9]*");
  private static final int MOST_FILES = 25;
  private static final int MOST_LINES = 2_500;
  private static final int LEAST_TYPES = 1_080;
  private static final int MOST_SHARED = 14;
  private static final int MOST_BARE = 16;

  @Test
  void noTwoTypesHaveOneName() {
    List<Path> sources = main();
    assertThat(sources).hasSizeGreaterThan(LEAST_TYPES);
    assertThat(twice(sources)).isEmpty();
  }

  @Test
  void aNameTwiceIsSeen() {
    assertThat(twice(List.of(Path.of("a/One.java"), Path.of("b/One.java"), Path.of("b/Two.java"))))
        .containsExactly("One");
  }

  @Test
  void aNameOfOneWordIsOneOfTheVocabulary() {
    Set<String> words = new TreeSet<>(main().stream().map(NamesTest::name).toList());
    words.removeIf(name -> !isOneWord(name));

    assertThat(words).containsExactlyElementsOf(new TreeSet<>(Project.data("one-word-names.txt")));
  }

  @Test
  void aNameOfOneWordIsSeen() {
    assertThat(List.of("Bell", "Os", "Json")).allMatch(NamesTest::isOneWord);
    assertThat(List.of("WakeupEvent", "LineDiff", "DBusConnection"))
        .noneMatch(NamesTest::isOneWord);
  }

  /// The lists may only become shorter: rename a nested type rather than add it.
  @Test
  void aNestedTypeThatOtherFilesUseHasANameOfItsOwn() {
    NestedNames names = new NestedNames(texts());
    List<String> listed = Project.data("nested-names.txt");

    assertThat(names.shared())
        .containsExactlyInAnyOrderElementsOf(
            listed.stream().filter(line -> !line.startsWith("bare ")).toList())
        .hasSizeLessThanOrEqualTo(MOST_SHARED);
    assertThat(names.bare())
        .containsExactlyInAnyOrderElementsOf(
            listed.stream()
                .filter(line -> line.startsWith("bare "))
                .map(line -> line.substring(5))
                .toList())
        .hasSizeLessThanOrEqualTo(MOST_BARE);
  }

  @Test
  void aNestedNameOfTwoTypesIsSeen() {
    NestedNames names =
        new NestedNames(
            Map.of(
                "One", "class One {\n  enum Kind { A }\n  private enum Form { B }\n}\n",
                "Two", "class Two {\n  record Kind() {}\n  record Form(One.Kind kind) {}\n}\n",
                "Three", "import a.Two.Form;\nclass Three { Form form; } // Two.Kind\n"));

    assertThat(names.shared()).containsExactly("One.Kind");
    assertThat(names.bare()).containsExactly("Two.Form");
  }

  private static Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    main().forEach(file -> texts.put(name(file), Project.read(file)));
    return texts;
  }

  @Test
  void packagesAreSmall() {
    Map<String, List<Path>> packages = new TreeMap<>();
    for (Path file : main()) {
      String name = Project.relative(file).replaceFirst("/[^/]*$", "");
      if (!name.startsWith("writ-testkit/")) {
        packages.computeIfAbsent(name, _ -> new ArrayList<>()).add(file);
      }
    }
    assertThat(packages)
        .allSatisfy(
            (name, files) -> {
              assertThat(files).as(name).hasSizeLessThanOrEqualTo(MOST_FILES);
              assertThat(files.stream().mapToLong(file -> Project.read(file).lines().count()).sum())
                  .as("lines of " + name)
                  .isLessThanOrEqualTo(MOST_LINES);
            });
  }

  private static boolean isOneWord(String name) {
    return ONE_WORD.matcher(name).matches();
  }

  private static Set<String> twice(List<Path> sources) {
    Set<String> seen = new TreeSet<>();
    Set<String> twice = new TreeSet<>();
    sources.stream().map(NamesTest::name).filter(name -> !seen.add(name)).forEach(twice::add);
    return twice;
  }

  private static String name(Path source) {
    return source.getFileName().toString().replace(".java", "");
  }

  /// The sources of all modules but what describes packages and modules.
  private static List<Path> main() {
    return Project.mainSources().stream().filter(file -> !name(file).contains("-")).toList();
  }
}
