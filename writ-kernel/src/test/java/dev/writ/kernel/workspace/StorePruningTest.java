// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.FileContent;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.kernel.store.StorePruning;
import dev.writ.kernel.store.StorePruning.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Old contents go, those that may be needed stay.
class StorePruningTest {
  private static final Limits LIMITS = new Limits(Duration.ofDays(30), 1000);

  @TempDir Path directory;

  private final Instant now = Instant.now();
  private WorkspaceRoot root;
  private ObjectStore store;

  @BeforeEach
  void aStore() throws IOException {
    root = WorkspaceRoot.open(directory);
    store = new ObjectStore(root);
  }

  @AfterEach
  void closed() {
    root.close();
  }

  /// A content that was kept some days ago.
  private FileContent kept(String text, double daysAgo) throws IOException {
    FileContent content = FileContent.of(text);
    store.keep(content);
    age(content, daysAgo);
    return content;
  }

  private void age(FileContent content, double daysAgo) throws IOException {
    Instant then = now.minusSeconds((long) (daysAgo * 86_400));
    Files.setLastModifiedTime(file(content), FileTime.from(then));
  }

  private Path file(FileContent content) {
    String digits = content.hash().substring("sha256:".length());
    return root.absolute(ObjectStore.OBJECTS)
        .resolve(digits.substring(0, 2))
        .resolve(digits.substring(2));
  }

  private boolean isThere(FileContent content) throws IOException {
    return store.get(content.hash()).isPresent();
  }

  /// What goes on the second of two days.
  private StorePruning.Pruned prune(double beganDaysAgo) throws IOException {
    assertThat(pruning(beganDaysAgo).daily(LIMITS, now.minus(Duration.ofHours(25))).contents())
        .as("nothing goes where it is found to be old for the first time")
        .isZero();
    return pruning(beganDaysAgo).daily(LIMITS, now);
  }

  private StorePruning pruning(double beganDaysAgo) {
    return new StorePruning(root, now.minusSeconds((long) (beganDaysAgo * 86_400)));
  }

  @Test
  void whatIsTooOldGoes() throws IOException {
    FileContent old = kept("old", 32);
    FileContent young = kept("young", 29);

    assertThat(prune(0)).isEqualTo(new StorePruning.Pruned(1, 3));
    assertThat(isThere(old)).isFalse();
    assertThat(isThere(young)).isTrue();
  }

  @Test
  void theOldestGoWhereTheyAreTooMuch() throws IOException {
    FileContent oldest = kept("a".repeat(400), 6);
    FileContent older = kept("b".repeat(400), 5);
    FileContent newer = kept("c".repeat(400), 3);
    FileContent newest = kept("d".repeat(500), 0.5);

    prune(0);
    assertThat(isThere(oldest)).isFalse();
    assertThat(isThere(older)).isFalse();
    assertThat(isThere(newer)).isTrue();
    assertThat(isThere(newest)).isTrue();
  }

  @Test
  void whatIsOfADayOrOfTheSessionStaysHoweverMuchItIs() throws IOException {
    FileContent today = kept("t".repeat(5000), 0.9);
    FileContent session = kept("s".repeat(5000), 40);
    FileContent before = kept("b".repeat(5000), 53);

    prune(50);
    assertThat(isThere(today)).isTrue();
    assertThat(isThere(session)).isTrue();
    assertThat(isThere(before)).isFalse();
  }

  @Test
  void whatIsKeptAgainIsYoungAgain() throws IOException {
    FileContent content = kept("again", 40);
    store.keep(content);
    FileContent laid = kept("laid by again", 40);
    store.layBy(laid);

    assertThat(prune(0).contents()).isZero();
    assertThat(isThere(content)).isTrue();
    assertThat(isThere(laid)).isTrue();
  }

  @Test
  void itIsDoneOnceADayAndNotWhereThereIsNothing() throws IOException {
    assertThat(pruning(0).daily(LIMITS, now).contents()).isZero();
    assertThat(directory.resolve(".writ")).doesNotExist();
    FileContent one = kept("one", 40);
    assertThat(pruning(0).daily(LIMITS, now).contents()).isZero();
    assertThat(pruning(0).daily(LIMITS, now.plus(Duration.ofHours(23))).contents()).isZero();
    assertThat(isThere(one)).isTrue();
    assertThat(pruning(0).daily(LIMITS, now.plus(Duration.ofHours(25))).contents()).isEqualTo(1);
  }

  @Test
  void aClockThatIsAheadForAWhileTakesNothingAway() throws IOException {
    FileContent content = kept("content", 0.001);

    pruning(-400).daily(LIMITS, now.plus(Duration.ofDays(400)));
    pruning(0).daily(LIMITS, now);
    pruning(0).daily(LIMITS, now.plus(Duration.ofDays(2)));

    assertThat(isThere(content)).isTrue();
  }

  /// As where two sessions wrote it at once, or another program did.
  @Test
  void aNameThatTheMarkHasTwiceCountsOnce() throws IOException {
    kept("one", 40);
    pruning(0).daily(LIMITS, now.minus(Duration.ofHours(25)));
    Path mark = directory.resolve(".writ/objects/pruned");
    FileTime then = Files.getLastModifiedTime(mark);
    Files.writeString(mark, Files.readString(mark).repeat(2));
    Files.setLastModifiedTime(mark, then);

    assertThat(pruning(0).daily(LIMITS, now).contents()).isEqualTo(1);
  }

  /// As after a start without a clock of its own.
  @Test
  void whatWasKeptWhileTheClockWasBehindStaysForADay() throws IOException {
    kept("other", 0.5);
    pruning(2).daily(LIMITS, now.minus(Duration.ofDays(2)));
    FileContent content = kept("content", 400);

    pruning(0).daily(LIMITS, now);
    assertThat(isThere(content)).isTrue();
    pruning(0).daily(LIMITS, now.plus(Duration.ofHours(23)));
    assertThat(isThere(content)).isTrue();
  }

  @Test
  void whatIsUsedAgainAfterItWasFoundOldStays() throws IOException {
    FileContent content = kept("content", 40);
    pruning(0).daily(LIMITS, now.minus(Duration.ofHours(25)));
    store.keep(content);

    assertThat(pruning(0).daily(LIMITS, now).contents()).isZero();
    assertThat(isThere(content)).isTrue();
  }

  @Test
  void whatIsNoContentIsLeftAlone() throws IOException {
    kept("one", 40);
    Path objects = root.absolute(ObjectStore.OBJECTS);
    Path strange = Files.writeString(objects.resolve("README"), "mine");
    Path shortName = Files.createDirectories(objects.resolve("aa")).resolve("short");
    Files.writeString(shortName, "mine");
    FileTime old = FileTime.from(now.minus(Duration.ofDays(100)));
    Files.setLastModifiedTime(strange, old);
    Files.setLastModifiedTime(shortName, old);

    prune(0);
    assertThat(strange).hasContent("mine");
    assertThat(shortName).hasContent("mine");
    assertThat(objects.resolve("tmp")).isEmptyDirectory();
  }
}
