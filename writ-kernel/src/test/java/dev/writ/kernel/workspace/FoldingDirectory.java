// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.workspace;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// A directory whose lookups are those of Windows: cases are one, dots and blanks at the end count
/// for nothing, and long names have an alias of eight letters.
final class FoldingDirectory implements SecureDirectoryStream<Path> {
  private final SecureDirectoryStream<Path> real;

  FoldingDirectory(SecureDirectoryStream<Path> real) {
    this.real = real;
  }

  private Path found(Path given) throws IOException {
    String name = given.toString();
    if (name.equals(".")) {
      return given;
    }
    String wanted = name.replaceFirst("[. ]+$", "").toLowerCase(Locale.ROOT);
    Set<String> names = new TreeSet<>();
    try (SecureDirectoryStream<Path> fresh =
        real.newDirectoryStream(Path.of("."), LinkOption.NOFOLLOW_LINKS)) {
      fresh.forEach(entry -> names.add(entry.getFileName().toString()));
    }
    for (String entry : names) {
      if (entry.toLowerCase(Locale.ROOT).equals(wanted) || alias(entry).equals(wanted)) {
        return Path.of(entry);
      }
    }
    return given;
  }

  private static String alias(String name) {
    String letters = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    return letters.substring(0, Math.min(6, letters.length())) + "~1";
  }

  @Override
  public Iterator<Path> iterator() {
    return real.iterator();
  }

  @Override
  public void close() throws IOException {
    real.close();
  }

  @Override
  public SecureDirectoryStream<Path> newDirectoryStream(Path path, LinkOption... options)
      throws IOException {
    return new FoldingDirectory(real.newDirectoryStream(found(path), options));
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return real.newByteChannel(found(path), options, attributes);
  }

  @Override
  public void deleteFile(Path path) throws IOException {
    real.deleteFile(found(path));
  }

  @Override
  public void deleteDirectory(Path path) throws IOException {
    real.deleteDirectory(found(path));
  }

  @Override
  public void move(Path from, SecureDirectoryStream<Path> target, Path to) throws IOException {
    real.move(found(from), ((FoldingDirectory) target).real, to);
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(Class<V> type) {
    return real.getFileAttributeView(type);
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    try {
      return real.getFileAttributeView(found(path), type, options);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
