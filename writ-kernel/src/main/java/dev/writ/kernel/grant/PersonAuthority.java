// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.grant;

import dev.writ.base.json.JsonException;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.authority.Authority;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.ContainedRule;
import dev.writ.kernel.authority.Grant;
import dev.writ.kernel.authority.TrustStore;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.store.PersonalPacks;
import dev.writ.kernel.store.WorkspaceRecords;
import dev.writ.pack.file.PackRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The acts of a person only: confirm or write a project's authority, and select the packs in
/// force. No call of a model leads here, and a child of Writ is refused (INV-6).
public final class PersonAuthority {
  /// The variable that every child of Writ carries.
  public static final String CHILD_MARKER = ProgramEnvironment.CHILD_MARKER;

  private final WorkspaceRecords records;
  private final TrustStore trust;
  private final AuthoritySource authority;
  private final String projectId;
  private final InstantSource clock;
  private final PackRegistry packs;
  private final PersonalPacks personal;

  public PersonAuthority(
      WorkspaceRecords records,
      TrustStore trust,
      AuthoritySource authority,
      String projectId,
      InstantSource clock,
      PackRegistry packs,
      PersonalPacks personal) {
    this.records = records;
    this.trust = trust;
    this.authority = authority;
    this.projectId = projectId;
    this.clock = clock;
    this.packs = packs;
    this.personal = personal;
  }

  /// The packs in force.
  public PackActivator packs() {
    return new PackActivator(packs, personal, clock);
  }

  /// The id of this project in tokens and in the trust store.
  public String projectId() {
    return projectId;
  }

  /// The authority that is in force here, by what persons have said up to now.
  public Authority authority() {
    var _ = trust.lookAgain();
    authority.lookAgain();
    return authority.in(new CommandStanding(ExecutionMode.RESTRICTED_AUTONOMOUS));
  }

  /// Whether a person has agreed that commands run unasked as long as their effects stay in the
  /// workspace.
  public boolean isContained() {
    long now = clock.instant().getEpochSecond();
    return authority()
        .token()
        .filter(token -> token.contains(ContainedRule.ALLOW, now))
        .isPresent();
  }

  /// The text of the project's file; empty if there is none.
  ///
  /// @throws IOException if it is there and can't be read
  public Optional<String> text() throws IOException {
    return records.project().map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /// Confirms the project's file as a person has seen it.
  ///
  /// @param seen the text that the person saw
  /// @return the grants in force from now on
  /// @throws JsonException if it is not a strict project file: nothing is confirmed then
  /// @throws IOException if it changed since, or the trust store can't be written
  public AuthorityToken confirm(String seen, String who) throws JsonException, IOException {
    AuthorityToken token = AuthorityFile.parse(seen, projectId);
    byte[] bytes = records.project().orElse(new byte[0]);
    if (!new String(bytes, StandardCharsets.UTF_8).equals(seen)) {
      throw new IOException(AuthorityFile.PATH + " changed while it was being confirmed");
    }
    trust.trust(projectId, ContentHash.of(bytes), who, clock.instant());
    return token;
  }

  /// The grants of persons for this project in answers.
  ///
  /// @throws IOException if the trust store can't be read
  public List<Grant> granted() throws IOException {
    return trust.grants(projectId);
  }

  /// The same with who granted it and when.
  ///
  /// @throws IOException if the trust store can't be read
  public List<TrustStore.KeptGrant> kept() throws IOException {
    return trust.kept(projectId);
  }

  /// Takes one of them back.
  ///
  /// @throws IOException if the trust store can't be written
  public void withdraw(TrustStore.KeptGrant grant, String who) throws IOException {
    trust.ungrant(projectId, grant, who, clock.instant());
  }

  /// Takes the confirmation and every grant back.
  ///
  /// @throws IOException if the trust store can't be written
  public void withdraw(String who) throws IOException {
    trust.trust(projectId, "", who, clock.instant());
    trust.ungrant(projectId, who, clock.instant());
  }

  /// Writes the project's file, which must not be there yet, and confirms it.
  ///
  /// @throws IOException if it is there, or can't be written
  public void begin(AuthorityToken token, String who) throws IOException {
    String text = AuthorityFile.text(token);
    records.createProject(text.getBytes(StandardCharsets.UTF_8));
    try {
      confirm(text, who);
    } catch (JsonException e) {
      throw new IllegalStateException("the file that was just written is not strict", e);
    }
  }
}
