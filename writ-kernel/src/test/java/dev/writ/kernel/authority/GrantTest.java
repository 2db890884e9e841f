// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.authority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.Kind;
import dev.writ.kernel.authority.Grant.Exact;
import dev.writ.kernel.authority.Grant.Subject;
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
  private static final Exact TEST = new Exact("mvn test", "sha256:1");
  private static final Exact INTENT = new Exact("INT-001", "sha256:2");
  private static final Grant MVN = new Grant.Commands(Set.of("mvn.test"));
  private static final Grant GIT = new Grant.Commands(Set.of("git.add"));
  private static final Grant EXACT = new Grant.ThisCommand(TEST);
  private static final Grant SOURCES = new Grant.Paths(List.of("src/**"));
  private static final Grant TOOL = new Grant.OneTool("web_fetch");
  private static final Grant WHOLE = new Grant.WholeIntent(INTENT);
  private static final Grant SHOWN = new Grant.ShownChanges(INTENT);
  private static final List<Grant> ALL = List.of(MVN, EXACT, SOURCES, TOOL, WHOLE, SHOWN);

  private static Subject running(Optional<Set<String>> schemas, Exact command) {
    return running(
        new SubjectCommand(command, schemas, /* reversible= */ false, /* shown= */ false));
  }

  private static Subject running(SubjectCommand command) {
    return new Subject("run_command", Optional.of(command), List.of(), Optional.of(INTENT));
  }

  private static Subject writing(String... places) {
    List<WorkspacePath> paths = Arrays.stream(places).map(WorkspacePath::of).toList();
    return new Subject("write_file", Optional.empty(), paths, Optional.empty());
  }

  private static Subject using(String tool) {
    return new Subject(tool, Optional.empty(), List.of(), Optional.empty());
  }

  private static List<ApprovalConcern> asking(Kind... kinds) {
    return Arrays.stream(kinds).map(kind -> new ApprovalConcern(kind, "why")).toList();
  }

  private static GrantSet of(Grant... grants) {
    GrantSet all = new GrantSet();
    Arrays.stream(grants).forEach(all::add);
    return all;
  }

  @Test
  void aGrantOfACommandThatAsksForHostsCountsOnlyWhereAPersonIsThere() {
    Grant push = new Grant.ThisCommand(new Exact("git push", "sha256:7", true));
    assertThat(ALL).allMatch(Grant::isUnattended);
    assertThat(push.isUnattended()).isFalse();
    assertThat(Grant.of(push.json())).contains(push);

    GrantSet set = of(MVN, EXACT, push);
    assertThat(set.attended(running(Optional.empty(), new Exact("git push", "sha256:8"))))
        .contains(push);
    assertThat(set.attended(running(Optional.empty(), TEST))).isEmpty();
    assertThat(set.attended(using("web_fetch"))).isEmpty();
  }

  @Test
  void anOfferDoesNotRepeatWhatTheQuestionShows() {
    assertThat(EXACT.offer()).isEqualTo("exactly this command");
    assertThat(new Grant.ThisCommand(new Exact("sh (x) a.sh (a.sh as now)", "sha256:3")).offer())
        .isEqualTo("exactly this command (a.sh as now)");
    assertThat(WHOLE.offer()).isEqualTo("everything that can be undone");
    assertThat(MVN.offer()).isEqualTo(MVN.words()).isEqualTo("all mvn test");
  }

  @Test
  void aGrantCoversItsKindOfSubjectAndNoOther() {
    Subject known = running(Optional.of(Set.of("mvn.test")), TEST);
    Subject more = running(Optional.of(Set.of("mvn.test", "git.add")), TEST);
    Subject unknown = running(Optional.empty(), new Exact("mvn test -X", "sha256:9"));
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
    Exact other = new Exact("other", "sha256:3");
    Subject reversible =
        running(new SubjectCommand(other, Optional.empty(), /* reversible= */ true, false));
    assertThat(ALL).filteredOn(grant -> grant.covers(reversible)).containsExactly(WHOLE);
    assertThat(of(WHOLE).covering(reversible, asking(Kind.AUTHORITY, Kind.REMOVAL)))
        .contains(WHOLE);
    assertThat(of(WHOLE).covering(reversible, asking(Kind.DESTRUCTIVE))).isEmpty();
    assertThat(of(SOURCES).covering(writing("src/A"), asking(Kind.REMOVAL))).isEmpty();
  }

  /// A tool's grant is for what neither runs nor writes anything.
  @Test
  void aToolsGrantDoesNotReachWhatItRunsOrWrites() {
    List<WorkspacePath> place = List.of(WorkspacePath.of("src/A"));
    Optional<SubjectCommand> test = running(Optional.empty(), TEST).command();
    Optional<Exact> none = Optional.empty();
    assertThat(TOOL.covers(new Subject("web_fetch", Optional.empty(), place, none))).isFalse();
    assertThat(TOOL.covers(new Subject("web_fetch", test, List.of(), none))).isFalse();
    assertThat(SOURCES.covers(new Subject("write_file", test, place, none))).isFalse();
  }

  @Test
  void whatCanBeShownIsCoveredWhateverItLosesUnlessItReachesOut() {
    Subject shown = running(new SubjectCommand(TEST, Optional.empty(), false, /* shown= */ true));
    List<ApprovalConcern> lossy =
        asking(Kind.CONFIRMATION, Kind.AUTHORITY, Kind.REMOVAL, Kind.DESTRUCTIVE, Kind.CHANGED);
    assertThat(ALL).filteredOn(grant -> grant.covers(shown)).containsExactly(EXACT, SHOWN);
    assertThat(GrantSet.offerShown(shown, lossy)).contains(SHOWN);
    assertThat(GrantSet.offerShown(shown, asking(Kind.NETWORK))).isEmpty();
    assertThat(GrantSet.offerShown(shown, asking(Kind.SECRET))).isEmpty();
    assertThat(GrantSet.offerShown(shown, asking(Kind.OBEYED))).isEmpty();
    assertThat(GrantSet.offerShown(running(Optional.empty(), TEST), asking())).isEmpty();
    Subject elsewhere = new Subject("run_command", shown.command(), List.of(), Optional.of(TEST));
    assertThat(SHOWN.covers(elsewhere)).isFalse();
  }

  /// Changes that may be applied at once need not be shown.
  @Test
  void anotherGrantGoesBeforeTheOneThatShows() {
    Subject both = running(new SubjectCommand(TEST, Optional.empty(), true, /* shown= */ true));
    assertThat(of(SHOWN, WHOLE).covering(both, asking(Kind.AUTHORITY))).contains(WHOLE);
    assertThat(of(SHOWN, WHOLE).covering(both, asking(Kind.DESTRUCTIVE))).contains(SHOWN);
  }

  @Test
  void grantsOfOneKindJoin() {
    Subject both = running(Optional.of(Set.of("mvn.test", "git.add")), TEST);
    GrantSet grants = of(MVN, TOOL, GIT);
    assertThat(grants.covering(both, asking(Kind.CONFIRMATION)))
        .contains(new Grant.Commands(Set.of("mvn.test", "git.add")));
    assertThat(grants.covering(using("web_fetch"), asking(Kind.CONFIRMATION))).contains(TOOL);

    GrantSet places = of(SOURCES, new Grant.Paths(List.of("test/**")));
    assertThat(places.covering(writing("src/A", "test/B"), asking(Kind.CONFIRMATION)))
        .contains(new Grant.Paths(List.of("src/**", "test/**")));
    assertThat(of(MVN, SOURCES).covering(both, asking(Kind.CONFIRMATION))).isEmpty();
    assertThat(of(SOURCES, MVN).covering(writing("src/A"), asking())).contains(SOURCES);
  }

  @Test
  void aGrantAnswersOnlyItsKindsOfConcern() {
    Subject known = running(Optional.of(Set.of("mvn.test")), TEST);
    assertThat(of(MVN).covering(known, asking(Kind.CONFIRMATION, Kind.AUTHORITY))).contains(MVN);
    assertThat(of(MVN).covering(known, asking(Kind.CONFIRMATION, Kind.NETWORK))).isEmpty();
    assertThat(of(EXACT).covering(known, asking(Kind.DESTRUCTIVE, Kind.NETWORK))).contains(EXACT);
  }

  @Test
  void theNarrowestGrantThatAnswersIsOffered() {
    List<ApprovalConcern> asked = asking(Kind.CONFIRMATION);
    Subject known = running(Optional.of(Set.of("mvn.test")), TEST);
    assertThat(GrantSet.offer(known, asked)).contains(MVN);
    assertThat(GrantSet.offer(known, asking(Kind.DESTRUCTIVE))).contains(EXACT);
    assertThat(GrantSet.offer(running(Optional.of(Set.of()), TEST), asked)).contains(EXACT);
    assertThat(GrantSet.offer(running(Optional.empty(), TEST), asked)).contains(EXACT);
    assertThat(GrantSet.offer(using("web_fetch"), asked)).contains(TOOL);
    assertThat(GrantSet.offer(writing("a/b/C", "a/b/D", "pom.xml"), asked))
        .contains(new Grant.Paths(List.of("a/b/**", "pom.xml")));
    assertThat(GrantSet.offer(writing("a[1]/C"), asked))
        .contains(new Grant.Paths(List.of("a\\[1\\]/**")));
    assertThat(GrantSet.offer(writing("a", "*".repeat(GlobPattern.MAX_CHARS)), asked)).isEmpty();
    assertThat(GrantSet.offer(writing("src/A"), asking(Kind.NETWORK))).isEmpty();
  }

  @Test
  void anIntentIsOfferedWhereItWouldAnswer() {
    Subject known = running(Optional.of(Set.of("mvn.test")), TEST);
    assertThat(GrantSet.offerIntent(known, asking(Kind.AUTHORITY))).contains(WHOLE);
    assertThat(GrantSet.offerIntent(known, asking(Kind.NETWORK))).isEmpty();
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
