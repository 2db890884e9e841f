// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.repository;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The author of commits: the name and address of the person's own Git configuration, and nothing
/// else of it, because the rest can name programs and contain credentials. A command in the sandbox
/// cannot see the file.
///
/// @param home the person's home directory
public record GitIdentity(Path home) {
  private static final int MAX_BYTES = 1024 * 1024;

  /// Environment variables for Git (git-commit(1)); empty if nothing is configured.
  public Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    for (String file : List.of(".config/git/config", ".gitconfig")) {
      read(home.resolve(file), environment);
    }
    return environment;
  }

  private static void read(Path file, Map<String, String> environment) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
        return;
      }
      boolean user = false;
      for (String line : Files.readAllLines(file)) {
        String text = line.strip();
        if (text.startsWith("[")) {
          user = text.equalsIgnoreCase("[user]");
        } else if (user) {
          put(text, environment);
        }
      }
    } catch (IOException _) {
      // Git will say that it doesn't know who commits.
    }
  }

  private static void put(String line, Map<String, String> environment) {
    int equals = line.indexOf('=');
    String value = equals < 0 ? "" : line.substring(equals + 1).strip();
    if (value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")) {
      value = value.substring(1, value.length() - 1);
    }
    if (value.isEmpty()) {
      return;
    }
    switch (line.substring(0, equals).strip()) {
      case "name" -> {
        environment.put("GIT_AUTHOR_NAME", value);
        environment.put("GIT_COMMITTER_NAME", value);
      }
      case "email" -> {
        environment.put("GIT_AUTHOR_EMAIL", value);
        environment.put("GIT_COMMITTER_EMAIL", value);
      }
      default -> {}
    }
  }
}
