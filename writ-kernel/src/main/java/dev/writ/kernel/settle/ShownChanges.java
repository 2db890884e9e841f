// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.settle;

import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.comparison.ViewDifference.Role;
import dev.writ.kernel.judge.ChangeReport;
import dev.writ.kernel.view.ViewChanges;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.LedgerEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A command's changes in its view that may be kept, for a person to inspect.
///
/// @param digest of all places with their contents and modes: what an answer is bound to
/// @param files changed files and directories with their contents, as far as may be held in memory
/// @param others more of them, in words
/// @param git what changed in Git's own data, in words; nothing of its index
public record ShownChanges(
    String digest, List<FileChange> files, List<String> others, List<String> git) {
  private static final int MAX_FILES = 2_000;
  private static final long MAX_BYTES = 4L << 20;

  public ShownChanges {
    files = List.copyOf(files);
    others = List.copyOf(others);
    git = List.copyOf(git);
  }

  /// Those of accepted differences; unrecorded outputs and Git's index are not among them.
  ///
  /// @param git what is to be said of Git's data
  static ShownChanges of(ViewChanges view, List<ViewDifference> accepted, List<String> git)
      throws IOException {
    List<FileChange> files = new ArrayList<>();
    List<String> others = new ArrayList<>();
    List<Json> places = new ArrayList<>();
    long bytes = 0;
    for (ViewDifference difference : accepted) {
      if (!difference.isRecorded()) {
        continue;
      }
      long size = difference.before().stamp().size() + difference.after().stamp().size();
      for (FileChange change : view.changes(difference)) {
        places.add(identity(change));
        if (files.size() < MAX_FILES && bytes + size <= MAX_BYTES) {
          bytes += size;
          files.add(change);
        } else {
          others.add(change.kind().past() + " " + ChangeReport.shown(change.path()));
        }
      }
    }
    boolean data = accepted.stream().anyMatch(difference -> difference.role() == Role.GIT);
    List<String> told = data ? git : List.of();
    places.addAll(told.stream().map(Json::of).toList());
    return new ShownChanges(ContentHash.of(new Json.Arr(places).write()), files, others, told);
  }

  private static Json identity(FileChange change) {
    Json.Builder json = Json.object().put("path", change.path().toString());
    change.from().ifPresent(from -> json.put("from", from.toString()));
    LedgerEntry.hash(change.before()).ifPresent(hash -> json.put("before", hash));
    LedgerEntry.hash(change.after()).ifPresent(hash -> json.put("after", hash));
    change.modes().before().ifPresent(mode -> json.put("mode_before", mode));
    change.modes().after().ifPresent(mode -> json.put("mode_after", mode));
    return json.put("kind", change.kind().past()).build();
  }

  /// Whether there is nothing to look at.
  public boolean isEmpty() {
    return files.isEmpty() && others.isEmpty() && git.isEmpty();
  }
}
