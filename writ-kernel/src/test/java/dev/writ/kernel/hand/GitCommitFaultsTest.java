// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.hand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each of Git's steps of a commit comes to grief: there is the whole commit or none, and what the
/// person has staged stays as it was.
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
      int[] started = {0};
      Optional<CommitResult> result = commit(place, head, grief, n, started);
      happened = started[0] >= n;
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

  private Optional<CommitResult> commit(Path place, String head, Grief grief, int n, int[] started)
      throws Exception {
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
      GitCommitHand.Launcher launcher =
          request -> {
            if (++started[0] != n) {
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
          };
      GitCommitHand hand =
          new GitCommitHand(root, new GitHead(root.path()), programs, sandbox, launcher);
      return Optional.of(
          hand.commit(head, part("records", "record.txt"), part("work", "a.txt", "new.txt")));
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
