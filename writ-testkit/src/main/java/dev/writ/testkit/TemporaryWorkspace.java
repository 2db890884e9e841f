// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A directory of its own for one test, gone when closed.
public final class TemporaryWorkspace implements AutoCloseable {
  private static final long GIT_SECONDS = 30;

  private final Path root;

  private TemporaryWorkspace(Path root) {
    this.root = root;
  }

  /// An empty directory.
  public static TemporaryWorkspace empty() {
    try {
      return new TemporaryWorkspace(Files.createTempDirectory("writ-test-").toRealPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// An empty git repository on branch `main`, with a committer of its own and no hooks.
  public static TemporaryWorkspace git() {
    TemporaryWorkspace workspace = empty();
    workspace.git("init", "-q", "-b", "main");
    return workspace;
  }

  /// The directory, without links in its path.
  public Path root() {
    return root;
  }

  /// The path of a file below the root.
  public Path path(String relative) {
    return root.resolve(relative);
  }

  /// Writes a file, making its directories.
  public Path write(String relative, String content) {
    Path file = path(relative);
    try {
      Path directory = file.getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
      return Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A file's text.
  public String read(String relative) {
    try {
      return Files.readString(path(relative));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether there is something of that name.
  public boolean exists(String relative) {
    return Files.exists(path(relative));
  }

  /// Runs git in the root and gives what it printed.
  ///
  /// @throws IllegalStateException where git fails
  public String git(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-c", "core.hooksPath=/dev/null"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(root.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "GIT_CONFIG_GLOBAL", "/dev/null",
                "GIT_CONFIG_NOSYSTEM", "1",
                "GIT_AUTHOR_NAME", "Test",
                "GIT_AUTHOR_EMAIL", "test@example.invalid",
                "GIT_COMMITTER_NAME", "Test",
                "GIT_COMMITTER_EMAIL", "test@example.invalid"));
    try {
      Process process = builder.redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(GIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException(command + " failed: " + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      Files.walkFileTree(root, new Deletion());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.delete(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
