// Implements: docs/spec/17-quality.md §17.3 (Speed)

import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.kernel.store.WorkspaceRecords;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.LedgerEntry;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.base.scope.WorkspacePath;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Appends records to the ledger of a workspace, by one thread and by many at once, each append
/// durable before the next of its thread. Prints as JSON how many there were in a second, and how
/// long a forced write of one record's size takes.
///
/// Run as a single source file, on the class path: only there the kernel's records can be named.
final class Ledgers {
  private Ledgers() {}

  /// @param arguments an existing directory to work in, how many threads, and how many appends each
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    int threads = Integer.parseInt(arguments[1]);
    int each = Integer.parseInt(arguments[2]);
    try (WorkspaceRoot root = WorkspaceRoot.open(Files.createDirectories(directory.resolve("appends")))) {
      WorkspaceRecords records = new WorkspaceRecords(root);
      Ledger ledger = new Ledger(records, _ -> Map.of(), InstantSource.system(), new SplittableRandom(1), () -> _ -> false);
      appends(ledger, threads, each, "warm");
      double one = appends(ledger, 1, each, "one");
      double many = appends(ledger, threads, each, "many");
      ledger.close();
      System.out.println(
          "{\"threads\": %d, \"one_per_s\": %.1f, \"many_per_s\": %.1f, \"forced_ns\": %d}"
              .formatted(threads, one, many, forced(directory)));
    }
  }

  private static double appends(Ledger ledger, int threads, int each, String name)
      throws InterruptedException {
    List<Thread> all = new ArrayList<>();
    List<Exception> failures = Collections.synchronizedList(new ArrayList<>());
    long began = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      String writer = "20261121-120000-" + name + i;
      ledger.beginSession(writer);
      LedgerEntry entry = entry(writer);
      all.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      for (int k = 0; k < each; k++) {
                        ledger.append(entry);
                      }
                    } catch (Exception e) {
                      failures.add(e);
                    }
                  }));
    }
    for (Thread thread : all) {
      thread.join();
    }
    if (!failures.isEmpty()) {
      throw new IllegalStateException(failures.getFirst());
    }
    return 1e9 * threads * each / (System.nanoTime() - began);
  }

  private static LedgerEntry entry(String writer) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      text.append("    total += price * quantity; // line ").append(i).append('\n');
    }
    FileState after = new FileState.Present(FileContent.of(text.toString()));
    FileChange change =
        new FileChange(WorkspacePath.of("src/main/Order.java"), new FileState.Absent(), after);
    ActOrigin origin = new ActOrigin(writer, 7, 1, new ActOrigin.Contributor.Ai("provider/model"));
    return new LedgerEntry(
        List.of(change), LedgerEntry.By.TOOL, origin, "INT-1", LedgerEntry.RepositoryRevision.NONE, List.of());
  }

  /// What the disk takes for a forced write, median.
  private static long forced(Path directory) throws Exception {
    List<Long> took = new ArrayList<>();
    byte[] line = new byte[1600];
    try (RandomAccessFile file =
        new RandomAccessFile(directory.resolve("forced").toFile(), "rw")) {
      for (int i = 0; i < 200; i++) {
        long began = System.nanoTime();
        file.write(line);
        file.getFD().sync();
        took.add(System.nanoTime() - began);
      }
    }
    took.sort(null);
    return took.get(took.size() / 2);
  }
}
