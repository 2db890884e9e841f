// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.call;

import java.util.List;

/// One thing that a proposal would do, stated before it happens. What is not stated can't happen.
public sealed interface Effect {

  /// Reading a file, or everything below a directory.
  record ReadPath(Location at, Extent extent) implements Effect {
    /// How much is read.
    public enum Extent {
      /// One regular file.
      FILE,
      /// A directory's whole tree: names, kinds and contents.
      TREE
    }
  }

  /// Replacing a file's content, or creating the file with its parents.
  ///
  /// @param before what was there when it was proposed
  /// @param after the content to be, or why there is none
  record WritePath(Location at, FileState before, After after) implements Effect {}

  /// Running a program with an argument array; its path operands were located.
  ///
  /// @param operands the paths that the arguments name
  record RunCommand(List<String> argv, Location directory, List<Location> operands, Limits limits)
      implements Effect {
    public RunCommand {
      argv = List.copyOf(argv);
      operands = List.copyOf(operands);
    }

    /// Bounds of one execution.
    ///
    /// @param timeoutSeconds 1 to 600
    public record Limits(int timeoutSeconds, int maxStdoutBytes, int maxStderrBytes) {}
  }

  /// Changing the session only.
  record ChangeSession(Control control) implements Effect {}

  /// What was on disk when a write was proposed.
  sealed interface FileState {
    /// Nothing.
    record Absent() implements FileState {}

    /// A regular file with that content.
    record Present(Content content) implements FileState {}

    /// Something else or something unreadable; a write to it is refused with this error.
    record Unusable(ToolError error) implements FileState {}
  }

  /// What a write would leave.
  sealed interface After {
    /// This content, of which these lines of the old one are replaced.
    record Replaced(Content content, Touched touched) implements After {}

    /// Nothing: the change does not apply. The gates are asked all the same, so that the answer is
    /// the same whatever the file says.
    record Impossible(ToolError error) implements After {}
  }

  /// Which lines of the old content a change touches.
  sealed interface Touched {
    /// All of them.
    record All() implements Touched {}

    /// These spans, 1-based and inclusive.
    record Spans(List<LineSpan> spans) implements Touched {
      public Spans {
        spans = List.copyOf(spans);
      }
    }
  }
}
