// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.authority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.kernel.authority.Grant.ExactGrant;
import dev.writ.kernel.authority.Grant.GrantSubject;
import dev.writ.kernel.authority.Grant.SubjectCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The scope of lasting grants, how they combine, which one is offered, and how they are stored.
class GrantTest {
  private static final ExactGrant TEST = new ExactGrant("mvn test", "sha256:1");
  private static final ExactGrant INTENT = new ExactGrant("INT-001", "sha256:2");
  private static final Grant MVN = new Grant.Commands(Set.of("mvn.test"));
  private static final Grant GIT = new Grant.Commands(Set.of("git.add"));
  private static final Grant EXACT = new Grant.ThisCommand(TEST);
  private static final Grant SOURCES = new Grant.PathGrant(List.of("src/**"));
  private static final Grant TOOL = new Grant.OneTool("web_fetch");
  private static final Grant WHOLE = new Grant.WholeIntent(INTENT);
  private static final Grant SHOWN = new Grant.ShownChangesGrant(INTENT);
  private static final List<Grant> ALL = List.of(MVN, EXACT, SOURCES, TOOL, WHOLE, SHOWN);

  private static GrantSubject running(Optional<Set<String>> schemas, ExactGrant command) {
    return running(
        new SubjectCommand(command, schemas, /* reversible= */ false, /* shown= */ false));
  }

  private static GrantSubject running(SubjectCommand command) {
    return new GrantSubject("run_command", Optional.of(command), List.of(), Optional.of(INTENT));
  }

  private static GrantSubject writing(String... places) {
    List<WorkspacePath> paths = Arrays.stream(places).map(WorkspacePath::of).toList();
    return new GrantSubject("write_file", Optional.empty(), paths, Optional.empty());
  }

  private static GrantSubject using(String tool) {
    return new GrantSubject(tool, Optional.empty(), List.of(), Optional.empty());
  }

  private static List<ApprovalConcern> asking(ConcernKind... kinds) {
    return Arrays.stream(kinds).map(kind -> new ApprovalConcern(kind, "why")).toList();
  }

  private static GrantSet of(Grant... grants) {
    GrantSet all = new GrantSet();
    Arrays.stream(grants).forEach(all::add);
    return all;
  }

  @Test
  void aGrantOfACommandThatAsksForHostsCountsOnlyWhereAPersonIsThere() {
    Grant push = new Grant.ThisCommand(new ExactGrant("git push", "sha256:7", true));
    assertThat(ALL).allMatch(Grant::isUnattended);
    assertThat(push.isUnattended()).isFalse();
    assertThat(Grant.of(push.json())).contains(push);

    GrantSet set = of(MVN, EXACT, push);
    assertThat(set.attended(running(Optional.empty(), new ExactGrant("git push", "sha256:8"))))
        .contains(push);
    assertThat(set.attended(running(Optional.empty(), TEST))).isEmpty();
    assertThat(set.attended(using("web_fetch"))).isEmpty();
  }

  @Test
  void anOfferDoesNotRepeatWhatTheQuestionShows() {
    assertThat(EXACT.offer()).isEqualTo("exactly this command");
    assertThat(
            new Grant.ThisCommand(new ExactGrant("sh (x) a.sh (a.sh as now)", "sha256:3")).offer())
        .isEqualTo("exactly this command (a.sh as now)");
    assertThat(WHOLE.offer()).isEqualTo("everything that can be undone");
    assertThat(MVN.offer()).isEqualTo(MVN.words()).isEqualTo("all mvn test");
  }

  @Test
  void aGrantCoversItsKindOfSubjectAndNoOther() {
    GrantSubject known = running(Optional.of(Set.of("mvn.test")), TEST);
    GrantSubject more = running(Optional.of(Set.of("mvn.test", "git.add")), TEST);
    GrantSubject unknown = running(Optional.empty(), new ExactGrant("mvn test -X", "sha256:9"));
    assertThat(ALL).filteredOn(grant -> grant.covers(known)).containsExactly(MVN, EXACT, WHOLE);
    assertThat(ALL).filteredOn(grant -> grant.covers(more)).containsExactly(EXACT, WHOLE);
    assertThat(ALL).filteredOn(grant -> grant.covers(unknown)).isEmpty();
    assertThat(ALL).filteredOn(grant -> grant.covers(writing("src/A"))).containsExactly(SOURCES);
    assertThat(ALL).filteredOn(grant -> grant.covers(writing("src/A", "pom.xml"))).isEmpty();
    assertThat(ALL).filteredOn(grant -> grant.covers(using("web_fetch"))).containsExactly(TOOL);
    assertThat(ALL).filteredOn(grant -> grant.covers(using("web_search"))).isEmpty();
  }

