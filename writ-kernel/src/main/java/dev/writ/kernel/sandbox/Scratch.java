// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// A private directory that is gone afterwards.
final class Scratch implements AutoCloseable {
  private final Path path;

  Scratch() throws IOException {
    path = Files.createTempDirectory("writ-").toRealPath();
  }

  Path path() {
    return path;
  }

  /// A directory in it.
  Path directory(String name) throws IOException {
    return Files.createDirectory(path.resolve(name));
  }

  /// Removes what is in a directory, which is then as it was when it was made.
  static void empty(Path directory, FileState made) throws IOException {
    if (FileState.of(directory).mode() != made.mode()) {
      Files.setAttribute(directory, "unix:mode", made.permissions(), NOFOLLOW_LINKS);
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        delete(entry);
      }
    }
  }

  @Override
  public void close() {
    try {
      delete(path);
    } catch (IOException _) {
      // What a command made unremovable stays in the temp directory.
    }
  }

  /// Removes a file or a whole tree, without following links, also what was made unreadable.
  static void delete(Path tree) throws IOException {
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes is) {
            try {
              Files.setPosixFilePermissions(
                  directory, PosixFilePermissions.fromString("rwx------"));
            } catch (IOException _) {
              // Then removing fails, and says why.
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
