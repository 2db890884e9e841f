// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.records.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.faults.RecordingDisk.Step;
import dev.writ.records.journal.DiskPort.Operation;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A file is written whole or not at all, whichever operation fails.
class WholeFileWriterTest {
  private static final Set<PosixFilePermission> SHARED =
      PosixFilePermissions.fromString("rw-rw-r--");

  @TempDir Path directory;
  private final RecordingDisk disk = new RecordingDisk();
  private final WholeFileWriter writer = new WholeFileWriter(disk);
  private Path file;

  @BeforeEach
  void aFile() {
    file = directory.resolve("file.json");
    disk.arm(Fault.FAIL, 1000);
  }

  /// A way to write a file.
  enum WriteKind {
    CREATE {
      @Override
      void write(WholeFileWriter writer, Path file, String text) throws IOException {
        writer.create(file, out -> out.write(text));
      }
    },
    REPLACE {
      @Override
      void write(WholeFileWriter writer, Path file, String text) throws IOException {
        writer.replace(file, out -> out.write(text));
      }
    },
    REPLACE_DURABLY {
      @Override
      void write(WholeFileWriter writer, Path file, String text) throws IOException {
        writer.replaceDurably(file, Journal.PRIVATE_FILE, text);
      }
    };

    abstract void write(WholeFileWriter writer, Path file, String text) throws IOException;
  }

  /// A killed write leaves its file; one that goes on in another process has a younger one.
  @ParameterizedTest
  @EnumSource(WriteKind.class)
  void whatKilledWritesLeftGoesAndNothingElse(WriteKind kind) throws Exception {
    FileTime old = FileTime.from(Instant.now().minus(Duration.ofHours(2)));
    for (String name : List.of(".file.json.a1.new", ".file.json.mine", ".other.json.a1.new")) {
      Files.setLastModifiedTime(Files.createFile(directory.resolve(name)), old);
    }
    Files.createFile(directory.resolve(".file.json.b2.new"));

    kind.write(writer, file, "text");

    assertThat(names())
        .containsExactly(".file.json.b2.new", ".file.json.mine", ".other.json.a1.new", "file.json");
  }

  /// Nobody waits an hour for what a killed `init` left.
  @ParameterizedTest
  @EnumSource(WriteKind.class)
  void whatNoProcessHoldsGoesAtTheNextWrite(WriteKind kind) throws Exception {
    FileTime minute = FileTime.from(Instant.now().minus(Duration.ofMinutes(1)));
    Path held = Files.createFile(directory.resolve(".file.json.held.new"));
    Path dead = Files.createFile(directory.resolve(".file.json.dead.new"));
    Files.setLastModifiedTime(held, minute);
    Files.setLastModifiedTime(dead, minute);
    try (FileChannel other = FileChannel.open(held, StandardOpenOption.WRITE)) {
      assertThat(other.tryLock()).isNotNull();

      kind.write(writer, file, "text");

      assertThat(names()).containsExactly(".file.json.held.new", "file.json");
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(path -> String.valueOf(path.getFileName())).sorted().toList();
    }
  }

  private List<Operation> operations() {
    return disk.steps().stream().map(Step::operation).toList();
  }

  @ParameterizedTest
  @EnumSource
  void theTextIsThereAloneAndPrivate(WriteKind kind) throws IOException {
    String text = "é\n".repeat(700_000); // more than is buffered

    kind.write(writer, file, text);

    assertThat(Files.readString(file)).isEqualTo(text);
    assertThat(names()).containsExactly("file.json");
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(Journal.PRIVATE_FILE);
    assertThat(disk.steps()).filteredOn(step -> step.operation() == Operation.WRITE).hasSize(3);
  }

  /// Whatever goes wrong, what is read is the old text or the new one, under its name alone.
  @ParameterizedTest
  @EnumSource
  void whicheverOperationFailsTheOldTextOrTheNewOneIsThere(WriteKind kind) throws IOException {
    int operations = 0;
    for (boolean failed = true; failed; operations++) {
      Files.deleteIfExists(file);
      if (kind != WriteKind.CREATE) {
        Files.writeString(file, "old");
      }
      disk.arm(Fault.FAIL, operations + 1);
      try {
        kind.write(writer, file, "new");
        assertThat(file).hasContent("new");
      } catch (IOException e) {
        assertThat(e).hasMessageStartingWith(file + " cannot be written: injected");
        assertThat(Files.exists(file) ? Files.readString(file) : "none")
            .isEqualTo(kind == WriteKind.CREATE ? "none" : "old");
        assertThat(names()).hasSize(kind == WriteKind.CREATE ? 0 : 1);
      }
      failed = disk.happened();
      try (Stream<Path> left = Files.list(directory)) {
        for (Path path : left.toList()) {
          Files.delete(path); // also what could not be deleted; its name begins with a dot
        }
      }
    }
    assertThat(operations).isGreaterThan(4); // created, written, renamed, deleted
  }

  @Test
  void anExistingFileIsNotCreatedAgain() throws IOException {
    Files.createSymbolicLink(file, directory.resolve("nowhere"));
    assertThatThrownBy(() -> WriteKind.CREATE.write(writer, file, "new"))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(operations()).isEmpty();
    Files.delete(file);

    // Another one makes it meanwhile.
    assertThatThrownBy(
            () ->
                writer.create(
                    file,
                    out -> {
                      out.write("new");
                      Files.writeString(file, "theirs");
                    }))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("theirs");
    assertThat(names()).containsExactly("file.json");
  }

  @Test
  void contentsThatFailLeaveNothing() throws IOException {
    assertThatThrownBy(
            () ->
                writer.create(
                    file,
                    out -> {
                      out.write("half");
                      throw new IOException("no more");
                    }))
        .hasMessage(file + " cannot be written: no more");
    assertThat(names()).isEmpty();
  }

  @Test
  void aMissingDirectoryIsNamedAsTheReason() {
    Path nowhere = directory.resolve("nowhere/file");
    assertThatThrownBy(() -> WriteKind.REPLACE.write(writer, nowhere, "new"))
        .hasMessage(nowhere + " cannot be written: its directory does not exist");
  }

  /// A durable text has its name on disk, too, and others may read it where that is wanted.
  @Test
  void aDurableTextHasItsDirectoriesItsModeAndItsNameForced() throws IOException {
    Path below = directory.resolve("a/b/file.json");

    writer.replaceDurably(below, SHARED, "text");

    assertThat(below).hasContent("text");
    assertThat(Files.getPosixFilePermissions(below)).isEqualTo(SHARED);
    assertThat(operations())
        .containsExactly(
            Operation.CREATE,
            Operation.CREATE,
            Operation.WRITE,
            Operation.RENAME,
            Operation.DELETE,
            Operation.FORCE);
    assertThat(disk.steps().getFirst().place()).isEqualTo(below.resolveSibling("").toString());
    assertThat(disk.steps().getLast().place()).isEqualTo(below.resolveSibling("").toString());
    disk.arm(Fault.FAIL, 1000);
    writer.replaceDurably(below, SHARED, "more");
    assertThat(operations()).first().isEqualTo(Operation.CREATE);
    assertThat(operations()).hasSize(5); // the directories are there
  }

  @Test
  void directoriesThatCannotBeMadeAreTheReason() throws IOException {
    Files.writeString(file, "no directory");
    Path below = file.resolve("below/file");
    assertThatThrownBy(() -> writer.replaceDurably(below, SHARED, "text"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(below + " cannot be written: ");
    assertThat(file).hasContent("no directory");
  }
}
