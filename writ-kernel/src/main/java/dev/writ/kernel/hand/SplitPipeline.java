// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.hand;

import dev.writ.command.language.Command;
import dev.writ.command.language.GitSubcommand;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.LiveListener;
import dev.writ.sandbox.launch.PipelineExecutor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// A pipeline in which Git looks at the work tree, and others only read what it prints: `git diff |
/// head`. To Git a tracked file that is hidden would be gone, and the others must not see it: so
/// they run one behind the other.
final class SplitPipeline {
  /// How much of what Git printed is handed on.
  static final int MOST_HANDED_ON = 64 << 20;

  private static final String GIT = "git";

  /// They look at no file of the work tree, or name those whose content they show (the manual of
  /// each): they are read while they print, and end with their readers.
  private static final Set<String> OF_HISTORY =
      Set.of(
          """
          archive blame branch bundle cat-file cherry config count-objects fast-export for-each-ref
          format-patch fsck grep help log ls-remote ls-tree merge-base name-rev range-diff reflog
          remote rev-list rev-parse shortlog show show-branch show-ref tag var version whatchanged"""
              .split("\\s+", -1));

  private SplitPipeline() {}

  /// The parts, in order: one, but where such a Git comes first and others behind it.
  ///
  /// @param isReader finds programs that only read
  static List<List<Command>> of(List<Command> commands, Predicate<Command> isReader) {
    int readers = 0;
    while (readers < commands.size() && commands.get(readers).isSystems(GIT)) {
      readers++;
    }
    List<Command> git = commands.subList(0, readers);
    List<Command> rest = commands.subList(readers, commands.size());
    boolean split =
        !git.isEmpty()
            && !rest.isEmpty()
            && rest.stream().noneMatch(command -> command.isSystems(GIT))
            && rest.stream().allMatch(isReader)
            && git.stream().anyMatch(one -> !OF_HISTORY.contains(GitSubcommand.of(one)));
    return split ? List.of(git, rest) : List.of(commands);
  }

  /// Runs the launches of the parts, each with what the one before printed as its input.
  static LaunchResult run(
      PipelineExecutor executor, List<LaunchRequest> launches, LiveListener live)
      throws IOException, InterruptedException {
    LaunchResult last =
        executor.run(launches.getFirst(), launches.size() == 1 ? live : errorsOf(live));
    for (LaunchRequest next : launches.subList(1, launches.size())) {
      if (last.bound() != LaunchResult.LaunchBound.NONE) {
        return last;
      }
      ByteBuffer printed = ByteBuffer.wrap(last.stdout().bytes());
      last = last.before(executor.run(next.behind(last.took(), printed), live));
    }
    return last;
  }

  private static LiveListener errorsOf(LiveListener live) {
    return new LiveListener() {
      @Override
      public void stdout(byte[] bytes) {
        // The next part reads it.
      }

      @Override
      public void stderr(byte[] bytes) {
        live.stderr(bytes);
      }
    };
  }
}
