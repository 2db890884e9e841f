// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ContentHash;
import dev.writ.kernel.change.UndoService;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.faults.RecordingDisk.Step;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A repository while a command's changes come into it: a person uses it meanwhile, or after a kill
/// before the next session, and finds what was there or what came.
class RepositoryOrderTest {
  private static final String TIDIES = "git commit -q --allow-empty -m x && git gc -q --prune=now";

  @TempDir Path directory;

  private static String git(Path root, String... arguments) throws Exception {
    List<String> argv = new ArrayList<>(List.of("git", "-C", root.toString()));
    argv.addAll(List.of("-c", "user.name=P", "-c", "user.email=p@example.com"));
    argv.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(argv).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("git %s: %s", List.of(arguments), said).isZero();
    return said.strip();
  }

  /// A site in a repository with a commit, whose objects are packed, and branches that aren't.
  private FaultySite site(String name) throws Exception {
    return site(name, "auto");
  }

  private FaultySite site(String name, String sandbox) throws Exception {
    FaultySite site = new FaultySite(directory.resolve(name), sandbox);
    Files.writeString(site.root.resolve(".gitignore"), ".writ/\n.orchestration/\nnode_modules/\n");
    git(site.root, "init", "-q", "-b", "main");
    git(site.root, "config", "user.name", "P");
    git(site.root, "config", "user.email", "p@example.com");
    git(site.root, "add", "-A");
    git(site.root, "commit", "-q", "-m", "begin");
    git(site.root, "repack", "-adq");
    git(site.root, "branch", "other");
    return site;
  }

