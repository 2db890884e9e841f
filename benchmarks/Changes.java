// Implements: docs/spec/17-quality.md §17.3 (Speed)

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.sandbox.snapshot.ExemptDirectories;
import dev.writ.sandbox.snapshot.Snapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Looks at a tree before and after a change of one file, as is done around a command, again and
/// again, and prints as JSON what the first look took, what each look afterwards took with its
/// comparison, and what it took with the look before, in nanoseconds, and how many files there are.
///
/// Run as a single source file, on the class path: only there the kernel's snapshots can be named.
final class Changes {
  public static void main(String[] arguments) throws Exception {
    Path tree = Path.of(arguments[0]);
    int count = Integer.parseInt(arguments[1]);
    IgnoreRules rules =
        IgnoreRules.NONE.with(WorkspacePath.ROOT, "*.class\n*.o\nbuild/\n/out\n*.log\n");
    ExemptDirectories exempt = new ExemptDirectories(rules, _ -> Optional.empty(), _ -> false, Set.of("target"));
    long began = System.nanoTime();
    Snapshot last = Snapshot.take(tree, exempt, Optional.empty());
    long first = System.nanoTime() - began;
    List<Long> comparisons = new ArrayList<>();
    List<Long> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      began = System.nanoTime();
      Snapshot before = Snapshot.take(tree, exempt, Optional.of(last));
      long looked = System.nanoTime() - began;
      Files.writeString(tree.resolve("changed"), "x".repeat(i));
      began = System.nanoTime();
      last = before.again();
      if (before.difference(last).size() != 1) {
        throw new IllegalStateException("not one change");
      }
      long compared = System.nanoTime() - began;
      comparisons.add(compared);
      pairs.add(looked + compared);
    }
    System.out.println(
        "{\"files\": %d, \"first_ns\": %d, \"comparisons_ns\": %s, \"pairs_ns\": %s}"
            .formatted(last.size(), first, comparisons, pairs));
  }
}
