// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.testkit.StatePoll;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import dev.writ.tools.builtin.WorkTree;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Lines that move, replace and remove what was there: nothing that isn't an output goes without a
/// record, and undo leads back.
class CommandViewLinesTest {
  private static final long LARGE = 65L << 20;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mv docs out/docs; rm -rf out/docs",
        "rm -rf lib && mv src lib",
        "mv src t && mv lib src && mv t lib",
        "mv out t && mv src out && mv t src",
        "mv docs/deep x && mv docs x/docs && mkdir docs && mv x docs/deep2",
        "mv docs/deep docs/deep2",
        "mkdir new && mv docs/deep new/deep2",
        "python3 -c 'import os; os.rename(\"docs\", \"docs2\")' || mv docs docs2",
        "chmod 700 docs src; chmod 500 lib",
        "mkdir new; echo x > new.txt; echo y > new/y; echo z > new-z",
        "echo evil > src/a.txt; rm lib/a.txt; echo x > \"src/$(printf 'n\\nl')\"",
        "echo evil > src/a.txt; rm lib/a.txt; echo x > \"src/$(printf 'a\\357\\277\\275')\"",
        "printf x > \"src/$(printf 'a\\377')\"; printf yy > src/b.sh",
        "ln -s .git hid; ln -s / rootlink; ln -s ../../outside up; printf x > 'a\\b'; printf x > ' '",
        "rm private.txt; mkdir -m 711 private.txt; ln empty/.. x 2>/dev/null; ln src/a.txt src/c.txt",
        "d=src; for i in $(seq 300); do d=$d/d; done; mkdir -p $d; echo ok > src/ok",
      })
  void nothingGoesWithoutARecord(String line) throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      Map<String, String> before = WorkTree.tree(door);
      List<String> answers = new ArrayList<>();
      for (String script : line.split("; rm -rf ", 2)) {
        String whole = answers.isEmpty() ? script : "rm -rf " + script;
        answers.add(Scripts.sh(door, whole).result().content());
      }
      Files.delete(door.root.resolve(Scripts.SCRIPT));
      Map<String, String> after = WorkTree.tree(door);
      TreeSet<String> told = new TreeSet<>(Scripts.told(door));
      before.forEach(
          (path, state) -> {
            if (!state.equals(after.get(path))) {
              assertThat(told).as(path + answers).anyMatch(one -> one.endsWith(" " + path));
            }
          });
      WorkTree.undo(door);
      assertThat(WorkTree.tree(door)).as(answers + "\n" + told).isEqualTo(before);
    }
  }

  @Test
  void whatIsTooLargeToBeKeptStays() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      large(door, "big.bin");
      large(door, "gone.bin");
      CallAnswer answer =
          Scripts.sh(door, "printf EVIL | dd of=big.bin conv=notrunc; rm gone.bin; echo b > new");
      assertThat(answer.result().content())
          .contains("big.bin (not applied: larger than 64 MiB")
          .contains("gone.bin (not applied: larger than 64 MiB");
      assertThat(door.root.resolve("gone.bin")).exists();
      try (RandomAccessFile file =
          new RandomAccessFile(door.root.resolve("big.bin").toFile(), "r")) {
        assertThat(file.read()).isZero();
      }
      assertThat(Scripts.told(door)).containsExactly("create new");
    }
  }

  private static void large(Door door, String name) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(door.root.resolve(name).toFile(), "rw")) {
      file.setLength(LARGE);
    }
  }

  @Test
  void ignoredDirectoriesBringNothingThatProgramsObey() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      door.file(".gitignore", "out/\ngen/\n.config/\n");
      Scripts.git(door, "config", "core.hooksPath", "gen/hooks");
      CallAnswer answer =
          Scripts.sh(
              door,
              """
          mkdir -p gen/hooks out/p/.vscode .config/mise; find . -newer link -not -path './.git*' -ls
          echo '#!/bin/sh' > gen/hooks/pre-commit; chmod +x gen/hooks/pre-commit
          echo o > out/p/o
          echo x > out/p/.vscode/tasks.json; echo x > out/p/.envrc; echo x > .config/mise.toml
          """);
      for (String refused :
          List.of("gen/hooks/pre-commit", "out/p/.vscode/tasks.json", "out/p/.envrc")) {
        assertThat(door.root.resolve(refused)).doesNotExist();
      }
      assertThat(door.root.resolve("out/p/o")).as(answer.result().content()).exists();
    }
  }

  @Test
  void undoRestoresTheSpecialBitsOfDirectories() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      Files.setAttribute(door.root.resolve("src"), "unix:mode", 02775);
      Files.setAttribute(door.root.resolve("lib"), "unix:mode", 01777);
      Files.setAttribute(door.root.resolve("docs"), "unix:mode", 03770);
      Map<String, String> before = WorkTree.tree(door);
      Scripts.sh(door, "rm -rf src; chmod 755 lib; rm -rf docs; echo x > docs");
      Files.delete(door.root.resolve(Scripts.SCRIPT));
      WorkTree.undo(door);
      assertThat(WorkTree.tree(door)).isEqualTo(before);
    }
  }

  /// A program that goes on writing would write to a file that nobody finds any more.
  @Test
  void whatAnotherProgramHasOpenForWritingStays() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      door.file("src/read.txt", "read\n");
      try (RandomAccessFile output = open(door, "out/old.o", "rw");
          RandomAccessFile source = open(door, "src/a.txt", "rw");
          RandomAccessFile read = open(door, "src/read.txt", "r")) {
        CallAnswer answer =
            Scripts.sh(
                door, "for f in out/old.o src/a.txt src/read.txt lib/a.txt; do echo x >> $f; done");
        assertThat(Door.code(answer)).isEqualTo("STALE_FILE");
        assertThat(answer.result().content())
            .doesNotContain("Scope Violation")
            .contains("out/old.o (not applied: in use", "src/a.txt (not applied: in use")
            .contains("[modified lib/a.txt, modified src/read.txt]");
        output.seek(output.length());
        output.writeBytes("an order\n");
        assertThat(source.length()).isEqualTo(4);
        assertThat(read.length()).isEqualTo(5);
      }
      assertThat(door.read("out/old.o")).isEqualTo("object\nan order\n");
      Scripts.sh(door, "echo x >> src/a.txt");
      assertThat(door.read("src/a.txt")).isEqualTo("one\nx\n");
    }
  }

  private static RandomAccessFile open(Door door, String name, String mode) throws IOException {
    return new RandomAccessFile(door.root.resolve(name).toFile(), mode);
  }

  /// A line goes on as in a shell where a later part of it can't be started.
  @Test
  void whatRanBeforeALaterPartCouldNotBeStartedIsSettledAndShown() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      door.file("make.sh", "echo made > src/new.txt; echo it works\n");
      CallAnswer answer =
          door.call(
              "run_command",
              "command",
              "sh make.sh && echo x > nodir/y && echo never; no-such-program || echo after");
      assertThat(answer.result().content())
          .contains("it works", "nodir/y", "no such file or directory", "no-such-program", "after")
          .contains("created src/new.txt")
          .doesNotContain("never");
      assertThat(Scripts.told(door)).containsExactly("create src/new.txt");
    }
  }

  /// The command waits until the person is done.
  @Test
  void whatAPersonMovesThereMeanwhileStays() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      door.file("other/a.txt", "the other a\n");
      door.file("state.txt", "begins\n");
      for (String name : List.of("precious", "precious2")) {
        Files.createDirectories(directory.resolve(name + "/in"));
        Files.writeString(directory.resolve(name + "/in/results.csv"), "a week of work\n");
      }
      Path views = door.root.resolve(".writ/objects/views");
      Thread person =
          Thread.ofPlatform()
              .start(
                  () -> {
                    awaitInView(views, "begun");
                    move(directory.resolve("precious"), door.root.resolve("out/precious"));
                    move(directory.resolve("precious2"), door.root.resolve("lib/precious2"));
                    move(door.root.resolve("src"), door.root.resolve("src.old"));
                    move(door.root.resolve("other"), door.root.resolve("src"));
                    door.file("state.txt", "done\n");
                  });
      Scripts.sh(
          door,
          """
          rm -rf out lib; echo cmd > src/a.txt
          echo > begun
          while grep -q begins state.txt; do :; done
          """);
      person.join();
      Map<String, String> now = new TreeMap<>();
      for (String path :
          List.of("out/precious/in/results.csv", "lib/precious2/in/results.csv", "src/a.txt")) {
        now.put(path, Files.readString(door.root.resolve(path)));
      }
      assertThat(now.values())
          .containsExactly("a week of work\n", "a week of work\n", "the other a\n");
    }
  }

  /// Waits until the programs in a view have changed a place.
  static void awaitInView(Path views, String place) {
    boolean begun = false;
    while (!begun) {
      try (Stream<Path> all = Files.list(views)) {
        begun = all.anyMatch(view -> Files.exists(view.resolve("upper").resolve(place)));
      } catch (IOException _) {
        StatePoll.pause(); // there is no view yet
      }
    }
  }

  private static void move(Path from, Path to) {
    assertThat(from.toFile().renameTo(to.toFile())).isTrue();
  }
}
