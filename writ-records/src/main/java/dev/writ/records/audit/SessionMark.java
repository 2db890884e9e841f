// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.journal.InterruptShield;
import dev.writ.records.journal.Journal;
import dev.writ.records.journal.LockFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// A file that stands while a session may have receipts without outcomes. Its process claims its
/// name as long as it lives, so the mark of a killed session can be told from that of a living one.
/// It is on disk before the first receipt: a loss of power must not leave receipts that nobody
/// settles.
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
  /// @param directory of all marks
  /// @param session the prefix of its receipts, which no other session has
  /// @param workspace where it works
  /// @throws IOException where that can't be done
  static SessionMark make(
      Path directory, String session, AuditLog.Workspace workspace, DiskPort disk)
      throws IOException {
    String text = workspace.put(Json.object()).build().write();
    return InterruptShield.call(() -> made(directory, session, text, disk));
  }

  private static SessionMark made(Path directory, String session, String text, DiskPort disk)
      throws IOException {
    Files.createDirectories(
        directory, PosixFilePermissions.asFileAttribute(Journal.PRIVATE_DIRECTORY));
    LockFile.Claim claim =
        LockFile.claim(directory.resolve(LOCK), session)
            .orElseThrow(() -> new IOException(session + " is the session of another process"));
    Path file = directory.resolve(session);
    try {
      disk.perform(Operation.WRITE, file, () -> Files.writeString(file, text));
      try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
        disk.perform(Operation.FORCE, file, () -> open.force(true));
      }
    } catch (IOException | RuntimeException | Error e) {
      claim.close();
      throw e;
    }
    return new SessionMark(file, claim, disk);
  }

  /// The marks of a workspace's sessions whose processes are dead; they are this process's now.
  ///
  /// @throws IOException where that can't be looked up
  static List<SessionMark> abandoned(Path directory, AuditLog.Workspace workspace, DiskPort disk)
      throws IOException {
    return Files.isDirectory(directory)
        ? InterruptShield.call(() -> dead(directory, workspace, disk))
        : List.of();
  }

  private static List<SessionMark> dead(Path directory, AuditLog.Workspace workspace, DiskPort disk)
      throws IOException {
    List<SessionMark> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, p -> !p.endsWith(LOCK))) {
      for (Path file : all) {
        String session = file.getFileName().toString();
        Optional<LockFile.Claim> claim = LockFile.claim(directory.resolve(LOCK), session);
        if (claim.isPresent()) {
          SessionMark mark = new SessionMark(file, claim.get(), disk);
          if (mark.isOf(workspace)) {
            found.add(mark);
          } else {
            mark.close();
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

  /// Whether a session of a workspace is marked besides one, living or dead.
  ///
  /// @throws IOException where that can't be looked up
  static boolean isAnother(Path directory, AuditLog.Workspace workspace, String session)
      throws IOException {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, p -> !p.endsWith(LOCK))) {
      for (Path file : all) {
        if (!file.getFileName().toString().startsWith(session + "-") && isOf(file, workspace)) {
          return true;
        }
      }
    }
    return false;
  }

  /// The workspaces of marked sessions whose processes live.
  ///
  /// @param wanted those that matter
  /// @throws IOException where that can't be looked up
  static Set<AuditLog.Workspace> living(Path directory, Predicate<AuditLog.Workspace> wanted)
      throws IOException {
    Set<AuditLog.Workspace> living = new LinkedHashSet<>();
    if (!Files.isDirectory(directory)) {
      return living;
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, p -> !p.endsWith(LOCK))) {
      for (Path file : all) {
        Optional<AuditLog.Workspace> at = text(file).flatMap(AuditLog.Workspace::of).filter(wanted);
        if (at.isPresent() && lives(directory, file.getFileName().toString())) {
          living.add(at.get());
        }
      }
    }
    return living;
  }

  private static boolean lives(Path directory, String session) throws IOException {
    Optional<LockFile.Claim> free = LockFile.claim(directory.resolve(LOCK), session);
    if (free.isPresent()) {
      free.get().close();
    }
    return free.isEmpty();
  }

  /// Not where its session has ended in between.
  private boolean isOf(AuditLog.Workspace workspace) {
    return isOf(file, workspace);
  }

  private static boolean isOf(Path file, AuditLog.Workspace workspace) {
    return text(file).filter(workspace::has).isPresent();
  }

  private static Optional<Json.Obj> text(Path file) {
    try {
      return Optional.of(JsonReader.readObject(Files.readString(file)));
    } catch (IOException | JsonException _) {
      return Optional.empty();
    }
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
