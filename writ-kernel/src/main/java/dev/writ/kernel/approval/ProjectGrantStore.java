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
import org.jspecify.annotations.Nullable;

/// The grants of persons for a project, stored outside the project; read at the first question, and
/// anew where a person granted something or took it back in another terminal.
public final class ProjectGrantStore {
  private final TrustStore trust;
  private final String projectId;
  private final Person person;
  private final InstantSource clock;
  private @Nullable Read read;

  /// What was read.
  ///
  /// @param edition of the store
  private record Read(GrantSet grants, int edition) {}

  /// The answering person.
  ///
  /// @param name the login name, for the records
  /// @param started whether Writ started this process, in which case it cannot grant
  record Person(String name, boolean started) {}

  /// Those of the project at a place.
  public static ProjectGrantStore of(
      TrustStore trust, WorkspacePlace place, Path root, InstantSource clock) {
    Map<String, String> environment = place.environment();
    return new ProjectGrantStore(
        trust,
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
    int edition = trust.lookAgain();
    Read known = read;
    if (known == null || known.edition() != edition) {
      GrantSet grants = new GrantSet();
      try {
        trust.grants(projectId).forEach(grants::add);
      } catch (IOException _) {
        // An unreadable record grants nothing; the person can answer the question again.
      }
      known = new Read(grants, edition);
      read = known;
    }
    return known.grants();
  }

  /// Keeps a grant.
  ///
  /// @throws IOException if it can't be kept, or this process may not
  synchronized void keep(Grant grant) throws IOException {
    if (!mayGrow()) {
      throw new IOException("a process that Writ started cannot grant anything");
    }
    trust.grant(projectId, grant, person.name(), clock.instant());
  }
}
