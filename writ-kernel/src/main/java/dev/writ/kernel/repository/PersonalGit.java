// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.repository;

import dev.writ.kernel.protection.GitConfigText.GitConfigEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// The person's own Git settings, which a Git in the sandbox cannot see. Git itself reads them, as
/// for any command in the workspace (includes and their conditions), once, when they are first
/// needed; that starts no other program, and what the repository's settings say is left out.
public final class PersonalGit {
  private static final int MAX_BYTES = 16 * 1024 * 1024;
  private static final int MAX_ATTRIBUTES_BYTES = 1 << 20;
  private static final int SECONDS = 10;
  private static final int FIELDS = 2;
  private static final Set<String> PERSONS = Set.of("system", "global", "command");

  /// The variables that say who commits.
  private static final Set<String> IDENTITY =
      Set.of(
          "GIT_AUTHOR_NAME",
          "GIT_AUTHOR_EMAIL",
          "GIT_COMMITTER_NAME",
          "GIT_COMMITTER_EMAIL",
          "EMAIL");

  private final Path workspace;
  private Optional<PersonalSettings> known = Optional.empty();

  /// The settings of whoever works there.
  public PersonalGit(Path workspace) {
    this.workspace = workspace;
  }

  /// The variables of an environment that say who commits.
  public static Map<String, String> identity(Map<String, String> environment) {
    Map<String, String> identity = new TreeMap<>(environment);
    identity.keySet().retainAll(IDENTITY);
    return identity;
  }

  /// What they say.
  ///
  /// @param git the system's Git; empty if there is none
  /// @param environment the variables that Writ was started with
  /// @throws IOException if Git can't read them
  public synchronized PersonalSettings settings(Optional<Path> git, Map<String, String> environment)
      throws IOException {
    if (known.isEmpty()) {
      known = Optional.of(git.isEmpty() ? PersonalSettings.NONE : read(git.get(), environment));
    }
    return known.get();
  }

  private PersonalSettings read(Path git, Map<String, String> environment) throws IOException {
    List<PersonalSettings.GivenSetting> settings = new ArrayList<>();
    Path attributes = path("~/.config/git/attributes", environment);
    String own = environment.getOrDefault("XDG_CONFIG_HOME", "");
    if (!own.isEmpty()) {
      attributes = path(own + "/git/attributes", environment);
    }
    String[] fields = listed(git, environment).split("\0", -1);
    for (int i = 0; i + 1 < fields.length; i += FIELDS) {
      if (PERSONS.contains(fields[i])) {
        GitConfigEntry entry = entry(fields[i + 1]);
        settings.add(new PersonalSettings.GivenSetting(fields[i].equals("system"), entry));
        if (entry.key().equals("core.attributesfile")) {
          attributes = path(entry.value(), environment);
        }
      }
    }
    boolean readable =
        Files.isRegularFile(attributes) && Files.size(attributes) <= MAX_ATTRIBUTES_BYTES;
    return new PersonalSettings(
        settings, readable ? Files.readString(attributes, StandardCharsets.ISO_8859_1) : "");
  }

  /// `section.subsection.name`, and behind a line end the value.
  private static GitConfigEntry entry(String text) {
    int end = text.indexOf('\n');
    String key = end < 0 ? text : text.substring(0, end);
    int first = key.indexOf('.');
    int last = key.lastIndexOf('.');
    return new GitConfigEntry(
        key.substring(0, Math.max(first, 0)).toLowerCase(Locale.ROOT),
        first < last ? key.substring(first + 1, last) : "",
        key.substring(last + 1).toLowerCase(Locale.ROOT),
        end < 0 ? "true" : text.substring(end + 1));
  }

  static Path path(String written, Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", "");
    try {
      return Path.of(written.startsWith("~/") ? home + written.substring(1) : written);
    } catch (InvalidPathException _) {
      return Path.of("/dev/null");
    }
  }

  /// The settings where the workspace is; where Git can't read those of its repository, at least
  /// the ones that hold everywhere.
  private String listed(Path git, Map<String, String> environment) throws IOException {
    try {
      return listed(git, environment, workspace);
    } catch (IOException _) {
      return listed(git, environment, Path.of("/"));
    }
  }

  private static String listed(Path git, Map<String, String> environment, Path directory)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            git.toString(), "--no-pager", "config", "--list", "-z", "--show-scope", "--includes");
    builder.directory(directory.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    environment.forEach(
        (name, value) -> {
          boolean config = name.startsWith("GIT_CONFIG") && !name.equals("GIT_CONFIG");
          if (config || name.equals("HOME") || name.equals("XDG_CONFIG_HOME")) {
            builder.environment().put(name, value);
          }
        });
    Process process = builder.start();
    Thread limit = Thread.startVirtualThread(() -> endInTime(process));
    try {
      process.getOutputStream().close();
      byte[] bytes = process.getInputStream().readNBytes(MAX_BYTES);
      if (process.waitFor() == 0 && bytes.length < MAX_BYTES) {
        return new String(bytes, StandardCharsets.UTF_8);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      limit.interrupt();
      process.destroyForcibly();
    }
    throw new IOException("Git cannot read your Git settings (git config --list)");
  }

  private static void endInTime(Process process) {
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException _) {
      // It has been read.
    }
  }
}
