// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.ParsedCommand;
import dev.writ.command.lexer.UnsupportedConstructs;
import dev.writ.command.parser.CommandParser;
import dev.writ.tools.builtin.Door;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The replacement that a refusal of the command language proposes runs, and has the effect of the
/// refused line in a shell.
class RemediesTest {
  @TempDir Path directory;

  private static Stream<Arguments> rows() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(RemediesTest.class.getResourceAsStream("remedies.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("//"))
          .map(line -> line.replace('⏎', '\n').replace("⟨U+0007⟩", "\u0007").split(" ==> "))
          .map(columns -> Arguments.of(columns[0], columns[1], columns.length == 2));
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void whatIsProposedDoesTheSame(String refused, String proposed, boolean works) throws Exception {
    Door.needsViews();
    try (Door door = Door.in(directory, setup -> setup.rules = Door.under("namespaces"))) {
      door.contained();
      fill(door.root);
      assertThat(door.text("run_command", "command", refused))
          .contains(" is not supported: ", "Instead: ");
      if (proposed.startsWith("(")) {
        return;
      }
      String ours = door.text("run_command", "command", proposed);
      assertThat(ours).doesNotContain("error_code");
      if (works) {
        Path shells = Files.createDirectory(directory.resolve("shells"));
        fill(shells);
        assertThat(printed(ours)).isEqualTo(ofBash(refused, shells));
        assertThat(files(door.root)).isEqualTo(files(shells));
      }
    }
  }

  /// The programs' output, without Writ's text about the call.
  private static String printed(String result) {
    return result
        .replaceAll("(?m)^\\[(created|modified|deleted) .*\\R", "")
        .replaceAll("\\A\\(no output\\)|^exit code [0-9]+\\R", "");
  }

  private static String ofBash(String line, Path directory) throws Exception {
    Process bash = new ProcessBuilder("bash", "-c", line).directory(directory.toFile()).start();
    bash.getOutputStream().close();
    String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    bash.waitFor();
    return printed;
  }

  /// Whatever is refused has a row.
  @Test
  void everyConstructIsTried() throws Exception {
    Set<String> missing = new TreeSet<>();
    for (Field field : UnsupportedConstructs.class.getDeclaredFields()) {
      field.setAccessible(true);
      if (field.get(null) instanceof UnsupportedConstructs.UnsupportedConstruct construct) {
        missing.add(construct.name());
      } else if (field.get(null) instanceof Map<?, ?> table) {
        table
            .values()
            .forEach(
                value -> missing.add(((UnsupportedConstructs.UnsupportedConstruct) value).name()));
      }
    }
    rows()
        .map(row -> CommandParser.parse(String.valueOf(row.get()[0])))
        .filter(ParsedCommand.RefusedLine.class::isInstance)
        .map(parsed -> ((ParsedCommand.RefusedLine) parsed).unsupported().construct())
        .forEach(missing::remove);
    // Only a directory with files shows that one; the last row is refused for it.
    assertThat(missing).containsExactly(UnsupportedConstructs.PART.name());
  }

  private static void fill(Path root) throws IOException {
    Files.createDirectories(root.resolve("d"));
    Files.writeString(root.resolve("a.txt"), "one\ntwo\n");
    Files.writeString(root.resolve("b.txt"), "one\nthree\n");
    Files.writeString(root.resolve("d/c.txt"), "c\n");
    Path script = Files.writeString(root.resolve("s.sh"), "#!/bin/sh\necho script\n");
    Files.setAttribute(script, "unix:mode", 0755);
  }

  private static Map<String, String> files(Path root) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      paths
          .filter(Files::isRegularFile)
          .map(root::relativize)
          .filter(path -> !path.toString().matches("[.](writ|orchestration|git).*"))
          .forEach(path -> files.put(path.toString(), text(root.resolve(path))));
    }
    return files;
  }

  private static String text(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