  private static int at(List<Step> steps, Operation operation, String end) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).operation() == operation && steps.get(i).place().endsWith(end)) {
        return i;
      }
    }
    throw new AssertionError(operation + " " + end + " in " + steps);
  }

  @Test
  void whatGoesFromARepositoryGoesLast() throws Exception {
    FaultySite site = site("order");
    site.disk.arm(Fault.FAIL, Integer.MAX_VALUE);
    assertThat(site.run(TIDIES)).startsWith("0 ").doesNotContain("not applied");

    List<Step> steps = site.disk.steps();
    int pack = at(steps, Operation.RENAME, ".pack");
    int packIndex = at(steps, Operation.RENAME, ".idx");
    int refs = at(steps, Operation.RENAME, "packed-refs");
    int gone = at(steps, Operation.DELETE, "refs/heads/main");
    assertThat(List.of(pack, packIndex, refs, gone)).isSorted();
    assertThat(steps.subList(refs, gone)).anyMatch(step -> step.operation() == Operation.FORCE);
    assertThat(at(steps, Operation.DELETE, ".pack")).isGreaterThan(gone);
    assertThat(git(site.root, "log", "--format=%s", "main").lines()).containsExactly("x", "begin");
    site.end();
  }

  /// Ends at every operation of the application. The person commits before the next session.
  @Tag("slow")
  @Test
  void afterAKillEveryBranchIsThere() throws Exception {
    FaultySite whole = site("whole");
    whole.disk.arm(Fault.FAIL, Integer.MAX_VALUE);
    var _ = whole.run(TIDIES);
    int first = at(whole.disk.steps(), Operation.FORCE, "/plan") + 1;
    int last = whole.disk.steps().size();
    whole.end();
    for (int n = first; n <= last; n++) {
      FaultySite site = site("at-" + n);
      String other = git(site.root, "rev-parse", "other");
      site.disk.arm(Fault.CRASH, n);
      var _ = site.run(TIDIES);
      site.end();
      String at = "ended at " + n + " of " + last;
      assertThat(git(site.root, "rev-parse", "other")).as(at).isEqualTo(other);
      git(site.root, "fsck", "--no-dangling", "--no-progress");
      git(site.root, "commit", "-q", "--allow-empty", "-m", "mine");

      List<String> told = site.open(DiskPort.system()).recover();
      site.governor.close();

      at += told;
      assertThat(git(site.root, "rev-parse", "other")).as(at).isEqualTo(other);
      assertThat(git(site.root, "log", "--format=%s", "main").lines())
          .as(at)
          .contains("mine", "begin");
      git(site.root, "fsck", "--no-dangling", "--no-progress");
    }
  }

  /// Runs a command, and a person does something at the first operation that is one.
  private static String raced(
      FaultySite site, String line, Predicate<Step> when, DiskPort.Action person)
      throws IOException {
    AtomicBoolean came = new AtomicBoolean();
    site.open(
        (operation, place, action) -> {
          boolean isIt = when.test(new Step(operation, String.valueOf(place)));
          if (isIt && came.compareAndSet(false, true)) {
            person.run();
          }
          action.run();
        });
    String answer = site.run(line);
    assertThat(came).isTrue();
    return answer;
  }

  private static void append(Path file) throws IOException {
    Files.writeString(file, "person\n", StandardOpenOption.APPEND);
  }

  @Test
  void noStashGoesOfWhichAPartCouldNotBeApplied() throws Exception {
    FaultySite site = site("stash");
    append(site.root.resolve("old.txt"));
    append(site.root.resolve("mode.txt"));
    git(site.root, "stash", "-q");

    String answer =
        raced(
            site,
            "git stash pop -q",
            step -> step.operation() == Operation.FORCE && step.place().endsWith("/plan"),
            () -> Files.writeString(site.root.resolve("old.txt"), "mine\n"));

    assertThat(answer).contains("old.txt (not applied").doesNotContain("was removed");
    assertThat(site.root.resolve("old.txt")).hasContent("mine\n");
    assertThat(git(site.root, "stash", "list").lines()).hasSize(1);
    site.end();
  }

  @Test
  void whatIsStashedIsInTheStashBeforeItIsGone() throws Exception {
    FaultySite site = site("push");
    append(site.root.resolve("old.txt"));
    site.disk.arm(Fault.FAIL, Integer.MAX_VALUE);
    assertThat(site.run("git stash -q")).startsWith("0 ");

    List<Step> steps = site.disk.steps();
    assertThat(
            List.of(
                at(steps, Operation.RENAME, ".git/refs/stash"),
                at(steps, Operation.RENAME, "old.txt"),
                at(steps, Operation.RENAME, ".git/index")))
        .isSorted();
    site.end();
  }

  @Test
  void nothingOfARepositoryComesThatAnotherGitChangedMeanwhile() throws Exception {
    FaultySite site = site("raced");
    append(site.root.resolve("old.txt"));
    String answer =
        raced(
            site,
            "git commit -q -a -m x",
            step -> step.operation() == Operation.FORCE && step.place().endsWith("/plan"),
            () -> Files.writeString(site.root.resolve(".git/refs/heads/main"), "0\n"));

    assertThat(answer).contains("nothing else of .git was applied").doesNotContain("and is");
    assertThat(site.root.resolve(".git/refs/heads/main")).hasContent("0\n");
    site.end();
  }

  /// Where a name was that of a directory of refs a ref stands, or the other way round.
  @ParameterizedTest
  @CsvSource({
    "auto, git branch -m a/b a, a, a/b",
    "auto, git branch -m a a/b, a/b, a",
    "auto, git branch -m a a/x/y, a/x/y, a",
    "auto, git pack-refs --all && git branch -m a/b a, a, a/b",
    "auto, git checkout -q a/b && git branch -m a, a, a/b",
    "auto, git checkout -q a && git branch -m a/b, a/b, a",
    "auto, git branch -D a/b && git branch a, a, a/b",
    "auto, git branch -D a && git branch a/b, a/b, a",
    "landlock, git branch -m a/b a, a, a/b",
    "landlock, git branch -m a a/b, a/b, a",
  })
  void aRefTakesThePlaceOfADirectoryOfRefs(String sandbox, String line, String comes, String goes)
      throws Exception {
    FaultySite site = site("swap", sandbox);
    git(site.root, "branch", goes, "main");
    String id = git(site.root, "rev-parse", "main");

    String answer = site.run(line);

    assertThat(answer).startsWith("0 ").doesNotContain("not applied");
    assertThat(git(site.root, "for-each-ref", "--format=%(refname:short) %(objectname)").lines())
        .as(answer)
        .containsExactly(comes + " " + id, "main " + id, "other " + id);
    assertThat(git(site.root, "reflog", comes)).isNotEmpty();
    git(site.root, "fsck", "--strict", "--no-dangling", "--no-progress");
    site.end();
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"a/b, a", "a, a/b"})
  void afterAKillTheRefHasOneOfItsNames(String goes, String comes) throws Exception {
    boolean ended = false;
    for (int n = 1; !ended; n++) {
      FaultySite site = site("kill-" + n, "auto");
      git(site.root, "checkout", "-q", "-b", goes);
      String id = git(site.root, "rev-parse", "main");
      site.disk.arm(Fault.CRASH, n);
      String answer = site.run("git branch -m " + comes);
      ended = answer.startsWith("0 ");
      site.end();
      String at = "ended at " + n + ": " + answer;
      String format = "--format=%(refname:short) %(objectname)";
      assertThat(git(site.root, "for-each-ref", format, "refs/heads/a").lines())
          .as(at)
          .isSubsetOf(goes + " " + id, comes + " " + id)
          .hasSize(1);

      List<String> told = site.open(DiskPort.system()).recover();
      site.governor.close();

      at += told;
      assertThat(git(site.root, "rev-parse", "HEAD")).as(at).isEqualTo(id);
      assertThat(git(site.root, "for-each-ref", format, "refs/heads/a").lines())
          .as(at)
          .containsExactly(git(site.root, "branch", "--show-current") + " " + id);
    }
  }

  @ParameterizedTest
  @CsvSource({"a/b, a, a/c", "a, a/b, a"})
  void aRefThatAPersonMakesMeanwhileStays(String goes, String comes, String persons)
      throws Exception {
    FaultySite site = site("raced-ref", "auto");
    git(site.root, "branch", goes, "main");
    String id = git(site.root, "rev-parse", "main");
    Path made = site.root.resolve(".git/refs/heads/" + persons);
    String answer =
        raced(
            site,
            "git branch -m " + goes + " " + comes,
            step -> step.operation() == Operation.FORCE && step.place().endsWith("/plan"),
            () -> Files.writeString(made, id + "\n"));

    assertThat(answer).contains("nothing else of .git was applied");
    assertThat(git(site.root, "for-each-ref", "--format=%(refname:short)").lines())
        .contains(goes, persons, "main")
        .doesNotContain(comes);
    site.end();
  }

  /// The same where a file was saved before the changes were judged.
  @Test
  void noMergeComesInPart() throws Exception {
    FaultySite site = site("merge");
    Path file = site.root.resolve("old.txt");
    git(site.root, "checkout", "-q", "other");
    append(file);
    append(site.root.resolve("mode.txt"));
    git(site.root, "commit", "-q", "-a", "-m", "theirs");
    git(site.root, "checkout", "-q", "main");
    git(site.root, "commit", "-q", "--allow-empty", "-m", "ours");
    String head = git(site.root, "rev-parse", "HEAD");

    String answer =
        raced(
            site,
            "git merge -q --no-edit other",
            step ->
                step.operation() == Operation.LOCK && step.place().endsWith(".writ/objects/lock"),
            () -> Files.writeString(file, "mine\n"));

    assertThat(answer).contains("old.txt (not applied").doesNotContain("and is");
    assertThat(git(site.root, "rev-parse", "HEAD")).isEqualTo(head);
    assertThat(git(site.root, "status", "--porcelain", "-uno").lines())
        .containsExactly("M old.txt"); // stripped
    assertThat(file).hasContent("mine");
    site.end();
  }

  /// What a person does while records are written is the person's.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatAPersonDoesMeanwhileIsNotRecorded(boolean removes) throws Exception {
    FaultySite site = site("saved-" + removes);
    Files.writeString(site.root.resolve("two.sh"), "echo x >> old.txt; echo x >> mode.txt\n");
    Path file = site.root.resolve("old.txt");
    String was = ContentHash.of(Files.readString(file));
    String answer =
        raced(
            site,
            "sh two.sh",
            step -> step.operation() == Operation.WRITE && step.place().endsWith(Ledger.PATH),
            () -> {
              if (removes) {
                Files.delete(file);
              } else {
                append(file);
              }
            });

    assertThat(answer).contains("old.txt (not applied");
    List<RecordedChange> of = new ArrayList<>();
    for (TraceRecord record :
        TraceRecord.readable(Files.readString(site.root.resolve(Ledger.PATH)))) {
      of.addAll(record.files().stream().filter(one -> one.path().equals("old.txt")).toList());
    }
    assertThat(of).hasSize(2);
    assertThat(of.getLast().after().hash()).contains(was);
    String before = Files.exists(file) ? Files.readString(file) : "none";
    List<UndoService.Undone> undone =
        site.governor
            .undo()
            .undo(
                new UndoService.Selection.BySession("S-1"),
                new ActOrigin("S-2", 1, 1, new ActOrigin.Contributor.Human()),
                false);
    String after = Files.exists(file) ? Files.readString(file) : "none";
    assertThat(after).as("%s", undone).isEqualTo(before);
    site.end();
  }
}
