// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.records.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.faults.RecordingDisk.Step;
import dev.writ.records.journal.DiskPort.Operation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskPortTest {
  @TempDir Path directory;

  @Test
  void aWriteTakesAsManyWritesAsItNeedsAndIsOneOperation() throws IOException {
    byte[] bytes = "more than a file takes at once".getBytes(StandardCharsets.UTF_8);
    Path file = directory.resolve("file");
    RecordingDisk disk = new RecordingDisk();
    disk.arm(Fault.FAIL, 2);

    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      disk.write(channel, ByteBuffer.wrap(bytes), "file");
    }

    assertThat(file).hasBinaryContent(bytes);
    assertThat(disk.steps()).containsExactly(new Step(Operation.WRITE, "file"));
  }
}
