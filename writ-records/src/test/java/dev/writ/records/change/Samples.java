// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.change;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.Journal;
import dev.writ.records.journal.LockFile;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.ChainContinuation;
import dev.writ.records.ledger.ChainMemory;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.LedgerEntry;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;

/// Ledgers in files, and entries for them.
public final class Samples {
  private Samples() {}

  /// A ledger in a file, which notices when the file is replaced.
  public static final class InFile implements Ledger.LedgerOpener {
    private final Path file;
    private final AtomicReference<Object> key = new AtomicReference<>();

    public InFile(Path file) {
      this.file = file;
    }

    @Override
    public Journal create() throws IOException {
      Journal journal = Journal.open(file);
      key.set(key());
      return journal;
    }

    private Object key() throws IOException {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    @Override
    public boolean current() {
      try {
        return key().equals(key.get());
      } catch (IOException _) {
        return false;
      }
    }

    @Override
    public long size() throws IOException {
      return read().map(bytes -> bytes.length).orElse(0);
    }

    @Override
    public Optional<byte[]> read() throws IOException {
      return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    }
  }

  /// Opens journals that are forced like that, and take out what could not be.
  public static Ledger.LedgerOpener forced(Path file, Journal.Force force) {
    Ledger.LedgerOpener plain = new InFile(file);
    return new Ledger.LedgerOpener() {
      @Override
      public Journal create() throws IOException {
        RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw");
        return new Journal(
            open,
            new LockFile.OpenLock(open.getChannel(), "journal", ""),
            _ -> {},
            force,
            Journal.Unforced.WITHDRAW,
            DiskPort.system(),
            "journal");
      }

      @Override
      public Optional<byte[]> read() throws IOException {
        return plain.read();
      }

      @Override
      public long size() throws IOException {
        return plain.size();
      }
    };
  }

  public static Ledger ledger(Path file, long seed) {
    return ledger(new InFile(file), seed);
  }

  public static Ledger ledger(Ledger.LedgerOpener opener, long seed) {
    return ledger(opener, seed, session -> lasts(opener, session));
  }

  /// To a memory like this all records that stand there are the person's own.
  public static Map<String, AppendedRecord> lasts(Ledger.LedgerOpener opener, String session)
      throws IOException {
    Map<String, AppendedRecord> lasts = new HashMap<>();
    String text = new String(opener.read().orElse(new byte[0]), StandardCharsets.UTF_8);
    for (TraceRecord record : TraceRecord.readable(text)) {
      if (ChainContinuation.session(record.chain().writer()).equals(session)) {
        lasts.put(record.chain().writer(), record.appended());
      }
    }
    return lasts;
  }

  public static Ledger ledger(Ledger.LedgerOpener opener, long seed, ChainMemory memory) {
    return new Ledger(
        opener,
        memory,
        () -> Instant.ofEpochMilli(1_700_000_000_000L),
        new SplittableRandom(seed),
        () -> _ -> false);
  }

  public static LedgerEntry entry(String writer, int number) {
    return entry(writer, number, "line " + number + "\nä \uFFFD\n");
  }

  public static LedgerEntry entry(String writer, int number, String text) {
    FileState after = new FileState.Present(FileContent.of(text));
    FileChange change =
        new FileChange(WorkspacePath.of("src/ü.txt"), new FileState.Absent(), after);
    ActOrigin origin = new ActOrigin(writer, number, 1, new ActOrigin.Contributor.Ai("p/m"));
    return new LedgerEntry(
        List.of(change),
        LedgerEntry.By.TOOL,
        origin,
        "INT-1",
        LedgerEntry.RepositoryRevision.NONE,
        List.of());
  }
}
