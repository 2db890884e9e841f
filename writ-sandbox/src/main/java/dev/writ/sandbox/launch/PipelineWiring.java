// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import dev.writ.sandbox.launch.LaunchRequest.LaunchRedirect;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStream;
import dev.writ.sandbox.namespace.OverlayView;
import dev.writ.sandbox.os.ErrorNames;
import dev.writ.sandbox.os.Os;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The descriptors of a pipeline: pipes between the stages, files, and the ends that Writ reads.
final class PipelineWiring {
  private static final int O_WRONLY = 1;
  private static final int O_RDWR = 2;
  private static final int O_CREAT = 0x40;
  private static final int O_TRUNC = 0x200;
  private static final int O_APPEND = 0x400;

  /// A stage with its standard input, output and error.
  record Wired(LaunchStage stage, List<Integer> standard) {}

  private final List<Wired> stages = new ArrayList<>();
  private final Set<Integer> theirs = new HashSet<>();
  private final Optional<OverlayView> view;
  private final Optional<Path> temporary;
  private final int stdout;
  private final int stderr;

  PipelineWiring(Os os, LaunchRequest launch) throws IOException {
    view = launch.view();
    temporary = launch.confinement().temporary();
    int[] out = os.pipe();
    int[] err = {-1, -1};
    boolean wired = false;
    try {
      theirs.add(out[1]);
      err = os.pipe();
      theirs.add(err[1]);
      int upstream = theirs(first(os, launch));
      int count = launch.stages().size();
      for (int i = 0; i < count; i++) {
        int[] next = i + 1 < count ? os.pipe() : new int[] {-1, out[1]};
        theirs.add(next[0]);
        theirs.add(next[1]);
        stages.add(wired(os, launch.stages().get(i), upstream, next[1], err[1]));
        upstream = next[0];
      }
      wired = true;
    } finally {
      if (!wired) {
        close(os);
        os.close(out[0]);
        os.close(err[0]);
      }
    }
    stdout = out[0];
    stderr = err[0];
  }

  private int first(Os os, LaunchRequest launch) throws IOException {
    if (!launch.stdin().hasRemaining()) {
      return os.open("/dev/null", O_RDWR);
    }
    byte[] bytes = new byte[launch.stdin().remaining()];
    launch.stdin().duplicate().get(bytes);
    return os.file(bytes);
  }

  private Wired wired(Os os, LaunchStage stage, int upstream, int downstream, int errors)
      throws IOException {
    int in = upstream;
    int out = downstream;
    int err = errors;
    for (LaunchRedirect redirect : stage.redirections().inOrder()) {
      switch (redirect) {
        case LaunchRedirect.Input(var path) -> in = theirs(open(os, path, 0));
        case LaunchRedirect.OutputRedirect(var stream, var path, boolean append) -> {
          int file = output(os, path, append);
          out = stream == LaunchStream.STDOUT ? file : out;
          err = stream == LaunchStream.STDERR ? file : err;
        }
        case LaunchRedirect.Joined(var stream) -> {
          int other = stream == LaunchStream.STDOUT ? err : out;
          out = other;
          err = other;
        }
      }
    }
    return new Wired(stage, List.of(in, out, err));
  }

  private int output(Os os, Path path, boolean append) throws IOException {
    int flags = O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC);
    return theirs(open(os, path, flags));
  }

  /// In a view, files of the workspace are the view's.
  private int open(Os os, Path path, int flags) throws IOException {
    try {
      if (view.isEmpty() || !path.startsWith(view.get().workspace())) {
        return os.openWithoutLinks(path.toString(), flags);
      }
      String below = view.get().workspace().relativize(path).toString();
      return os.openWithoutLinks(view.get().descriptor(), below, flags);
    } catch (Os.SystemCallFailure e) {
      String why = "cannot be opened: " + ErrorNames.of(e.errno());
      throw new FileSystemException(shown(path).toString(), null, why);
    }
  }

  /// As programs call it.
  private Path shown(Path path) {
    return temporary
        .filter(path::startsWith)
        .map(at -> Path.of("/tmp").resolve(at.relativize(path)))
        .orElse(path);
  }

  private int theirs(int descriptor) {
    theirs.add(descriptor);
    return descriptor;
  }

  List<Wired> stages() {
    return stages;
  }

  /// The reading end of the last stage's output.
  int stdout() {
    return stdout;
  }

  /// The reading end of all stages' errors.
  int stderr() {
    return stderr;
  }

  /// Closes what only the children are to hold.
  void close(Os os) {
    theirs.forEach(os::close);
    theirs.clear();
  }
}
