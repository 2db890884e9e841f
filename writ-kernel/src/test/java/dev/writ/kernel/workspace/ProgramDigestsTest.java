// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ContentHash;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When a program is hashed, and for how long that counts.
class ProgramDigestsTest {
  @TempDir Path directory;

  private Path program(int bytes) throws IOException {
    return Files.writeString(directory.resolve("tool"), "#".repeat(bytes));
  }

  private ProgramDigests anHourLater() {
    return new ProgramDigests(
        directory.resolve("data"), () -> Instant.now().plus(Duration.ofHours(1)));
  }

  /// Until the hash is there the receipt says so; the command doesn't wait.
  @Test
  void aLargeProgramIsHashedBesides() throws IOException {
    Path tool = program(17 * 1024 * 1024);
    ProgramDigests digests = anHourLater();
    ProgramDigests.Digest first = digests.of(tool).orElseThrow();
    assertThat(first.hash()).isEmpty();
    ProgramDigests.Digest later = first;
    while (later.hash().isEmpty()) {
      StatePoll.pause();
      later = digests.of(tool).orElseThrow();
    }
    assertThat(later.hash()).hasValue(ContentHash.of(Files.readAllBytes(tool)));
  }

  @Test
  void aFileThatChangedJustNowIsReadAnew() throws IOException {
    Path tool = program(1);
    ProgramDigests digests = new ProgramDigests(directory.resolve("data"), InstantSource.system());
    assertThat(digests.of(tool).orElseThrow().hash()).hasValue(ContentHash.of("#"));
    Files.writeString(tool, "+");
    assertThat(digests.of(tool).orElseThrow().hash()).hasValue(ContentHash.of("+"));
    assertThat(directory.resolve("data/programs.jsonl")).doesNotExist();
  }

  /// The time of the last change of content can be set back; that of the file's own can't.
  @Test
  void aChangeThatHidesItsTimeShows() throws IOException {
    Path tool = program(1);
    FileTime before = Files.getLastModifiedTime(tool);
    ProgramDigests digests = anHourLater();
    assertThat(digests.of(tool).orElseThrow().hash()).hasValue(ContentHash.of("#"));
    Files.writeString(tool, "+");
    Files.setLastModifiedTime(tool, before);
    assertThat(digests.of(tool).orElseThrow().hash()).hasValue(ContentHash.of("+"));
  }

  @Test
  void whatIsKeptServesTheNextProcessAndNonsenseNobody() throws IOException {
    Path tool = program(1);
    assertThat(anHourLater().of(tool).orElseThrow().hash()).hasValue(ContentHash.of("#"));
    Path store = directory.resolve("data/programs.jsonl");
    assertThat(Files.readAllLines(store)).hasSize(1);
    assertThat(anHourLater().of(tool).orElseThrow().hash()).hasValue(ContentHash.of("#"));
    assertThat(Files.readAllLines(store)).hasSize(1);
    Files.writeString(store, "no json\n");
    assertThat(anHourLater().of(tool).orElseThrow().hash()).hasValue(ContentHash.of("#"));
    assertThat(anHourLater().of(directory.resolve("missing"))).isEmpty();
  }

  @Test
  void whatIsComputedAheadIsKeptOnlyWhereItIsAskedFor() throws IOException {
    Path tool = program(1);
    Path store = directory.resolve("data/programs.jsonl");
    ProgramDigests digests = anHourLater();
    digests.computeAhead(tool);
    digests.computeAhead(directory.resolve("missing"));
    assertThat(store).doesNotExist();
    assertThat(digests.of(tool).orElseThrow().hash()).hasValue(ContentHash.of("#"));
    assertThat(Files.readAllLines(store)).hasSize(1);
    digests.computeAhead(tool);
    Files.writeString(tool, "+");
    assertThat(digests.of(tool).orElseThrow().hash()).hasValue(ContentHash.of("+"));
  }

  /// A change between the two is one that shows.
  @Test
  void whatChangesAfterItWasComputedAheadIsReadAnew() throws IOException {
    Path tool = program(1);
    ProgramDigests digests = anHourLater();
    digests.computeAhead(tool);
    Files.writeString(tool, "+");
    assertThat(digests.of(tool).orElseThrow().hash()).hasValue(ContentHash.of("+"));
  }
}
