// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.app.cli.UsageException;
import dev.writ.base.json.JsonException;
import dev.writ.base.value.FailureReason;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.WholeFileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
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
  private final DiskPort disk;

  /// @param project whether it belongs to a project and not to the person
  public ConfigurationFile(Path path, boolean project, DiskPort disk) {
    this.path = path;
    this.project = project;
    this.disk = disk;
  }

  /// The file in which a person's setting belongs: the one that has the key, else the first that is
  /// there, else a new one.
  ///
  /// @throws UsageException where one of them can't be read
  public static ConfigurationFile personal(
      Map<String, String> environment, Path home, String key, DiskPort disk) throws UsageException {
    Path own = ConfigSources.directory(environment, home);
    List<Path> highestFirst =
        List.of(home.resolve(".writ.json"), own.resolve("config.json"), own.resolve("config.yaml"));
    Path otherwise = own.resolve("config.yaml");
    return chosen(highestFirst, new ConfigurationFile(otherwise, /* project= */ false, disk), key);
  }

  /// The same of a project.
  ///
  /// @throws UsageException where one of them can't be read
  public static ConfigurationFile ofProject(Path root, String key, DiskPort disk)
      throws UsageException {
    Path yaml = root.resolve(".writ/config.yaml");
    return chosen(
        List.of(root.resolve(".writ.json"), yaml),
        new ConfigurationFile(yaml, /* project= */ true, disk),
        key);
  }

  private static ConfigurationFile chosen(
      List<Path> highestFirst, ConfigurationFile otherwise, String key) throws UsageException {
    ConfigurationFile lowest = otherwise;
    for (Path path : highestFirst) {
      if (ConfigSources.isThere(path)) {
        lowest = new ConfigurationFile(path, otherwise.project, otherwise.disk);
        if (!key.isEmpty() && lowest.keys().has(key)) {
          return lowest;
        }
      }
    }
    return lowest;
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

  /// Replaces its text; of a link to where dotfiles are kept, that of its target.
  ///
  /// @throws IOException where that fails; then the old text is there
  public void write(String text) throws IOException {
    Path target = Files.exists(path) ? path.toRealPath() : path;
    Set<PosixFilePermission> permissions =
        Files.exists(target) ? Files.getPosixFilePermissions(target) : project ? SHARED : PRIVATE;
    new WholeFileWriter(disk).replaceDurably(target, permissions, text);
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
  /// @throws IOException where it can't be written; likewise
  public boolean edit(Editor editor, String first) throws UsageException, IOException {
    String before = read();
    Path copy = path.resolveSibling("edit-" + path.getFileName());
    if (!Files.exists(copy)) { // else what was edited before and is not in force
      new WholeFileWriter(disk).replaceDurably(copy, PRIVATE, before.isEmpty() ? first : before);
    }
    editor.open(copy);
    String after = ConfigSources.text(copy);
    try {
      ConfigSources.check(copy, project);
    } catch (UsageException e) {
      throw new UsageException(
          e.getMessage() + "\n  " + path + " is unchanged; writ config edit opens the copy again");
    }
    boolean changed = !after.equals(before);
    try {
      if (changed) {
        write(after);
      }
    } catch (IOException e) {
      throw new IOException(e.getMessage() + "; your text is in " + copy, e);
    }
    try {
      disk.perform(DiskPort.Operation.DELETE, copy, () -> Files.delete(copy));
    } catch (IOException e) {
      throw new IOException(copy + " cannot be removed: " + new FailureReason(e).words(), e);
    }
    return changed;
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
