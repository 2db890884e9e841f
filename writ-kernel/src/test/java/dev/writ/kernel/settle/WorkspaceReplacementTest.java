// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.records.journal.DiskPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A person renames the workspace and puts another project in its place, before each disk operation
/// by which a command's changes are settled: nothing of that project changes.
class WorkspaceReplacementTest {
  private static final int MOST_OPERATIONS = 400;

  private static final String SCRIPT =
      """
      echo more >> old.txt; rm gone.txt; mkdir new; echo x > new/x; chmod 600 mode.txt
      rm -rf tree; mv file moved/file; echo x > .envrc; ln old.txt second.txt
      echo x > .git/hooks/pre-commit; echo x > .git/config; rm -r .git/refs
      mkdir .git/objects/aa; echo x > .git/objects/aa/11111111111111111111111111111111111111
      mkdir -p made/.git/hooks; echo x > "$(printf 'made/\\377')"; mkdir "$(printf '\\376')"
      """;

  @TempDir Path directory;

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"landlock", "namespaces"})
  void nothingOfTheOtherProjectChanges(String sandbox) throws Exception {
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_OPERATIONS);
      Path base = directory.resolve("n" + n);
      FaultySite site = new FaultySite(base, sandbox);
      git(site.root);
      Files.writeString(site.root.resolve("s.sh"), SCRIPT);
      Path other = other(base.resolve("other"));
      Map<String, String> before = tree(other);
      site.governor.close();
      ReplacingDisk disk = new ReplacingDisk(site.root, other);
      site.open(disk);
      String _ = site.run("touch old.txt");
      disk.left = n;
      String answer = site.run();
      site.governor.close();
      happened = disk.left <= 0;
      Map<String, String> after = tree(happened ? site.root : other);
      String at = "operation %d, %s: %s".formatted(n, disk.last, answer);
      assertThat(after.entrySet()).as(at).containsExactlyElementsOf(before.entrySet());
    }
  }

  private static void git(Path root) throws Exception {
    Process git =
        new ProcessBuilder("git", "init", "-q", "--template=").directory(root.toFile()).start();
    assertThat(git.waitFor()).isZero();
  }

  /// Another project, with all that Writ protects, and with what the command's script names.
  private static Path other(Path other) throws Exception {
    Files.createDirectories(other.resolve("tree/below"));
    git(other);
    for (String file :
        new String[] {
          ".git/hooks/pre-push",
          ".git/hooks/pre-commit",
          ".git/refs/heads/feature",
          ".git/refs/stash",
          ".git/objects/aa/22222222222222222222222222222222222222",
          ".vscode/settings.json",
          ".writ/config.yaml",
          ".orchestration/agent_trace.jsonl",
          ".envrc",
          "gone.txt",
          "new/x",
          "mode.txt",
          "file",
          "only-here.txt",
          "made/.git/config",
          "tree/below/a"
        }) {
      Path path = other.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, "the person's own " + file);
    }
    Files.createLink(other.resolve("old.txt"), other.resolve("only-here.txt"));
    Files.setPosixFilePermissions(
        other.resolve("tree/below"), PosixFilePermissions.fromString("---------"));
    return other;
  }

  private static Map<String, String> tree(Path root) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    Path closed = root.resolve("tree/below");
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.filter(p -> !p.startsWith(closed) || p.equals(closed)).toList()) {
        Object mode = Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        Object links = Files.getAttribute(path, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
        String content = Files.isRegularFile(path) ? links + " " + Files.readString(path) : "";
        tree.put(root.relativize(path).toString(), mode + " " + content);
      }
    }
    return tree;
  }

  /// A disk before whose n-th operation the workspace is replaced.
  private static final class ReplacingDisk implements DiskPort {
    private final Path root;
    private final Path other;
    private int left;
    private String last = "";

    ReplacingDisk(Path root, Path other) {
      this.root = root;
      this.other = other;
    }

    @Override
    public synchronized void perform(Operation operation, Object place, Action action)
        throws IOException {
      if (--left == 0) {
        last = operation + " " + place;
        Files.move(root, root.resolveSibling("elsewhere"));
        Files.move(other, root);
      }
      action.run();
    }
  }
}
