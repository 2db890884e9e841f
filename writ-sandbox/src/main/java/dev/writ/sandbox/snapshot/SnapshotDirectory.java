// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A directory of a snapshot with what is not left out of it. In arrays, because there may be
/// hundreds of thousands of entries.
final class SnapshotDirectory {
  /// One that isn't there, was left out or could not be entered: nothing is in it.
  static final SnapshotDirectory NONE = nothing();

  final WorkspacePath path;

  /// The ignored entries below.
  final IgnoreRules rules;

  /// Whether only guarded files of it count: it is ignored, or an output.
  final boolean output;

  /// Names and kinds as they were listed: the same bytes, the same entries.
  final EntryNames names;

  /// The start of the files' names in the listing.
  final int[] files;

  final long[] rows;

  /// The start of the directories' names in the listing.
  final int[] folders;

  final long[] folderRows;

  final SnapshotDirectory[] below;

  /// The sources of the files' contents; null before the first request.
  final @Nullable FilePreimage[] preimages;

  SnapshotDirectory(
      WorkspacePath path,
      IgnoreRules rules,
      boolean output,
      EntryNames names,
      int[] files,
      int[] folders) {
    this.path = path;
    this.rules = rules;
    this.output = output;
    this.names = names;
    this.files = files;
    this.rows = new long[files.length * StatRow.WIDTH];
    this.folders = folders;
    this.folderRows = new long[folders.length * StatRow.WIDTH];
    this.below = new SnapshotDirectory[folders.length];
    Arrays.fill(below, NONE);
    this.preimages = new @Nullable FilePreimage[files.length];
  }

  private static SnapshotDirectory nothing() {
    return new SnapshotDirectory(
        WorkspacePath.ROOT,
        IgnoreRules.NONE,
        /* output= */ false,
        new EntryNames(new byte[0]),
        new int[0],
        new int[0]);
  }

  String file(int index) {
    return names.at(files[index]);
  }

  String folder(int index) {
    return names.at(folders[index]);
  }

  WorkspacePath place(int file) {
    return path.child(file(file));
  }

  @SuppressWarnings("ReferenceEquality") // there is but one that isn't there
  boolean isThere() {
    return this != NONE;
  }

  /// Whether these very rules decided what was left out.
  @SuppressWarnings("ReferenceEquality") // rules that are the same are one object here
  boolean decidedBy(IgnoreRules others, boolean asOutput) {
    return isThere() && rules == others && output == asOutput;
  }

  /// Whether it is an output without any guarded file, at any depth.
  boolean isBare() {
    return output
        && files.length == 0
        && Arrays.stream(below).allMatch(one -> !one.isThere() || one.isBare());
  }

  /// Whether the very same entries were left in and out: decided once for both.
  @SuppressWarnings("ReferenceEquality") // the same decision, not an equal one
  boolean decidedLike(SnapshotDirectory other) {
    return names == other.names && files == other.files;
  }

  /// The files' names with their indices.
  Map<String, Integer> byName() {
    Map<String, Integer> all = HashMap.newHashMap(files.length);
    for (int i = 0; i < files.length; i++) {
      all.put(file(i), i);
    }
    return all;
  }

  /// What was listed and was no directory that counts, with whether it was left out.
  Map<String, Boolean> leftOut() {
    Map<String, Boolean> all = new HashMap<>();
    for (int at = EntryNames.first(); names.has(at); at = names.after(at)) {
      all.put(names.at(at), true);
    }
    byName().keySet().forEach(name -> all.put(name, false));
    all.keySet().removeAll(foldersByName().keySet());
    return all;
  }

  /// The directories below by their names.
  Map<String, SnapshotDirectory> belowByName() {
    Map<String, SnapshotDirectory> all = HashMap.newHashMap(folders.length);
    for (int i = 0; i < folders.length; i++) {
      all.put(folder(i), below[i]);
    }
    return all;
  }

  /// The directories' names with their indices.
  Map<String, Integer> foldersByName() {
    Map<String, Integer> all = HashMap.newHashMap(folders.length);
    for (int i = 0; i < folders.length; i++) {
      all.put(folder(i), i);
    }
    return all;
  }

  /// Looks at a file again that was opened and shut for a moment: its status changed by that. If
  /// anything else did, the first look holds.
  void lookAgain(int file, DirectoryLister lister) throws IOException {
    long[] row = new long[StatRow.WIDTH];
    if (lister.enter(path.isRoot() ? "" : path.toString())) {
      lister.stat(names, files[file], row, 0);
      lister.leave();
    }
    if (StatRow.at(row, 0).isLike(StatRow.at(rows, file))) {
      System.arraycopy(row, 0, rows, file * StatRow.WIDTH, StatRow.WIDTH);
    }
  }

  boolean isThere(int file) {
    return rows[file * StatRow.WIDTH] != 0;
  }

  boolean same(int file, SnapshotDirectory other, int otherFile) {
    int from = file * StatRow.WIDTH;
    int at = otherFile * StatRow.WIDTH;
    return Arrays.equals(rows, from, from + StatRow.WIDTH, other.rows, at, at + StatRow.WIDTH);
  }
}
