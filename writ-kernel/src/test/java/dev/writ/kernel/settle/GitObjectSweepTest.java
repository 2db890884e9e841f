// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.records.journal.DiskPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Without a view, a command puts among Git's objects what is none, and each change by which that
/// is put aside fails once: the result says so, and the rest is put aside.
class GitObjectSweepTest {
  private static final int MOST_OPERATIONS = 20;

  /// Of the contents that are no objects: files of that size.
  private static final String LIE = "no object of Git";

  private static final String SCRIPT =
      """
      cd .git/objects
      mkdir -p aa bb info
      for F in aa/%1$s aa/%2$s bb/%1$s pack/pack-%1$s.idx pack/pack-%1$s.pack zz; do
        printf '%3$s' > $F
      done
      mkdir info/commit-graphs; printf '%3$s' > info/commit-graphs/commit-graph-chain
      printf '%3$s' > info/commit-graph
      rm zz; chmod 500 bb
      """
          .formatted("1".repeat(38), "2".repeat(38), LIE);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatFailsIsNamedAndTheRestIsPutAside(boolean late) throws Exception {
    FaultyObjects disk = new FaultyObjects(0, late);
    assertThat(lies(directory.resolve("whole"), disk)).isEmpty();
    assertThat(disk.operations).isBetween(4, MOST_OPERATIONS);
    for (int n = 1; n <= disk.operations; n++) {
      FaultyObjects faulty = new FaultyObjects(n, late);
      List<Path> lies = lies(directory.resolve("n" + n), faulty);
      assertThat(faulty.said).as("operation " + n).contains("injected");
      assertThat(lies).as(faulty.said).hasSizeLessThanOrEqualTo(late ? 0 : 1);
    }
  }

  /// What Git would still take for its own after the command.
  private static List<Path> lies(Path base, FaultyObjects disk) throws Exception {
    FaultySite site = new FaultySite(base, "landlock");
    Process git =
        new ProcessBuilder("git", "init", "-q").directory(site.root.toFile()).inheritIO().start();
    assertThat(git.waitFor()).isZero();
    Files.writeString(site.root.resolve("x.sh"), SCRIPT);
    site.governor.close();
    site.open(disk);
    disk.said = site.run("sh x.sh");
    site.end();
    try (Stream<Path> all = Files.walk(site.root.resolve(".git/objects"))) {
      return all.filter(path -> !path.toString().contains(".not-an-object"))
          .filter(path -> Files.isRegularFile(path) && path.toFile().length() == LIE.length())
          .filter(path -> !path.toString().endsWith(".pack")) // nothing without its index
          .toList();
    }
  }

  /// A disk on which one change among Git's objects fails.
  private static final class FaultyObjects implements DiskPort {
    private final int wrong;
    private final boolean late;
    private int operations;
    private String said = "";

    /// @param late whether it is made nevertheless
    FaultyObjects(int wrong, boolean late) {
      this.wrong = wrong;
      this.late = late;
    }

    @Override
    public void perform(Operation operation, Object place, Action action) throws IOException {
      boolean now = place.toString().startsWith(".git/objects/") && ++operations == wrong;
      if (!now || late) {
        action.run();
      }
      if (now) {
        throw new IOException("injected: " + operation + " " + place);
      }
    }
  }
}
