// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.call.PathLocation;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The list of files that no model may see, while a session goes on.
class UnseenListTest {
  @TempDir Path directory;

  @Test
  void whatAPersonAddsCountsAtOnce() throws Exception {
    Path list = directory.resolve(".writignore");
    PathLocator locator = new PathLocator(WorkspaceRoot.open(directory), List.of(), List.of());
    assertThat(locator.locate("a.txt")).isInstanceOf(PathLocation.Inside.class);

    Files.writeString(list, "a.txt\n");
    assertThat(locator.locate("a.txt")).isInstanceOf(PathLocation.RefusedLocation.class);

    Files.writeString(list, "other.txt\n");
    assertThat(locator.locate("a.txt")).isInstanceOf(PathLocation.Inside.class);
    assertThat(locator.locate("other.txt")).isInstanceOf(PathLocation.RefusedLocation.class);

    Files.delete(list);
    assertThat(locator.locate("other.txt")).isInstanceOf(PathLocation.Inside.class);
  }

  private List<Path> present() throws Exception {
    return new UnseenFiles(WorkspaceRoot.open(directory)).present();
  }

  private void write(String path) throws Exception {
    int slash = path.lastIndexOf('/');
    if (slash > 0) {
      Files.createDirectories(directory.resolve(path.substring(0, slash)));
    }
    Files.writeString(directory.resolve(path), path);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whatIsPresentIsWhatTheListHides(long seed) throws Exception {
    Random random = new Random(seed);
    List<String> names = List.of("a", "b", "key.pem", "docs", "private", ".git", ".writ");
    for (int i = 0; i < 120; i++) {
      String path = names.get(random.nextInt(names.size()));
      for (int depth = random.nextInt(4); depth > 0; depth--) {
        path += "/" + names.get(random.nextInt(names.size()));
      }
      if (!Files.exists(directory.resolve(path)) && isFree(path)) {
        write(path);
      }
    }
    write(".writignore");
    Files.writeString(
        directory.resolve(".writignore"), "*.pem\nprivate/\n/docs/a\n!b/key.pem\ndocs/**/b\n");
    UnseenFiles unseen = new UnseenFiles(WorkspaceRoot.open(directory));

    List<Path> expected = new ArrayList<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.filter(path -> !path.equals(directory)).toList()) {
        WorkspacePath place = WorkspacePath.of(directory.relativize(path).toString());
        if (unseen.hides(place) && (place.parent().isRoot() || !unseen.hides(place.parent()))) {
          expected.add(path);
        }
      }
    }
    assertThat(unseen.present()).isNotEmpty().containsExactlyInAnyOrderElementsOf(expected);
  }

  /// Lists that hide all but something, and others.
  private static final List<String> LINES =
      List.of(
          "*",
          "/*",
          "!*/",
          "!*.java",
          "!/src/",
          "/src/*",
          "!/src/main/",
          "!a.txt",
          "**/b",
          "!b/",
          "b/",
          "main",
          "!main/",
          "*.pem",
          "!**/a.txt",
          "src/**",
          "!src/**/",
          "[a-b]*",
          "!link",
          "!link/",
          "x?",
          "\\*",
          "!src",
          "**/main/*",
          "a.txt/",
          "!a.txt/",
          "*.java/",
          "[[:alpha:]]",
          "![[:upper:]].java",
          "[![:lower:]]*",
          "k.p[\\e]m",
          "x[a-[:lower:]]");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void whatGitIgnoresIsHidden(long seed) throws Exception {
    List<String> names = List.of("a.txt", "b", "M.java", "src", "main", "k.pem", "xy");
    Random random = new Random(seed);
    for (int i = 0; i < 60; i++) {
      String path = names.get(random.nextInt(names.size()));
      for (int depth = random.nextInt(4); depth > 0; depth--) {
        path += "/" + names.get(random.nextInt(names.size()));
      }
      if (!Files.exists(directory.resolve(path)) && isFree(path)) {
        write(path);
      }
    }
    Files.createSymbolicLink(directory.resolve("link"), Path.of("src"));
    git("", "init", "-q");
    Path list = directory.resolve(".writignore");
    for (int round = 0; round < 40; round++) {
      List<String> lines = new ArrayList<>(random.nextBoolean() ? List.of("*", "!*/") : List.of());
      for (int i = random.nextInt(5); i >= 0; i--) {
        lines.add(LINES.get(random.nextInt(LINES.size())));
      }
      Files.writeString(list, String.join("\n", lines) + "\n");
      hidesWhatGitIgnores(lines);
    }
  }

  private void hidesWhatGitIgnores(List<String> lines) throws Exception {
    List<Path> all;
    try (Stream<Path> found = Files.walk(directory)) {
      all = found.filter(path -> !isOwn(directory.relativize(path))).toList();
    }
    List<String> asked = all.stream().map(path -> directory.relativize(path).toString()).toList();
    Set<String> ignored =
        Set.of(git(String.join("\n", asked), "check-ignore", "--no-index", "--stdin").split("\n"));
    boolean exact = lines.stream().allMatch(line -> line.startsWith("!") || !line.endsWith("/"));
    UnseenFiles unseen = new UnseenFiles(WorkspaceRoot.open(directory));
    List<Path> present = unseen.present();
    for (String name : asked) {
      boolean hidden = unseen.hides(WorkspacePath.of(name));
      assertThat(present.stream().anyMatch(directory.resolve(name)::startsWith))
          .as("%s by %s", name, lines)
          .isEqualTo(hidden);
      if (exact || !hidden) {
        assertThat(hidden).as("%s by %s", name, lines).isEqualTo(ignored.contains(name));
      }
    }
  }

  /// A person sees in it what Git doesn't.
  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1"})
  void aListInAnotherEncodingHidesEverything(String encoding) throws Exception {
    Files.writeString(directory.resolve(".writignore"), "\u00e9.txt\n", Charset.forName(encoding));

    everythingIsHidden("UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.txt\n../x", "[a", "a//b", "[[:foo:]]", "/"})
  void aLineThatCanMatchNothingHidesEverything(String list) throws Exception {
    Files.writeString(directory.resolve(".writignore"), list + "\n");

    everythingIsHidden(list.substring(list.indexOf('\n') + 1));
  }

  private void everythingIsHidden(String reason) throws Exception {
    UnseenFiles unseen = new UnseenFiles(WorkspaceRoot.open(directory));
    assertThat(unseen.hides(WorkspacePath.of("b.txt"))).isTrue();
    assertThat(unseen.unreadable().orElse("")).contains("Every file counts as hidden", reason);
  }

  @Test
  void aNameFromHereIsInTheRoot() throws Exception {
    Files.writeString(directory.resolve(".writignore"), "./a.txt\n# ./c\n!./d\n\n");
    UnseenFiles unseen = new UnseenFiles(WorkspaceRoot.open(directory));

    assertThat(unseen.hides(WorkspacePath.of("a.txt"))).isTrue();
    assertThat(unseen.hides(WorkspacePath.of("b/a.txt"))).isFalse();
    assertThat(unseen.unreadable()).isEmpty();
  }

  private static boolean isOwn(Path path) {
    return path.toString().isEmpty() || path.startsWith(".git") || path.startsWith(".writignore");
  }

  private String git(String input, String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("git", "-c", "core.excludesFile=.writignore"));
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    Process git = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (OutputStream asked = git.getOutputStream()) {
      asked.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(git.waitFor()).isLessThan(2); // 1: nothing is ignored
    return answer;
  }

  /// Whether no file stands in the way of a path.
  private boolean isFree(String path) {
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      if (Files.isRegularFile(directory.resolve(path.substring(0, slash)))) {
        return false;
      }
    }
    return true;
  }

  @Test
  void namesOfAnyBytesAreLookedThrough() throws Exception {
    Files.writeString(directory.resolve(".writignore"), "*.pem\n");
    write("plain/a.pem");
    String line =
        "mkdir -p plain/$(printf 'caf\\351')/deep && : > plain/$(printf 'caf\\351')/deep/b.pem";
    Process made = new ProcessBuilder("sh", "-c", line).directory(directory.toFile()).start();
    assertThat(made.waitFor()).isZero();

    assertThat(present())
        .extracting(path -> path.getFileName().toString())
        .containsExactlyInAnyOrder("a.pem", "b.pem");
  }

  @Test
  void belowAFileALinkOrNothingNothingIsPresent() throws Exception {
    Files.writeString(directory.resolve(".writignore"), "*.pem\n");
    write("real/a.pem");
    write("file");
    Files.createSymbolicLink(directory.resolve("link"), Path.of("real"));
    UnseenFiles unseen = new UnseenFiles(WorkspaceRoot.open(directory));

    for (String nothing : List.of("file", "file/x", "link", "missing", "missing/x")) {
      assertThat(unseen.present(WorkspacePath.of(nothing))).as(nothing).isEmpty();
    }
    assertThat(unseen.present(WorkspacePath.of("real"))).hasSize(1);
    assertThat(unseen.present(WorkspacePath.of("real/a.pem"))).hasSize(1);
    assertThat(present()).hasSize(1);
  }
}
