// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.comparison.ApplicationOrder;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.file.DirectoryCursor;
import dev.writ.kernel.view.ApplicationSteps.ApplicationPhase;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.sandbox.os.DirectoryHandle;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Applies judged and recorded differences of a view to the workspace, under its lock. After a
/// crash the same list is applied once more.
final class ViewApplication {
  private static final ToolError PARTED =
      new ToolError(ErrorCode.STALE_FILE, "a file of the work tree could not be applied");

  private final WorkspaceRoot root;
  private final Path upper;
  private final Map<WorkspacePath, ToolError> refused = new LinkedHashMap<>();

  ViewApplication(WorkspaceRoot root, Path upper) {
    this.root = root;
    this.upper = upper;
  }

  /// Applies all that can be applied. Of a repository nothing but objects comes where a part of it,
  /// or a recorded file, could not be applied: what a commit has or a stash had would be nowhere
  /// else.
  ///
  /// @param except places that stay as they are, because their records were taken back
  /// @return the places that are not as they should be, each with the reason; of a repository one
  Map<WorkspacePath, ToolError> apply(List<ViewDifference> all, Set<WorkspacePath> except) {
    List<ViewDifference> differences =
        all.stream().filter(one -> !except.contains(one.path())).toList();
    ApplicationOrder order = new ApplicationOrder(differences);
    take(ApplicationPhase.OPEN_DIRECTORIES, differences);
    take(ApplicationPhase.MAKE_DIRECTORIES, order.ahead());
    take(ApplicationPhase.PUT, order.ahead());
    take(ApplicationPhase.REMOVE_FILES, order.workTree());
    take(ApplicationPhase.MAKE_DIRECTORIES, order.workTree());
    take(ApplicationPhase.REMOVE_DIRECTORIES, order.workTree());
    take(ApplicationPhase.PUT, order.workTree());
    boolean whole =
        all.stream()
            .filter(one -> one.role() == ViewDifference.Role.FILE)
            .noneMatch(one -> except.contains(one.path()) || refused.containsKey(one.path()));
    for (ApplicationOrder.RepositoryData data : order.repositories()) {
      if (!whole && !data.isNew()) {
        refused.putIfAbsent(data.repository(), PARTED);
      } else if (refused.keySet().stream().noneMatch(data::holds) && areUnchanged(data)) {
        apply(data, differences);
      }
    }
    take(ApplicationPhase.SET_PERMISSIONS, innermostFirst(differences));
    return refused;
  }

  /// Nothing can be closed or removed in a directory that is closed or gone itself.
  private static List<ViewDifference> innermostFirst(List<ViewDifference> differences) {
    return differences.stream()
        .sorted(Comparator.comparing(ViewDifference::path).reversed())
        .toList();
  }

  private void apply(ApplicationOrder.RepositoryData data, List<ViewDifference> all) {
    int others = refused.size();
    List<WorkspacePath> swapped =
        data.differences().stream()
            .filter(ViewDifference::isSwap)
            .map(ViewDifference::path)
            .toList();
    take(
        ApplicationPhase.MAKE_DIRECTORIES,
        data.differences().stream()
            .filter(one -> swapped.stream().noneMatch(one.path()::within))
            .toList());
    for (ViewDifference one : data.inOrder()) {
      if (refused.size() == others) { // else what comes later may refer to what did not come
        take(one.isSwap() ? ApplicationPhase.SWAP : ApplicationPhase.PUT, List.of(one));
      }
    }
    List<ViewDifference> gone =
        data.inOrder().reversed().stream().filter(one -> one.after().isAbsent()).toList();
    if (gone.isEmpty() || refused.size() > others) {
      return;
    }
    try {
      force(all); // else a loss of power may take what came, but not what went
    } catch (IOException | RuntimeException | Error e) {
      refused.put(data.repository(), reason(e));
      return;
    }
    take(ApplicationPhase.REMOVE_FILES, gone);
    take(ApplicationPhase.REMOVE_DIRECTORIES, innermostFirst(gone));
  }

  /// Whether nobody else changed any of it since it was judged.
  private boolean areUnchanged(ApplicationOrder.RepositoryData data) {
    Set<WorkspacePath> judged =
        data.differences().stream().map(ViewDifference::path).collect(Collectors.toSet());
    try (ApplicationSteps steps = new ApplicationSteps(root, upper)) {
      for (ViewDifference one : data.differences()) {
        if (one.isSwap() ? steps.isOvertaken(one, judged) : steps.isOvertaken(one)) {
          String words =
              "another program changed it meanwhile, so nothing else of %s was applied"
                  .formatted(DisplayText.named(data.repository()));
          refused.put(one.path(), new ToolError(ErrorCode.STALE_FILE, words));
          return false;
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      refused.put(data.repository(), reason(e));
      return false;
    }
    return true;
  }

  private void take(ApplicationPhase phase, List<ViewDifference> differences) {
    try (ApplicationSteps steps = new ApplicationSteps(root, upper)) {
      for (ViewDifference difference : differences) {
        boolean goesOn =
            phase == ApplicationPhase.SET_PERMISSIONS || !refused.containsKey(difference.path());
        if (ApplicationSteps.concerns(phase, difference) && goesOn) {
          try {
            steps.take(phase, difference, !refused.containsKey(difference.path()));
          } catch (IOException | RuntimeException | Error e) {
            refused.put(difference.path(), reason(e));
          }
        }
      }
    }
  }

  private static ToolError reason(Throwable e) {
    return switch (e) {
      case ApplicationSteps.OvertakenException o ->
          new ToolError(ErrorCode.STALE_FILE, o.getMessage());
      case FileSystemException f when f.getReason() != null ->
          new ToolError(ErrorCode.IO_ERROR, f.getReason());
      case IOException io -> new ToolError(ErrorCode.IO_ERROR, String.valueOf(io.getMessage()));
      // a defect, or too little memory: one place's failure all the same
      default -> new ToolError(ErrorCode.IO_ERROR, e.toString());
    };
  }

  /// Makes the directories durable in which something changed.
  void force(List<ViewDifference> differences) throws IOException {
    List<WorkspacePath> parents = new ArrayList<>();
    Predicate<ViewDifference> recorded = d -> d.role() != ViewDifference.Role.OUTPUT;
    differences.stream()
        .filter(recorded)
        .map(d -> d.path().parent())
        .distinct()
        .forEach(parents::add);
    final int few = 16;
    if (parents.size() > few) {
      try (DirectoryHandle directory = DirectoryHandle.open(root.path())) {
        root.disk().perform(Operation.FORCE, root.path(), directory::forceFileSystem);
      } catch (FileSystemException _) {
        // The contents were forced, and it was all renamed.
      }
      return;
    }
    for (WorkspacePath parent : parents) {
      try (DirectoryCursor cursor = new DirectoryCursor(root.path())) {
        root.disk().perform(Operation.FORCE, parent, () -> cursor.at(parent).force());
      } catch (FileSystemException _) {
        // It was removed or replaced itself.
      }
    }
  }
}
