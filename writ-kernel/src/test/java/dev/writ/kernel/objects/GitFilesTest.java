// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.objects.GitFiles.CommittedState;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.repository.RepositoryUse;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.protection.RightfulWriters;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Repositories of strangers: what they say of themselves is not believed, and what they configure
/// is not run.
class GitFilesTest {
  private static final WorkspacePath FILE = WorkspacePath.of("src/a.txt");

  @TempDir Path directory;
  private Path repository;
  private Optional<WorkspaceRoot> root = Optional.empty();
  private int shelters;

  @BeforeEach
  void makeRepository() throws Exception {
    repository = Files.createDirectories(directory.toRealPath().resolve("repository"));
    git(repository, "init", "-q");
  }

  @AfterEach
  void close() throws IOException {
    if (root.isPresent()) {
      root.get().close();
    }
  }

  private GitFiles files(Path workspace) throws IOException {
    root = Optional.of(WorkspaceRoot.open(workspace));
    Path home = Files.createDirectories(directory.resolve("home")).toRealPath();
    Map<String, String> environment = Map.of("HOME", home.toString());
    return new GitFiles(
        root.get(),
        new GitHead(root.get().path()),
        new ProgramEnvironment(environment),
        () -> {
          shelters++;
          return new SessionSandbox(
              root.get(),
              home,
              List.of(),
              "auto",
              Optional.empty(),
              new RepositoryUse(root.get(), home.resolve("git"), RightfulWriters.NONE));
        });
  }

  private String commit(String content) throws Exception {
    Path file = repository.resolve(FILE.toString());
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    git(repository, "add", "-A");
    git(repository, "commit", "-qm", "c");
    return git(repository, "rev-parse", "HEAD");
  }

  private static String text(CommittedState found) {
    return found instanceof CommittedState.Blob(FileContent content)
        ? content.text()
        : found.toString();
  }

  @Test
  void commitsOfPacksAreReadWithTheirParents() throws Exception {
    List<String> commits = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      commits.add(commit("line\n".repeat(50) + i + "\n"));
    }
    git(repository, "gc", "-q", "--aggressive");
    GitFiles files = files(repository);

