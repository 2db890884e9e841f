// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.call;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.LineSpan;
import dev.writ.base.value.ToolError;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.GitSubcommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// One act of a proposal, stated before it happens. An act that is not stated cannot happen.
public sealed interface Effect
    permits Effect.ReadPath,
        Effect.RunCommand,
        Effect.ReadOutput,
        Effect.StopCommand,
        Effect.ChangeSession,
        Mutation {

  /// The effect as data: for the digest, the receipt and dry runs.
  Json.Obj describe();

  /// The effect in words, as it will really happen, a line each; not yet made inert.
  List<String> words();

  /// Every place it touches.
  List<PathLocation> locations();

  /// The places among them that it names as written.
  default List<PathLocation> writes() {
    return List.of();
  }

  /// The places that an intent must own. For a directory that is deleted or moved with its contents
  /// these are the contents, not the directory itself.
  default List<PathLocation> owned() {
    return writes();
  }

  /// Reading a file, or everything below a directory.
  record ReadPath(PathLocation at, ReadExtent extent) implements Effect {
    /// How much is read.
    public enum ReadExtent {
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
          .put("tree", extent == ReadExtent.TREE)
          .build();
    }

    @Override
    public List<String> words() {
      return List.of("read " + at.shown());
    }

    @Override
    public List<PathLocation> locations() {
      return List.of(at);
    }
  }

  /// Replacing a file's content, or creating the file with its parents.
  ///
  /// @param before the state at the time of the proposal
  /// @param after the new content, or the reason why there is none
  record WritePath(PathLocation at, FileState before, WriteResult after) implements Mutation {
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
      return List.of((before instanceof FileState.Absent ? "create " : "replace ") + at.shown());
    }

    @Override
    public List<PathLocation> locations() {
      return List.of(at);
    }

    @Override
    public List<PathLocation> writes() {
      return List.of(at);
    }
  }

  /// Runs a command line of literal words only.
  ///
  /// @param line the line to execute, word for word
  /// @param directory the directory that the commands' own directories are relative to
  /// @param touches the places that its words name
  /// @param input the input of the first command; may be empty
  /// @param reach the network that the commands get
  record RunCommand(
      CommandLine line,
      PathLocation directory,
      Touches touches,
      RunLimits limits,
      Optional<String> input,
      NetworkReach reach)
      implements Effect {
    @Override
    public Json.Obj describe() {
      List<Json> commands = new ArrayList<>();
      for (Command command : line.commands()) {
        commands.add(Json.texts(command.argv()));
      }
      Json.Builder json =
          Json.object()
              .put("effect", "run")
              .put("command", line.text())
              .put("argv", new Json.Arr(commands))
              .put("directory", directory.toString())
              .put("reads", names(touches.reads()))
              .put("writes", names(touches.writes()))
              .put("timeout_seconds", limits.timeoutSeconds())
              .put("network", reach.describe());
      switch (limits.course()) {
        case AWAITED -> {}
        case PART -> json.put("part", true);
        case SUBSTITUTION -> json.put("part", true).put("prints_words", true);
        case BACKGROUND -> json.put("background", true);
        case PASSING -> json.put("background", true).put("writes_pass", true);
      }
      if (!touches.within().isRoot()) {
        json.put("fs_root", touches.within().toString());
      }
      touches.code().ifPresent(code -> json.put("code", hashes(code.all())));
      input.ifPresent(text -> json.put("stdin", ContentHash.of(text)));
      return json.build();
    }

    private static Json names(List<PathLocation> locations) {
      return Json.texts(locations.stream().map(PathLocation::toString).toList());
    }

    private static Json hashes(SortedMap<String, String> code) {
      Json.Builder json = Json.object();
      code.forEach(json::put);
      return json.build();
    }

    /// Each command with its words, one a line: nothing can be pushed out of sight.
    @Override
    public List<String> words() {
      boolean goesOn = limits.course().goesOn();
      List<String> lines =
          new ArrayList<>(
              List.of((goesOn ? "start in the background in " : "run in ") + directory.shown()));
      CommandWords.add(line, lines);
      input.ifPresent(text -> lines.add("  standard input: " + text.lines().count() + " lines"));
      lines.addAll(reach.words());
      return lines;
    }

    @Override
    public List<PathLocation> locations() {
      List<PathLocation> all = new ArrayList<>(touches.reads());
      all.addAll(touches.writes());
      all.add(directory);
      return all;
    }

    @Override
    public List<PathLocation> writes() {
      return touches.writes();
    }

    /// Whether the line asks Git to make a repository of a directory that it names. Which of its
    /// places that is isn't told apart.
    public boolean initialises(WorkspacePath directory) {
      return line.commands().stream()
              .anyMatch(one -> one.isSystems("git") && GitSubcommand.of(one).equals("init"))
          && locations().stream()
              .anyMatch(at -> at instanceof PathLocation.Inside in && in.path().equals(directory));
    }

    /// The places that a command line names.
    ///
    /// @param reads files and directories that would be read, directories to run in included
    /// @param writes those that would be made, changed or removed
    /// @param overwrites those of them that redirections would empty and that are there
    /// @param beyond whether its programs may also write what their words don't name
    /// @param within the only directory in which it writes
    /// @param code what its programs may run or obey; empty if the line runs no code but its
    ///     programs' own, or where that isn't judged here
    public record Touches(
        List<PathLocation> reads,
        List<PathLocation> writes,
        List<PathLocation> overwrites,
        boolean beyond,
        WorkspacePath within,
        Optional<JudgedCode> code) {
      /// It reads what its programs find.
      public static final Touches NONE =
          new Touches(List.of(), List.of(), List.of(), false, WorkspacePath.ROOT, Optional.empty());

      public Touches {
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
        overwrites = List.copyOf(overwrites);
      }

      /// Whether it may write at all. If not, the sandbox permits no writes.
      public boolean mayWrite() {
        return beyond || !writes.isEmpty();
      }
    }

    /// Whether the call waits for the end.
    public enum RunCourse {
      /// The call waits for the end.
      AWAITED,
      /// It runs in the background, at most until the session is closed.
      BACKGROUND,
      /// The same, but its writes in the workspace are dropped when it ends.
      PASSING,
      /// The call resumes with the rest of the line after it ends.
      PART,
      /// The same, and its output becomes words of the rest of the line.
      SUBSTITUTION;

      /// Whether it runs in the background.
      public boolean goesOn() {
        return this == BACKGROUND || this == PASSING;
      }

      /// Whether something follows in the same call.
      public boolean isPart() {
        return this == PART || this == SUBSTITUTION;
      }
    }

    /// Bounds of one execution.
    ///
    /// @param timeoutSeconds 1 to 600; in the background also more, and 0 for none
    public record RunLimits(
        RunCourse course, int timeoutSeconds, int maxStdoutBytes, int maxStderrBytes) {
      /// For one whose end is awaited.
      public RunLimits(int timeoutSeconds, int maxStdoutBytes, int maxStderrBytes) {
        this(RunCourse.AWAITED, timeoutSeconds, maxStdoutBytes, maxStderrBytes);
      }

      /// The same for a contained command: in the background none of its writes remain.
      public RunLimits contained() {
        return course == RunCourse.BACKGROUND
            ? new RunLimits(RunCourse.PASSING, timeoutSeconds, maxStdoutBytes, maxStderrBytes)
            : this;
      }
    }
  }

  /// Reads the output of a command in the background.
  ///
  /// @param id the id that the start returned
  /// @param waitSeconds how long to wait for something new
  record ReadOutput(String id, int waitSeconds) implements Effect {
    @Override
    public Json.Obj describe() {
      return Json.object().put("effect", "output").put("background", id).build();
    }

    @Override
    public List<String> words() {
      return List.of("output of " + id);
    }

    @Override
    public List<PathLocation> locations() {
      return List.of();
    }
  }

  /// Ending a command in the background, with all that it started.
  ///
  /// @param id the id that the start returned
  record StopCommand(String id) implements Effect {
    @Override
    public Json.Obj describe() {
      return Json.object().put("effect", "stop").put("background", id).build();
    }

    @Override
    public List<String> words() {
      return List.of("stop " + id);
    }

    @Override
    public List<PathLocation> locations() {
      return List.of();
    }
  }

  /// Changing the session only.
  record ChangeSession(SessionControl control) implements Effect {
    @Override
    public Json.Obj describe() {
      return Json.object().put("effect", "session").put("change", control.describe()).build();
    }

    @Override
    public List<String> words() {
      return control.words();
    }

    @Override
    public List<PathLocation> locations() {
      return List.of();
    }
  }

  /// The result of a write.
  sealed interface WriteResult {
    /// The outcome as data: a hash, or the code of the error.
    Json describe();

    /// This content, which replaces these lines of the old one.
    record Replaced(FileContent content, TouchedLines touched) implements WriteResult {
      @Override
      public Json describe() {
        return Json.of(content.hash());
      }
    }

    /// Nothing: the change does not apply. The gates are asked all the same, so that the answer is
    /// the same whatever the file says.
    record Impossible(ToolError error) implements WriteResult {
      @Override
      public Json describe() {
        return Json.of(error.code().name());
      }
    }
  }

  /// The lines of the old content that a change touches.
  sealed interface TouchedLines {
    /// All of them.
    record AllLines() implements TouchedLines {}

    /// None: the new lines follow the last one, so the model need not have seen any.
    record AppendedLines() implements TouchedLines {}

    /// These spans, 1-based and inclusive, found by their text, which occurs nowhere else.
    record Spans(List<LineSpan> spans) implements TouchedLines {
      public Spans {
        spans = List.copyOf(spans);
      }
    }

    /// These spans, chosen among equal ones by line numbers: valid only for the content that was
    /// seen.
    record Chosen(List<LineSpan> spans) implements TouchedLines {
      public Chosen {
        spans = List.copyOf(spans);
      }
    }
  }
}
