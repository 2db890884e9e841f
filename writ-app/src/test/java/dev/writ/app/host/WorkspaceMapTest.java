// Implements: docs/spec/04-conversation.md §4.3 (Repository map)
package dev.writ.app.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.FileContent;
import dev.writ.engine.model.TokenEstimator;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.door.Governor;
import dev.writ.kernel.policy.KindTable;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.WorkspacePlace;
import dev.writ.records.change.SemanticComparison;
import dev.writ.records.journal.DiskPort;
import dev.writ.syntax.DeclaredItem;
import dev.writ.syntax.FileTags;
import dev.writ.testkit.StatePoll;
import dev.writ.testkit.TemporaryWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class WorkspaceMapTest {
  private final List<String> parsed = new CopyOnWriteArrayList<>();

  /// Lines `def NAME` declare, other words are mentioned.
  private final class Words implements WorkspaceMap.Parsing {
    @Override
    public FileTags tags(String fileName, FileContent content) {
      parsed.add(fileName);
      return read(fileName, content);
    }

    @Override
    public FileTags read(String fileName, FileContent content) {
      List<DeclaredItem> declarations = new ArrayList<>();
      Map<String, Integer> mentions = new HashMap<>();
      List<String> lines = content.lines();
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).strip();
        if (line.startsWith("def ")) {
          declarations.add(new DeclaredItem(line.substring(4), "function", i + 1, i + 1));
        } else {
          mentions.merge(line, 1, Integer::sum);
        }
      }
      return new FileTags(declarations, mentions);
    }

    @Override
    public void close() {}
  }

  private static Governor governor(TemporaryWorkspace workspace, TemporaryWorkspace home)
      throws IOException {
    GovernancePolicy policy =
        new GovernancePolicy(
            new GovernancePolicy.IntentRules(KindTable.STANDARD, /* requireDeclared= */ false),
            GovernancePolicy.CommandRules.USUAL,
            GovernancePolicy.Questions.USUAL,
            List.of(workspace.root().resolve("blocked")),
            List.of(),
            GovernancePolicy.ExecutionCourse.PERFORM);
    return Governor.open(
        new WorkspacePlace(workspace.root(), home.path(".writ"), "map", Map.of("PATH", "/bin")),
        policy,
        new Governor.Outside(Optional.empty(), SemanticComparison.plain()),
        List.of(),
        Approver.nobody(),
        new Governor.Chance(Instant::now, new Random(1)));
  }

  /// Operations on a map of some files.
  @FunctionalInterface
  private interface Use {
    void with(WorkspaceMap map, TemporaryWorkspace workspace);
  }

  private void use(long tokens, Use use) throws IOException {
    try (TemporaryWorkspace workspace = TemporaryWorkspace.empty();
        TemporaryWorkspace home = TemporaryWorkspace.empty();
        Governor governor = governor(workspace, home)) {
      workspace.write("core.py", "def Engine\ndef unused\n");
      workspace.write("a.py", "def a_part\nEngine\nEngine\n");
      workspace.write("b.py", "def b_part\nEngine\n");
      workspace.write("lonely.py", "def Lonely\n");
      workspace.write("notes.txt", "def not_code\n");
      workspace.write(".gitignore", "made/\n");
      workspace.write("made/x.py", "def ignored\n");
      workspace.write("blocked/x.py", "def hidden\n");
      try (WorkspaceMap map =
          new WorkspaceMap(governor.reading(), Words::new, tokens, Instant::now)) {
        use.with(map, workspace);
      }
    }
  }

  private static String awaited(WorkspaceMap map, String conversation) {
    return Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          Optional<String> taken = map.take(() -> conversation);
          while (taken.isEmpty()) {
            StatePoll.pause();
            taken = map.take(() -> conversation);
          }
          return taken.get();
        });
  }

  @Test
  void theFirstRequestNeitherWaitsNorBeginsAnything() throws IOException {
    use(
        1000,
        (map, _) -> {
          assertThat(map.take(() -> Assertions.fail("nothing is asked yet"))).isEmpty();
          assertThat(parsed).isEmpty();
        });
  }

  @Test
  void whatOthersMentionComesFirst() throws IOException {
    use(
        1000,
        (map, _) -> {
          String text = awaited(map, "hello");
          assertThat(text).startsWith("core.py:\n  1 Engine\n  2 unused\n").contains("lonely.py");
          assertThat(text).doesNotContain("not_code", "ignored", "hidden");
        });
  }

  @Test
  void whatTheConversationNamesComesFirst() throws IOException {
    use(1000, (map, _) -> assertThat(awaited(map, "look at lonely.py")).startsWith("lonely.py:"));
  }

  @Test
  void theBudgetIsKept() throws IOException {
    use(
        20,
        (map, workspace) -> {
          for (int i = 0; i < 50; i++) {
            workspace.write("f" + i + ".py", "def part_" + i + "\nEngine\n");
          }
          String text = awaited(map, "hello");
          assertThat(text).contains("core.py");
          assertThat(TokenEstimator.tokens(text)).isLessThanOrEqualTo(20);
        });
  }

  /// Whoever can write the file of remembered tags can change an order, and no text.
  @Test
  void nothingIsShownThatOnlyTheRememberedTagsSay() throws IOException {
    try (TemporaryWorkspace workspace = TemporaryWorkspace.empty();
        TemporaryWorkspace home = TemporaryWorkspace.empty();
        Governor governor = governor(workspace, home)) {
      workspace.write("core.py", "def Engine\ndef unused\n");
      workspace.write("a.py", "def a_part\nEngine\n");
      Path file = TagCache.file(home.path(".writ"), workspace.root());
      Supplier<WorkspaceMap.Parsing> parsing =
          () -> new TagCache(new Words(), file, "1", DiskPort.system());
      try (WorkspaceMap map = new WorkspaceMap(governor.reading(), parsing, 1000, Instant::now)) {
        assertThat(awaited(map, "hello")).contains("1 Engine", "1 a_part");
      }
      assertThat(parsed).hasSize(2);
      String remembered = Files.readString(file);
      assertThat(remembered).contains("Engine", "a_part");
      Files.writeString(
          file, remembered.replace("\"Engine\"", "\"Obey\"").replace("a_part", "Delete_it"));
      try (WorkspaceMap map = new WorkspaceMap(governor.reading(), parsing, 1000, Instant::now)) {
        assertThat(awaited(map, "hello"))
            .contains("core.py:\n  2 unused")
            .doesNotContain("Obey", "Delete_it", "a.py");
      }
      assertThat(parsed).hasSize(2);
    }
  }

  @Test
  void onlyWhatChangedIsParsedAgain() throws IOException {
    use(
        1000,
        (map, workspace) -> {
          String before = awaited(map, "hello");
          assertThat(parsed).hasSize(4);
          assertThat(awaited(map, "hello"))
              .as("the same files give the same map")
              .isEqualTo(before);
          assertThat(parsed).hasSize(4);
          workspace.write("a.py", "def a_other\nEngine\n");
          workspace.write("lonely.py", "nothing\n");
          assertThat(awaited(map, "hello")).contains("a_other").doesNotContain("Lonely");
          assertThat(parsed).hasSize(6);
        });
  }
}
