// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.app.cli.UsageException;
import dev.writ.base.json.JsonException;
import dev.writ.base.value.FailureReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A configuration file that a person has Writ change. It is replaced in one step: whatever fails,
/// the old file or the new one is there, whole.
public final class ConfigurationFile {
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> SHARED =
      PosixFilePermissions.fromString("rw-r--r--");

  private final Path path;
  private final boolean project;

  /// @param project whether it belongs to a project and not to the person
  public ConfigurationFile(Path path, boolean project) {
    this.path = path;
    this.project = project;
  }

  /// The file in which a person's setting belongs: the one that has the key, else the first that is
  /// there, else a new one.
  ///
  /// @throws UsageException where one of them can't be read
  public static ConfigurationFile personal(Map<String, String> environment, Path home, String key)
      throws UsageException {
    Path own = ConfigSources.directory(environment, home);
    List<Path> highestFirst =
        List.of(home.resolve(".writ.json"), own.resolve("config.json"), own.resolve("config.yaml"));
    return chosen(highestFirst, own.resolve("config.yaml"), key, /* project= */ false);
  }

  /// The same of a project.
  ///
  /// @throws UsageException where one of them can't be read
  public static ConfigurationFile ofProject(Path root, String key) throws UsageException {
    Path yaml = root.resolve(".writ/config.yaml");
    return chosen(List.of(root.resolve(".writ.json"), yaml), yaml, key, /* project= */ true);
  }

  private static ConfigurationFile chosen(
      List<Path> highestFirst, Path otherwise, String key, boolean project) throws UsageException {
    Path lowest = otherwise;
    for (Path path : highestFirst) {
      if (Files.isRegularFile(path)) {
        ConfigurationFile file = new ConfigurationFile(path, project);
        if (!key.isEmpty() && file.keys().has(key)) {
          return file;
        }
        lowest = path;
      }
    }
    return new ConfigurationFile(lowest, project);
  }

  /// Its path.
  public Path path() {
    return path;
  }

  /// Whether it is a project's.
  public boolean isProject() {
    return project;
  }

  private boolean isJson() {
    return path.toString().endsWith(".json");
  }

  /// Its text; empty where it is not there.
  ///
  /// @throws UsageException where it can't be read
  public String read() throws UsageException {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? ConfigSources.text(path) : "";
  }

  /// Its text as keys.
  ///
  /// @throws UsageException if it is not a configuration
  public ConfigurationText keys() throws UsageException {
    return keys(read());
  }

  private ConfigurationText keys(String text) throws UsageException {
    try {
      return ConfigurationText.of(text, isJson());
    } catch (JsonException e) {
      throw new UsageException(path + ":" + e.line() + ":" + e.column() + ": " + e.getMessage());
    }
  }

  /// Demands that it is, or would be, a plain file below a directory: a repository can bring links.
  ///
  /// @throws UsageException where a link is on the way
  public void demandPlain(Path directory) throws UsageException {
    for (Path at = path; at != null && !at.equals(directory); at = at.getParent()) {
      if (Files.isSymbolicLink(at)) {
        throw new UsageException(at + " is a link; remove it, or edit its target by hand");
      }
    }
  }

  /// Replaces its text.
  ///
  /// @throws IOException where that fails; then the old text is there
  public void write(String text) throws IOException {
    try {
      replace(text);
    } catch (IOException e) {
      throw new IOException(path + " cannot be written: " + new FailureReason(e).line(), e);
    }
  }

  private void replace(String text) throws IOException {
    Path target =
        Files.exists(path) ? path.toRealPath() : path; // a link to where dotfiles are kept
    Path directory = target.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(path + " is not a file name");
    }
    Files.createDirectories(directory);
    Set<PosixFilePermission> permissions =
        Files.exists(target) ? Files.getPosixFilePermissions(target) : project ? SHARED : PRIVATE;
    Path fresh = Files.createTempFile(directory, ".writ-config", ".new");
    try {
      try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.setPosixFilePermissions(fresh, permissions);
      Files.move(
          fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /// Creates it with a text.
  ///
  /// @throws UsageException where it is there already
  public void create(String text) throws UsageException, IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new UsageException(path + " exists already; writ config edit opens it");
    }
    write(text);
  }

  /// Has the person edit a copy; only what can be read takes the file's place.
  ///
  /// @param editor opens a file and returns when the person is done
  /// @param first the text of a new file
  /// @return whether something changed
  /// @throws UsageException where the result can't be read; the copy stays and is named
  public boolean edit(Editor editor, String first) throws UsageException, IOException {
    String before = read();
    Path directory = path.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(path + " is not a file name");
    }
    Files.createDirectories(directory);
    Path copy = directory.resolve("edit-" + path.getFileName());
    if (!Files.exists(copy)) { // else what was edited before and could not be read
      Files.writeString(copy, before.isEmpty() ? first : before);
      Files.setPosixFilePermissions(copy, PRIVATE);
    }
    editor.open(copy);
    String after = ConfigSources.text(copy);
    try {
      ConfigSources.check(copy, project);
    } catch (UsageException e) {
      throw new UsageException(
          e.getMessage() + "\n  " + path + " is unchanged; writ config edit opens the copy again");
    }
    Files.delete(copy);
    if (after.equals(before)) {
      return false;
    }
    write(after);
    return true;
  }

  /// Opens a file for a person.
  @FunctionalInterface
  public interface Editor {
    /// Returns when the person is done.
    ///
    /// @throws UsageException if there is no editor
    void open(Path file) throws UsageException, IOException;
  }
}
