// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.UsageException;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.value.FailureReason;
import dev.writ.records.journal.LockFile;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The recorded sessions of a person: listed, found by name, kept or removed.
public final class SessionDirectory {
  private static final String SUFFIX = ".jsonl";
  private static final int MAX_NUMBER_CHARS = 6;

  /// A session may be so much later than the one before without being doubted.
  private static final Duration MOST_AHEAD = Duration.ofDays(1);

  private final SessionFiles files;

  /// Those among these files.
  public SessionDirectory(SessionFiles files) {
    this.files = files;
  }

  /// The files.
  public SessionFiles files() {
    return files;
  }

  /// The size of a session's file in bytes.
  public long size(Path file) {
    return Math.max(0, SessionFiles.state(file).size());
  }

  /// The sessions, the latest first.
  ///
  /// @param entries each is read from the index when it is asked for
  /// @param problems of files that are not listed, a line each
  public record Listing(List<SessionEntry> entries, List<String> problems) {}

  /// Lists the sessions. Only files that changed since the last time are opened.
  ///
  /// @throws IOException where the directory can't be read
  public Listing list() throws IOException {
    Set<String> others = new HashSet<>(files.names());
    List<IndexedSession> known = SessionIndex.read(files.readIndex());
    List<IndexedSession> lines = new ArrayList<>(others.size());
    for (IndexedSession line : known) {
      String name = line.file();
      if (others.contains(name) && files.isAs(name, line.state())) {
        lines.add(line);
        others.remove(name);
      }
    }
    List<String> problems = new ArrayList<>();
    int same = lines.size();
    for (String name : others) {
      SessionFiles.SessionCandidate file = files.look(name);
      if (file.problem().isEmpty()) {
        scanned(file, problems).map(IndexedSession::of).ifPresent(lines::add);
      } else {
        problems.add(name + " " + file.problem());
      }
    }
    if (lines.size() > same) {
      lines.sort(IndexedSession::inOrder);
    }
    if (lines.size() > same || known.size() > same) {
      keep(lines);
    }
    int sessions = lines.size();
    while (sessions > 0 && !lines.get(sessions - 1).isSession()) {
      sessions--;
      problems.add(lines.get(sessions).file() + " contains no session event");
    }
    return new Listing(new Entries(lines.subList(0, sessions)), problems);
  }

  /// Sessions of the index as a list of what they say.
  private static final class Entries extends AbstractList<SessionEntry> {
    private final List<IndexedSession> lines;

    Entries(List<IndexedSession> lines) {
      this.lines = lines;
    }

    @Override
    public SessionEntry get(int number) {
      return lines.get(number).entry();
    }

    @Override
    public int size() {
      return lines.size();
    }
  }

  private Optional<SessionEntry> scanned(
      SessionFiles.SessionCandidate file, List<String> problems) {
    try {
      SessionScan scan = new SessionScan();
      SessionFiles.lines(files.directory().resolve(file.name())).read(scan);
      return Optional.of(scan.entry(file.name(), file.state()));
    } catch (IOException e) {
      problems.add(file.name() + " cannot be read: " + new FailureReason(e).words());
      return Optional.empty();
    }
  }

  private void keep(List<IndexedSession> lines) {
    try {
      files.writeIndex(SessionIndex.written(lines));
    } catch (IOException _) {
      // The next list opens the files once more.
    }
  }

  /// Finds a session that a person means.
  ///
  /// @param reference a name, an id, the beginning of one of them, a number in the list, or a path
  /// @throws UsageException where none or several are meant
  /// @throws IOException where the directory can't be read
  public Path find(String reference, ProcessContext context) throws UsageException, IOException {
    if (reference.indexOf('/') >= 0) {
      return path(reference, context);
    }
    String named = files.directory() + "/" + file(reference);
    if (SessionFiles.exists(named)) {
      return path(named, context); // which is reported as not being a session
    }
    List<SessionEntry> all = list().entries();
    for (SessionEntry entry : all) {
      if (entry.key().equals(reference)) {
        return file(entry);
      }
    }
    if (reference.endsWith(SUFFIX)) {
      return path(named, context);
    }
    boolean digits = reference.chars().allMatch(c -> c >= '0' && c <= '9');
    if (digits && !reference.isEmpty() && reference.length() < MAX_NUMBER_CHARS) {
      int number = Integer.parseInt(reference);
      if (number >= 1 && number <= all.size()) {
        return file(all.get(number - 1));
      }
    }
    List<SessionEntry> begun =
        all.stream()
            .filter(
                e ->
                    !reference.isEmpty()
                        && (e.name().startsWith(reference)
                            || e.name().startsWith("session-" + reference)
                            || e.key().startsWith(reference)))
            .toList();
    if (begun.size() == 1) {
      return file(begun.getFirst());
    }
    throw new UsageException(
        begun.isEmpty()
            ? "there is no session '%s'%s; writ sessions list shows all"
                .formatted(
                    reference,
                    NearestWord.hint(reference, all.stream().map(SessionEntry::name).toList()))
            : "'%s' may be %s; give more of the name"
                .formatted(
                    reference,
                    String.join(", ", begun.stream().limit(5).map(SessionEntry::name).toList())));
  }

  private static String file(String name) {
    return name.endsWith(SUFFIX) ? name : name + SUFFIX;
  }

  private static Path path(String reference, ProcessContext context) throws UsageException {
    try {
      return context.path(reference);
    } catch (InvalidPathException _) {
      throw new UsageException("'" + reference + "' is not a path");
    }
  }

