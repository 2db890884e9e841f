// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// How far a line has come that runs in parts: how they ended, and what its loops go over, which is
/// found once. Used by one thread.
public final class LineProgress {
  private final List<PartResult> done;
  private final List<List<String>> loops;

  private LineProgress(List<PartResult> done, List<List<String>> loops) {
    this.done = done;
    this.loops = loops;
  }

  /// Nothing has run.
  public static LineProgress none() {
    return new LineProgress(List.of(), new ArrayList<>());
  }

  /// The same after another part.
  public LineProgress after(PartResult result) {
    List<PartResult> all = new ArrayList<>(done);
    all.add(result);
    return new LineProgress(List.copyOf(all), new ArrayList<>(loops));
  }

  /// How the parts so far ended, in order.
  public List<PartResult> done() {
    return done;
  }

  /// The words of the n-th loop.
  ///
  /// @param found finds it when it is asked for the first time
  public List<String> values(int loop, Supplier<List<String>> found) {
    if (loop == loops.size()) {
      loops.add(found.get());
    }
    return loops.get(loop);
  }
}
