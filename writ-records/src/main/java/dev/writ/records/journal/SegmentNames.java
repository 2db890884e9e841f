// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.journal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/// The names of a journal's full files: `audit-20250115T103045.123Z.jsonl`; they sort by time.
record SegmentNames(Path file, String stem, String extension) {
  private static final String TIME = "uuuuMMdd'T'HHmmss.SSS'Z'";
  private static final Pattern SHAPE = Pattern.compile("[0-9]{8}T[0-9]{6}\\.[0-9]{3}Z");

  static SegmentNames of(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return new SegmentNames(
        file.toAbsolutePath(), name.substring(0, dot) + "-", name.substring(dot));
  }

  /// The full files, the oldest first, then the one that is written to, if there is one.
  List<Path> all() throws IOException {
    List<Path> all = new ArrayList<>();
    for (String time : times()) {
      all.add(named(time));
    }
    if (Files.exists(file)) {
      all.add(file);
    }
    return all;
  }

  /// The name of a file that is full now. It sorts behind all others even where the clock was set
  /// back or is coarse.
  Path next(Instant now) throws IOException {
    DateTimeFormatter formatter = DateTimeFormatter.ofPattern(TIME).withZone(ZoneOffset.UTC);
    List<String> times = times();
    String time = formatter.format(now);
    if (!times.isEmpty() && times.getLast().compareTo(time) >= 0) {
      time = formatter.format(moment(times.getLast(), formatter).plusMillis(1));
    }
    return named(time);
  }

  private static Instant moment(String time, DateTimeFormatter formatter) throws IOException {
    try {
      return LocalDateTime.parse(time, formatter).toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new IOException("a file of the journal has no time in its name: " + time, e);
    }
  }

  private Path named(String time) {
    return file.resolveSibling(stem + time + extension);
  }

  private List<String> times() throws IOException {
    List<String> times = new ArrayList<>();
    try (DirectoryStream<Path> directory = Files.newDirectoryStream(file.resolveSibling(""))) {
      for (Path path : directory) {
        String name = String.valueOf(path.getFileName());
        if (name.startsWith(stem) && name.endsWith(extension)) {
          String time = name.substring(stem.length(), name.length() - extension.length());
          if (SHAPE.matcher(time).matches()) {
            times.add(time);
          }
        }
      }
    } catch (NoSuchFileException | NotDirectoryException _) {
      return List.of(); // nothing was ever written
    }
    Collections.sort(times);
    return times;
  }
}