  @Test
  void whatCanBeTakenBackBelongsToTheWholeIntentWhateverPacksKnow() {
    ExactGrant other = new ExactGrant("other", "sha256:3");
    GrantSubject reversible =
        running(new SubjectCommand(other, Optional.empty(), /* reversible= */ true, false));
    assertThat(ALL).filteredOn(grant -> grant.covers(reversible)).containsExactly(WHOLE);
    assertThat(of(WHOLE).covering(reversible, asking(ConcernKind.AUTHORITY, ConcernKind.REMOVAL)))
        .contains(WHOLE);
    assertThat(of(WHOLE).covering(reversible, asking(ConcernKind.DESTRUCTIVE))).isEmpty();
    assertThat(of(SOURCES).covering(writing("src/A"), asking(ConcernKind.REMOVAL))).isEmpty();
  }

  /// A tool's grant is for what neither runs nor writes anything.
  @Test
  void aToolsGrantDoesNotReachWhatItRunsOrWrites() {
    List<WorkspacePath> place = List.of(WorkspacePath.of("src/A"));
    Optional<SubjectCommand> test = running(Optional.empty(), TEST).command();
    Optional<ExactGrant> none = Optional.empty();
    assertThat(TOOL.covers(new GrantSubject("web_fetch", Optional.empty(), place, none))).isFalse();
    assertThat(TOOL.covers(new GrantSubject("web_fetch", test, List.of(), none))).isFalse();
    assertThat(SOURCES.covers(new GrantSubject("write_file", test, place, none))).isFalse();
  }

  @Test
  void whatCanBeShownIsCoveredWhateverItLosesUnlessItReachesOut() {
    GrantSubject shown =
        running(new SubjectCommand(TEST, Optional.empty(), false, /* shown= */ true));
    List<ApprovalConcern> lossy =
        asking(
            ConcernKind.CONFIRMATION,
            ConcernKind.AUTHORITY,
            ConcernKind.REMOVAL,
            ConcernKind.DESTRUCTIVE,
            ConcernKind.CHANGED);
    assertThat(ALL).filteredOn(grant -> grant.covers(shown)).containsExactly(EXACT, SHOWN);
    assertThat(GrantSet.offerShown(shown, lossy)).contains(SHOWN);
    assertThat(GrantSet.offerShown(shown, asking(ConcernKind.NETWORK))).isEmpty();
    assertThat(GrantSet.offerShown(shown, asking(ConcernKind.SECRET))).isEmpty();
    assertThat(GrantSet.offerShown(shown, asking(ConcernKind.OBEYED))).isEmpty();
    assertThat(GrantSet.offerShown(running(Optional.empty(), TEST), asking())).isEmpty();
    GrantSubject elsewhere =
        new GrantSubject("run_command", shown.command(), List.of(), Optional.of(TEST));
    assertThat(SHOWN.covers(elsewhere)).isFalse();
  }

  /// Changes that may be applied at once need not be shown.
  @Test
  void anotherGrantGoesBeforeTheOneThatShows() {
    GrantSubject both =
        running(new SubjectCommand(TEST, Optional.empty(), true, /* shown= */ true));
    assertThat(of(SHOWN, WHOLE).covering(both, asking(ConcernKind.AUTHORITY))).contains(WHOLE);
    assertThat(of(SHOWN, WHOLE).covering(both, asking(ConcernKind.DESTRUCTIVE))).contains(SHOWN);
  }

  @Test
  void grantsOfOneKindJoin() {
    GrantSubject both = running(Optional.of(Set.of("mvn.test", "git.add")), TEST);
    GrantSet grants = of(MVN, TOOL, GIT);
    assertThat(grants.covering(both, asking(ConcernKind.CONFIRMATION)))
        .contains(new Grant.Commands(Set.of("mvn.test", "git.add")));
    assertThat(grants.covering(using("web_fetch"), asking(ConcernKind.CONFIRMATION)))
        .contains(TOOL);

    GrantSet places = of(SOURCES, new Grant.PathGrant(List.of("test/**")));
    assertThat(places.covering(writing("src/A", "test/B"), asking(ConcernKind.CONFIRMATION)))
        .contains(new Grant.PathGrant(List.of("src/**", "test/**")));
    assertThat(of(MVN, SOURCES).covering(both, asking(ConcernKind.CONFIRMATION))).isEmpty();
    assertThat(of(SOURCES, MVN).covering(writing("src/A"), asking())).contains(SOURCES);
  }

  @Test
  void aGrantAnswersOnlyItsKindsOfConcern() {
    GrantSubject known = running(Optional.of(Set.of("mvn.test")), TEST);
    assertThat(of(MVN).covering(known, asking(ConcernKind.CONFIRMATION, ConcernKind.AUTHORITY)))
        .contains(MVN);
    assertThat(of(MVN).covering(known, asking(ConcernKind.CONFIRMATION, ConcernKind.NETWORK)))
        .isEmpty();
    assertThat(of(EXACT).covering(known, asking(ConcernKind.DESTRUCTIVE, ConcernKind.NETWORK)))
        .contains(EXACT);
  }

