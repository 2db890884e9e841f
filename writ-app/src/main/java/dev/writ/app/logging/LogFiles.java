// Implements: docs/spec/14-config.md §14.3 (Logging)
package dev.writ.app.logging;

import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The log files of a directory: one for each session, begun anew where it is full. Only the newest
/// are kept; nothing else in the directory is touched.
public final class LogFiles implements AutoCloseable {
  /// `writ-{session-id}-{timestamp}.log`, and a number where two begin in one second.
  private static final Pattern NAME =
      Pattern.compile("writ-.+-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ(-\\d+)?\\.log");

  private final Path directory;
  private final String session;
  private final long maxBytes;
  private final int maxFiles;
  private final InstantSource clock;
  private Optional<Journal> open = Optional.empty();
  private long bytes;

  /// The name that the last file began with, and how many began with it: none is given twice.
  private String last = "";

  private int begun;

  /// Creates nothing before the first line.
  ///
  /// @param maxBytes how large a file becomes
  /// @param maxFiles how many are kept
  public LogFiles(
      Path directory, String session, long maxBytes, int maxFiles, InstantSource clock) {
    this.directory = directory;
    this.session = session;
    this.maxBytes = maxBytes;
    this.maxFiles = maxFiles;
    this.clock = clock;
  }

  /// Appends a line.
  ///
  /// @throws IOException where it can't be written
  public void append(String line) throws IOException {
    int more = line.getBytes(StandardCharsets.UTF_8).length + 1;
    if (open.isPresent() && bytes + more > maxBytes) {
      close();
    }
    if (open.isEmpty()) {
      Journal.createPrivate(directory);
      Path fresh = fresh();
      open = Optional.of(Journal.open(fresh));
      bytes = 0;
      removeOld(fresh);
    }
    open.get().append(line);
    bytes += more;
  }

  /// A file of a session's log.
  public record SessionLogFile(Path file, long bytes) {}

  /// The file that a session's log was last written to; empty where there is none.
  ///
  /// @throws IOException where the directory can't be read
  public static Optional<SessionLogFile> latest(Path directory, String session) throws IOException {
    Optional<Path> latest = Optional.empty();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "writ-*.log")) {
        for (Path file : files) {
          String name = file.getFileName().toString();
          if (name.startsWith("writ-" + session + "-")
              && (latest.isEmpty() || isLater(file, latest.get()))) {
            latest = Optional.of(file);
          }
        }
      }
    }
    return latest.isEmpty()
        ? Optional.empty()
        : Optional.of(new SessionLogFile(latest.get(), Files.size(latest.get())));
  }

  /// Names of one second differ by the number behind it.
  private static boolean isLater(Path file, Path other) {
    int longer = Integer.compare(file.toString().length(), other.toString().length());
    return longer == 0 ? file.compareTo(other) > 0 : longer > 0;
  }

  private Path fresh() {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    String name = "writ-" + session + "-" + now.toString().replace(':', '-');
    Path file;
    do {
      begun = name.equals(last) ? begun + 1 : 1;
      last = name;
      file = directory.resolve(name + (begun == 1 ? "" : "-" + begun) + ".log");
    } while (Files.exists(file));
    return file;
  }

  private void removeOld(Path fresh) throws IOException {
    record Aged(Path file, Instant when) {}

    List<Aged> all = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "writ-*.log")) {
      for (Path file : files) {
        boolean ours = NAME.matcher(file.getFileName().toString()).matches();
        if (ours && !file.equals(fresh) && Files.isRegularFile(file)) {
          all.add(new Aged(file, Files.getLastModifiedTime(file).toInstant()));
        }
      }
    }
    if (all.size() < maxFiles) {
      return;
    }
    all.sort(
        Comparator.comparing(Aged::when)
            .thenComparingInt(aged -> aged.file().toString().length())
            .thenComparing(Aged::file));
    for (Aged aged : all.subList(0, all.size() + 1 - maxFiles)) {
      Files.deleteIfExists(aged.file());
    }
  }

  @Override
  public void close() throws IOException {
    Optional<Journal> ended = open;
    open = Optional.empty();
    if (ended.isPresent()) {
      ended.get().close();
    }
  }
}
