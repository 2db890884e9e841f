// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/// One walk through a workspace. An earlier walk's decisions about a directory with the same
/// entries are reused; a large tree is walked by two threads.
final class WorkspaceScan {
  private static final String GIT = ".git";

  /// So many directories make a second thread worth its start.
  private static final int MANY = 64;

  private final Listers listers;
  private final ExemptDirectories exempt;

  private final ReuseRule reuse;

  private final OpenedDirectories opened;
  private final Queue<WorkspacePath> undecoded = new ConcurrentLinkedQueue<>();

  /// What of an earlier walk holds on.
  enum ReuseRule {
    /// What is left out is decided anew.
    NOTHING,
    /// What was decided by the same rules.
    DECISIONS,
    /// Its rules, and what they left out: a command can't exempt its own writes, and nothing that
    /// was there before counts as new.
    RULES
  }

  /// Opens listers, one for each thread.
  @FunctionalInterface
  interface Listers {
    /// A new one.
    DirectoryLister open() throws IOException;
  }

  /// @param opened receives the directories that are opened for it
  WorkspaceScan(
      Listers listers, ExemptDirectories exempt, ReuseRule reuse, OpenedDirectories opened) {
    this.listers = listers;
    this.exempt = exempt;
    this.reuse = reuse;
    this.opened = opened;
  }

  /// A directory that is still to be walked.
  ///
  /// @param into whose slot it fills
  /// @param output whether only guarded files of it count
  private record Task(
      SnapshotDirectory into,
      int slot,
      WorkspacePath path,
      IgnoreRules inherited,
      boolean output,
      SnapshotDirectory earlier) {}

  /// Walks.
  ///
  /// @throws IOException where the root or a directory below can't be read
  SnapshotDirectory walk(SnapshotDirectory earlier) throws IOException {
    SnapshotDirectory above =
        new SnapshotDirectory(
            WorkspacePath.ROOT,
            exempt.above(),
            /* output= */ false,
            new EntryNames(new byte[0]),
            new int[0],
            new int[1]);
    Deque<Task> tasks = new ArrayDeque<>();
    tasks.add(new Task(above, 0, WorkspacePath.ROOT, exempt.above(), false, earlier));
    try (DirectoryLister lister = listers.open()) {
      while (!tasks.isEmpty() && tasks.size() < MANY) {
        folder(tasks.removeFirst(), lister, tasks);
      }
      if (!tasks.isEmpty()) {
        together(new ConcurrentLinkedQueue<>(tasks), lister);
      }
    }
    return above.below[0];
  }

  /// What it couldn't look at because its name is not UTF-8.
  List<WorkspacePath> undecoded() {
    return List.copyOf(undecoded);
  }

  private void together(Queue<Task> shared, DirectoryLister lister) throws IOException {
    AtomicReference<Throwable> failed = new AtomicReference<>();
    Thread other =
        Thread.ofPlatform()
            .daemon()
            .name("snapshot")
            .start(
                () -> {
                  try (DirectoryLister own = listers.open()) {
                    drain(shared, own);
                  } catch (Throwable e) { // the thread that waits throws it
                    failed.set(e);
                    shared.clear();
                  }
                });
    try {
      drain(shared, lister);
    } finally {
      shared.clear();
      join(other);
    }
    switch (failed.get()) {
      case null -> {}
      case IOException e -> throw e;
      case Throwable e -> throw new IllegalStateException("half of the comparison failed", e);
    }
  }

