// Implements: docs/spec/07-commands.md §7 (Commands and the executor)
package dev.writ.kernel.gate;

import dev.writ.kernel.audit.AuditTrail;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.Enforcement;
import dev.writ.kernel.authority.TrustStore;
import dev.writ.kernel.command.Denylist;
import dev.writ.kernel.command.Ground;
import dev.writ.kernel.effect.BackgroundCommand;
import dev.writ.kernel.effect.CommandHand;
import dev.writ.kernel.effect.GitAttributesFile;
import dev.writ.kernel.effect.GitHead;
import dev.writ.kernel.effect.Globbing;
import dev.writ.kernel.effect.Hands;
import dev.writ.kernel.effect.JudgedChanges;
import dev.writ.kernel.effect.KnownPrograms;
import dev.writ.kernel.effect.Locator;
import dev.writ.kernel.effect.OwnPrograms;
import dev.writ.kernel.effect.PendingCommand;
import dev.writ.kernel.effect.PersonalPacks;
import dev.writ.kernel.effect.ProgramDigests;
import dev.writ.kernel.effect.Programs;
import dev.writ.kernel.effect.RepositoryIdentity;
import dev.writ.kernel.effect.Root;
import dev.writ.kernel.effect.SecretFiles;
import dev.writ.kernel.effect.Shelter;
import dev.writ.kernel.effect.ShippedPacks;
import dev.writ.kernel.effect.Witness;
import dev.writ.kernel.effect.WorkspaceRecords;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.pack.Packs;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.sandbox.PersonsWord;
import dev.writ.kernel.scope.Glob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Everything about commands, wired together when the first one comes: what reads, judges and runs
/// them. A session that runs none has none of it.
final class Commanding implements AutoCloseable {
  private final Hands hands;
  private final GitHead head;
  private final WorkspaceRecords records;
  private final WorkspacePlace place;
  private final Policy policy;
  private final InstantSource clock;
  private final ObeyedPlaces obeyed;
  private Optional<Parts> parts = Optional.empty();
  private boolean proofDemanded;

  Commanding(
      Hands hands,
      GitHead head,
      WorkspaceRecords records,
      WorkspacePlace place,
      Policy policy,
      InstantSource clock,
      ObeyedPlaces obeyed) {
    this.obeyed = obeyed;
    this.hands = hands;
    this.head = head;
    this.records = records;
    this.place = place;
    this.policy = policy;
    this.clock = clock;
  }

  /// What there is.
  record Parts(
      Packs packs,
      AuthoritySource authority,
      Granting granting,
      CommandJudge judge,
      CommandReading reading,
      Running running) {}

  /// What runs commands, and what the records say of it.
  record Running(
      Shelter shelter,
      CommandEvidence evidence,
      CommandHand hand,
      Witness witness,
      ObeyedPlaces obeyed,
      AuditTrail audit) {
    /// The judge of what a command changed, in a view or in the workspace itself.
    ViewJudge judge(JudgedChanges changes, CommandChange change) {
      GitViewJudge git = new GitViewJudge(changes, change.git(), hand.views().operations());
      return new ViewJudge(changes, change::owns, obeyed.names(), git);
    }

    /// Notes a command that is about to run, for the case that this process is killed.
    PendingCommand note(CommandChange change, Witness.Watching watching) throws IOException {
      Optional<Path> mark = shelter.executor().sandbox().deathMark();
      Json.Obj about =
          Json.object()
              .put("change", change.describe())
              .put("confined", shelter.confines())
              .build();
      return witness.note(about, mark, watching);
    }
  }

  synchronized Parts parts() {
    if (parts.isEmpty()) {
      parts = Optional.of(wired());
    }
    return parts.get();
  }

  /// The commands that were started in the background.
  synchronized List<BackgroundCommand> background() {
    return parts.map(wired -> wired.running().hand().background().all()).orElse(List.of());
  }

  /// The programs and pack commands that the project's authority lists. None while no command was
  /// read: looking them up takes longer than a first request may wait.
  synchronized List<String> granted(ExecutionMode execution) {
    if (parts.isEmpty()) {
      return List.of();
    }
    Optional<AuthorityToken> token = parts.get().authority().in(execution).token();
    if (token.isEmpty() || token.get().expired(clock.instant().getEpochSecond())) {
      return List.of();
    }
    List<String> granted = new ArrayList<>(token.get().allowed().binaries());
    granted.addAll(token.get().allowed().tools());
    return granted.contains(AuthorityToken.ANY) ? List.of(AuthorityToken.ANY) : granted;
  }

  /// Where programs are found and what environment they get.
  Programs programs() {
    return new Programs(place.environment());
  }

  private Parts wired() {
    Root root = hands.root();
    Locator locator = hands.locator();
    String real = root.path().toString();
    String home = place.environment().getOrDefault("HOME", "/");
    Policy.CommandRules rules = policy.commands();
    TrustStore trust = new TrustStore(place.data());
    String projectId = AuthorityToken.projectId(new RepositoryIdentity(root.path()).text());
    AuthoritySource authority =
        new AuthorityOnDisk(records, trust, projectId, rules.allowDangerous());
    PersonalPacks personal = new PersonalPacks(place.data());
    Packs packs = new Packs(new ShippedPacks(), personal);
    Programs programs = programs();
    Ground ground =
        new Ground(real, home, policy.blocked().stream().map(Path::toString).toList(), real);
    OwnPrograms own = new OwnPrograms(locator);
    CommandJudge judge =
        new CommandJudge(
            new Denylist(rules.barred()),
            ground,
            authority,
            new Enforcement(packs, rules.standing()),
            clock,
            new ProgramMemory(own, trust, projectId, clock));
    Shelter shelter = shelter(home, rules);
    Optional<KnownPrograms> known =
        rules.verifyBinaries() ? Optional.of(new KnownPrograms(packs, programs)) : Optional.empty();
    Witness witness = new Witness(hands, head, programs, shelter);
    CommandHand.Secrets secrets =
        new CommandHand.Secrets(
            new SecretFiles(root, witness, globs(rules.sandbox().visibleSecrets())),
            new GitAttributesFile(place.data()));
    Globbing globbing = new Globbing(root, locator, home);
    return new Parts(
        packs,
        authority,
        new Granting(records, trust, authority, projectId, clock, packs, personal),
        judge,
        new CommandReading(packs, hands, globbing, judge, authority, policy.places().allowed()),
        new Running(
            shelter,
            new CommandEvidence(
                packs, programs, new ProgramDigests(place.data(), clock), judge, shelter),
            new CommandHand(hands, programs, packs, shelter, known, secrets),
            witness,
            obeyed,
            new AuditTrail(place.data())));
  }

  private static List<Glob> globs(List<String> patterns) {
    return patterns.stream().map(Glob::of).toList();
  }

  private Shelter shelter(String home, Policy.CommandRules rules) {
    Shelter shelter =
        new Shelter(
            hands.root(),
            Path.of(home),
            policy.blocked(),
            rules.sandbox().mechanism(),
            rules.sandbox().unconfined().map(PersonsWord::new));
    if (proofDemanded) {
      shelter.demandProof();
    }
    return shelter;
  }

  /// Before the first program the sandbox is to be proved.
  synchronized void demandProof() {
    proofDemanded = true;
    parts.ifPresent(wired -> wired.running().shelter().demandProof());
  }

  /// Ends what commands have left running.
  @Override
  public synchronized void close() {
    parts.ifPresent(wired -> wired.running().hand().close());
  }
}
