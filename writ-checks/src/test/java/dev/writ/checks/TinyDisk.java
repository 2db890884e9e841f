// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.checks;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// A small file system at a directory, where this process may mount one.
final class TinyDisk implements AutoCloseable {
  private static final String FILLER = "filler";

  private final Path directory;

  private TinyDisk(Path directory) {
    this.directory = directory;
  }

  static TinyDisk at(Path directory) throws IOException, InterruptedException {
    return at(directory, 64);
  }

  static TinyDisk at(Path directory, int kilobytes) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    String size = "size=" + kilobytes + "k,mode=700";
    int exit = run("mount", "-t", "tmpfs", "-o", size, "tmpfs", directory.toString());
    assumeThat(exit).as("no right to mount a file system").isZero();
    return new TinyDisk(directory);
  }

  /// Fills what is left, to the last byte.
  void fill() throws IOException {
    try (OutputStream out = Files.newOutputStream(directory.resolve(FILLER))) {
      byte[] piece = new byte[512];
      while (true) {
        out.write(piece);
      }
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("No space left")) {
        throw e;
      }
    }
  }

  /// Fills it but for so many bytes.
  void fillBut(long bytes) throws IOException {
    fill();
    try (FileChannel filler =
        FileChannel.open(directory.resolve(FILLER), StandardOpenOption.WRITE)) {
      filler.truncate(Math.max(0, filler.size() - bytes));
    }
  }

  /// The bytes that are left.
  long free() throws IOException {
    return Files.getFileStore(directory).getUsableSpace();
  }

  /// Takes away what it was filled with.
  void empty() throws IOException {
    Files.delete(directory.resolve(FILLER));
  }

  void readOnly() throws IOException, InterruptedException {
    assumeThat(run("mount", "-o", "remount,ro", directory.toString())).isZero();
  }

  private static int run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(Arrays.asList(command))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor();
  }

  @Override
  public void close() throws IOException {
    try {
      int _ = run("umount", "-l", directory.toString());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