  private static void join(Thread other) {
    boolean interrupted = false;
    while (other.isAlive()) {
      try {
        other.join();
      } catch (InterruptedException _) {
        interrupted = true; // it ends soon by itself
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void drain(Queue<Task> shared, DirectoryLister lister) throws IOException {
    Deque<Task> own = new ArrayDeque<>();
    for (Task task = shared.poll(); task != null; task = shared.poll()) {
      own.add(task);
      while (!own.isEmpty()) {
        folder(own.removeLast(), lister, own);
      }
    }
  }

  private void folder(Task task, DirectoryLister lister, Deque<Task> further) throws IOException {
    String name = task.path().isRoot() ? "" : task.path().toString();
    // What its owner can't enter a command opens; what nobody can open no command enters.
    if (!lister.enter(name) && !(opened.open(lister, task.path(), name) && lister.enter(name))) {
      return;
    }
    EntryNames names = new EntryNames(lister.list());
    SnapshotDirectory earlier = task.earlier();
    IgnoreRules rules = rules(task, names);
    SnapshotDirectory now =
        reuse != ReuseRule.NOTHING
                && earlier.decidedBy(rules, task.output())
                && earlier.names.same(names)
            ? new SnapshotDirectory(
                task.path(), rules, task.output(), earlier.names, earlier.files, earlier.folders)
            : decided(task, rules, names, lister);
    for (int i = 0; i < now.files.length; i++) {
      lister.stat(now.names, now.files[i], now.rows, i);
    }
    for (int i = 0; i < now.folders.length; i++) {
      String folder = now.folder(i);
      if (!now.output
          || folder.equals(GIT)
          || !EntryNames.isDecoded(folder)) { // others don't count
        lister.stat(now.names, now.folders[i], now.folderRows, i);
      }
    }
    lister.leave();
    takeOver(now, earlier);
    task.into().below[task.slot()] = now;
    enqueue(now, earlier, further);
  }

  private void enqueue(SnapshotDirectory now, SnapshotDirectory earlier, Deque<Task> further) {
    for (int i = 0; i < now.files.length && !now.names.areAscii(); i++) {
      if (!EntryNames.isDecoded(now.file(i))) {
        undecoded.add(now.place(i));
      }
    }
    if (now.path.segments().size() + 1 >= Snapshot.MOST_DEPTH) {
      return; // comparing goes down as deep
    }
    boolean alike = now.decidedLike(earlier);
    Map<String, SnapshotDirectory> known = alike ? Map.of() : earlier.belowByName();
    for (int i = 0; i < now.folders.length; i++) {
      String name = now.folder(i);
      WorkspacePath path = now.path.child(name);
      if (!EntryNames.isDecoded(name)) {
        undecoded.add(path);
      }
      SnapshotDirectory before =
          alike ? earlier.below[i] : known.getOrDefault(name, SnapshotDirectory.NONE);
      boolean output =
          (reuse == ReuseRule.RULES && before.isThere())
              ? before.output
              : exempt.leavesOut(now.rules, path, now.output);
      further.add(new Task(now, i, path, now.rules, output, before));
    }
  }

  /// The source of a file's content remains known while the file is unchanged.
  private static void takeOver(SnapshotDirectory now, SnapshotDirectory earlier) {
    if (now.decidedLike(earlier)) {
      for (int i = 0; i < now.files.length; i++) {
        takeOver(now, i, earlier, i);
      }
    } else {
      Map<String, Integer> known = earlier.byName();
      for (int i = 0; i < now.files.length; i++) {
        Integer before = known.get(now.file(i));
        if (before != null) {
          takeOver(now, i, earlier, before);
        }
      }
    }
  }

  private static void takeOver(
      SnapshotDirectory now, int file, SnapshotDirectory earlier, int before) {
    if (now.same(file, earlier, before)) {
      now.preimages[file] = earlier.preimages[before];
    }
  }

  /// The rules below a directory: the same object as long as they are the same.
  private IgnoreRules rules(Task task, EntryNames names) {
    SnapshotDirectory earlier = task.earlier();
    if (reuse == ReuseRule.RULES && earlier.isThere()) {
      return earlier.rules;
    }
    if (reuse == ReuseRule.RULES) {
      return task.inherited(); // a new directory's own rules are the command's
    }
    IgnoreRules fresh =
        ExemptDirectories.mayHaveRules(names)
            ? exempt.rules(task.inherited(), task.path())
            : task.inherited();
    return earlier.isThere() && earlier.rules.equals(fresh) ? earlier.rules : fresh;
  }

  private SnapshotDirectory decided(
      Task task, IgnoreRules rules, EntryNames names, DirectoryLister lister) throws IOException {
    IntStream.Builder files = IntStream.builder();
    IntStream.Builder folders = IntStream.builder();
    Map<String, Boolean> known = reuse == ReuseRule.RULES ? task.earlier().leftOut() : Map.of();
    for (int from = EntryNames.first(); names.has(from); from = names.after(from)) {
      String name = names.at(from);
      if (name.equals(".") || name.equals("..")) {
        continue;
      }
      boolean directory = names.isDirectory(from, lister);
      Boolean leftOut = directory ? null : known.get(name);
      if (leftOut == null
          ? !exempt.omits(rules, task.path().child(name), directory, task.output())
          : !leftOut) {
        (directory ? folders : files).add(from);
      }
    }
    return new SnapshotDirectory(
        task.path(),
        rules,
        task.output(),
        names,
        files.build().toArray(),
        folders.build().toArray());
  }
}
