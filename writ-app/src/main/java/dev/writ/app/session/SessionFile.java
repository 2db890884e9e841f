// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import dev.writ.app.cli.UsageException;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.FailureReason;
import dev.writ.engine.conversation.SessionLog;
import dev.writ.records.journal.Journal;
import dev.writ.records.journal.LockFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The file of a session that this process has open. A new one is created with its first event, so
/// that asking for the version leaves nothing behind. While it is open no other process can open
/// the session.
public final class SessionFile implements SessionLog, AutoCloseable {
  private static final int MAX_NAME_CHARS = 100;
  private static final String SUFFIX = ".jsonl";

  private final SessionFiles files;
  private final SessionId id;
  private Path file;
  private boolean unsaved;
  private Optional<LockFile.Claim> claim = Optional.empty();
  private Optional<Journal> journal = Optional.empty();

  private SessionFile(SessionFiles files, SessionId id, Path file, boolean unsaved) {
    this.files = files;
    this.id = id;
    this.file = file;
    this.unsaved = unsaved;
  }

  /// A session that begins now. Its id begins with its file's stamp.
  ///
  /// @param saved false where the file goes with the process unless it is saved
  static SessionFile begun(SessionFiles files, Instant now, RandomGenerator random, boolean saved) {
    Path directory = saved ? files.directory() : files.directory().resolve(".unsaved");
    Path file = directory.resolve("session-" + SessionId.stamp(now) + SUFFIX);
    return new SessionFile(files, SessionId.fresh(now, random), file, !saved);
  }

  /// A session that is there.
  ///
  /// @throws UsageException where another process has it open
  static SessionFile opened(SessionFiles files, Path file, SessionId id)
      throws UsageException, IOException {
    SessionFile opened = new SessionFile(files, id, file, /* unsaved= */ false);
    opened.claim = files.claim(id.text());
    if (opened.claim.isEmpty()) {
      throw new UsageException(
          ("the session %s is open in another process; end that one, or add --fork to"
                  + " continue a copy")
              .formatted(file.getFileName()));
    }
    opened.journal = Optional.of(files.journal(file));
    return opened;
  }

  /// The session's id.
  public String id() {
    return id.text();
  }

  /// The file of events.
  public Path file() {
    return file;
  }

  /// Whether the file goes with the process.
  public boolean isUnsaved() {
    return unsaved;
  }

  @Override
  public void append(String line) throws IOException {
    if (journal.isEmpty()) {
      create();
    }
    try {
      journal.get().append(line);
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  private IOException unwritten(IOException e) {
    return new IOException(
        "the session file %s cannot be written: %s; its events are kept, and --continue resumes it"
            .formatted(file, new FailureReason(e).words()),
        e);
  }

  private void create() throws IOException {
    Path directory = file.resolveSibling("");
    Journal.createPrivate(directory);
    claim = files.claim(id.text());
    Path first = file;
    String stem = stem(first);
    for (int n = 2; Files.exists(file); n++) {
      file = first.resolveSibling(stem + "-" + n + SUFFIX);
    }
    journal = Optional.of(files.journal(file));
  }

  private static String stem(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }

  /// Saves the session under a name; from now on it stays.
  ///
  /// @param name empty for the one it has
  /// @throws UsageException where the name can't be used
  /// @throws IOException where the file can't be renamed
  public void save(String name) throws UsageException, IOException {
    String chosen = name.isEmpty() ? stem(file) : name;
    boolean plain =
        chosen.chars().allMatch(c -> c > ' ' && c != '/' && c != '\\' && c != 127)
            && !chosen.startsWith(".")
            && !chosen.startsWith("-")
            && DisplayText.line(chosen).equals(chosen)
            && !chosen.chars().allMatch(c -> c >= '0' && c <= '9'); // a number in the list
    if (!plain || chosen.length() > MAX_NAME_CHARS) {
      throw new UsageException(
          ("'%s' cannot name a session: use letters, digits and punctuation without / and blanks,"
                  + " not digits alone")
              .formatted(name));
    }
    if (journal.isEmpty()) {
      create();
    }
    Path target = files.directory().resolve(chosen + SUFFIX);
    if (!target.equals(file)) {
      try {
        files.rename(file, target);
      } catch (FileAlreadyExistsException _) {
        throw new UsageException("there is a session named " + chosen + "; choose another name");
      }
      file = target;
    }
    unsaved = false;
  }

  @Override
  public void sync() throws IOException {
    try {
      if (journal.isPresent()) {
        journal.get().sync();
      }
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (journal.isPresent()) {
        journal.get().close();
        if (unsaved) {
          Files.deleteIfExists(file);
        }
      }
    } finally {
      if (claim.isPresent()) {
        claim.get().close();
      }
    }
  }
}
