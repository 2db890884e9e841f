// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A journal that continues in a new file when the old one is full: `audit.jsonl` becomes
/// `audit-<time>.jsonl` and a new `audit.jsonl` begins. Any number of processes may append
/// concurrently: each checks, under the lock, whether its open file still has that name.
public final class SegmentedJournal implements AutoCloseable {
  /// How often a file is opened anew while others replace it.
  private static final int MAX_TRIES = 1000;

  private final Path file;
  private final long maxBytes;
  private final InstantSource clock;
  private final DiskPort disk;
  private Optional<Open> open = Optional.empty();

  /// An open file and what identifies it.
  private record Open(Journal journal, Object key) {}

  /// The open file is full, or another one has its name by now.
  private static final class ElsewhereException extends IOException {
    private static final long serialVersionUID = 1;
  }

  /// Opens nothing yet.
  ///
  /// @param file where the newest lines are
  /// @param maxBytes how large a file becomes, about, before the next one is begun
  /// @param clock for the names of full files
  public SegmentedJournal(Path file, long maxBytes, InstantSource clock) {
    this(file, maxBytes, clock, DiskPort.system());
  }

  /// The same on a disk.
  public SegmentedJournal(Path file, long maxBytes, InstantSource clock, DiskPort disk) {
    this.file = file;
    this.maxBytes = maxBytes;
    this.clock = clock;
    this.disk = disk;
  }

  /// Appends one line and leaves it to the operating system.
  ///
  /// @throws IOException where it could not be written whole; then nothing of it is left
  public synchronized void append(String line) throws IOException {
    for (int i = 0; i < MAX_TRIES; i++) {
      Open current = current();
      try {
        current.journal().append(() -> placed(line, current.key()));
        return;
      } catch (ElsewhereException _) {
        close();
      }
    }
    throw new IOException(file + " is being replaced repeatedly");
  }

  /// Forces everything appended so far to disk, together with what others wait for.
  public void sync() throws IOException {
    Optional<Open> current;
    synchronized (this) {
      current = open; // a file that is closed meanwhile is forced before
    }
    if (current.isPresent()) {
      current.get().journal().sync();
    }
  }

  /// The line, if it belongs into the open file. Runs while that is locked, so of all processes
  /// one renames it, and the others find it renamed.
  private String placed(String line, Object key) throws IOException {
    BasicFileAttributes now = attributes().orElseThrow(ElsewhereException::new);
    if (!key.equals(now.fileKey())) {
      throw new ElsewhereException();
    }
    if (now.size() > 0 && now.size() + line.length() >= maxBytes) {
      Path full = SegmentNames.of(file).next(clock.instant());
      disk.perform(DiskPort.Operation.RENAME, full, () -> Files.move(file, full));
      JournalFile.forceDirectory(file, disk);
      throw new ElsewhereException();
    }
    return line;
  }

  private Open current() throws IOException {
    for (int i = 0; open.isEmpty(); i++) {
      try {
        open = opened();
      } catch (NoSuchFileException e) { // another process renamed it in between
        if (i == MAX_TRIES) {
          throw e;
        }
      }
      if (open.isEmpty() && i == MAX_TRIES) {
        throw new IOException(file + " is being replaced repeatedly");
      }
    }
    return open.get();
  }

  /// The open file; empty where another process replaced it meanwhile.
  private Optional<Open> opened() throws IOException {
    JournalFile.create(file, disk);
    Optional<PosixFileAttributes> before = attributes();
    Journal journal = Journal.open(file, disk);
    // A file whose name was the same before and after is the one that was opened in between. One
    // that opening had to make, because another process had just renamed ours, is not private.
    if (before.isPresent()
        && before.get().permissions().equals(Journal.PRIVATE_FILE)
        && before
            .map(BasicFileAttributes::fileKey)
            .equals(attributes().map(BasicFileAttributes::fileKey))) {
      return Optional.of(new Open(journal, before.get().fileKey()));
    }
    makePrivate();
    journal.close();
    return Optional.empty();
  }

  private void makePrivate() throws IOException {
    try {
      Files.setPosixFilePermissions(file, Journal.PRIVATE_FILE);
    } catch (NoSuchFileException _) {
      // It has another name by now, under which the process that renamed it left it private.
    }
  }

  private Optional<PosixFileAttributes> attributes() throws IOException {
    try {
      return Optional.of(Files.readAttributes(file, PosixFileAttributes.class));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  /// Gets the lines of a journal, in order.
  @FunctionalInterface
  public interface Visitor {
    /// A line; invalid UTF-8 becomes the replacement character.
    ///
    /// @param name of the file that it stands in
    /// @param number from 1, in that file
    void line(String name, int number, String text);
  }

  /// How far a journal goes: another one means that a process wrote to it.
  ///
  /// @param key of its newest file; empty where there is none
  /// @param bytes of that file
  public record JournalExtent(String key, long bytes) {
    /// Before the first line.
    public static final JournalExtent START = new JournalExtent("", 0);
  }

  /// How far it goes now.
  ///
  /// @throws IOException where that can't be seen
  public static JournalExtent extent(Path file) throws IOException {
    try {
      BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
      return new JournalExtent(String.valueOf(is.fileKey()), is.size());
    } catch (NoSuchFileException _) {
      return JournalExtent.START;
    }
  }

  /// Reads all present lines, oldest first: a switch to a new file by another process neither loses
  /// nor repeats a line.
  ///
  /// @throws IOException where they can't be read
  public static void read(Path file, Visitor visitor) throws IOException {
    readSince(file, JournalExtent.START, visitor);
  }

  /// The same of the lines that came since it went that far, which are counted from there; of all
  /// where its newest file of then is gone.
  ///
  /// @throws IOException where they can't be read
  public static void readSince(Path file, JournalExtent since, Visitor visitor) throws IOException {
    List<Path> files = SegmentNames.of(file).all();
    while (true) {
      try (Opened opened = new Opened(files, since)) {
        List<Path> now = SegmentNames.of(file).all();
        if (now.equals(files)) {
          opened.read(visitor);
          return;
        }
        files = now;
      }
    }
  }

  /// Files that are open for reading: what their names are from now on doesn't matter.
  private static final class Opened implements AutoCloseable {
    private final List<BufferedReader> readers = new ArrayList<>();
    private final List<Path> files;
    private int first;

    Opened(List<Path> files, JournalExtent since) throws IOException {
      this.files = files;
      try {
        for (Path path : files) {
          String key = String.valueOf(JournalFile.attributes(path).fileKey());
          InputStream in = Files.newInputStream(path);
          // Not Files.newBufferedReader, which fails on invalid UTF-8.
          readers.add(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
          if (key.equals(since.key())) {
            first = readers.size() - 1;
            long _ = in.skip(since.bytes());
          }
        }
      } catch (IOException e) {
        close();
        throw e;
      }
    }

    void read(Visitor visitor) throws IOException {
      for (int i = first; i < readers.size(); i++) {
        BufferedReader reader = readers.get(i);
        String name = String.valueOf(files.get(i).getFileName());
        int number = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          number++;
          visitor.line(name, number, line);
        }
      }
    }

    @Override
    public void close() throws IOException {
      Journal.close(readers);
    }
  }

  /// Forces what is left and lets go of the file.
  @Override
  public synchronized void close() throws IOException {
    if (open.isPresent()) {
      Journal journal = open.get().journal();
      open = Optional.empty();
      try (journal) {
        journal.sync();
      }
    }
  }
}
