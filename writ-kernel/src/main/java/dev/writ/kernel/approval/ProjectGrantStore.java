// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.approval;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.Grant;
import dev.writ.kernel.authority.GrantSet;
import dev.writ.kernel.authority.TrustStore;
import dev.writ.kernel.grant.PersonAuthority;
import dev.writ.kernel.repository.RepositoryIdentity;
import dev.writ.kernel.session.WorkspacePlace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The grants of persons for a project, stored outside the project; read at the first question.
public final class ProjectGrantStore {
  private final TrustStore trust;
  private final String projectId;
  private final Person person;
  private final InstantSource clock;
  private Optional<GrantSet> read = Optional.empty();

  /// The answering person.
  ///
  /// @param name the login name, for the records
  /// @param started whether Writ started this process, in which case it cannot grant
  record Person(String name, boolean started) {}

  /// Those of the project at a place.
  public static ProjectGrantStore of(WorkspacePlace place, Path root, InstantSource clock) {
    Map<String, String> environment = place.environment();
    return new ProjectGrantStore(
        new TrustStore(place.data()),
        AuthorityToken.projectId(new RepositoryIdentity(root).text()),
        new Person(
            environment.getOrDefault("USER", "person"),
            environment.containsKey(PersonAuthority.CHILD_MARKER)),
        clock);
  }

  ProjectGrantStore(TrustStore trust, String projectId, Person person, InstantSource clock) {
    this.trust = trust;
    this.projectId = projectId;
    this.person = person;
    this.clock = clock;
  }

  /// Whether a person here may grant something for the project (INV-6).
  boolean mayGrow() {
    return !person.started();
  }

  synchronized Optional<Grant> covering(
      Grant.GrantSubject subject, List<ApprovalConcern> concerns) {
    return all().covering(subject, concerns);
  }

  synchronized Optional<Grant> attended(Grant.GrantSubject subject) {
    return all().attended(subject);
  }

  /// An unreadable record grants nothing.
  private GrantSet all() {
    if (read.isEmpty()) {
      GrantSet grants = new GrantSet();
      try {
        trust.grants(projectId).forEach(grants::add);
      } catch (IOException _) {
        // An unreadable record grants nothing; the person can answer the question again.
      }
      read = Optional.of(grants);
    }
    return read.get();
  }

  /// Keeps a grant.
  ///
  /// @throws IOException if it can't be kept, or this process may not
  synchronized void keep(Grant grant) throws IOException {
    if (!mayGrow()) {
      throw new IOException("a process that Writ started cannot grant anything");
    }
    trust.grant(projectId, grant, person.name(), clock.instant());
    all().add(grant);
  }
}
