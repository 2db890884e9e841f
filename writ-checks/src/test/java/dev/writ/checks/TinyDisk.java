// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.checks;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// A file system of a few kilobytes at a directory, where this process may mount one.
final class TinyDisk implements AutoCloseable {
  private final Path directory;

  private TinyDisk(Path directory) {
    this.directory = directory;
  }

  static TinyDisk at(Path directory) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    int exit = run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", directory.toString());
    assumeThat(exit).as("no right to mount a file system").isZero();
    return new TinyDisk(directory);
  }

  /// Fills what is left, to the last byte.
  void fill() throws IOException {
    try (OutputStream out = Files.newOutputStream(directory.resolve("filler"))) {
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
