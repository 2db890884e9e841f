// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.call;

import dev.writ.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;

/// One thing that a proposal would do, stated before it happens. What is not stated can't happen.
public sealed interface Effect {

  /// The effect as data: for the digest, the receipt and dry runs.
  Json.Obj describe();

  /// The effect in words, as it will really happen, a line each; not yet made inert.
  List<String> words();

  /// Every place it touches.
  List<Location> locations();

  /// Reading a file, or everything below a directory.
  record ReadPath(Location at, Extent extent) implements Effect {
    /// How much is read.
    public enum Extent {
      /// One regular file.
      FILE,
      /// A directory's whole tree: names, kinds and contents.
      TREE
    }

    @Override
    public Json.Obj describe() {
      return Json.object()
          .put("effect", "read")
          .put("path", at.toString())
          .put("tree", extent == Extent.TREE)
          .build();
    }

    @Override
    public List<String> words() {
      return List.of("read " + at);
    }

    @Override
    public List<Location> locations() {
      return List.of(at);
    }
  }

  /// Replacing a file's content, or creating the file with its parents.
  ///
  /// @param before what was there when it was proposed
  /// @param after the content to be, or why there is none
  record WritePath(Location at, FileState before, After after) implements Effect {
    @Override
    public Json.Obj describe() {
      return Json.object()
          .put("effect", "write")
          .put("path", at.toString())
          .put("before", before.describe())
          .put("after", after.describe())
          .build();
    }

    @Override
    public List<String> words() {
      return List.of((before instanceof FileState.Absent ? "create " : "replace ") + at);
    }

    @Override
    public List<Location> locations() {
      return List.of(at);
    }
  }

  /// Running a program with an argument array; its path operands were located.
  ///
  /// @param operands the paths that the arguments name
  record RunCommand(List<String> argv, Location directory, List<Location> operands, Limits limits)
      implements Effect {
    public RunCommand {
      argv = List.copyOf(argv);
      operands = List.copyOf(operands);
    }

    @Override
    public Json.Obj describe() {
      return Json.object()
          .put("effect", "run")
          .put("argv", Json.texts(argv))
          .put("directory", directory.toString())
          .put("timeout_seconds", limits.timeoutSeconds())
          .build();
    }

    @Override
    public List<String> words() {
      List<String> lines = new ArrayList<>(List.of("run in " + directory));
      argv.forEach(word -> lines.add("  " + word));
      return lines;
    }

    @Override
    public List<Location> locations() {
      List<Location> all = new ArrayList<>(operands);
      all.add(directory);
      return all;
    }

    /// Bounds of one execution.
    ///
    /// @param timeoutSeconds 1 to 600
    public record Limits(int timeoutSeconds, int maxStdoutBytes, int maxStderrBytes) {}
  }

  /// Changing the session only.
  record ChangeSession(Control control) implements Effect {
    @Override
    public Json.Obj describe() {
      return Json.object().put("effect", "session").put("change", control.toString()).build();
    }

    @Override
    public List<String> words() {
      return List.of(control.toString());
    }

    @Override
    public List<Location> locations() {
      return List.of();
    }
  }

  /// What was on disk when a write was proposed.
  sealed interface FileState {
    /// The state as data: a hash, `null`, or the code of the error.
    Json describe();

    /// Nothing.
    record Absent() implements FileState {
      @Override
      public Json describe() {
        return new Json.Null();
      }
    }

    /// A regular file with that content.
    record Present(Content content) implements FileState {
      @Override
      public Json describe() {
        return Json.of(content.hash());
      }
    }

    /// Something else or something unreadable; a write to it is refused with this error.
    record Unusable(ToolError error) implements FileState {
      @Override
      public Json describe() {
        return Json.of(error.code().name());
      }
    }
  }

  /// What a write would leave.
  sealed interface After {
    /// The outcome as data: a hash, or the code of the error.
    Json describe();

    /// This content, of which these lines of the old one are replaced.
    record Replaced(Content content, Touched touched) implements After {
      @Override
      public Json describe() {
        return Json.of(content.hash());
      }
    }

    /// Nothing: the change does not apply. The gates are asked all the same, so that the answer is
    /// the same whatever the file says.
    record Impossible(ToolError error) implements After {
      @Override
      public Json describe() {
        return Json.of(error.code().name());
      }
    }
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
