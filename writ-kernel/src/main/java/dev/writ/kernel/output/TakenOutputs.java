// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.output;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.ViewContents;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.comparison.ViewDifference.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Files that a command moved out of a directory that tools fill. Their removal needs no record,
/// but undo removes what came with one, and they would be nowhere.
public final class TakenOutputs {
  /// Of more removed files than these nobody looks whether their content is elsewhere.
  private static final int MOST_READ = 5_000;

  private TakenOutputs() {}

  /// The differences, the removal of each such file and of the directories around it recorded.
  ///
  /// @throws IOException where contents can't be read
  public static List<ViewDifference> recorded(List<ViewDifference> found, ViewContents contents)
      throws IOException {
    Map<Long, List<ViewDifference>> came = new HashMap<>();
    for (ViewDifference one : found) {
      if (one.isRecorded() && one.before().isAbsent() && one.after().isFile()) {
        came.computeIfAbsent(one.after().stamp().size(), _ -> new ArrayList<>()).add(one);
      }
    }
    came.remove(0L);
    Map<Long, Set<String>> hashes = new HashMap<>();
    Set<WorkspacePath> taken = new HashSet<>();
    int read = 0;
    for (ViewDifference one : found) {
      long size = one.before().stamp().size();
      boolean mayBe = isGone(one) && one.before().isFile() && came.containsKey(size);
      if (mayBe && read++ < MOST_READ) {
        Set<String> known = hashes.get(size);
        if (known == null) {
          known = new HashSet<>();
          for (ViewDifference to : came.getOrDefault(size, List.of())) {
            MovedOutputs.hash(contents.changes(to), true).ifPresent(known::add);
          }
          hashes.put(size, known);
        }
        if (MovedOutputs.hash(contents.changes(one), false).filter(known::contains).isPresent()) {
          for (WorkspacePath at = one.path(); !at.isRoot(); at = at.parent()) {
            taken.add(at);
          }
        }
      }
    }
    return found.stream()
        .map(one -> isGone(one) && taken.contains(one.path()) ? MovedOutputs.recorded(one) : one)
        .toList();
  }

  private static boolean isGone(ViewDifference one) {
    return one.role() == Role.OUTPUT && !one.before().isAbsent() && one.after().isAbsent();
  }
}
