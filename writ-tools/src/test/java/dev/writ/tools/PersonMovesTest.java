// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.settle.KeptChanges;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.testkit.StatePoll;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A person moves directories, or saves files in them, while a command works in its view.
class PersonMovesTest {
  private static final String WAITING =
      "cat src/pkg/f.py >/dev/null; echo > begun; while grep -q begins state.txt; do :; done; ";

  @TempDir Path directory;

  private Door prepared() throws Exception {
    Door door = Scripts.door(directory, "namespaces");
    door.file(".gitignore", "build/\n");
    for (String place : new String[] {"src", "build"}) {
      door.file(place + "/pkg/f.py", "one\n");
      door.file(place + "/g.py", "one\n");
    }
    Scripts.repository(door);
    door.file("new/pkg/f.py", "the person's\n");
    door.file("new/g.py", "the person's\n");
    door.file("state.txt", "begins\n");
    return door;
  }

  /// Runs a line in a view; as soon as it has begun, a person does something else.
  private CallAnswer run(Door door, String person, String line) throws Exception {
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    awaitView(door);
                    Process process =
                        new ProcessBuilder("sh", "-e", "-c", person)
                            .directory(door.root.toFile())
                            .inheritIO()
                            .start();
                    process.waitFor();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                  } finally {
                    door.file("state.txt", "saved\n");
                  }
                });
    CallAnswer answer = Scripts.sh(door, WAITING + line);
    other.join();
    return answer;
  }

  /// Until the command has begun, and the clock of the file system went on since its view was made.
  private void awaitView(Door door) throws IOException {
    Path views = door.root.resolve(".writ/objects/views");
    Path clock = directory.resolve("clock");
    while (true) {
      StatePoll.pause();
      Files.writeString(clock, "tick");
      if (Files.isDirectory(views)) {
        try (Stream<Path> all = Files.list(views)) {
          for (Path upper : all.map(view -> view.resolve("upper")).toList()) {
            if (Files.exists(upper.resolve("begun")) && isPast(upper, clock)) {
              return;
            }
          }
        }
      }
    }
  }

  private static boolean isPast(Path upper, Path clock) throws IOException {
    FileTime begun = (FileTime) Files.getAttribute(upper, "unix:ctime");
    return begun.compareTo((FileTime) Files.getAttribute(clock, "unix:ctime")) < 0;
  }

  /// Their other version of it, with the times that it had, and changed as soon as it is there.
  @ParameterizedTest
  @CsvSource({
    "src, echo MODEL > src/pkg/f.py; echo MODEL > src/g.py",
    "src, rm -r src",
    "src, rm -r src; mkdir -p src/pkg; echo MODEL > src/pkg/f.py; echo MODEL > src/g.py",
    "build, echo MODEL > build/pkg/f.py; echo MODEL > build/g.py",
    "build, rm -r build",
    "build, rm -r build; mkdir -p build/pkg; echo MODEL > build/pkg/f.py",
  })
  void whatAPersonMovesIntoThePlaceOfADirectoryStays(String place, String line) throws Exception {
    try (Door door = prepared()) {
      String person = "mv %1$s old; mv new %1$s; echo x > %1$s/fresh.txt".formatted(place);

      CallAnswer answer = run(door, person, line);

      String said = answer.result().content();
      assertThat(door.root.resolve(place + "/pkg/f.py")).as(said).hasContent("the person's\n");
      assertThat(door.root.resolve(place + "/g.py")).as(said).hasContent("the person's\n");
      assertThat(door.root.resolve(place + "/fresh.txt")).as(said).hasContent("x\n");
      assertThat(door.root.resolve("old/pkg/f.py")).hasContent("one\n");
      assertThat(said).contains("changed meanwhile");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"src", "build"})
  void soDoesWhatTheyMoveDeeper(String place) throws Exception {
    try (Door door = prepared()) {
      String person =
          "mv %1$s/pkg old; mv new/pkg %1$s/pkg; echo x > %1$s/pkg/fresh.txt".formatted(place);

      CallAnswer answer =
          run(door, person, "echo MODEL > %1$s/pkg/f.py; echo > %1$s/n.py".formatted(place));

      String said = answer.result().content();
      assertThat(door.root.resolve(place + "/pkg/f.py")).as(said).hasContent("the person's\n");
      assertThat(door.root.resolve(place + "/n.py")).as(said).exists();
      assertThat(said).contains("changed meanwhile");
    }
  }

  /// Editors save by a rename; that changes the directory, and here the one above it, too.
  @Test
  void whereAPersonOnlySavesFilesTheOthersAreApplied() throws Exception {
    try (Door door = prepared()) {
      String person =
          "echo mine > t; mv t src/pkg/h.py; echo mine > t; mv t src/i.py; echo mine > t; mv t j.py";

      CallAnswer answer =
          run(door, person, "echo MODEL > src/pkg/f.py; echo MODEL > src/g.py; echo MODEL > j.py");

      String said = answer.result().content();
      assertThat(door.root.resolve("src/pkg/f.py")).as(said).hasContent("MODEL\n");
      assertThat(door.root.resolve("src/g.py")).as(said).hasContent("MODEL\n");
      assertThat(door.root.resolve("src/pkg/h.py")).hasContent("mine\n");
      assertThat(door.root.resolve("src/i.py")).hasContent("mine\n");
      assertThat(door.root.resolve("j.py")).hasContent("mine\n");
    }
  }

  @Test
  void aCommandMovesDirectoriesItself() throws Exception {
    try (Door door = prepared()) {
      String person = "echo mine > t; mv t src/i.py; echo mine > t; mv t j.py";

      CallAnswer answer = run(door, person, "mv src/pkg tmp; mv new/pkg src/pkg; mv tmp new/pkg");

      String said = answer.result().content();
      assertThat(door.root.resolve("src/pkg/f.py")).as(said).hasContent("the person's\n");
      assertThat(door.root.resolve("new/pkg/f.py")).as(said).hasContent("one\n");
      assertThat(door.root.resolve("src/i.py")).hasContent("mine\n");
    }
  }

  /// A kept view knows the directories, too: a person saves files before they apply it.
  @Test
  void changesThatWereKeptAreAppliedBesideSavedFiles() throws Exception {
    try (Door door = prepared()) {
      door.file("state.txt", "goes on\n");
      CallAnswer answer =
          door.call(
              "run_command",
              "program",
              "sh",
              "args",
              List.of("-c", "echo MODEL > src/pkg/f.py; rm -r build; exec tail -f /dev/null"),
              "timeout",
              1);
      assertThat(Door.code(answer)).isEqualTo("COMMAND_TIMEOUT");
      door.file("src/pkg/h.py", "mine\n");
      door.file("src/i.py", "mine\n");
      door.file("j.py", "mine\n");
      Files.move(door.root.resolve("build"), door.root.resolve("old"));
      Files.move(door.root.resolve("new"), door.root.resolve("build"));
      door.file("build/fresh.txt", "x\n");

      KeptChanges kept = door.governor.keptChanges();
      KeptChanges.Applied applied =
          kept.apply(kept.all().getFirst().name(), Scripts.PERSON).orElseThrow();

      String said = applied.toString();
      assertThat(door.root.resolve("src/pkg/f.py")).as(said).hasContent("MODEL\n");
      assertThat(door.root.resolve("build/pkg/f.py")).as(said).hasContent("the person's\n");
    }
  }
}
