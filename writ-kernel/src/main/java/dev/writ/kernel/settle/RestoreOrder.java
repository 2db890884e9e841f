// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.kernel.comparison.ViewDifference;
import java.util.Comparator;

/// An order in which each place can be what it was: first what came goes, directories from within,
/// then what went comes back, directories from without, then permissions of directories.
final class RestoreOrder implements Comparator<ViewDifference> {
  private static final Comparator<ViewDifference> ORDER =
      Comparator.comparingInt(RestoreOrder::turn).thenComparingInt(RestoreOrder::depth);

  private static final int LAST = 4;

  @Override
  public int compare(ViewDifference one, ViewDifference other) {
    return ORDER.compare(one, other);
  }

  /// Whether only the permissions of a directory are to be restored.
  static boolean isLast(ViewDifference difference) {
    return turn(difference) == LAST;
  }

  private static int turn(ViewDifference difference) {
    boolean was = difference.before().isDirectory();
    boolean is = difference.after().isDirectory();
    if (was && is) {
      return LAST;
    }
    if (is) {
      return 1;
    }
    return was ? 2 : difference.after().isAbsent() ? 3 : 0;
  }

  private static int depth(ViewDifference difference) {
    int depth = difference.path().segments().size();
    return difference.after().isDirectory() ? -depth : depth;
  }
}
