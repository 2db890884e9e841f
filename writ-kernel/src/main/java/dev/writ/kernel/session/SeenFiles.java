// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.kernel.session;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.LineSpan;
import dev.writ.kernel.call.Effect.TouchedLines;
import dev.writ.records.change.FileChange;
import dev.writ.records.change.LineDiff;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The files that a session's model has read: for each file the content and the lines. Reading
/// another content drops the lines of the old one.
public final class SeenFiles {
  /// How much content is kept to show what changed since; beyond it only hashes are, in bytes.
  static final long MAX_KEPT_BYTES = 32L * 1024 * 1024;

  private static final Sight NOTHING = new Sight("", new BitSet(), false);

  private final Map<String, Sight> sights = new HashMap<>();

  /// The files whose sight changed since [#takeChanges].
  private final Set<String> unreported = new LinkedHashSet<>();

  private final Map<String, FileContent> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long keptBytes;

  private record Sight(String hash, BitSet lines, boolean whole) {
    boolean covers(TouchedLines touched) {
      return whole
          || switch (touched) {
            case TouchedLines.AllLines() -> false;
            case TouchedLines.AppendedLines() -> true;
            case TouchedLines.Spans spans -> spans.spans().stream().allMatch(this::covers);
            case TouchedLines.Chosen chosen -> chosen.spans().stream().allMatch(this::covers);
          };
    }

    private boolean covers(LineSpan span) {
      return lines.nextClearBit(span.first()) > span.last();
    }
  }

  /// Nothing seen yet.
  SeenFiles() {}

  /// Restores the state of a session's record; the contents themselves are not stored.
  SeenFiles(Collection<FileSighting> recorded) {
    for (FileSighting one : recorded) {
      sights.put(one.path(), new Sight(one.hash(), one.lines(), one.whole()));
    }
  }

  /// The changes between two reports.
  ///
  /// @param forgotten paths whose lines no longer count as read
  record SightChanges(List<FileSighting> seen, List<String> forgotten) {}

  /// The changes since the last report.
  synchronized SightChanges takeChanges() {
    List<FileSighting> seen = new ArrayList<>();
    List<String> forgotten = new ArrayList<>();
    for (String path : unreported) {
      Sight sight = sights.get(path);
      if (sight == null) {
        forgotten.add(path);
      } else {
        seen.add(new FileSighting(path, sight.hash(), sight.lines(), sight.whole()));
      }
    }
    unreported.clear();
    return new SightChanges(seen, forgotten);
  }

  private void put(String path, Sight sight) {
    if (!sight.equals(sights.put(path, sight))) {
      unreported.add(path);
    }
  }

  /// Records lines of a content as seen.
  public synchronized void lines(
      WorkspacePath path, FileContent content, LineSpan span, boolean whole) {
    Sight known = sights.getOrDefault(path.toString(), NOTHING);
    boolean same = known.hash().equals(content.hash());
    BitSet lines = same ? (BitSet) known.lines().clone() : new BitSet();
    lines.set(span.first(), span.last() + 1);
    boolean all = whole || (same && known.whole()) || lines.cardinality() >= content.lineCount();
    put(path.toString(), new Sight(content.hash(), lines, all));
    keep(path, content);
  }

  /// Whether a change applies to the present content although another content was seen: it touches
  /// only lines that were seen and did not change since, and their text determines its place.
  public synchronized boolean rebases(WorkspacePath path, FileContent now, TouchedLines touched) {
    Sight known = sights.get(path.toString());
    FileContent then = kept.get(path.toString());
    return known != null
        && then != null
        && known.hash().equals(then.hash())
        && !known.hash().equals(now.hash())
        && touched instanceof TouchedLines.Spans
        && sightOf(known, then, now).covers(touched);
  }

  /// The lines of another content that count as read: the read lines that are unchanged in it.
  private static Sight sightOf(Sight known, FileContent then, FileContent now) {
    List<String> old = then.lines();
    List<String> lines = now.lines();
    BitSet seen = new BitSet();
    int from = 0;
    int to = 0;
    List<LineDiff.Hunk> hunks = new ArrayList<>(LineDiff.of(old, lines).hunks());
    hunks.add(new LineDiff.Hunk(old.size(), old.size(), lines.size(), lines.size()));
    for (LineDiff.Hunk hunk : hunks) {
      for (; from < hunk.oldFrom(); from++, to++) {
        seen.set(to + 1, known.whole() || known.lines().get(from + 1));
      }
      from = hunk.oldTo();
      to = hunk.newTo();
    }
    return new Sight(now.hash(), seen, false);
  }

