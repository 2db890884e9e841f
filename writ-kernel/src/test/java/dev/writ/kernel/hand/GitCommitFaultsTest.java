// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.hand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.file.LeftFiles;
import dev.writ.kernel.hand.GitCommitHand.CommitResult;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.repository.RepositoryUse;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.LiveListener;
import dev.writ.sandbox.protection.RightfulWriters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each of Git's steps of a commit comes to grief, or a person saves a file before it: there is the
/// whole commit or none, of exactly what was checked, and what the person has staged stays as it
/// was.
@Tag("slow")
class GitCommitFaultsTest {
  private static final int MOST_STEPS = 40;
  @TempDir Path directory;

  /// How a step comes to grief.
  enum Grief {
    /// It fails.
    FAILS,
    /// It does its work, and then is killed.
    KILLED_AFTERWARDS,
    /// It can't be started at all.
    NOT_STARTED,
    /// It does its work, and the process of Writ ends.
    LAST_OF_ALL
  }

  /// Stands for the end of the process.
  private static final class EndError extends Error {
    private static final long serialVersionUID = 1;
  }

  private Path repository(String name) throws Exception {
    Path place = Files.createDirectories(directory.toRealPath().resolve(name));
    git(place, "init", "-q", "-b", "main");
    Files.writeString(place.resolve("a.txt"), "a\n");
    git(place, "add", ".");
    git(place, "commit", "-q", "-m", "first");
    Files.writeString(place.resolve("staged.txt"), "s\n");
    git(place, "add", "staged.txt");
    Files.writeString(place.resolve("a.txt"), "changed\n");
    Files.writeString(place.resolve("new.txt"), "new\n");
    Files.writeString(place.resolve("record.txt"), "record\n");
    return place;
  }