  @Test
  void theNarrowestGrantThatAnswersIsOffered() {
    List<ApprovalConcern> asked = asking(ConcernKind.CONFIRMATION);
    GrantSubject known = running(Optional.of(Set.of("mvn.test")), TEST);
    assertThat(GrantSet.offer(known, asked)).contains(MVN);
    assertThat(GrantSet.offer(known, asking(ConcernKind.DESTRUCTIVE))).contains(EXACT);
    assertThat(GrantSet.offer(running(Optional.of(Set.of()), TEST), asked)).contains(EXACT);
    assertThat(GrantSet.offer(running(Optional.empty(), TEST), asked)).contains(EXACT);
    assertThat(GrantSet.offer(using("web_fetch"), asked)).contains(TOOL);
    assertThat(GrantSet.offer(writing("a/b/C", "a/b/D", "pom.xml"), asked))
        .contains(new Grant.PathGrant(List.of("a/b/**", "pom.xml")));
    assertThat(GrantSet.offer(writing("a[1]/C"), asked))
        .contains(new Grant.PathGrant(List.of("a\\[1\\]/**")));
    assertThat(GrantSet.offer(writing("a", "*".repeat(GlobPattern.MAX_CHARS)), asked)).isEmpty();
    assertThat(GrantSet.offer(writing("src/A"), asking(ConcernKind.NETWORK))).isEmpty();
  }

  @Test
  void anIntentIsOfferedWhereItWouldAnswer() {
    GrantSubject known = running(Optional.of(Set.of("mvn.test")), TEST);
    assertThat(GrantSet.offerIntent(known, asking(ConcernKind.AUTHORITY))).contains(WHOLE);
    assertThat(GrantSet.offerIntent(known, asking(ConcernKind.NETWORK))).isEmpty();
    assertThat(GrantSet.offerIntent(running(Optional.empty(), TEST), asking())).isEmpty();
    assertThat(GrantSet.offerIntent(writing("src/A"), asking())).isEmpty();
  }

  @Test
  void whatIsKeptIsReadBack() throws JsonException {
    for (Grant grant : ALL) {
      assertThat(Grant.of(JsonReader.readObject(grant.json().write()))).contains(grant);
      assertThat(grant.words()).isNotBlank();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'grant': 'more', 'name': 'x'}",
        "{'grant': 'command', 'words': 'x'}",
        "{'grant': 'intent', 'hash': 'x'}",
        "{'grant': 'tool'}",
        "{'grant': 'paths', 'globs': ['[']}"
      })
  void whatNobodyKnowsGrantsNothing(String text) throws JsonException {
    assertThat(Grant.of(JsonReader.readObject(text.replace('\'', '"')))).isEmpty();
  }

  @Test
  void whatIsNoTextInAListIsNoName() throws JsonException {
    Json.Obj kept = JsonReader.readObject("{\"grant\":\"commands\",\"ids\":[1,\"mvn.test\"]}");
    assertThat(Grant.of(kept)).contains(MVN);
  }

  @Test
  void aStoreKeepsAndTakesBack(@TempDir Path data) throws Exception {
    TrustStore store = new TrustStore(data);
    store.grant("p", MVN, "me", Instant.EPOCH);
    store.grant("other", GIT, "me", Instant.EPOCH);
    store.grant("p", TOOL, "me", Instant.EPOCH);
    assertThat(store.grants("p")).containsExactly(MVN, TOOL);
    store.ungrant("p", "me", Instant.EPOCH);
    assertThat(store.grants("p")).isEmpty();
    store.grant("p", EXACT, "me", Instant.EPOCH);
    Files.writeString(
        data.resolve("trust.jsonl"),
        Files.readString(data.resolve("trust.jsonl"))
            + "{\"type\":\"grant\",\"project\":\"p\",\"what\":{\"grant\":\"more\"}}\n");
    assertThat(store.grants("p")).containsExactly(EXACT);
    assertThat(store.grants("other")).containsExactly(GIT);
  }

  @Test
  void aStoreKnowsWithWhichContentAProgramRanLast(@TempDir Path data) throws Exception {
    TrustStore store = new TrustStore(data);
    assertThat(store.lastRun("p", "mvnw")).isEmpty();
    store.ran("p", "mvnw", "sha256:1", Instant.EPOCH);
    store.ran("p", "gradlew", "sha256:2", Instant.EPOCH);
    store.ran("p", "mvnw", "sha256:1", Instant.EPOCH);
    assertThat(store.lastRun("p", "mvnw")).isEqualTo("sha256:1");
    assertThat(Files.readAllLines(data.resolve("trust.jsonl"))).hasSize(2);
    store.ran("p", "mvnw", "sha256:3", Instant.EPOCH);
    assertThat(store.lastRun("p", "mvnw")).isEqualTo("sha256:3");
  }

  @Test
  void hooksAreTrustedAndNoMore(@TempDir Path data) throws Exception {
    TrustStore store = new TrustStore(data);
    store.trustHook("p", "hooks/a.sh", "sha256:1", "me", Instant.EPOCH);
    store.trustHook("p", "hooks/b.sh", "sha256:2", "me", Instant.EPOCH);
    store.trustHook("p", "hooks/a.sh", "", "me", Instant.EPOCH);
    assertThat(store.trustedHooks("p")).containsOnlyKeys("hooks/b.sh");
  }
}
