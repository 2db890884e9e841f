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

/// The settings of build tools in a person's home: what lies in the directories that packs show as
/// caches, beside the stores of what was downloaded.
final class HomeSettings {
  private static final List<String> DIRECTORIES =
      List.of(".m2", ".gradle", ".nuget", ".cargo", ".swiftpm", ".yarn");

  /// Stores and what tools keep for themselves (docs.gradle.org: Gradle-managed directories;
  /// maven.apache.org: settings; doc.rust-lang.org: Cargo home; learn.microsoft.com: global
  /// packages).
  private static final Set<String> NO_SETTINGS =
      Set.of(
          "repository",
          "wrapper",
          "caches",
          "daemon",
          "native",
          "jdks",
          "notifications",
          "workers",
          "registry",
          "git",
          "bin",
          "packages",
          "berry",
          ".tmp");

  private static final Pattern SETTINGS =
      Pattern.compile(
          "(?i)config.*"
              + "|.*\\.(xml|properties|gradle|kts|groovy|config|toml|json|ya?ml|conf|ini|cfg|txt)"
              + "([~._-].*)?");

  private static final String SCRIPTS = "init.d";

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
    return files;
  }

  private void look(Path directory, int levels, List<Path> files) {
    List<Path> entries = RepositorySettings.entries(directory, "*");
    if (entries.size() > MOST_ENTRIES) {
      return;
    }
    for (Path entry : entries) {
      String name = entry.getFileName().toString();
      if (RepositorySettings.isFile(entry)) {
        if (SETTINGS.matcher(name).matches() || directory.endsWith(SCRIPTS) || isWhole(entry)) {
          files.add(entry);
        }
      } else if (levels > 1
          && !NO_SETTINGS.contains(name)
          && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        look(entry, levels - 1, files);
      }
    }
  }

  /// A file without its secrets.
  SettingsSecrets without(Path file, String text) {
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

  private boolean isWhole(Path file) {
    return file.endsWith(ACCESS_KEYS)
        || ProtectedNames.isSecret(WorkspacePath.of(home.relativize(file).toString()));
  }
}
