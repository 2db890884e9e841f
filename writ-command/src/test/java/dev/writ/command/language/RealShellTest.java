// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.command.parser.CommandParser;
import dev.writ.testkit.Gen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Real shells are the judges of the parser: whatever it accepts must mean to them what it means to
/// it. Their programs are replaced by one that notes how it was called.
class RealShellTest {
  /// Notes place, the variable `A` and arguments; copies what it reads and says something on both
  /// streams. `ok` succeeds, `bad` doesn't.
  private static final String PROGRAM =
      """
      #!/bin/sh
      { printf '%s\\001' NAME; pwd; printf '%s\\001' "$A" "$@"; printf '\\002'; } > "$NOTES/$$"
      echo "out of NAME"
      echo "err of NAME" >&2
      while IFS= read -r line; do printf '%s\\n' "read $line"; done
      exit STATUS
      """;

  @TempDir Path directory;

  @Test
  @Tag("slow")
  @Timeout(value = 5, unit = TimeUnit.MINUTES) // thousands of processes
  void shWouldDoTheSame() throws Exception {
    compare(List.of("/bin/sh", "-c"), 0);
  }

  @Test
  @Tag("slow")
  @Timeout(value = 5, unit = TimeUnit.MINUTES) // thousands of processes
  void bashWouldDoTheSame() throws Exception {
    Path bash = Path.of("/bin/bash");
    assumeTrue(Files.isExecutable(bash));
    // Not as POSIX shell: the language has &> of it.
    compare(List.of(bash.toString(), "--norc", "-c"), 1);
  }

  private void compare(List<String> shell, int kind) throws Exception {
    Path home = directory.toRealPath();
    Path bin = Files.createDirectories(home.resolve("bin"));
    program(bin, "ok", "0");
    program(bin, "bad", "1");
    AtomicInteger compared = new AtomicInteger();
    Gen<String> lines =
        Gen.<String>anyOf(ShellLines.lines(), ShellLines.lines(), ShellLines.soup());
    Gen.check(
        Integer.getInteger("rs", 2_500),
        lines,
        text -> {
          Path ours = workspace(home.resolve("real"));
          ShellEvaluation evaluation = new ShellEvaluation(ours, home.resolve("real/home"));
          if (!isRun(text, evaluation, kind == 1)) {
            return true;
          }
          compared.incrementAndGet();
          Map<String, String> actual = evaluation.world();
          assertThat(actual).isEqualTo(run(shell, text, home, workspace(home.resolve("real"))));
          return true;
        });
    assertThat(compared).hasValueGreaterThan(300);
  }

  /// Runs a line in as many parts as it takes, where it can be compared.
  private static boolean isRun(String text, ShellEvaluation evaluation, boolean bash) {
    LineProgress progress = LineProgress.none();
    ParsedCommand parsed = CommandParser.parse(text, evaluation, progress);
    while (parsed instanceof ParsedCommand.ParsedPart part && isComparable(part, text, bash)) {
      progress = progress.after(evaluation.run(part));
      parsed = CommandParser.parse(text, evaluation, progress);
    }
    if (!(parsed instanceof ParsedCommand.ParsedLine(CommandLine line))
        || !isComparable(line, text, bash)) {
      return false;
    }
    evaluation.run(line);
    return true;
  }

  /// A shell's own messages about missing files have its own words.
  private static boolean isComparable(ParsedCommand.ParsedPart part, String text, boolean bash) {
    return isComparable(part.line(), text, bash)
        && (!part.isSubstitution()
            || part.line().commands().stream()
                .flatMap(command -> command.redirections().stream())
                .noneMatch(Redirection.InputRedirection.class::isInstance));
  }

  /// Only the two programs are run; some operators and lists in braces aren't POSIX.
  private static boolean isComparable(CommandLine line, String text, boolean bash) {
    boolean readsPipes =
        line.pipelines().stream()
            .flatMap(pipeline -> pipeline.commands().stream().skip(1))
            .noneMatch(
                command ->
                    command.redirections().stream()
                        .anyMatch(Redirection.InputRedirection.class::isInstance));
    boolean inside =
        line.commands().stream().noneMatch(command -> command.directory().plain().startsWith(".."));
    return readsPipes
        && inside
        && line.commands().stream()
            .allMatch(
                command ->
                    List.of("ok", "bad", "cd", "true", "false", "exit", "test")
                            .contains(command.program())
                        || isEcho(command))
        && (bash || Stream.of("&>", "|&", "<<<", "{", "[[").noneMatch(text::contains));
  }

  /// In a pipeline it may end before its reader, and shells take options of it differently.
  private static boolean isEcho(Command command) {
    return command.program().equals("echo")
        && command.argv().stream().noneMatch(word -> word.startsWith("-") || word.contains("\\"));
  }

  private static void program(Path bin, String name, String status) throws IOException {
    Path file = bin.resolve(name);
    Files.writeString(file, PROGRAM.replace("NAME", name).replace("STATUS", status));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /// A fresh directory with some files.
  private static Path workspace(Path place) {
    try {
      remove(place);
      for (String name : List.of("sub/deep", "x y", "home")) {
        Files.createDirectories(place.resolve(name));
      }
      for (String name :
          List.of("a.txt", "b.txt", "x y.txt", ".hidden", "sub/c.txt", "sub/d", "home/no tes")) {
        Files.writeString(place.resolve(name), "in " + name + "\n");
      }
      Files.createDirectories(place.resolveSibling("notes"));
      return place;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path place) throws IOException {
    if (Files.exists(place)) {
      try (Stream<Path> paths = Files.walk(place)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private static Map<String, String> run(List<String> shell, String text, Path home, Path real) {
    try {
      Path notes = home.resolve("notes");
      remove(notes);
      Files.createDirectories(notes);
      List<String> argv = new ArrayList<>(shell);
      argv.add(text);
      ProcessBuilder builder = new ProcessBuilder(argv).directory(real.toFile());
      builder.environment().clear();
      builder
          .environment()
          .putAll(
              Map.of(
                  "PATH", home.resolve("bin").toString(),
                  "HOME", real.resolve("home").toString(),
                  "NOTES", notes.toString(),
                  "LC_ALL", "C.UTF-8"));
      builder.redirectInput(new java.io.File("/dev/null"));
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      Process process = builder.start();
      String out =
          new String(
              process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      Map<String, String> world = files(real);
      List<String> calls = new ArrayList<>();
      try (Stream<Path> paths = Files.list(notes)) {
        for (Path path : paths.toList()) {
          calls.add(Files.readString(path));
        }
      }
      calls.sort(Comparator.naturalOrder());
      world.put("calls", String.join("", calls));
      world.put("out", out);
      // A shell's own messages about missing files have its own words.
      world.replaceAll((name, said) -> said.replaceAll("(?m)^.*/bin/(ba)?sh: .*\n", ""));
      return world;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static Map<String, String> files(Path place) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(place)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(place.relativize(path).toString(), Files.readString(path));
      }
    }
    return files;
  }
}
