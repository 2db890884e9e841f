// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import static dev.writ.records.change.Samples.entry;
import static dev.writ.records.change.Samples.ledger;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.records.change.Samples;
import dev.writ.records.journal.Journal;
import dev.writ.records.verify.SignatureTrust;
import dev.writ.records.verify.VerificationReport;
import dev.writ.testkit.JavaProcess;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Chains are valid for any concurrent writers and any faults.
class PendingAppendTest {
  @TempDir Path directory;

  private static VerificationReport verified(Path file) throws IOException {
    return VerificationReport.of(Files.readAllBytes(file), Map.of());
  }

  @Test
  void twoLedgersOfOneSessionInOneFileFormOneChain() throws IOException {
    Path file = directory.resolve("ledger");
    try (Journal _ = Journal.open(file)) {
      Ledger one = ledger(file, 1);
      Ledger two = ledger(file, 2);
      for (int i = 0; i < 10; i++) {
        (i % 3 == 0 ? one : two).append(entry("w", i));
        one.append(entry("other", i));
      }
      one.close();
      two.close();
    }
    assertThat(verified(file)).isEqualTo(new VerificationReport.Sound(20, 2, false));
  }

  @Test
  void aSessionThatBeginsReadsNothingAndOneThatGoesOnReadsFromTheEnd() throws IOException {
    Path file = directory.resolve("ledger");
    Ledger first = ledger(file, 1);
    for (int i = 0; i < 40; i++) {
      first.append(entry("old", i, "x\n".repeat(500)));
    }
    first.close();
    Ledger fresh = ledger(file, 2);
    fresh.beginSession("new");
    assertThat(fresh.append(entry("new", 1)).seq()).isEqualTo(1);
    assertThat(fresh.append(entry("old", 2)).seq()).isEqualTo(41);
    fresh.close();

    assertThat(verified(file)).isEqualTo(new VerificationReport.Sound(42, 2, false));
  }

  @Test
  void threadsAppendSideBySide() throws Exception {
    Path file = directory.resolve("ledger");
    Ledger ledger = ledger(file, 1);
    List<Thread> threads = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String writer = "w" + i % 5;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      for (int k = 0; k < 25; k++) {
                        ledger.append(entry(writer, k));
                      }
                    } catch (IOException e) {
                      synchronized (failures) {
                        failures.add(e);
                      }
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    ledger.close();

    assertThat(failures).isEmpty();
    assertThat(verified(file)).isEqualTo(new VerificationReport.Sound(300, 5, false));
  }

  /// Appends a given number of records.
  static final class Child {
    public static void main(String[] arguments) throws IOException {
      Samples.InFile file = new Samples.InFile(Path.of(arguments[0]));
      Ledger ledger = ledger(file, ProcessHandle.current().pid(), _ -> Map.of());
      for (int i = 0; i < 60; i++) {
        ledger.append(entry(arguments[1], i, "text\n".repeat(i)));
      }
      ledger.close();
    }
  }

