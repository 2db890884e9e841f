// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.grant;

import dev.writ.base.json.JsonException;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.authority.Authority;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.TrustStore;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.store.WorkspaceRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The project's file, loaded at the first command. After a person agrees to it, it stays in force
/// in this session; until then each call checks whether a person has confirmed it in another
/// terminal.
public final class ProjectAuthority implements AuthoritySource {
  private final WorkspaceRecords records;
  private final TrustStore trust;
  private final String projectId;
  private final boolean allowDangerous;
  private final boolean confines;
  private volatile @Nullable Authority loaded;

  /// @param allowDangerous whether a person granted everything where the project says nothing
  /// @param confines whether a sandbox sees to it that changes can be undone
  public ProjectAuthority(
      WorkspaceRecords records,
      TrustStore trust,
      String projectId,
      boolean allowDangerous,
      boolean confines) {
    this.records = records;
    this.trust = trust;
    this.projectId = projectId;
    this.allowDangerous = allowDangerous;
    this.confines = confines;
  }

  /// Only `--allow-dangerous` enters full autonomy, which therefore intends it. A person's answers
  /// apply in a project without authority.
  @Override
  public Authority in(CommandStanding standing) {
    Authority authority = loaded();
    if (!(authority instanceof Authority.MissingAuthority)) {
      return authority;
    }
    if (allowDangerous || standing.execution() == ExecutionMode.FULL_AUTONOMOUS) {
      return new Authority.Granted(AuthorityToken.ofSession(projectId), "--allow-dangerous");
    }
    return confines && standing.wholeTask()
        ? new Authority.Granted(AuthorityToken.ofTask(projectId), "a person's answer for this task")
        : authority;
  }

  @Override
  public synchronized void lookAgain() {
    if (!(loaded instanceof Authority.Granted)) {
      loaded = null;
    }
  }

  private Authority loaded() {
    Authority known = loaded;
    return known != null ? known : loadedOnce();
  }

  private synchronized Authority loadedOnce() {
    Authority known = loaded;
    if (known == null) {
      known = load();
      loaded = known;
    }
    return known;
  }

  private Authority load() {
    try {
      Optional<byte[]> bytes = records.project();
      if (bytes.isEmpty()) {
        return new Authority.MissingAuthority();
      }
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.get())).toString();
      AuthorityToken token = AuthorityFile.parse(text, projectId);
      return trust.trusts(projectId, ContentHash.of(bytes.get()))
          ? new Authority.Granted(token, AuthorityFile.PATH)
          : new Authority.Untrusted();
    } catch (CharacterCodingException _) {
      return new Authority.MalformedAuthority(AuthorityFile.PATH + " is not valid UTF-8");
    } catch (JsonException e) {
      return new Authority.MalformedAuthority(
          "%s:%d:%d: %s".formatted(AuthorityFile.PATH, e.line(), e.column(), e.getMessage()));
    } catch (IOException e) {
      return new Authority.MalformedAuthority(
          AuthorityFile.PATH + " cannot be read: " + e.getMessage());
    }
  }
}
