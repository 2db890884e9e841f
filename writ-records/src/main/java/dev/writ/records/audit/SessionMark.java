// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.journal.InterruptShield;
import dev.writ.records.journal.Journal;
import dev.writ.records.journal.LockFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A file that stands while a session may have receipts without outcomes. Its process claims its
/// name as long as it lives, so the mark of a killed session can be told from that of a living one.
/// Nothing is forced: a kill does not lose what the kernel has.
final class SessionMark implements AutoCloseable {
  private static final String LOCK = "lock";

  private final Path file;
  private final LockFile.Claim claim;
  private final DiskPort disk;

  private SessionMark(Path file, LockFile.Claim claim, DiskPort disk) {
    this.file = file;
    this.claim = claim;
    this.disk = disk;
  }

  /// Marks a session of this process.
  ///
  /// @param directory of the marks of a workspace
  /// @param session the prefix of its receipts, which no other session has
  /// @throws IOException where that can't be done
  static SessionMark make(Path directory, String session, DiskPort disk) throws IOException {
    return InterruptShield.call(() -> made(directory, session, disk));
  }

  private static SessionMark made(Path directory, String session, DiskPort disk)
      throws IOException {
    Files.createDirectories(
        directory, PosixFilePermissions.asFileAttribute(Journal.PRIVATE_DIRECTORY));
    LockFile.Claim claim =
        LockFile.claim(directory.resolve(LOCK), session)
            .orElseThrow(() -> new IOException(session + " is the session of another process"));
    Path file = directory.resolve(session);
    try {
      disk.perform(Operation.WRITE, file, () -> Files.writeString(file, ""));
    } catch (IOException e) {
      claim.close();
      throw e;
    }
    return new SessionMark(file, claim, disk);
  }

  /// The marks of sessions whose processes are dead; they are this process's now.
  ///
  /// @throws IOException where that can't be looked up
  static List<SessionMark> abandoned(Path directory, DiskPort disk) throws IOException {
    return Files.isDirectory(directory)
        ? InterruptShield.call(() -> dead(directory, disk))
        : List.of();
  }

  private static List<SessionMark> dead(Path directory, DiskPort disk) throws IOException {
    List<SessionMark> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, p -> !p.endsWith(LOCK))) {
      for (Path file : all) {
        String session = file.getFileName().toString();
        Optional<LockFile.Claim> claim = LockFile.claim(directory.resolve(LOCK), session);
        if (claim.isPresent()) {
          SessionMark mark = new SessionMark(file, claim.get(), disk);
          if (Files.exists(file)) {
            found.add(mark);
          } else {
            mark.close(); // its session ended in between
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      for (SessionMark mark : found) {
        mark.close();
      }
      throw e;
    }
    return found;
  }

  /// The prefix of its session's receipts.
  String session() {
    return file.getFileName().toString();
  }

  /// Removes the mark: none of the session's receipts is without an outcome.
  ///
  /// @throws IOException where it can't be removed; then the next session looks in vain
  void remove() throws IOException {
    disk.perform(Operation.DELETE, file, () -> Files.deleteIfExists(file));
  }

  /// Gives the name up; a mark that still stands is looked at by the next session.
  @Override
  public void close() throws IOException {
    claim.close();
  }
}
