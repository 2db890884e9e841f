// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Extent;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.kernel.approval.Approver.Section;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.tools.builtin.Door;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A command runs first, and a person sees what it changed before that counts.
class ShownChangesTest {
  private static final String CHANGE = "python3 -c \"open('src/a.txt', 'a').write('two\\n')\"";

  @TempDir Path directory;

  @BeforeEach
  void needsViews() {
    Door.needsViews();
  }

  private final List<Question> questions = new ArrayList<>();
  private final Deque<Approver> answers = new ArrayDeque<>();

  private static Answer shown(Question question) {
    return new Answer.Yes(question.digest(), Extent.SHOWN);
  }

  private static Answer yes(Question question) {
    return new Answer.Yes(question.digest());
  }

  private static Answer task(Question question) {
    return new Answer.Yes(question.digest(), Extent.INTENT);
  }

  private static Answer no(Question question) {
    return new Answer.No("not so");
  }

  private Door door(ExecutionMode execution, String sandbox) throws Exception {
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.rules = Door.under(sandbox);
              setup.execution = execution;
              setup.approver = this::answer;
            });
    door.intents();
    door.file("src/a.txt", "one\n");
    door.call("select_active_intent", "intent", "CODE", "intent_id", "INT-001");
    return door;
  }

  private Door door() throws Exception {
    return door(ExecutionMode.RESTRICTED_AUTONOMOUS, "namespaces");
  }

  private Answer answer(Question question) throws InterruptedException {
    questions.add(question);
    Approver approver = answers.poll();
    return approver == null ? new Answer.No("not expected") : approver.ask(question);
  }

  private static String run(Door door, String line) {
    return door.text("run_command", "command", line);
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERACTIVE", "RESTRICTED_AUTONOMOUS"})
  void whatIsAgreedToCounts(ExecutionMode execution) throws Exception {
    answers.addAll(List.of(ShownChangesTest::shown, ShownChangesTest::yes));
    try (Door door = door(execution, "namespaces")) {
      assertThat(run(door, CHANGE)).contains("src/a.txt");
      assertThat(door.root.resolve("src/a.txt")).hasContent("one\ntwo\n");
      assertThat(questions).hasSize(2);
      assertThat(questions.getFirst().choices().shown()).isPresent();
      Question second = questions.getLast();
      assertThat(second.what().getFirst()).isEqualTo("keep what this changed? " + CHANGE);
      assertThat(second.act().consequences()).containsExactly("1 place, +1 -0");
      assertThat(second.reasons()).containsExactly("none of it is in the workspace yet");
      assertThat(second.sections()).singleElement().satisfies(ShownChangesTest::showsTheLine);
      assertThat(second.choices().shown()).isEmpty();
      assertThat(second.choices().editable()).isEmpty();
      assertThat(door.call("run_command", "command", "true").ledger()).isEmpty();
    }
  }

  private static void showsTheLine(Section section) {
    assertThat(section.title()).isEqualTo("src/a.txt +1 -0");
    assertThat(section.text()).contains("+two");
  }

  /// The command's receipt, the answer's receipt with what it answers to, then the outcomes.
  /// What no line of a difference says: where links lead, and who may do what.
  @Test
  void linksAndPermissionsAreShown() throws Exception {
    try (Door door = door()) {
      Files.createDirectory(door.root.resolve("src/d"));
      answers.add(ShownChangesTest::shown);
      answers.add(ShownChangesTest::no);

      run(
          door,
          "python3 -c \"import os; os.chmod('src/d', 0o777); os.chmod('src/a.txt', 0o755);"
              + " os.symlink('/etc/hosts', 'src/l'); open('src/x', 'w'); os.chmod('src/x', 0o755);"
              + " open('src/y', 'w')\"");

      assertThat(questions.getLast().sections())
          .extracting(Section::title)
          .containsExactlyInAnyOrder(
              "src/d (directory), rwxr-xr-x -> rwxrwxrwx",
              "src/a.txt +0 -0, rw-r--r-- -> rwxr-xr-x",
              "src/l (nothing -> link to /etc/hosts)",
              "src/x +0 -0, rwxr-xr-x",
              "src/y +0 -0");
    }
  }

  @Test
  void eachOfTheTwoActsHasItsReceipt() throws Exception {
    answers.addAll(List.of(ShownChangesTest::shown, ShownChangesTest::yes));
    try (Door door = door()) {
      run(door, CHANGE);
      List<String> lines =
          door.audit()
              .lines()
              .filter(line -> line.contains("run_command") || isOfAnswer(line))
              .toList();
      assertThat(lines.getFirst())
          .contains("a person, for the session: commands under INT-001, whose changes are shown");
      String receipt = lines.getFirst().replaceAll(".*?\"id\":\"([^\"]+)\".*", "$1");
      assertThat(lines.get(1))
          .contains("\"tool\":\"changes\"", "\"receipt\":\"" + receipt + "\"", "\"allow\"")
          .contains("{\"effect\":\"keep\",\"files\":[\"src/a.txt\"]}");
    }
  }

  private static boolean isOfAnswer(String line) {
    return line.contains("\"tool\":\"changes\"");
  }

  @Test
  void whatIsRefusedNeverHappened() throws Exception {
    answers.addAll(List.of(ShownChangesTest::shown, ShownChangesTest::no));
    try (Door door = door()) {
      assertThat(run(door, CHANGE))
          .contains(
              "The person saw its changes and rejected them, so Writ drops all of them: not so");
      assertThat(door.root.resolve("src/a.txt")).hasContent("one\n");
      assertThat(door.audit().lines().filter(ShownChangesTest::isOfAnswer))
          .singleElement()
          .asString()
          .contains("\"deny\"");
      assertThat(door.root.resolve(".writ/objects/views")).isEmptyDirectory();
    }
  }

  /// The rest of a line stands on what its parts before changed.
  @Test
  void aLineEndsWhereWhatItChangedIsRefused() throws Exception {
    answers.addAll(List.of(ShownChangesTest::shown, ShownChangesTest::no));
    try (Door door = door()) {
      String line = CHANGE + "; python3 -c 'print(7)' $(cat src/a.txt)";
      assertThat(run(door, line)).contains("rejected them").doesNotContain("7\n");
      assertThat(questions).hasSize(2);
    }
  }

  /// After the first answer only what changes something asks.
  @Test
  void whatChangesNothingAsksNothing() throws Exception {
    answers.add(ShownChangesTest::shown);
    try (Door door = door()) {
      assertThat(run(door, "python3 -c 'print(7)'")).isEqualTo("7\n");
      assertThat(run(door, "python3 -c 'print(8)'")).isEqualTo("8\n");
      assertThat(questions).hasSize(1);
    }
  }

  @Test
  void theWholeTaskEndsTheQuestions() throws Exception {
    answers.addAll(List.of(ShownChangesTest::shown, ShownChangesTest::task));
    try (Door door = door()) {
      run(door, CHANGE);
      run(door, CHANGE);
      assertThat(door.root.resolve("src/a.txt")).hasContent("one\ntwo\ntwo\n");
      assertThat(questions).hasSize(2);
    }
  }

  /// What somebody changes while a person looks is shown again, with what is left then.
  @Test
  void whatWasShownIsWhatCounts() throws Exception {
    try (Door door = door()) {
      answers.add(ShownChangesTest::shown);
      answers.add(
          question -> {
            write(door.root.resolve("src/a.txt"), "mine\n");
            return yes(question);
          });
      answers.add(ShownChangesTest::yes);
      String both = "python3 -c \"open('src/a.txt', 'a').write('x'); open('src/b.txt', 'w')\"";
      assertThat(run(door, both)).contains("src/a.txt", "changed meanwhile");
      assertThat(door.root.resolve("src/a.txt")).hasContent("mine\n");
      assertThat(door.root.resolve("src/b.txt")).exists();
      assertThat(questions).hasSize(3);
      assertThat(questions.getLast().sections()).hasSize(1);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// As after an interruption of the command itself.
  @Test
  void nothingCountsWhenItIsAborted() throws Exception {
    answers.add(ShownChangesTest::shown);
    answers.add(
        _ -> {
          throw new InterruptedException();
        });
    try (Door door = door()) {
      assertThat(run(door, CHANGE))
          .contains(
              "was aborted by the person while it ran. Nothing it changed was applied; 'writ");
      assertThat(Thread.interrupted()).isTrue();
      assertThat(door.root.resolve("src/a.txt")).hasContent("one\n");
      assertThat(door.governor.keptChanges().all()).hasSize(1);
    }
  }

  /// What isn't recorded needs no answer: outputs that Git ignores.
  @Test
  void outputsAreNotShown() throws Exception {
    answers.add(ShownChangesTest::shown);
    try (Door door = door()) {
      door.file(".gitignore", "node_modules/\n");
      run(door, "python3 -c \"import os; os.makedirs('node_modules/a')\"");
      assertThat(door.root.resolve("node_modules/a")).isDirectory();
      assertThat(questions).hasSize(1);
    }
  }

  /// A build may ask for a host: until it does, it reaches nobody.
  @Test
  void whatMayAskForAHostIsShown() throws Exception {
    answers.addAll(List.of(ShownChangesTest::shown, ShownChangesTest::no));
    try (Door door = door()) {
      door.file("Makefile", "all:\n\techo two >> src/a.txt\n");
      run(door, "make");
      assertThat(questions.getFirst().act().consequences())
          .contains("asks before it reaches a host");
      assertThat(questions).hasSize(2);
      assertThat(door.root.resolve("src/a.txt")).hasContent("one\n");
    }
  }

  /// What leaves the view asks before, and isn't offered to be shown.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "curl -s http://example.invalid/",
        "cat .env",
        "git reset --hard",
        "git push origin main",
        "docker rm -f all"
      })
  void whatCantBeShownIsntOffered(String line) throws Exception {
    try (Door door = door()) {
      door.file(".env", "SECRET=1\n");
      door.call("run_command", "command", line);
      assertThat(questions)
          .allSatisfy(question -> assertThat(question.choices().shown()).isEmpty());
    }
  }

  /// Of Git's data the refs are shown; the index alone asks nothing.
  @Test
  void whatGitMovedIsShown() throws Exception {
    answers.addAll(List.of(ShownChangesTest::shown, ShownChangesTest::no));
    try (Door door = door()) {
      String script = "git init -q . && git config user.email a@b.c && git config user.name A";
      Process git =
          new ProcessBuilder("sh", "-e", "-c", script).directory(door.root.toFile()).start();
      assertThat(git.waitFor()).isZero();
      run(door, "git add src/a.txt");
      assertThat(questions).hasSize(1);
      run(door, "git commit -m one src/a.txt");
      assertThat(questions).hasSize(2);
      assertThat(questions.getLast().act().consequences()).containsExactly("Git's data");
      assertThat(questions.getLast().sections().getFirst().title()).isEqualTo("Git");
      assertThat(door.root.resolve(".git/refs/heads")).isEmptyDirectory();
    }
  }

  @Test
  void removalsAreShown() throws Exception {
    answers.addAll(List.of(ShownChangesTest::shown, ShownChangesTest::no));
    try (Door door = door()) {
      run(door, "rm src/a.txt");
      assertThat(questions.getLast().sections().getFirst().title()).isEqualTo("src/a.txt +0 -1");
      assertThat(door.root.resolve("src/a.txt")).hasContent("one\n");
    }
  }

  @Test
  void isNotOfferedWhereThereAreNoViews() throws Exception {
    try (Door door = door(ExecutionMode.RESTRICTED_AUTONOMOUS, "landlock")) {
      door.call("run_command", "command", CHANGE);
      assertThat(questions)
          .singleElement()
          .extracting(q -> q.choices().shown().isPresent())
          .isEqualTo(false);
    }
  }

  /// `contained: show`: the project's authority says so for all.
  @Test
  void anAuthorityFileCanSayIt() throws Exception {
    answers.add(ShownChangesTest::yes);
    try (Door door = door()) {
      confirm(door, "authority:\n  level: observe\n  contained: show\n");
      assertThat(run(door, "python3 -c 'print(7)'")).isEqualTo("7\n");
      assertThat(questions).isEmpty();
      run(door, CHANGE);
      assertThat(door.root.resolve("src/a.txt")).hasContent("one\ntwo\n");
      assertThat(questions).hasSize(1);
    }
  }

  private static void confirm(Door door, String authority) throws Exception {
    door.file(AuthorityFile.PATH, authority);
    door.governor.authority().confirm(authority, "me");
  }

  /// Where nobody is there, what would be shown is kept.
  @Test
  void whatNobodySawIsKept() throws Exception {
    try (Door door =
        Door.in(
            directory,
            setup -> {
              setup.rules = Door.under("namespaces");
              setup.approver = Approver.nobody();
            })) {
      door.intents();
      door.file("src/a.txt", "one\n");
      confirm(door, "authority:\n  level: observe\n  contained: show\n");
      door.call("select_active_intent", "intent", "CODE", "intent_id", "INT-001");
      String said = run(door, CHANGE);
      assertThat(said)
          .contains(
              "A person must see its changes, and no person can be asked. Nothing it changed was"
                  + " applied; 'writ changes show ");
      assertThat(door.root.resolve("src/a.txt")).hasContent("one\n");
      assertThat(door.governor.keptChanges().all()).hasSize(1);
    }
  }
}
