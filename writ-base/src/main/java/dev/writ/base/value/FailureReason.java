// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.base.value;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/// Why the operating system refused something, in words: what an exception's class says where its
/// message only names the place.
public record FailureReason(Throwable failure) {
  /// The reason without the place.
  public String words() {
    String message = Objects.requireNonNullElse(failure.getMessage(), "");
    boolean silent = message.isBlank();
    return switch (failure) {
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "there is no such file";
      case FileAlreadyExistsException _ -> "it exists already";
      case NotDirectoryException _ -> "it is not a directory";
      case DirectoryNotEmptyException _ -> "the directory is not empty";
      case FileSystemLoopException _ -> "its symbolic links form a loop";
      case FileSystemException file when file.getReason() != null ->
          String.valueOf(file.getReason());
      case ConnectException _ when silent -> "the connection was refused";
      case UnknownHostException _ -> "the host name is unknown";
      case IOException _ when silent -> "input/output error";
      default -> silent ? "unknown reason" : message;
    };
  }

  /// The reason behind its place, where the failure has one.
  public String line() {
    return failure instanceof FileSystemException file && file.getFile() != null
        ? file.getFile() + ": " + words()
        : words();
  }
}
