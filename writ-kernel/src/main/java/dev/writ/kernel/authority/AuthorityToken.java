// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// The grants of a project's owner to commands.
///
/// @param projectId identifies the project: its path and the directory there
/// @param expiration seconds since 1970 after which it grants nothing; 0 for no end
/// @param allowed the listed permissions
/// @param fsRoot the directory that commands and their paths must stay in
public record AuthorityToken(
    String projectId,
    AuthorityLevel level,
    long expiration,
    Allowed allowed,
    WorkspacePath fsRoot,
    NetworkPolicy network) {
  /// Stands for every binary.
  public static final String ANY = "*";

  /// The lists of a token.
  ///
  /// @param tools ids of packs' commands such as `git.commit`, with `*` for any part
  /// @param binaries names of programs, or paths below the workspace such as `./mvnw`; an
  ///     empty list is no program, and nothing isn't a list
  /// @param contained what holds for every command whose effects stay in the workspace
  public record Allowed(
      List<String> tools, Optional<List<String>> binaries, ContainedRule contained) {
    /// Everything that can be listed.
    public static final Allowed ALL =
        new Allowed(List.of(ANY), Optional.of(List.of(ANY)), ContainedRule.ASK);

    public Allowed {
      tools = List.copyOf(tools);
      binaries = binaries.map(List::copyOf);
    }
  }

  /// The meaning of `--allow-dangerous` in a project without authority: every binary inside the
  /// workspace, without network, for this session.
  public static AuthorityToken ofSession(String projectId) {
    return new AuthorityToken(
        projectId,
        AuthorityLevel.SCOPED_COMMANDS,
        0,
        Allowed.ALL,
        WorkspacePath.ROOT,
        NetworkPolicy.DENY);
  }

  /// The meaning of a person's grant for everything undoable in a task, in a project without
  /// authority.
  public static AuthorityToken ofTask(String projectId) {
    return new AuthorityToken(
        projectId,
        AuthorityLevel.SCOPED_COMMANDS,
        0,
        new Allowed(List.of(), Optional.empty(), ContainedRule.ALLOW),
        WorkspacePath.ROOT,
        NetworkPolicy.DENY);
  }

  /// The id of a project, made of what identifies it.
  public static String projectId(String identity) {
    return ContentHash.of(identity.getBytes(StandardCharsets.UTF_8));
  }

  /// Whether it has ended.
  ///
  /// @param now seconds since 1970
  public boolean expired(long now) {
    return expiration != 0 && now >= expiration;
  }

  /// Whether it has that rule for what stays in the workspace, and hasn't ended.
  ///
  /// @param now seconds since 1970
  public boolean contains(ContainedRule rule, long now) {
    return allowed.contained() == rule && !expired(now);
  }

  /// Whether its list of binaries, which limits contained commands, contains a program; where
  /// it has none, each does.
  public boolean narrowsTo(String program) {
    return allowed.binaries().isEmpty() || allowsBinary(program);
  }

  /// Whether it lists a pack's command.
  public boolean allowsTool(String commandId) {
    for (String pattern : allowed.tools()) {
      if (matches(pattern, commandId)) {
        return true;
      }
    }
    return false;
  }

  /// Whether it lists a program.
  ///
  /// @param program as the command names it: a name, or a path that contains a slash
  public boolean allowsBinary(String program) {
    List<String> listed = allowed.binaries().orElse(List.of());
    return listed.contains(ANY) || listed.contains(program);
  }

  /// `*` stands for any characters; all others for themselves.
  private static boolean matches(String pattern, String text) {
    String[] parts = pattern.split("\\*", -1);
    if (parts.length == 1) {
      return pattern.equals(text);
    }
    int at = parts[0].length();
    if (!text.startsWith(parts[0])) {
      return false;
    }
    for (int i = 1; i < parts.length - 1; i++) {
      int found = text.indexOf(parts[i], at);
      if (found < 0) {
        return false;
      }
      at = found + parts[i].length();
    }
    String last = parts[parts.length - 1];
    return text.length() - at >= last.length() && text.endsWith(last);
  }
}
