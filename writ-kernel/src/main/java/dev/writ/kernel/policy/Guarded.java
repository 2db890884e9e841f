// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.policy;

import dev.writ.kernel.scope.Glob;
import dev.writ.kernel.scope.WorkspacePath;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// Names inside a workspace that are protected from writing, whether they exist yet or not, and
/// names whose reading a person is asked about. Compared without regard to case and without
/// invisible characters, because some file systems do so too.
public final class Guarded {
  /// Files and directories, at any depth, that configure Writ, Git, other agents or editors.
  private static final Set<String> PROTECTED_NAMES =
      Set.of(
          ".git",
          ".writ",
          ".writ.json",
          ".orchestration",
          ".mcp.json",
          ".claude",
          ".codex",
          ".cursor",
          ".gemini",
          ".vscode",
          ".idea",
          ".husky",
          ".githooks",
          ".gitmodules");

  /// Start files below `.mvn` and the like, as parent and name; at any depth, too.
  private static final List<String> START_FILES =
      List.of(".mvn/jvm.config", ".mvn/maven.config", ".mvn/extensions.xml");

  private static final List<Glob> PROTECTED_FILES = globs(START_FILES);

  /// Names of files that usually hold secrets, at any depth: plain, or with one `*` at an end.
  private static final List<String> SECRET_NAMES =
      List.of(
          ".env",
          ".env.*",
          "*.pem",
          "*.key",
          "*.p12",
          "*.pfx",
          "*.jks",
          "*.keystore",
          "id_rsa",
          "id_dsa",
          "id_ecdsa",
          "id_ed25519",
          ".netrc",
          ".npmrc",
          ".pypirc",
          ".git-credentials",
          "credentials.json");

  private static final Set<String> NOT_SECRET =
      Set.of(".env.example", ".env.sample", ".env.template", ".env.dist");

  private Guarded() {}

  private static List<Glob> globs(List<String> files) {
    return files.stream().map(file -> Glob.of("**/" + file)).toList();
  }

  /// Whether file tools must never write there.
  public static boolean isProtected(WorkspacePath place) {
    WorkspacePath folded = folded(place);
    for (String name : folded.segments()) {
      if (PROTECTED_NAMES.contains(name)) {
        return true;
      }
    }
    for (Glob glob : PROTECTED_FILES) {
      if (glob.matches(folded)) {
        return true;
      }
    }
    return false;
  }

  /// What is protected, as it stands in the root.
  public static List<String> names() {
    Set<String> names = new TreeSet<>(PROTECTED_NAMES);
    names.addAll(START_FILES);
    return List.copyOf(names);
  }

  /// Whether reading it needs a person's agreement.
  public static boolean isSecret(WorkspacePath place) {
    if (place.isRoot()) {
      return false;
    }
    String name = folded(place.name());
    for (String pattern : SECRET_NAMES) {
      if (matches(pattern, name)) {
        return !NOT_SECRET.contains(name);
      }
    }
    return false;
  }

  private static boolean matches(String pattern, String name) {
    if (pattern.startsWith("*")) {
      return name.endsWith(pattern.substring(1));
    }
    return pattern.endsWith("*")
        ? name.startsWith(pattern.substring(0, pattern.length() - 1))
        : name.equals(pattern);
  }

  /// The names of files that usually hold secrets, as shells and grep write patterns.
  public static List<String> secretNames() {
    return SECRET_NAMES;
  }

  private static WorkspacePath folded(WorkspacePath place) {
    return new WorkspacePath(place.segments().stream().map(Guarded::folded).toList());
  }

  private static String folded(String name) {
    if (isPlain(name)) {
      return name;
    }
    StringBuilder folded = new StringBuilder(name.length());
    name.codePoints()
        .filter(c -> Character.getType(c) != Character.FORMAT)
        .forEach(folded::appendCodePoint);
    String plain = folded.toString().toLowerCase(Locale.ROOT);
    return plain.isEmpty() || plain.equals(".") || plain.equals("..") ? name : plain;
  }

  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c >= 0x7f || (c >= 'A' && c <= 'Z')) {
        return false;
      }
    }
    return true;
  }
}
