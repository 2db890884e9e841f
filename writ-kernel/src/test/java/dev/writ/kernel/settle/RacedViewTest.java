// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a command changed is judged by what is around it when it is applied: another session that
/// had the workspace's lock just before may have made the rest of a repository.
class RacedViewTest {
  @TempDir Path directory;

  @Test
  void whatAnotherSessionMadeMeanwhileIsNotCompleted() throws IOException {
    FaultySite site = site();
    Path made = directory.resolve("site/root/c");
    run(site, () -> Files.createDirectories(made.resolve("objects")));

    assertThat(made.resolve("objects")).isDirectory();
    assertThat(made.resolve("refs")).doesNotExist();
    assertThat(made.resolve("HEAD")).doesNotExist();
    assertThat(made.resolve("notes")).hasContent("notes\n");
  }

  @Test
  void itIsNotCompletedWhereAPersonSawThePartsEither() throws IOException {
    FaultySite site = site();
    site.showChanges();
    Path made = directory.resolve("site/root/c");
    run(site, () -> Files.createDirectories(made.resolve("objects")));

    assertThat(made.resolve("refs")).doesNotExist();
    assertThat(made.resolve("HEAD")).doesNotExist();
  }

  @Test
  void withoutTheOtherPartItIsMade() throws IOException {
    FaultySite site = site();
    run(site, () -> {});

    assertThat(directory.resolve("site/root/c/HEAD")).exists();
    assertThat(directory.resolve("site/root/c/refs")).isDirectory();
  }

  private FaultySite site() throws IOException {
    FaultySite site = new FaultySite(directory.resolve("site"), "auto");
    Files.writeString(
        directory.resolve("site/root/parts.sh"),
        "mkdir -p c/refs; echo 'ref: refs/heads/main' > c/HEAD; echo notes > c/notes\n");
    return site;
  }

  /// Runs the command while another session works in the moment before the workspace is locked.
  private static void run(FaultySite site, DiskPort.Action others) throws IOException {
    AtomicBoolean came = new AtomicBoolean();
    DiskPort disk =
        (operation, place, action) -> {
          boolean isOurs = String.valueOf(place).endsWith(".writ/objects/lock");
          if (operation == Operation.LOCK && isOurs && came.compareAndSet(false, true)) {
            others.run();
          }
          action.run();
        };
    site.open(disk);
    assertThat(site.run("sh parts.sh")).startsWith("0 ");
    assertThat(came).isTrue();
    site.end();
  }
}
