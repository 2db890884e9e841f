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

/// The project's file, loaded at the first command. What a person agreed to stays in force,
/// whatever becomes of the file, until a person agrees to another content or takes it back, here or
/// in another terminal, as the last look at the confirmations shows.
public final class ProjectAuthority implements AuthoritySource {
  private final WorkspaceRecords records;
  private final TrustStore trust;
  private final String projectId;
  private final boolean allowDangerous;
  private final boolean confines;
  private volatile @Nullable Loaded loaded;

  /// What was loaded.
  ///
  /// @param hash of the file; empty if there is none
  /// @param edition the confirmations by which it is granted
  private record Loaded(Authority authority, String hash, int edition) {}

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
    int edition = trust.edition();
    Loaded known = loaded;
    if (known == null || !(known.authority() instanceof Authority.Granted)) {
      loaded = null;
    } else if (known.edition() != edition) {
      boolean stays = isConfirmed(known.hash());
      loaded = stays ? new Loaded(known.authority(), known.hash(), edition) : null;
    }
  }

  private boolean isConfirmed(String hash) {
    try {
      return trust.trusts(projectId, hash);
    } catch (IOException _) {
      return false; // loading it says why
    }
  }

  private Authority loaded() {
    Loaded known = loaded;
    return known != null ? known.authority() : loadedOnce();
  }

  private synchronized Authority loadedOnce() {
    Loaded known = loaded;
    if (known == null) {
      known = load();
      loaded = known;
    }
    return known.authority();
  }

  private Loaded load() {
    int edition = trust.edition();
    try {
      Optional<byte[]> bytes = records.project();
      return bytes.isEmpty()
          ? new Loaded(new Authority.MissingAuthority(), "", edition)
          : new Loaded(read(bytes.get()), ContentHash.of(bytes.get()), edition);
    } catch (IOException e) {
      return new Loaded(unreadable(e), "", edition);
    }
  }

  private Authority read(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      AuthorityToken token = AuthorityFile.parse(text, projectId);
      return trust.trusts(projectId, ContentHash.of(bytes))
          ? new Authority.Granted(token, AuthorityFile.PATH)
          : new Authority.Untrusted();
    } catch (CharacterCodingException _) {
      return new Authority.MalformedAuthority(AuthorityFile.PATH + " is not valid UTF-8");
    } catch (JsonException e) {
      return new Authority.MalformedAuthority(
          "%s:%d:%d: %s".formatted(AuthorityFile.PATH, e.line(), e.column(), e.getMessage()));
    } catch (IOException e) {
      return unreadable(e);
    }
  }

  private static Authority unreadable(IOException e) {
    return new Authority.MalformedAuthority(
        AuthorityFile.PATH + " cannot be read: " + e.getMessage());
  }
}
