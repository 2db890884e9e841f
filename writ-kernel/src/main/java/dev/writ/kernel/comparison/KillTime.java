// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Determines when a session was killed. The file that shows it receives a content after all of the
/// session's processes were killed, too; without the file, the machine may have been restarted
/// since.
final class KillTime {
  /// How long the end of a killed session's processes may take.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final Path STATISTICS = Path.of("/proc/stat");
  private static final String BOOTED = "btime ";

  private KillTime() {}

  /// The time of the kill; empty if unknown.
  ///
  /// @param mark the file; empty where there is none
  /// @param alive when the session lived for sure
  static Optional<Instant> find(Optional<Path> mark, Instant alive)
      throws IOException, InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (mark.isPresent() && Files.isRegularFile(mark.get()) && System.nanoTime() < until) {
      if (Files.size(mark.get()) > 0) {
        Instant killed = Files.getLastModifiedTime(mark.get()).toInstant();
        Files.deleteIfExists(mark.get());
        return Optional.of(killed);
      }
      Thread.sleep(PAUSE);
    }
    return booted().filter(alive::isBefore);
  }

  private static Optional<Instant> booted() throws IOException {
    return Files.isReadable(STATISTICS)
        ? Files.readString(STATISTICS)
            .lines()
            .filter(line -> line.startsWith(BOOTED))
            .map(line -> Instant.ofEpochSecond(Long.parseLong(line.substring(BOOTED.length()))))
            .findFirst()
        : Optional.empty();
  }
}