    assertThat(files.checkedOut()).contains(commits.getLast());
    for (int i = commits.size() - 1; i >= 0; i--) {
      assertThat(text(files.at(commits.get(i), FILE))).endsWith("\n" + i + "\n");
      assertThat(files.commit(commits.get(i)).orElseThrow().parents())
          .isEqualTo(i == 0 ? List.of() : List.of(commits.get(i - 1)));
    }
    // Sixteen, then sixty-four: not a process for each commit.
    assertThat(shelters).isLessThanOrEqualTo(3);
  }

  @Test
  void filesThatAreExpectedAreReadTogether() throws Exception {
    List<WorkspacePath> paths = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      paths.add(WorkspacePath.of("dir/ü " + i + ".txt"));
      Files.createDirectories(repository.resolve("dir"));
      Files.writeString(repository.resolve(paths.get(i).toString()), i + "\n");
    }
    String commit = commit("a\n");
    GitFiles files = files(repository);

    files.expect(commit, paths);

    for (int i = 0; i < 30; i++) {
      assertThat(text(files.at(commit, paths.get(i)))).isEqualTo(i + "\n");
    }
    assertThat(shelters).isEqualTo(1);
  }

  @Test
  void aCommitSaysThatAFileWasMissing() throws Exception {
    String commit = commit("a\n");

    assertThat(files(repository).at(commit, WorkspacePath.of("src/b.txt")))
        .isInstanceOf(CommittedState.Missing.class);
  }

  @Test
  void whatTheRepositoryDoesNotHaveIsUnreadable() throws Exception {
    commit("a\n");
    GitFiles files = files(repository);

    assertThat(files.at("0".repeat(40), FILE)).isInstanceOf(CommittedState.Unreadable.class);
    assertThat(files.at("--all", FILE)).isInstanceOf(CommittedState.Unreadable.class);
    assertThat(files.commit("HEAD")).isEmpty();
  }

  @Test
  void aDirectoryIsNoContent() throws Exception {
    String commit = commit("a\n");

    assertThat(files(repository).at(commit, WorkspacePath.of("src")))
        .isInstanceOf(CommittedState.Unreadable.class);
  }

  @Test
  void aWorkspaceBelowTheTopFindsItsFiles() throws Exception {
    String commit = commit("a\n");

    assertThat(text(files(repository.resolve("src")).at(commit, WorkspacePath.of("a.txt"))))
        .isEqualTo("a\n");
  }

  @Test
  void aWorkTreeAndABorrowingCloneFindTheirObjects() throws Exception {
    String commit = commit("a\n");
    git(repository, "worktree", "add", "-q", "../tree");
    git(repository, "clone", "-q", "--shared", ".", "../clone");

    assertThat(text(files(repository.resolveSibling("tree")).at(commit, FILE))).isEqualTo("a\n");
    root.orElseThrow().close();
    assertThat(text(files(repository.resolveSibling("clone")).at(commit, FILE))).isEqualTo("a\n");
  }

  @Test
  void anObjectThatIsNotWhatItsIdSaysIsNotBelieved() throws Exception {
    String commit = commit("honest\n");
    String blob = git(repository, "rev-parse", "HEAD:" + FILE);
    Files.writeString(repository.resolve("b.txt"), "forged\n");
    String other = git(repository, "hash-object", "-w", "b.txt");
    Files.delete(loose(blob));
    Files.copy(loose(other), loose(blob));

    assertThat(files(repository).at(commit, FILE)).isInstanceOf(CommittedState.Unreadable.class);
  }

  @Test
  void aDamagedPackIsUnreadable() throws Exception {
    String commit = commit("a\n");
    git(repository, "gc", "-q");
    for (Path pack : packs()) {
      byte[] bytes = Files.readAllBytes(pack);
      for (int i = 12; i < bytes.length - 20; i++) {
        bytes[i] ^= 0x55;
      }
      assertThat(pack.toFile().setWritable(true)).isTrue();
      Files.write(pack, bytes);
    }

    assertThat(files(repository).at(commit, FILE)).isInstanceOf(CommittedState.Unreadable.class);
  }

  @Test
  void aContentThatIsTooLargeIsUnreadable() throws Exception {
    Path file = repository.resolve(FILE.toString());
    Files.createDirectories(file.getParent());
    try (RandomAccessFile zeros = new RandomAccessFile(file.toFile(), "rw")) {
      zeros.setLength(65L << 20);
    }
    git(repository, "add", "-A");
    git(repository, "commit", "-qm", "huge");
    String huge = git(repository, "rev-parse", "HEAD");
    String small = commit("a\n");
    GitFiles files = files(repository);

    assertThat(files.at(huge, FILE)).isInstanceOf(CommittedState.Unreadable.class);
    assertThat(text(files.at(small, FILE))).isEqualTo("a\n");
  }

  @Test
  void nothingOfTheConfigurationRuns() throws Exception {
    String commit = commit("a\n");
    Path marker = repository.resolve("ran");
    String program = "touch " + marker + " #";
    for (String key :
        List.of(
            "core.fsmonitor", "core.pager", "diff.external", "filter.x.smudge", "alias.rev-list")) {
      git(repository, "config", key, (key.startsWith("alias") ? "!" : "") + program);
    }
    Files.writeString(repository.resolve(".gitattributes"), "* filter=x diff=x\n");

    assertThat(text(files(repository).at(commit, FILE))).isEqualTo("a\n");
    assertThat(marker).doesNotExist();
  }

  private List<Path> packs() throws IOException {
    try (Stream<Path> files = Files.list(repository.resolve(".git/objects/pack"))) {
      return files.filter(file -> file.toString().endsWith(".pack")).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Path loose(String id) {
    return repository.resolve(".git/objects").resolve(id.substring(0, 2)).resolve(id.substring(2));
  }

  private String git(Path where, String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("git", "-c", "user.name=n", "-c", "user.email=e@x.example"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out.strip();
  }
}
