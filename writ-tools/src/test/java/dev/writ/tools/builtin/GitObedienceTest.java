// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random sequences of writes below and beside real repositories, through the door: what Git obeys
/// is the same afterwards, and Git runs no program of the model's.
@Tag("slow")
class GitObedienceTest {
  private static final int SEQUENCES = Boolean.getBoolean("long") ? 12 : 6;
  private static final int CALLS = 60;
  private static final int COMMANDS = 15;

  /// The directories of the repositories: plain, in it, beside, without a work tree, ignored.
  private static final List<String> REPOSITORIES =
      List.of(".", "sub", "nested", "linked", "bare", "ignored/repo");

  private static final List<String> STARTS =
      List.of(
          "", "", "sub", "nested", "linked", "bare", "ignored/repo", "fresh", "tools", "d", "d/e");

  private static final List<String> NAMES =
      List.of(
          ".git",
          ".GIT",
          "HEAD",
          "head",
          "config",
          "config.worktree",
          "objects",
          "refs",
          "Refs",
          "commondir",
          "gitdir",
          "hooks",
          "hooks/pre-commit",
          "hooks/post-index-change",
          "info",
          "info/attributes",
          "modules",
          "modules/sub",
          "worktrees/linked",
          "tools",
          "tools/hooks",
          "tools/hooks/pre-commit",
          "tools/filter.sh",
          ".gitmodules",
          ".gitconfig",
          ".gitattributes",
          "more.gitconfig",
          "d",
          "fresh",
          "a.txt",
          "objects/x",
          "refs/heads/main",
          ".hg/hgrc");

  @TempDir Path directory;

  private SplittableRandom random = new SplittableRandom(0);

  /// By tools, and by commands under either mechanism.
  @ParameterizedTest
  @ValueSource(strings = {"", "namespaces", "landlock"})
  void whatGitObeysStaysTheSame(String sandbox) throws Exception {
    for (int seed = 1; seed <= (sandbox.isEmpty() ? SEQUENCES : 2); seed++) {
      random = new SplittableRandom(seed);
      Path workspace = Files.createDirectories(directory.resolve(seed + "/root")).toRealPath();
      repositories(workspace);
      String before = obeyed(workspace);
      StringBuilder calls = new StringBuilder();
      int done = 0;
      try (Door door = door(directory.resolve(String.valueOf(seed)), sandbox)) {
        for (int i = 0; i < (sandbox.isEmpty() ? CALLS : COMMANDS); i++) {
          door.beginTurn();
          String code = sandbox.isEmpty() ? call(door, calls) : command(door, calls);
          calls.append(" -> ").append(code).append('\n');
          done += code.equals("ok") ? 1 : 0;
        }
      }
      assertThat(obeyed(workspace)).as("seed %d%n%s", seed, calls).isEqualTo(before);
      everywhere(workspace);
      assertThat(marker()).as("seed %d%n%s", seed, calls).doesNotExist();
      assertThat(done).isGreaterThan(sandbox.isEmpty() ? 5 : 0);
    }
  }

  private static Door door(Path place, String sandbox) {
    return sandbox.isEmpty() ? Door.in(place) : Scripts.door(place, sandbox);
  }

  /// A script of some writes, links and moves.
  private String command(Door door, StringBuilder log) {
    StringBuilder script = new StringBuilder();
    for (int i = random.nextInt(3, 8); i > 0; i--) {
      String path = path();
      script.append(
          switch (random.nextInt(6)) {
            case 0, 1 ->
                "mkdir -p \"$(dirname %1$s)\"; cat > %1$s <<'END'\n%2$sEND"
                    .formatted(path, content());
            case 2 -> "mkdir -p " + path;
            case 3 -> "mv " + path + " " + path();
            case 4 -> "ln -s " + pick(NAMES) + " " + path;
            default -> "cp -r " + path + " " + path();
          });
      script.append('\n');
    }
    log.append(script);
    return Door.code(Scripts.sh(door, script.toString()));
  }

  private Path marker() {
    return directory.resolve("marker");
  }