  private Path file(SessionEntry entry) {
    return files.directory().resolve(entry.file());
  }

  /// The session that was last worked on in a directory.
  ///
  /// @throws IOException where the directory can't be read
  public Optional<Path> latest(Path workspace) throws IOException {
    Map<String, Boolean> same = new HashMap<>();
    for (SessionEntry entry : list().entries()) {
      if (worked(entry, workspace, same)) {
        return Optional.of(file(entry));
      }
    }
    return Optional.empty();
  }

  /// The latest session whose directory is gone and may be this one under another name: the ledger
  /// here names the session, or the last name of the path is the same.
  ///
  /// @throws IOException where sessions or ledger can't be read
  public Optional<Path> moved(Path workspace) throws IOException {
    Set<String> here = SessionFiles.named(workspace);
    Map<String, Boolean> there = new HashMap<>();
    String name = "/" + workspace.getFileName();
    for (SessionEntry entry : list().entries()) {
      String was = entry.contents().workspace();
      boolean fits = here.contains(entry.id()) || was.endsWith(name);
      if (fits && !there.computeIfAbsent(was, SessionFiles::exists)) {
        return Optional.of(file(entry));
      }
    }
    return Optional.empty();
  }

  /// Those that worked in a directory.
  public List<SessionEntry> of(Path workspace, List<SessionEntry> entries) {
    Map<String, Boolean> same = new HashMap<>();
    return entries.stream().filter(entry -> worked(entry, workspace, same)).toList();
  }

  /// @param same what is known of directories already
  private static boolean worked(SessionEntry entry, Path workspace, Map<String, Boolean> same) {
    return same.computeIfAbsent(
        entry.contents().workspace(), place -> SessionFiles.isSame(place, workspace));
  }

  /// The retention of sessions.
  ///
  /// @param most so many; 0 for any number
  /// @param age no longer than that since their last event; zero for ever
  public record Retention(long most, Duration age) {}

  /// The outcome of a removal.
  ///
  /// @param problems of sessions that can't be removed, a line each
  public record Removal(List<SessionEntry> removed, List<String> problems) {}

  /// Removes what a retention does not keep. A session that a process has open stays. One that
  /// cannot be removed does not keep the others.
  ///
  /// @param keep an id that is never removed
  /// @param really false to report only
  /// @throws IOException where the directory can't be read
  public Removal prune(Retention retention, Instant now, String keep, boolean really)
      throws IOException {
    List<SessionEntry> removed = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    List<SessionEntry> all = list().entries();
    for (int i = 0; i < all.size(); i++) {
      SessionEntry entry = all.get(i);
      boolean over = retention.most() > 0 && i >= retention.most();
      if ((over || isOld(entry, retention.age(), now)) && !entry.key().equals(keep)) {
        try {
          if (!really || removed(entry)) {
            removed.add(entry);
          }
        } catch (IOException e) {
          problems.add(entry.file() + " cannot be removed: " + new FailureReason(e).words());
        }
      }
    }
    return new Removal(removed, problems);
  }

  /// Like [#prune], after each session: the sessions are read only if the names and times of their
  /// files show that one of them may be removed. Surplus ones are removed together, when they are a
  /// tenth of the retained number: reading them takes longer than a short session.
  ///
  /// @throws IOException where a file can't be removed
  public void retain(Retention retention, Instant now, String keep) throws IOException {
    List<String> names = files.names();
    boolean over = retention.most() > 0 && names.size() > retention.most() + retention.most() / 10;
    boolean old = false;
    Instant present = now;
    if (retention.age().isPositive()) {
      List<Instant> used = used(names);
      present = present(now, used);
      old = !used.isEmpty() && used.getLast().isBefore(present.minus(retention.age()));
    }
    if (over || old) {
      List<String> problems = prune(retention, present, keep, /* really= */ true).problems();
      if (!problems.isEmpty()) {
        throw new IOException(String.join("; ", problems));
      }
    }
  }

  /// When the sessions were last written, the latest first.
  private List<Instant> used(List<String> names) {
    List<Instant> used = new ArrayList<>(names.size());
    for (String name : names) {
      SessionFiles.SessionCandidate file = files.look(name);
      if (file.problem().isEmpty()) {
        used.add(Instant.ofEpochMilli(file.state().modified()));
      }
    }
    used.sort(Comparator.reverseOrder());
    return used;
  }

  /// The time as far as the sessions before this one confirm it: a clock that is ahead for one
  /// session makes no other session old. Who pauses for longer than the retention has the old ones
  /// removed one session later.
  ///
  /// @param used when sessions were last written, this one first
  private static Instant present(Instant now, List<Instant> used) {
    Instant confirmed = used.size() < 2 ? now : used.get(1).plus(MOST_AHEAD);
    return confirmed.isBefore(now) ? confirmed : now;
  }

  private static boolean isOld(SessionEntry entry, Duration age, Instant now) {
    if (!age.isPositive()) {
      return false;
    }
    return latest(entry).isBefore(now.minus(age));
  }

  /// The time of a session's last use: from its events, or from its file if they lack it.
  public static Instant latest(SessionEntry entry) {
    return EventTime.of(entry.span().latest())
        .orElseGet(() -> Instant.ofEpochMilli(entry.state().modified()));
  }

  private boolean removed(SessionEntry entry) throws IOException {
    Optional<LockFile.Claim> claim = files.claim(entry.key());
    if (claim.isEmpty()) {
      return false;
    }
    try (LockFile.Claim _ = claim.get()) {
      files.remove(entry.file());
    }
    return true;
  }
}