  @Tag("slow")
  @Test
  void processesAppendWhileOthersVerify() throws Exception {
    Path file = directory.resolve("ledger");
    Files.createFile(file);
    List<Process> children = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      children.add(
          JavaProcess.of(
                  Child.class,
                  file.toString(),
                  "p" + i / 2) // two of them are one session, in two chains
              .inheritIO()
              .start());
    }
    long most = 0;
    while (children.stream().anyMatch(Process::isAlive)) {
      try (LedgerReading reading = new Samples.InFile(file).reading().orElseThrow()) {
        VerificationReport found =
            VerificationReport.of(
                reading, Map.of(), new byte[0], SignatureTrust.ANYBODY, Map.of(), _ -> {});
        assertThat(found).isInstanceOf(VerificationReport.Sound.class);
        most = Math.max(most, ((VerificationReport.Sound) found).records());
      }
    }
    for (Process child : children) {
      assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(child.exitValue()).isZero();
    }
    assertThat(verified(file)).isEqualTo(new VerificationReport.Sound(180, 3, false));
    assertThat(most).isLessThanOrEqualTo(180);
  }

  /// Opens journals whose disk can break.
  private static Ledger.LedgerOpener breaking(Path file, AtomicBoolean broken) {
    return Samples.forced(
        file,
        () -> {
          if (broken.get()) {
            throw new IOException("the disk is gone");
          }
        });
  }

  @Test
  void aRecordThatIsNotForcedLeavesNothingAndTheChainGoesOn() throws IOException {
    Path file = directory.resolve("ledger");
    AtomicBoolean broken = new AtomicBoolean();
    Ledger ledger = ledger(breaking(file, broken), 1);
    broken.set(true);
    assertThatThrownBy(() -> ledger.append(entry("w", 0))).isInstanceOf(IOException.class);
    assertThat(file).isEmptyFile();
    broken.set(false);
    ledger.append(entry("w", 1));
    ledger.append(entry("v", 1));
    broken.set(true);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> ledger.append(entry("w", 2)))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(Ledger.StandingException.class);
    }
    broken.set(false);
    assertThat(ledger.append(entry("w", 3)).seq()).isEqualTo(2);
    ledger.append(entry("v", 4));
    ledger.close();

    assertThat(verified(file)).isEqualTo(new VerificationReport.Sound(4, 2, false));
  }

  /// Opens a journal whose first force fails after another process has written behind it.
  private static Ledger.LedgerOpener overtaken(Path file) {
    AtomicBoolean first = new AtomicBoolean(true);
    return Samples.forced(
        file,
        () -> {
          if (first.getAndSet(false)) {
            Ledger other = ledger(file, 9);
            other.append(entry("other", 1));
            other.close();
            throw new IOException("the disk is gone");
          }
        });
  }

  @Test
  void aRecordThatStandsAlthoughItWasNotForcedIsTold() throws IOException {
    Path file = directory.resolve("ledger");
    Ledger ledger = ledger(overtaken(file), 1);
    assertThatThrownBy(() -> ledger.append(entry("w", 0)))
        .isInstanceOfSatisfying(
            Ledger.StandingException.class,
            standing -> assertThat(standing.appended().seq()).isEqualTo(1));
    ledger.append(entry("w", 1));
    ledger.close();

    assertThat(verified(file)).isEqualTo(new VerificationReport.Sound(3, 2, false));
  }

  /// Appends an entry of each of those sessions at once.
  ///
  /// @return the place of each that stands, by its number
  private static Map<Integer, Long> together(Ledger ledger, Class<?> failure, String... sessions)
      throws IOException {
    Map<Integer, Long> places = new TreeMap<>();
    List<PendingAppend> prepared = new ArrayList<>();
    for (String session : sessions) {
      prepared.add(ledger.prepare(entry(session, prepared.size())));
    }
    try {
      ledger.append(prepared, (record, number) -> places.put(number, record.seq()));
      assertThat(failure).isEqualTo(Void.class);
    } catch (IOException e) {
      assertThat(e).isExactlyInstanceOf(failure);
    }
    return places;
  }

  /// Of records that are appended together each that stands is told, also where another does not.
  @Test
  void eachRecordThatStandsIsToldWithItsNumber() throws IOException {
    Path file = directory.resolve("ledger");
    Ledger ledger = ledger(overtaken(file), 1);
    assertThat(together(ledger, Void.class)).isEmpty();
    assertThat(file).doesNotExist();

    assertThat(together(ledger, Ledger.StandingException.class, "w", "v", "w"))
        .isEqualTo(Map.of(0, 1L, 1, 1L, 2, 2L));
    assertThat(together(ledger, IOException.class, "w", "", "w")).isEqualTo(Map.of(0, 3L, 2, 4L));
    assertThat(together(ledger, Void.class, "v", "w")).isEqualTo(Map.of(0, 2L, 1, 5L));
    ledger.close();
    assertThat(verified(file)).isEqualTo(new VerificationReport.Sound(8, 3, false));
  }

  /// As `git checkout` and `git merge` do it.
  @Test
  void aLedgerThatIsReplacedMeanwhileIsFoundAndBranchesMerge() throws IOException {
    Path file = directory.resolve("ledger");
    Ledger ledger = ledger(file, 1);
    ledger.append(entry("w", 0));
    String common = Files.readString(file);
    ledger.append(entry("w", 1));
    String one = Files.readString(file);

    replace(file, common); // another branch, which lacks the last record
    AppendedRecord there = ledger.append(entry("w", 2));
    assertThat(there.writer()).startsWith("w/");
    ledger.append(entry("w", 3));
    String two = Files.readString(file);

    replace(file, one); // back
    AppendedRecord back = ledger.append(entry("w", 4));
    assertThat(back.writer()).isEqualTo("w");
    assertThat(back.seq()).isEqualTo(3);
    String three = Files.readString(file);

    String merged = three + two.substring(common.length());
    replace(file, merged);
    assertThat(ledger.append(entry("w", 5)).writer()).isEqualTo(there.writer());
    ledger.close();
    assertThat(verified(file)).isEqualTo(new VerificationReport.Sound(6, 2, false));
    assertThat(TraceRecord.readable(Files.readString(file)))
        .allMatch(record -> record.session().equals("w"));
  }

  private static void replace(Path file, String text) throws IOException {
    Path beside = file.resolveSibling("beside");
    Files.writeString(beside, text);
    Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void aTailThatSomebodyCutOffIsNoticedByTheNextRecord() throws IOException {
    Path file = directory.resolve("ledger");
    Ledger ledger = ledger(file, 1);
    for (int i = 0; i < 4; i++) {
      ledger.append(entry("w", i));
    }
    List<String> lines = Files.readAllLines(file);
    Files.writeString(
        file, String.join("\n", lines.subList(0, 2)) + "\n", StandardOpenOption.TRUNCATE_EXISTING);
    AppendedRecord next = ledger.append(entry("w", 5));
    assertThat(next.writer()).startsWith("w/");
    assertThat(next.seq()).isEqualTo(1);
    ledger.close();
    assertThat(verified(file)).isEqualTo(new VerificationReport.Sound(3, 2, false));
  }

  @Test
  void aLineThatIsTooLongIsAnErrorBeforeItIsParsed() throws IOException {
    Path file = directory.resolve("long");
    Ledger ledger = ledger(file, 1);
    ledger.append(entry("one", 1));
    long size = Files.size(file);
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(size + Journal.MAX_LINE_BYTES + 1L); // sparse
      open.seek(open.length());
      open.write('\n');
    }

    assertThatThrownBy(ledger::text).hasMessageContaining("a line of the ledger is longer than");
    assertThatThrownBy(() -> ledger.since(size)).hasMessageContaining("longer than");
    assertThat(Files.size(file)).isEqualTo(size + Journal.MAX_LINE_BYTES + 2L);
    ledger.close();
  }
}
