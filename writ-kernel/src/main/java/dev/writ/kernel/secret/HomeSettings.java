// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.policy.SettingsSecrets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The settings of build tools in a person's home: whatever lies in the directories that packs show
/// as caches, beside the stores of what was downloaded.
final class HomeSettings {
  private static final List<String> DIRECTORIES =
      List.of(".m2", ".gradle", ".nuget", ".cargo", ".swiftpm", ".yarn", ".npm");

  /// Stores and what tools keep for themselves (docs.gradle.org: Gradle-managed directories;
  /// maven.apache.org: settings; doc.rust-lang.org: Cargo home; learn.microsoft.com: global
  /// packages).
  private static final Set<String> NO_SETTINGS =
      Set.of(
          "repository",
          "wrapper",
          "caches",
          "native",
          "jdks",
          "notifications",
          "workers",
          "registry",
          "git",
          "bin",
          "packages",
          "berry",
          "_cacache",
          "node_modules",
          ".tmp");

  /// What holds nothing else, and the logs of runs, in which command lines and addresses stand.
  private static final Pattern SECRETS =
      Pattern.compile(
          "(?i)(?:.*/)?(?:[^/]*(?:token|secret|credential|passw(?:or)?d|api[._-]?key)[^/]*(?:/.*)?"
              + "|_logs/.*|daemon/.*\\.log)");

  /// Maven as its wrapper downloads it; a person may have put a server's account there.
  private static final String DISTRIBUTION = "wrapper/dists";

  private static final Path DISTRIBUTED = Path.of("conf/settings.xml");

  /// Access keys of build scans, a host and a key in each line (docs.gradle.com: Develocity).
  private static final String ACCESS_KEYS = "keys.properties";

  private static final int MOST_LEVELS = 3;

  /// A directory with more is no one's settings.
  private static final int MOST_ENTRIES = 300;

  private final Path home;

  HomeSettings(Path home) {
    this.home = home;
  }

  /// The files that may hold secrets, real ones only.
  List<Path> files() {
    List<Path> files = new ArrayList<>();
    for (String directory : DIRECTORIES) {
      look(home.resolve(directory), MOST_LEVELS, files);
    }
    distributed(home.resolve(".m2").resolve(DISTRIBUTION), MOST_LEVELS, files);
    return files;
  }

  private void look(Path directory, int levels, List<Path> files) {
    List<Path> entries = RepositorySettings.entries(directory);
    if (entries.size() > MOST_ENTRIES) {
      return;
    }
    for (Path entry : entries) {
      if (RepositorySettings.isFile(entry)) {
        files.add(entry);
      } else if (levels > 1
          && !NO_SETTINGS.contains(entry.getFileName().toString())
          && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        look(entry, levels - 1, files);
      }
    }
  }

  private static void distributed(Path directory, int levels, List<Path> files) {
    for (Path entry : RepositorySettings.entries(directory)) {
      Path settings = entry.resolve(DISTRIBUTED);
      if (RepositorySettings.isFile(settings)) {
        files.add(settings);
      } else if (levels > 1 && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        distributed(entry, levels - 1, files);
      }
    }
  }

  /// A file without its secrets. One that is no text is left as it is: a tool's own data.
  SettingsSecrets without(Path file, String text) {
    if (!isWhole(file) && text.indexOf('\0') >= 0) {
      return new SettingsSecrets(text, false, List.of());
    }
    SettingsSecrets found = SettingsSecrets.of(file.toString(), text);
    if (!isWhole(file)) {
      return found;
    }
    List<String> values = new ArrayList<>(found.values());
    if (file.endsWith(ACCESS_KEYS)) {
      text.lines()
          .map(line -> line.substring(line.indexOf('=') + 1).strip())
          .filter(value -> value.length() >= SecretMasker.MIN_SECRET_CHARS)
          .forEach(values::add);
    }
    return new SettingsSecrets("", !text.isBlank(), values);
  }

  /// Whether nothing of a file is shown, however large it is.
  boolean isWhole(Path file) {
    if (!file.startsWith(home)) {
      return false;
    }
    String path = home.relativize(file).toString();
    return file.endsWith(ACCESS_KEYS)
        || SECRETS.matcher(path).matches()
        || ProtectedNames.isSecret(WorkspacePath.of(path));
  }
}
