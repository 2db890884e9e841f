// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.host;

import dev.writ.engine.conversation.SessionLog;
import dev.writ.kernel.journal.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A session's file. It is created with its first event, so that asking for the version leaves
/// nothing behind.
public final class SessionFile implements SessionLog, AutoCloseable {
  private final Path directory;
  private final String stamp;
  private final String id;
  private Path file;
  private Optional<Journal> journal = Optional.empty();

  /// A session that begins now. Its id is its file's stamp with a random end, because it also names
  /// a chain of the ledger, where sessions of many machines meet.
  public SessionFile(Path directory, Instant now, RandomGenerator random) {
    this.directory = directory;
    String text = now.toString();
    this.stamp =
        text.substring(0, 10).replace("-", "") + "-" + text.substring(11, 19).replace(":", "");
    this.id = stamp + "-" + Integer.toHexString(0x10000000 | (random.nextInt() & 0x0fffffff));
    this.file = directory.resolve("session-" + stamp + ".jsonl");
  }

  /// The session's id.
  public String id() {
    return id;
  }

  /// Where the events are.
  public Path file() {
    return file;
  }

  @Override
  public void append(String line) throws IOException {
    if (journal.isEmpty()) {
      Journal.createPrivate(directory);
      for (int n = 2; Files.exists(file); n++) {
        file = directory.resolve("session-" + stamp + "-" + n + ".jsonl");
      }
      journal = Optional.of(Journal.open(file));
    }
    journal.get().append(line);
  }

  @Override
  public void sync() throws IOException {
    if (journal.isPresent()) {
      journal.get().sync();
    }
  }

  @Override
  public void close() throws IOException {
    if (journal.isPresent()) {
      journal.get().close();
    }
  }
}