  private static String git(Path place, String... arguments) throws Exception {
    List<String> line =
        new ArrayList<>(List.of("git", "-c", "user.name=N", "-c", "user.email=n@e"));
    line.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(line).directory(place.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.strip();
  }

  private static CommitContent part(String message, String... paths) {
    return new CommitContent(Stream.of(paths).map(WorkspacePath::of).toList(), message);
  }

  @ParameterizedTest
  @EnumSource(Grief.class)
  void thereIsTheWholeCommitOrNone(Grief grief) throws Exception {
    int steps = 0;
    int whole = 0;
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_STEPS);
      Path place = repository(grief + "-" + n);
      String head = git(place, "rev-parse", "HEAD");
      String staged = git(place, "ls-files", "-s", "staged.txt");
      AtomicInteger started = new AtomicInteger();
      Optional<CommitResult> result = commit(place, head, new Failure(grief, n, started));
      happened = started.get() >= n;
      steps = n;
      String at = grief + " at step " + n + ": " + result;

      assertThat(git(place, "ls-files", "-s", "staged.txt")).as(at).isEqualTo(staged);
      assertThat(Files.readString(place.resolve("a.txt"))).as(at).isEqualTo("changed\n");
      boolean committed = !git(place, "rev-parse", "HEAD").equals(head);
      List<String> inIndex = git(place, "diff", "--cached", "--name-only").lines().toList();
      if (grief == Grief.LAST_OF_ALL) {
        assertThat(List.of("a.txt", "new.txt", "record.txt", "staged.txt"))
            .as(at)
            .containsAll(inIndex);
      } else {
        assertThat(inIndex).as(at).containsExactly("staged.txt");
        assertThat(result.filter(CommitResult.NewCommit.class::isInstance).isPresent())
            .as(at)
            .isEqualTo(committed);
      }
      if (committed) {
        whole++;
        assertThat(git(place, "show", "--name-only", "--format=%s", "HEAD", "HEAD~1"))
            .as(at)
            .isEqualTo("work\n\na.txt\nnew.txt\nrecords\n\nrecord.txt");
      }
      assertThat(git(place, "fsck", "--strict")).as(at).doesNotContain("error");
    }
    assertThat(steps).isGreaterThan(8);
    assertThat(whole).as("commits that are there all the same").isLessThan(steps);
  }

  /// How a person changes a file while it is committed.
  enum Save {
    /// They write on.
    MORE {
      @Override
      void at(Path file) throws IOException {
        Files.writeString(file, "changed\nPERSON\n");
      }
    },
    /// They write on, and take it back at the next step.
    AND_BACK {
      @Override
      void at(Path file) throws IOException {
        boolean saved = Files.readString(file).contains("PERSON");
        Files.writeString(file, saved ? "changed\n" : "changed\nPERSON\n");
      }

      @Override
      boolean isAt(int step, int n) {
        return step == n || step == n + 1;
      }
    },
    /// They make a program of it.
    AS_PROGRAM {
      @Override
      void at(Path file) {
        assertThat(file.toFile().setExecutable(true)).isTrue();
      }
    },
    /// They remove it.
    GONE {
      @Override
      void at(Path file) throws IOException {
        Files.delete(file);
      }
    };

    abstract void at(Path file) throws IOException;

    boolean isAt(int step, int n) {
      return step == n;
    }
  }

  @ParameterizedTest
  @EnumSource(Save.class)
  void whatAPersonSavesMeanwhileIsNeitherCommittedNorStaged(Save save) throws Exception {
    int commits = 0;
    int refusals = 0;
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_STEPS);
      Path place = repository(save + "-" + n);
      String head = git(place, "rev-parse", "HEAD");
      int[] started = {0};
      int step = n;
      CommitResult result =
          commit(
                  place,
                  head,
                  (request, sandbox) -> {
                    if (save.isAt(++started[0], step)) {
                      save.at(place.resolve("a.txt"));
                    }
                    return sandbox.executor().run(named(request), LiveListener.NOBODY);
                  })
              .orElseThrow();
      happened = started[0] >= n;
      String at = save + " at step " + n + ": " + result;

      assertThat(git(place, "diff", "--cached", "--name-only")).as(at).isEqualTo("staged.txt");
      if (result instanceof CommitResult.NewCommit) {
        commits++;
        String mode = n == 1 ? "100" : "100644"; // before the first check it is as they left it
        assertThat(git(place, "ls-tree", "HEAD", "a.txt")).as(at).startsWith(mode);
        assertThat(git(place, "show", "HEAD:a.txt")).as(at).isEqualTo("changed");
      } else {
        refusals++;
        assertThat(git(place, "rev-parse", "HEAD")).as(at).isEqualTo(head);
        assertThat(result.toString())
            .containsAnyOf("a.txt changed after the turn", "a.txt has permissions that were not");
      }
    }
    assertThat(commits).isPositive();
    assertThat(refusals).isGreaterThan(5);
  }

  /// What is done instead of a step of Git's.
  @FunctionalInterface
  private interface Steps {
    LaunchResult run(LaunchRequest request, SessionSandbox sandbox)
        throws IOException, InterruptedException;
  }

  /// One of the steps comes to grief.
  ///
  /// @param n its number
  /// @param started how many were begun
  private record Failure(Grief grief, int n, AtomicInteger started) implements Steps {
    @Override
    public LaunchResult run(LaunchRequest request, SessionSandbox sandbox)
        throws IOException, InterruptedException {
      if (started.incrementAndGet() != n) {
        return sandbox.executor().run(named(request), LiveListener.NOBODY);
      }
      switch (grief) {
        case FAILS -> {}
        case NOT_STARTED -> throw new IOException("no process could be started");
        case KILLED_AFTERWARDS -> sandbox.executor().run(named(request), LiveListener.NOBODY);
        case LAST_OF_ALL -> {
          sandbox.executor().run(named(request), LiveListener.NOBODY);
          throw new EndError();
        }
      }
      return failing(request, sandbox);
    }
  }

  private Optional<CommitResult> commit(Path place, String head, Steps steps) throws Exception {
    Path home = Files.createDirectories(directory.resolve("home")).toRealPath();
    ProgramEnvironment programs = new ProgramEnvironment(Map.of("HOME", home.toString()));
    try (WorkspaceRoot root = WorkspaceRoot.open(place);
        SessionSandbox sandbox =
            new SessionSandbox(
                root,
                home,
                List.of(),
                "auto",
                Optional.empty(),
                new RepositoryUse(root, home.resolve("git"), RightfulWriters.NONE))) {
      GitCommitHand hand =
          new GitCommitHand(
              root,
              new GitHead(root.path()),
              programs,
              sandbox,
              request -> steps.run(request, sandbox));
      LeftFiles left =
          new LeftFiles(
              Hands.of(root, List.of(), List.of(), home),
              Map.of(
                  WorkspacePath.of("a.txt"), Optional.of(ContentHash.of("changed\n")),
                  WorkspacePath.of("new.txt"), Optional.of(ContentHash.of("new\n"))),
              Map.of());
      CommitContent work = part("work", "a.txt", "new.txt");
      return Optional.of(
          hand.commit(
              head,
              part("records", "record.txt"),
              new CommitContent(work.paths(), work.message(), left::objections, Set.of())));
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("no process could be started");
      return Optional.empty();
    } catch (EndError _) {
      return Optional.empty();
    }
  }

  /// The same with an author of commits.
  private static LaunchRequest named(LaunchRequest request) {
    return changed(request, "-c", "user.name=N", "-c", "user.email=n@e");
  }

  private static LaunchResult failing(LaunchRequest request, SessionSandbox sandbox)
      throws IOException, InterruptedException {
    return sandbox.executor().run(changed(request, "--no-such-option"), LiveListener.NOBODY);
  }

  private static LaunchRequest changed(LaunchRequest request, String... options) {
    LaunchRequest.LaunchStage stage = request.stages().getFirst();
    List<String> argv = new ArrayList<>(List.of("git"));
    argv.addAll(List.of(options));
    argv.addAll(stage.argv().subList(1, stage.argv().size()));
    return new LaunchRequest(
        List.of(
            new LaunchRequest.LaunchStage(
                stage.program(),
                argv,
                stage.environment(),
                stage.directory(),
                stage.redirections())),
        request.confinement(),
        request.limits(),
        request.stdin());
  }
}