  /// Records a content as seen after a write: the lines the model wrote and those it had seen.
  synchronized void written(WorkspacePath path, FileState before, FileContent content) {
    Sight known = sights.getOrDefault(path.toString(), NOTHING);
    FileContent then = kept.get(path.toString());
    if (before instanceof FileState.Present(FileContent old)
        && then != null
        && !known.hash().equals(old.hash())) {
      known = sightOf(known, then, old); // it was rebased
    }
    boolean whole = known.whole() || !(before instanceof FileState.Present);
    BitSet lines =
        before instanceof FileState.Present(FileContent old) && !whole
            ? carried(known.lines(), old.lines(), content.lines())
            : new BitSet();
    put(path.toString(), new Sight(content.hash(), lines, whole));
    keep(path, content);
  }

  /// Takes account of a change that was made.
  public synchronized void changed(FileChange change) {
    WorkspacePath path = change.path();
    if (change.from().isPresent()) {
      moved(change.from().get(), path);
    }
    if (change.after() instanceof FileState.Present(FileContent content)
        && !change.before().equals(change.after())) {
      written(path, change.before(), content);
    } else if (change.after() instanceof FileState.Absent) {
      forget(path);
    }
  }

  /// The read lines of one place are at another place now.
  synchronized void moved(WorkspacePath from, WorkspacePath to) {
    Sight known = sights.get(from.toString());
    FileContent content = kept.get(from.toString());
    forget(from);
    if (known != null) {
      put(to.toString(), known);
    }
    if (content != null) {
      keep(to, content);
    }
  }

  /// Maps the read lines of the old text to the new one, and finds the insertions between them. A
  /// block with an unread line is not the model's edit but a difference too large to report.
  private static BitSet carried(BitSet seen, List<String> old, List<String> now) {
    BitSet lines = new BitSet();
    int from = 0;
    int to = 0;
    for (LineDiff.Hunk hunk : LineDiff.of(old, now).hunks()) {
      for (; from < hunk.oldFrom(); from++, to++) {
        lines.set(to + 1, seen.get(from + 1));
      }
      lines.set(
          hunk.newFrom() + 1,
          hunk.newTo() + 1,
          seen.nextClearBit(hunk.oldFrom() + 1) > hunk.oldTo());
      from = hunk.oldTo();
      to = hunk.newTo();
    }
    for (; from < old.size(); from++, to++) {
      lines.set(to + 1, seen.get(from + 1));
    }
    return lines;
  }

  /// Forgets a file.
  public synchronized void forget(WorkspacePath path) {
    if (sights.remove(path.toString()) != null) {
      unreported.add(path.toString());
    }
    FileContent old = kept.remove(path.toString());
    keptBytes -= old == null ? 0 : old.size();
  }

  private void keep(WorkspacePath path, FileContent content) {
    FileContent old = kept.put(path.toString(), content);
    keptBytes += content.size() - (old == null ? 0 : old.size());
    var eldest = kept.entrySet().iterator();
    while (keptBytes > MAX_KEPT_BYTES && eldest.hasNext()) {
      keptBytes -= eldest.next().getValue().size();
      eldest.remove();
    }
  }

  /// The hash of the content that was seen.
  public synchronized Optional<String> hash(WorkspacePath path) {
    return Optional.ofNullable(sights.get(path.toString())).map(Sight::hash);
  }

  /// The content that was seen, while it is kept.
  public synchronized Optional<FileContent> content(WorkspacePath path) {
    return Optional.ofNullable(kept.get(path.toString()));
  }

  /// Whether the lines that a change touches were seen.
  public synchronized boolean covers(WorkspacePath path, TouchedLines touched) {
    Sight sight = sights.get(path.toString());
    return sight != null && sight.covers(touched);
  }
}
