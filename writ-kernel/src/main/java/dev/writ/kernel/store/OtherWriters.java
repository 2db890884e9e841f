// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.store;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.audit.AuditTrail;
import dev.writ.records.audit.OverlappingSessions;
import dev.writ.records.journal.SegmentedJournal.JournalExtent;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reports the changes of other writers while a command ran, from their records: of sessions in
/// this workspace, and of those in projects below it or around it, each of which has a ledger of
/// its own. A record counts only if the audit log, out of reach of commands, has it: any program
/// can append a line to a ledger.
public final class OtherWriters {
  /// A record is in the ledger shortly before the audit log knows it.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Duration PAUSE = Duration.ofMillis(20);

  /// What another project's ledger got meanwhile; of more nothing counts.
  private static final long MOST_BYTES = 64L << 20;

  private final Ledger ledger;
  private final AuditTrail audit;
  private final Path workspace;
  private final OverlappingSessions overlapping;
  private final Map<Path, Long> around = new HashMap<>();
  private final long mark;
  private final Set<String> own;

  /// From now on.
  ///
  /// @param workspace its real path
  /// @throws IOException where the ledger or the audit log can't be read
  public OtherWriters(Ledger ledger, AuditTrail audit, Path workspace) throws IOException {
    this(ledger, audit, workspace, audit.extent(), ledger.size(), Set.of());
    for (Path at = workspace.getParent(); at != null; at = at.getParent()) {
      around.put(at, at.resolve(Ledger.PATH).toFile().length());
    }
  }

  private OtherWriters(
      Ledger ledger,
      AuditTrail audit,
      Path workspace,
      JournalExtent since,
      long mark,
      Set<String> own)
      throws IOException {
    this.ledger = ledger;
    this.audit = audit;
    this.workspace = workspace;
    this.overlapping = audit.overlapping(workspace, since);
    this.mark = mark;
    this.own = own;
  }

  /// Since a command began whose session was killed. What is known then of projects below is
  /// whether a session ever was at work there.
  ///
  /// @param mark how long the ledger was when the command began
  /// @param own the hashes of what was recorded of the command itself
  /// @throws IOException where the audit log can't be read
  public static OtherWriters sinceKill(
      Ledger ledger, AuditTrail audit, Path workspace, long mark, Set<String> own)
      throws IOException {
    return new OtherWriters(ledger, audit, workspace, JournalExtent.START, mark, own);
  }

  /// The changes so far. Waits for the audit log where it does not know all records yet.
  ///
  /// @param ledgers those that the workspace has in projects below it and that changed, each with
  ///     the length it had before
  public OtherChanges changes(Map<WorkspacePath, Long> ledgers)
      throws IOException, InterruptedException {
    OtherChanges found = new OtherChanges();
    List<TraceRecord> since = new ArrayList<>(ledger.since(mark));
    since.removeIf(record -> own.contains(hash(record)));
    found.add("", Ledger.PATH, since, known(since, workspace));
    Set<Path> projects = new HashSet<>();
    for (AuditLog.Workspace one : overlapping.workspaces()) {
      projects.add(Path.of(one.path()));
    }
    for (Path project : projects) {
      if (project.startsWith(workspace)) {
        WorkspacePath place = WorkspacePath.of(workspace.relativize(project).toString());
        found.addNested(new NestedProject(place));
        WorkspacePath journal = WorkspacePath.of(place + "/" + Ledger.PATH);
        if (ledgers.containsKey(journal)) {
          List<TraceRecord> theirs = since(project, ledgers.get(journal));
          found.add(place + "/", journal.toString(), theirs, known(theirs, project));
        }
      } else if (around.containsKey(project)) {
        List<TraceRecord> theirs = known(since(project, around.get(project)), project);
        found.addAround(project.relativize(workspace) + "/", theirs);
      }
    }
    return found;
  }

  /// The records of another project since its ledger had a length; none where that can't be read.
  private static List<TraceRecord> since(Path project, long length) {
    Path file = project.resolve(Ledger.PATH);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long more = channel.size() - length;
      if (more <= 0 || more > MOST_BYTES) {
        return List.of();
      }
      ByteBuffer bytes = ByteBuffer.allocate((int) more);
      int count = 0;
      while (bytes.hasRemaining() && count >= 0) {
        count = channel.read(bytes, length + bytes.position());
      }
      return TraceRecord.readable(
          new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8));
    } catch (IOException _) {
      return List.of();
    }
  }

  private List<TraceRecord> known(List<TraceRecord> since, Path project)
      throws IOException, InterruptedException {
    if (since.isEmpty()) {
      return since;
    }
    Set<String> hashes = new HashSet<>();
    since.forEach(record -> hashes.add(hash(record)));
    long until = System.nanoTime() + PATIENCE.toNanos();
    Set<String> known = known(hashes, project);
    while (known.size() < hashes.size() && System.nanoTime() < until) {
      Thread.sleep(PAUSE);
      known = known(hashes, project);
    }
    Set<String> found = known;
    return since.stream().filter(record -> found.contains(hash(record))).toList();
  }

  /// A line of another project's ledger is none of this one's, whoever copied it.
  private Set<String> known(Set<String> hashes, Path project) throws IOException {
    Map<String, String> places = audit.places();
    Set<String> known = new HashSet<>(hashes);
    known.removeIf(
        project.equals(workspace)
            ? hash -> !places.containsKey(hash) // it may have had another name
            : hash -> !project.toString().equals(places.get(hash)));
    return known;
  }

  /// Not the id, which any line can have.
  private static String hash(TraceRecord record) {
    return record.appended().hash();
  }
}