  private String call(Door door, StringBuilder log) {
    String path = path();
    return switch (random.nextInt(7)) {
      case 0, 1, 2 -> {
        log.append("write ").append(path);
        yield door.code("write_file", "path", path, "content", content());
      }
      case 3 -> {
        StringBuilder patch = new StringBuilder("*** Begin Patch\n");
        String start = pick(STARTS);
        for (int i = random.nextInt(2, 5); i > 0; i--) {
          String added = start.isEmpty() ? pick(NAMES) : start + "/" + pick(NAMES);
          patch.append("*** Add File: ").append(added).append('\n');
          content().lines().forEach(line -> patch.append('+').append(line).append('\n'));
        }
        log.append(patch);
        yield door.code("apply_patch", "patch", patch.append("*** End Patch\n").toString());
      }
      case 4 -> {
        String to = path();
        log.append("move ").append(path).append(" to ").append(to);
        yield door.code("move_path", "from", path, "to", to);
      }
      case 5 -> {
        log.append("delete ").append(path);
        // Deleting would ask, and no person can answer: a move has the same effect.
        yield door.code("move_path", "from", path, "to", "gone" + random.nextInt());
      }
      default -> {
        log.append("make ").append(path);
        yield door.code("create_directory", "path", path);
      }
    };
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  private String path() {
    String start = pick(STARTS);
    String name = random.nextInt(4) == 0 ? pick(NAMES) + "/" + pick(NAMES) : pick(NAMES);
    return start.isEmpty() ? name : start + "/" + name;
  }

  /// Settings that would make Git run the marker's program, if Git obeyed them.
  private String content() {
    String touch = "touch " + marker();
    return pick(
        List.of(
            "ref: refs/heads/main\n",
            "gitdir: ../d\n",
            "../d\n",
            "[core]\n\tfsmonitor = " + touch + "\n\trepositoryformatversion = 0\n",
            "[core]\n\tfsmonitor = " + touch + "\n\thooksPath = d\n",
            "[filter \"x\"]\n\tclean = " + touch + "\n",
            "#!/bin/sh\n" + touch + "\n",
            "* filter=x diff=x\n"));
  }

  private void repositories(Path root) throws Exception {
    Path library = Files.createDirectories(root.resolveSibling("library"));
    git(library, "init", "-q", "-b", "main");
    committed(library);
    git(root, "init", "-q", "-b", "main");
    committed(root);
    Files.createDirectories(root.resolve("tools/hooks"));
    program(root.resolve("tools/hooks/pre-commit"));
    program(root.resolve("tools/filter.sh"));
    Files.writeString(root.resolve("more.gitconfig"), "[alias]\n\tone = status\n");
    git(root, "config", "core.hooksPath", "tools/hooks");
    git(root, "config", "include.path", "../more.gitconfig");
    git(root, "config", "filter.x.clean", "tools/filter.sh");
    git(
        root,
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        "../library",
        "sub");
    git(root, "worktree", "add", "-q", "linked");
    git(root, "init", "-q", "--bare", "-b", "main", "bare");
    for (String name : List.of("nested", "ignored/repo")) {
      Path nested = Files.createDirectories(root.resolve(name));
      git(nested, "init", "-q", "-b", "main");
      committed(nested);
    }
    Files.writeString(root.resolve(".gitignore"), "ignored/\n.writ/\n.orchestration/\n");
    git(root, "add", "-A", "--", "tools", ".gitignore", "more.gitconfig");
    git(root, "commit", "-q", "-m", "two");
  }

  private static void program(Path path) throws IOException {
    Files.writeString(path, "#!/bin/sh\nexit 0\n");
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void committed(Path repository) throws Exception {
    Files.writeString(repository.resolve("a.txt"), "a\n");
    git(repository, "add", "a.txt");
    git(repository, "commit", "-q", "-m", "one");
  }

  private String obeyed(Path root) throws Exception {
    StringBuilder obeyed = new StringBuilder();
    for (String name : REPOSITORIES) {
      Path repository = root.resolve(name);
      obeyed.append(name).append('\n');
      obeyed.append(git(repository, "config", "--show-origin", "--list"));
      obeyed.append(git(repository, "rev-parse", "--git-path", "hooks"));
      obeyed.append(git(repository, "rev-parse", "--absolute-git-dir"));
    }
    obeyed.append(git(root, "submodule", "foreach", "--quiet", "echo $name $sm_path"));
    obeyed.append(Files.readString(root.resolve("tools/hooks/pre-commit")));
    obeyed.append(Files.readString(root.resolve("tools/filter.sh")));
    return obeyed.toString();
  }

  /// A person's possible next acts, in every directory.
  private void everywhere(Path root) throws Exception {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(root)) {
      all =
          walk.filter(Files::isDirectory)
              .filter(path -> !path.toString().matches(".*/(\\.git|bare|\\.writ)/.*"))
              .toList();
    }
    for (Path path : all) {
      run(path, "status");
    }
    for (String name : REPOSITORIES) {
      run(root.resolve(name), "add", "-A");
      run(root.resolve(name), "commit", "-q", "--allow-empty", "-m", "next");
    }
  }

  private String git(Path at, String... arguments) throws Exception {
    List<String> output = new ArrayList<>();
    int code = run(at, output, arguments);
    assertThat(code).as("git %s: %s", List.of(arguments), output).isZero();
    return output.getFirst();
  }

  private void run(Path at, String... arguments) throws Exception {
    run(at, new ArrayList<>(), arguments);
  }

  private int run(Path at, List<String> output, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(at.toFile());
    builder.redirectErrorStream(true);
    for (String role : List.of("AUTHOR", "COMMITTER")) {
      builder.environment().put("GIT_" + role + "_NAME", "a");
      builder.environment().put("GIT_" + role + "_EMAIL", "a@example.org");
    }
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    Process process = builder.start();
    process.getOutputStream().close();
    output.add(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    return process.waitFor();
  }
}
