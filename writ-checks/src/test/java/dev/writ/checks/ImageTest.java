// Implements: docs/spec/17-quality.md §17.4 (Packaging)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `./writ` as a person starts it: the image that the build assembled.
class ImageTest {
  private static final String WRIT = Project.ROOT.resolve("writ").toString();

  @TempDir Path elsewhere;

  @Test
  void startsFromAnywhereAndThroughALink() throws Exception {
    Path link = Files.createSymbolicLink(elsewhere.resolve("w"), Path.of(WRIT));
    assertThat(run(Map.of(), WRIT, "--version")).startsWith("writ ").hasLineCount(1);
    assertThat(run(Map.of(), link.toString(), "--version")).startsWith("writ ").hasLineCount(1);
    assertThat(run(Map.of(), "./w", "--version")).startsWith("writ ").hasLineCount(1);
    Files.delete(link);
  }

  @Test
  void versionNamesTheCommit() throws Exception {
    String root = Project.ROOT.toString();
    String commit = run(Map.of(), "git", "-C", root, "rev-parse", "--short=12", "HEAD").strip();
    assertThat(run(Map.of(), WRIT, "--version")).contains(" (" + commit + ") java ");
  }

  /// They could open modules, and print to what may be a protocol.
  @Test
  void environmentDoesNotReachTheJvm() throws Exception {
    Map<String, String> bad =
        Map.of("JAVA_TOOL_OPTIONS", "-Dx=y", "JDK_JAVA_OPTIONS", "-version", "CLASSPATH", "/x");
    assertThat(run(bad, WRIT, "--version")).startsWith("writ ").hasLineCount(1);
  }

  /// The same start with a JVM that refuses to go on where it can't use the cache.
  @ParameterizedTest
  @CsvSource({"version, $flags", "writ, $flags", "chat, $flags $chat_flags"})
  void cacheFits(String cache, String flags) throws Exception {
    String start =
        """
        home=$1; . "$home/build/start.sh"; fresh || exit 9; clean_environment
        find_runtime "$image"
        exec "$java" %s -XX:AOTMode=on "-XX:AOTCache=$image/%s.aot" ${modules:+"$modules"} $main --version
        """
            .formatted(flags, cache);
    assertThat(run(Map.of(), "sh", "-c", start, "sh", Project.ROOT.toString())).startsWith("writ ");
  }

  @Test
  void modulesAreLinkedAndElseOnAPath() throws Exception {
    String start =
        """
        home=$1; . "$home/build/start.sh"; fresh || exit 9
        find_runtime "$image"; [ -z "$modules" ] && "$java" --list-modules
        find_runtime /none; echo "$([ "$java" = "$jdk/bin/java" ] && echo JDK) $modules"
        """;
    assertThat(run(Map.of(), "sh", "-c", start, "sh", Project.ROOT.toString()))
        .contains("dev.writ.kernel", "JDK --module-path=/none/lib")
        .doesNotContain("jdk.compiler");
  }

  /// A larger cache takes twice as long to map as the whole start of the smallest.
  @ParameterizedTest
  @CsvSource({"--version, version", "-V, version", "--help, writ", "'run --help', writ"})
  void eachStartHasItsOwnCache(String arguments, String cache) throws Exception {
    String traced = run(Map.of(), "sh", "-c", "sh -x \"$0\" " + arguments, WRIT);

    assertThat(traced.lines().filter(line -> line.startsWith("+ exec")))
        .singleElement()
        .asString()
        .contains("/" + cache + ".aot ");
  }

  /// The parser ends at once where nothing is asked; it may print nothing, so the JVM's refusal is
  /// seen from its result alone.
  @Test
  void cacheOfTheParserFits() throws Exception {
    String start =
        """
        home=$1; . "$home/build/start.sh"; fresh || exit 9; clean_environment
        find_runtime "$image"
        exec "$java" -XX:AOTMode=on "-XX:AOTCache=$image/syntax.aot" "@$image/syntax.args"
        """;
    assertThat(run(Map.of(), "sh", "-c", start, "sh", Project.ROOT.toString()))
        .isEqualTo("\u0002"); // it is ready, and the JVM has nothing to say
  }

  @Test
  void nothingOfTheTestsIsInIt() throws IOException {
    List<String> stamp = Files.readAllLines(Project.ROOT.resolve("target/writ/stamp"));
    Path lib = Project.ROOT.resolve("target/writ").resolve(stamp.get(1)).resolve("lib");
    try (Stream<Path> jars = Files.list(lib)) {
      assertThat(jars.map(jar -> jar.getFileName().toString()))
          .hasSizeGreaterThan(5)
          .noneMatch(name -> name.matches("(writ-testkit|junit|assertj|archunit|jspecify).*"));
    }
  }

  private String run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(Arrays.asList(command));
    builder.directory(elsewhere.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
