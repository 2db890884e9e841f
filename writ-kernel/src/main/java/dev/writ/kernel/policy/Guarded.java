// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.policy;

import dev.writ.kernel.scope.Glob;
import dev.writ.kernel.scope.WorkspacePath;
import java.util.List;
import java.util.Locale;
import java.util.Set;

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

  /// Start files below `.mvn` and the like, as name and parent.
  private static final List<Glob> PROTECTED_FILES =
      globs("**/.mvn/jvm.config", "**/.mvn/maven.config", "**/.mvn/extensions.xml");

  private static final List<Glob> SECRET =
      globs(
          "**/.env",
          "**/.env.*",
          "**/*.pem",
          "**/*.key",
          "**/*.p12",
          "**/*.pfx",
          "**/*.jks",
          "**/*.keystore",
          "**/id_{rsa,dsa,ecdsa,ed25519}",
          "**/.netrc",
          "**/.npmrc",
          "**/.pypirc",
          "**/.git-credentials",
          "**/credentials.json");

  private static final List<Glob> NOT_SECRET = globs("**/.env.{example,sample,template,dist}");

  private Guarded() {}

  private static List<Glob> globs(String... patterns) {
    return java.util.Arrays.stream(patterns).map(Glob::of).toList();
  }

  /// Whether file tools must never write there.
  public static boolean isProtected(WorkspacePath place) {
    WorkspacePath folded = folded(place);
    return folded.segments().stream().anyMatch(PROTECTED_NAMES::contains)
        || PROTECTED_FILES.stream().anyMatch(glob -> glob.matches(folded));
  }

  /// Whether reading it needs a person's agreement.
  public static boolean isSecret(WorkspacePath place) {
    WorkspacePath folded = folded(place);
    return SECRET.stream().anyMatch(glob -> glob.matches(folded))
        && NOT_SECRET.stream().noneMatch(glob -> glob.matches(folded));
  }

  private static WorkspacePath folded(WorkspacePath place) {
    return new WorkspacePath(place.segments().stream().map(Guarded::folded).toList());
  }

  private static String folded(String name) {
    StringBuilder folded = new StringBuilder(name.length());
    name.codePoints()
        .filter(c -> Character.getType(c) != Character.FORMAT)
        .forEach(folded::appendCodePoint);
    String plain = folded.toString().toLowerCase(Locale.ROOT);
    return plain.isEmpty() || plain.equals(".") || plain.equals("..") ? name : plain;
  }
}
