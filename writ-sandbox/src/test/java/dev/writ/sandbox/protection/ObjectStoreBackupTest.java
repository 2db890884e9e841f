// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.protection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.Machine;
import dev.writ.sandbox.mechanism.SandboxChooser.Wish;
import dev.writ.sandbox.os.FileStamp;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Old contents and all history are among Git's objects: a command under Landlock, which gets to
/// them, changes none for good.
class ObjectStoreBackupTest {
  @TempDir Path directory;

  /// A repository of a few objects, as old as any that is found.
  private record Repository(Machine machine, Path loose, Path other, Path large) {
    static Repository in(Path directory) throws IOException {
      Machine machine = new Machine(Machine.get(Wish.LANDLOCK), directory).protecting(".git");
      Path store = machine.workspace.resolve(".git/objects");
      Path objects = Files.createDirectories(store.resolve("ab"));
      Path packs = Files.createDirectories(store.resolve("pack"));
      Repository made =
          new Repository(
              machine, objects.resolve("cd"), objects.resolve("ef"), packs.resolve("p.pack"));
      Files.writeString(made.loose, "loose");
      Files.writeString(made.other, "other");
      Files.write(made.large, new byte[PathProtection.MOST_BYTES + 1]);
      for (Path file : List.of(made.loose, made.other, made.large)) {
        Files.setAttribute(file, "unix:mode", 0444);
      }
      for (Path path : List.of(store, objects, packs)) {
        while (!FileStamp.of(path).settled()) {
          StatePoll.pause(); // a change that comes too soon would not show, and is looked for
        }
      }
      return made;
    }

    void isAsBefore() throws IOException {
      assertThat(loose).hasContent("loose");
      assertThat(other).hasContent("other");
      assertThat(Files.size(large)).isEqualTo(PathProtection.MOST_BYTES + 1);
      for (Path file : List.of(loose, other, large)) {
        assertThat(Files.getAttribute(file, "unix:mode")).isEqualTo(0100444);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm -rf .git",
        "rm -rf .git/objects; ln -s /tmp .git/objects",
        "cd .git; mv objects o; ln -s o objects",
        "mv .git/objects o; ln -s ../o .git/objects",
        "mv .git/objects/ab x; ln -s ../../x .git/objects/ab",
        "mv .git g; ln -s g .git",
        "rm -f .git/objects/ab/cd .git/objects/pack/p.pack",
        "rm -rf .git/objects/ab; echo x > .git/objects/ab; chmod 0 .git/objects",
        "mv .git g; chmod 644 g/objects/ab/cd; echo e > g/objects/ab/cd; mv g .git",
        "mv .git g; cd g/objects/ab; chmod 644 cd; echo evil > cd; chmod 444 cd; cd -; mv g .git",
        "cd .git/objects/ab; mv cd ../../../w; cd ../../..; chmod 644 w; echo evil > w; "
            + "chmod 444 w; mv w .git/objects/ab/cd"
      })
  void whatIsRemovedOrReplacedComesBack(String attack) throws Exception {
    Repository repository = Repository.in(directory);
    for (int again = 0; again < 2; again++) { // what is known from the first time is used
      LaunchResult result = repository.machine.sh(attack);
      assertThat(result.report().lost()).isEmpty();
      assertThat(result.report().reverted()).contains(repository.loose);
      repository.isAsBefore();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo evil > .git/objects/ab/cd",
        "chmod 777 .git/objects/ab/cd; echo evil > .git/objects/ab/cd",
        "cd .git; mv objects o; chmod 644 o/ab/cd; echo e > o/ab/cd; mv o objects",
        "cd .git/objects; mv ab x; chmod 644 x/cd; echo evil > x/cd; mv x ab",
        "ln .git/objects/ab/cd w; chmod 644 w; echo evil > w; chmod 444 w",
        "ln .git/objects/ab/cd w; mv w v; chmod u+w v; truncate -s 0 v; chmod 444 v",
        "ln .git/objects/pack/p.pack w; chmod 644 w; echo evil > w"
      })
  void noObjectIsWrittenInItsPlace(String attack) throws Exception {
    Repository repository = Repository.in(directory);
    assertThat(repository.machine.sh(attack + "; :").report().lost()).isEmpty();
    repository.isAsBefore();
  }

  /// The restoring hand follows no link out of the workspace.
  @ParameterizedTest
  @ValueSource(strings = {".git", ".git/objects", ".git/objects/ab"})
  void nothingBehindALinkIsOpened(String place) throws Exception {
    Repository repository = Repository.in(directory);
    Path outside = directory.toRealPath().resolve("outside");
    Path closed = Files.createDirectories(outside.resolve(".git/objects/ab/.git/objects/ab"));
    for (Path path : List.of(closed, outside.resolve(".git/objects/ab"))) {
      Files.setAttribute(path, "unix:mode", 0500);
    }
    repository.machine.sh("rm -rf %1$s; ln -s %2$s/%1$s %1$s".formatted(place, outside));
    repository.isAsBefore();
    for (Path path : List.of(closed, outside.resolve(".git/objects/ab"))) {
      assertThat(Files.getAttribute(path, "unix:mode")).isEqualTo(040500);
    }
  }

  @Test
  void whatIsNewStays() throws Exception {
    Repository repository = Repository.in(directory);
    String adds = "echo x > .git/objects/ab/new; mkdir .git/objects/01; echo y > .git/objects/01/2";
    assertThat(repository.machine.sh(adds).report().reverted()).isEmpty();
    assertThat(repository.machine.workspace.resolve(".git/objects/01/2")).hasContent("y");
    repository.isAsBefore();
  }
}
