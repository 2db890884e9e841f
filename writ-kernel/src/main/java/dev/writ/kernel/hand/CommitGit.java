// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.hand;

import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.repository.PersonalGit;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Git as it makes a commit: step by step, in the sandbox, without hooks and without network.
final class CommitGit {
  private static final int MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

  /// No program of the repository is run, and nothing is tidied up meanwhile.
  private static final List<String> QUIET =
      List.of(
          "-c",
          "core.hooksPath=/dev/null",
          "-c",
          "core.fsmonitor=false",
          "-c",
          "gc.auto=0",
          "-c",
          "maintenance.auto=false");

  private final WorkspaceRoot root;
  private final GitPlace place;
  private final SessionSandbox sandbox;
  private final StepLauncher launcher;
  private final CommitDirectory directory;
  private final Map<String, String> environment;

  /// Runs a process to its end.
  @FunctionalInterface
  interface StepLauncher {
    /// The outcome.
    LaunchResult run(LaunchRequest request) throws IOException, InterruptedException;
  }

  /// Which Git works where.
  ///
  /// @param program its executable
  record GitPlace(Path program, GitHead.Repository repository) {}

  /// One of Git's steps did not succeed.
  static final class StepException extends IOException {
    private static final long serialVersionUID = 1;

    StepException(String message) {
      super(message);
    }
  }

  /// @param directory for its own files
  CommitGit(
      WorkspaceRoot root,
      GitPlace place,
      ProgramEnvironment programs,
      SessionSandbox sandbox,
      StepLauncher launcher,
      CommitDirectory directory) {
    this.root = root;
    this.place = place;
    this.sandbox = sandbox;
    this.launcher = launcher;
    this.directory = directory;
    this.environment = environment(place, programs);
  }

  /// The same with the person's own settings, as the directory has them.
  CommitGit configured() {
    environment.put("GIT_CONFIG_GLOBAL", directory.config().toString());
    return this;
  }

  /// Where its own files are.
  CommitDirectory directory() {
    return directory;
  }

  /// What a step says that succeeds.
  ///
  /// @param own whether it works with the index of its own
  /// @throws StepException if it doesn't
  String run(boolean own, String input, String... arguments)
      throws IOException, InterruptedException {
    return checked(ran(own, input, arguments), arguments[0]);
  }

  static String checked(LaunchResult result, String command) throws StepException {
    if (result.exit().status() != 0 || result.timedOut()) {
      String said = result.stderr().text().lines().findFirst().orElse("it ended without a message");
      throw new StepException("git " + command + ": " + said);
    }
    return result.stdout().text();
  }

  /// @param own whether it works with the index of its own
  LaunchResult ran(boolean own, String input, String... arguments)
      throws IOException, InterruptedException {
    root.check();
    List<String> argv = new ArrayList<>(List.of("git"));
    argv.addAll(QUIET);
    argv.addAll(List.of(arguments));
    Map<String, String> variables = new TreeMap<>(environment);
    if (own) {
      variables.put("GIT_INDEX_FILE", directory.index().toString());
    }
    LaunchRequest.LaunchStage stage =
        new LaunchRequest.LaunchStage(
            place.program(), argv, variables, root.path(), LaunchRequest.LaunchRedirections.NONE);
    LaunchRequest.LaunchLimits limits =
        new LaunchRequest.LaunchLimits(
            Duration.ofSeconds(60), MAX_OUTPUT_BYTES, 1 << 16, LaunchRequest.LaunchQuotas.DEFAULT);
    ByteBuffer bytes = ByteBuffer.wrap(input.getBytes(StandardCharsets.UTF_8));
    return launcher.run(new LaunchRequest(List.of(stage), confinement(), limits, bytes));
  }

  private static Map<String, String> environment(GitPlace place, ProgramEnvironment programs) {
    Map<String, String> environment = new TreeMap<>(programs.environment());
    environment.putAll(PersonalGit.identity(programs.inherited()));
    environment.put("GIT_DIR", place.repository().directory().toString());
    environment.put("GIT_WORK_TREE", place.repository().top().toString());
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    environment.put("GIT_NO_LAZY_FETCH", "1");
    environment.put("GIT_TERMINAL_PROMPT", "0");
    return environment;
  }

  /// It writes in the repository's own directories and nowhere else.
  private SandboxConfinement confinement() throws IOException {
    SandboxConfinement whole = sandbox.confinement(/* git= */ true, List.of(), NetworkReach.NONE);
    Path git = place.repository().directory();
    Path pointer = git.resolve("commondir");
    Set<Path> own = new LinkedHashSet<>(List.of(git.toRealPath()));
    if (Files.isRegularFile(pointer)) {
      own.add(git.resolve(Files.readString(pointer).strip()).toRealPath());
    }
    List<Path> inside = new ArrayList<>();
    List<SandboxConfinement.ConfinedCache> outside = new ArrayList<>(whole.paths().caches());
    for (Path place : own) {
      if (place.startsWith(root.path())) {
        inside.add(place);
      } else {
        outside.add(
            new SandboxConfinement.ConfinedCache(place, SandboxConfinement.ConfinedAccess.WRITE));
      }
    }
    SandboxConfinement.Paths paths = whole.paths();
    SandboxConfinement.Paths more =
        new SandboxConfinement.Paths(
            paths.protectedPaths(),
            paths.blocked(),
            paths.readOnly(),
            outside,
            paths.writable(),
            paths.covered());
    return new SandboxConfinement(
            whole.workspace(), whole.writable(), whole.home(), more, whole.network())
        .writingIn(inside);
  }
}
