// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `list_files` omits the same files as git: compared with git itself.
class IgnoreRulesTest {
  private static final List<String> FILES =
      List.of(
          "a.log",
          "b.txt",
          "#hash",
          "!bang",
          "sp ace",
          "trail ",
          "{x}",
          "x",
          "a,b",
          "foo/bar/baz",
          "foo/a.log",
          "foo/keep.log",
          "foo/x",
          "build/out.o",
          "build/keep/x",
          "src/build/y.o",
          "src/a.log",
          "src/deep/er/a.log",
          "src/deep/er/z",
          "doc/a.txt",
          "doc/b/a.txt",
          "abc",
          "abd",
          "a-c",
          "a/b/c/d",
          "temp/one",
          "temp/two/three",
          ".hidden",
          "Upper.LOG",
          "q?x");

  /// Rules, with signs for blanks, line ends and a byte order mark.
  private static final String RULES =
      """
      *.log /a.log foo/ /foo/* foo/*␤!foo/keep.log *.log␤!keep.log build build/ /build
      src/build **/build **/build/ build/** a/**/d a/** doc/*.txt doc/**/*.txt \\#hash
      #hash \\!bang !bang sp␣ace trail\\␣ trail␣ ab[cd] ab[!c] ab[^c] a[+--]c {x} a,b
      ? * *␤!b.txt *␤!*/␤!*.txt /*␤!/foo foo␤!foo/x foo/*␤!foo/x / // ! \\ */ ** **/
      src/**/a.log /** src/*/a.log src/deep/**␤!src/deep/er
      src/deep/**␤!src/deep/er/␤!src/deep/er/z [ [a a[ foo//x ./foo ../foo .hidden .*
      *.LOG q\\?x *a* a**c temp/␤!temp/one temp/*␤!temp/one *.log␍␤*.txt␍ ￼a.log x\\
      \\x a?c deep er/a.log ␣␣␣ ␉ foo/bar/ bar/ bar/baz /bar
      """;

  @TempDir Path directory;

  static Stream<String> rules() {
    return RULES.lines().flatMap(line -> Stream.of(line.split(" "))).map(IgnoreRulesTest::plain);
  }

  private static String plain(String rule) {
    return rule.replace('␣', ' ')
        .replace('␤', '\n')
        .replace('␍', '\r')
        .replace('␉', '\t')
        .replace('￼', '\uFEFF');
  }

  @ParameterizedTest
  @MethodSource("rules")
  void aRuleMeansWhatGitMeans(String rules) throws Exception {
    try (Door door = Door.in(directory)) {
      tree(door, Map.of(".gitignore", rules + "\n"));

      assertThat(listed(door)).isEqualTo(asGit(door));
    }
  }

  /// The look at a name alone passes over nothing that the rules leave out.
  @ParameterizedTest
  @MethodSource("rules")
  void aNameThatCantBeIgnoredIsNotIgnored(String rules) {
    IgnoreRules all = IgnoreRules.NONE.with(WorkspacePath.ROOT, rules + "\n");
    for (String file : FILES) {
      for (WorkspacePath at = WorkspacePath.of(file); !at.isRoot(); at = at.parent()) {
        boolean ignored = all.ignored(at, /* directory= */ true);
        assertThat(!ignored || all.mayIgnore(at.name())).as(at.toString()).isTrue();
      }
    }
    assertThat(IgnoreRules.NONE.mayIgnore("a.log")).isFalse();
  }

  @Test
  void deeperRulesComeAfterShallowerOnes() throws Exception {
    try (Door door = Door.in(directory)) {
      tree(
          door,
          Map.of(
              ".gitignore", "*.log\n/temp\n",
              "src/.gitignore", "!a.log\nbuild/\n",
              "src/deep/.gitignore", "a.log\n/z\n",
              "foo/.gitignore", "/x\n!/a.log\n"));

      assertThat(listed(door)).isEqualTo(asGit(door));
      assertThat(door.text("list_files", "path", "src/deep", "max_results", 1000).lines())
          .doesNotContain("src/deep/er/a.log");
    }
  }

  @Test
  void generatedRulesMeanWhatGitMeans() throws Exception {
    long seed = Long.getLong("seed", 20_261_120L);
    SplittableRandom random = new SplittableRandom(seed);
    List<String> parts =
        List.of(
            "a", "b", "*", "**", "?", "foo", "src", "deep", "x", ".log", "[a-c]", "er", "build");
    for (int round = 0; round < 15; round++) {
      List<String> rules = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        StringBuilder rule = new StringBuilder(random.nextInt(4) == 0 ? "!" : "");
        rule.append(random.nextInt(4) == 0 ? "/" : "");
        int segments = 1 + random.nextInt(3);
        for (int s = 0; s < segments; s++) {
          rule.append(s > 0 ? "/" : "").append(parts.get(random.nextInt(parts.size())));
          rule.append(random.nextInt(3) == 0 ? parts.get(random.nextInt(parts.size())) : "");
        }
        rules.add(rule.append(random.nextInt(4) == 0 ? "/" : "").toString());
      }
      Path place = Files.createDirectory(directory.resolve("r" + round));
      try (Door door = Door.in(place)) {
        tree(door, Map.of(".gitignore", String.join("\n", rules) + "\n"));

        assertThat(listed(door)).as("seed %d, rules %s", seed, rules).isEqualTo(asGit(door));
      }
    }
  }

  private static void tree(Door door, Map<String, String> ignores) {
    FILES.forEach(name -> door.file(name, ""));
    ignores.forEach(door::file);
  }

  private static Set<String> listed(Door door) {
    String text = door.text("list_files", "max_results", 10_000);
    return text.lines()
        .filter(line -> !line.startsWith("No files"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /// The files that git would add: all that are not ignored.
  private static Set<String> asGit(Door door) throws IOException, InterruptedException {
    git(door, "init", "-q");
    String untracked = git(door, "ls-files", "-z", "--others", "--exclude-standard");
    return Stream.of(untracked.split("\0"))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String git(Door door, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(door.root.toFile());
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    builder.environment().put("XDG_CONFIG_HOME", door.data.toString());
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return output;
  }
}
