// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.protection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.Machine;
import dev.writ.sandbox.mechanism.SandboxChooser;
import dev.writ.sandbox.mechanism.SandboxChooser.Wish;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Changes that count as changes of protected paths, and those that count as other sessions' work.
class PathProtectionTest {
  @TempDir Path directory;

  /// Other sessions of Writ continue while a command runs; their records remain.
  @Test
  void whatOtherSessionsRecordMeanwhileStays() throws Exception {
    SandboxChooser othersAtWork =
        new SandboxChooser(() -> place -> place.toString().matches(".*(trace|points).jsonl"));
    Machine machine =
        new Machine(Machine.get(othersAtWork, Wish.LANDLOCK), directory)
            .protecting(".orchestration", ".writ");
    Path ledger = machine.workspace.resolve(".orchestration/agent_trace.jsonl");
    Path intents = machine.workspace.resolve(".orchestration/active_intents.yaml");
    Path object = machine.workspace.resolve(".writ/objects").resolve(objectOf("kept"));
    Path fresh = machine.workspace.resolve(".writ/objects").resolve(objectOf("fresh"));
    Path staged = machine.workspace.resolve(".writ/objects/tmp/staged");
    Files.createDirectories(ledger.getParent());
    Files.createDirectories(object.getParent());
    Files.createDirectories(staged.getParent());
    Files.writeString(ledger, "{1}\n");
    Files.writeString(intents, "a");
    Files.writeString(object, "kept");

    LaunchResult result =
        machine.sh(
            """
            echo '{2}' >> .orchestration/agent_trace.jsonl
            echo '{1}' > .orchestration/checkpoints.jsonl; echo '{1}' > .orchestration/own.jsonl
            touch -d 2001-01-01 OBJECT; touch .writ/objects/tmp/staged
            mkdir -p $(dirname FRESH); printf fresh > FRESH
            """
                .replace("OBJECT", object.toString())
                .replace("FRESH", fresh.toString()));

    assertThat(result.report().reverted())
        .containsExactly(machine.workspace.resolve(".orchestration/own.jsonl"));
    assertThat(ledger).hasContent("{1}\n{2}");
    assertThat(staged).exists();
    assertThat(fresh).hasContent("fresh");
    result =
        machine.sh(
            """
            echo '{3}' > .orchestration/agent_trace.jsonl; echo b > .orchestration/active_intents.yaml
            echo kapt > OBJECT; echo x > .writ/x; rm -r .writ/objects/tmp
            """
                .replace("OBJECT", object.toString()));
    assertThat(result.report().reverted())
        .contains(ledger, intents, object, machine.workspace.resolve(".writ/x"));
    assertThat(ledger).hasContent("{1}\n{2}");
    assertThat(object).hasContent("kept");
    assertThat(staged.getParent()).isDirectory();
  }

  /// Who has the file open goes on to write it.
  @Test
  void whatNobodyElseCanHaveAppendedIsCutOff() throws Exception {
    Machine machine =
        new Machine(Machine.get(Wish.LANDLOCK), directory).protecting(".orchestration");
    Path ledger = machine.workspace.resolve(".orchestration/agent_trace.jsonl");
    Files.createDirectories(ledger.getParent());
    Files.writeString(ledger, "{1}\n");
    Object file = Files.getAttribute(ledger, "unix:ino");

    assertThat(machine.sh("echo '{2}' >> " + ledger).report().reverted()).containsExactly(ledger);
    assertThat(ledger).hasContent("{1}");
    assertThat(Files.getAttribute(ledger, "unix:ino")).isEqualTo(file);

    assertThat(machine.sh("echo '{2}' > " + ledger).report().reverted()).containsExactly(ledger);
    assertThat(ledger).hasContent("{1}");
  }

  /// Git writes its configuration again when it renames or removes a branch.
  @Test
  void whatIsWrittenAgainAsItWasIsNoChange() throws Exception {
    Machine machine = new Machine(Machine.get(Wish.LANDLOCK), directory).protecting("settings");
    Path settings = machine.workspace.resolve("settings");
    Path other = machine.workspace.resolve("other");
    Files.writeString(settings, "a = b\n");

    LaunchResult result =
        machine.sh("cp -p settings new; mv new settings; touch settings; ln settings other");
    assertThat(result.report().reverted()).isEmpty();
    assertThat(settings).hasContent("a = b");
    assertThat(Files.isSameFile(settings, other)).isFalse();

    result = machine.sh("cp settings new; chmod 600 new; mv new settings");
    assertThat(result.report().reverted()).containsExactly(settings);
    result = machine.sh("printf 'c = b\\n' > settings");
    assertThat(result.report().reverted()).containsExactly(settings);
    result = machine.sh("mv settings older; ln -s older settings");
    assertThat(result.report().reverted()).containsExactly(settings);
    assertThat(settings).hasContent("a = b");
  }

  private static String objectOf(String content) throws Exception {
    String hash =
        HexFormat.of()
            .formatHex(MessageDigest.getInstance("SHA-256").digest(content.getBytes(UTF_8)));
    return hash.substring(0, 2) + "/" + hash.substring(2);
  }

  private static final String OLD = "1".repeat(40);
  private static final String NEW = "2".repeat(40);

  private Path repository() throws IOException {
    Path git = Files.createDirectories(directory.toRealPath().resolve("ws/.git"));
    for (String name : List.of("refs/heads/main", "refs/tags/t", "hooks/x", "HEAD", "config")) {
      Files.createDirectories(git.resolve(name).getParent());
      Files.writeString(git.resolve(name), OLD + "\n");
    }
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
    return git;
  }

  /// What a Git does, and what none would do.
  private static void change(Path git) throws IOException {
    Files.writeString(git.resolve("refs/heads/main"), NEW + "\n");
    Files.createDirectories(git.resolve("refs/heads/topic"));
    Files.writeString(git.resolve("refs/heads/topic/a"), NEW + "\n");
    Files.delete(git.resolve("refs/tags/t"));
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/topic/a\n");
    Files.writeString(git.resolve("hooks/x"), "make\n");
    Files.writeString(git.resolve("hooks/y"), "make\n");
  }

  private static PathProtection protection(Path git, RightfulWriters.WriterWatch others)
      throws IOException {
    return new PathProtection(
        Objects.requireNonNull(git.getParent()), List.of(git), new ProtectedContentCache(), others);
  }

  @Test
  void whatOthersMayHaveChangedStaysAndTheRestDoesNot() throws Exception {
    Path git = repository();
    PathProtection protection = protection(git, place -> !place.toString().contains("/hooks"));
    change(git);

    PathProtection.ProtectionChanges changes = protection.restore();

    assertThat(changes.reverted())
        .containsExactlyInAnyOrder(git.resolve("hooks/x"), git.resolve("hooks/y"));
    assertThat(git.resolve("hooks/y")).doesNotExist();
    assertThat(git.resolve("refs/heads/main")).hasContent(NEW);
    assertThat(git.resolve("refs/heads/topic/a")).hasContent(NEW);
    assertThat(git.resolve("refs/tags/t")).doesNotExist();
    assertThat(changes.moves()).hasSize(4).allMatch(RefMove::stays);
  }

  @Test
  void refsThatArePutBackAreToldWithWhatTheyHeld() throws Exception {
    Path git = repository();
    PathProtection protection = protection(git, RightfulWriters.NONE.watch());
    change(git);

    PathProtection.ProtectionChanges changes = protection.restore();

    assertThat(git.resolve("refs/heads/main")).hasContent(OLD);
    assertThat(git.resolve("refs/heads/topic")).doesNotExist();
    assertThat(changes.moves())
        .extracting(move -> move.name() + " " + move.before() + " " + move.after())
        .containsExactlyInAnyOrder(
            "refs/heads/main " + OLD + " " + NEW,
            "refs/heads/topic/a  " + NEW,
            "refs/tags/t " + OLD + " ",
            "HEAD ref: refs/heads/main ref: refs/heads/topic/a");
    assertThat(changes.moves()).noneMatch(RefMove::stays);
  }

  private static PathProtection protection(Path git, ProtectedContentCache contents)
      throws IOException {
    return new PathProtection(
        Objects.requireNonNull(git.getParent()),
        List.of(git),
        contents,
        RightfulWriters.NONE.watch());
  }

  private static List<Path> large(Path directory, int files, int mode) throws IOException {
    Files.createDirectories(directory);
    List<Path> made = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      byte[] content = new byte[PathProtection.MOST_BYTES + 1];
      content[0] = (byte) i;
      Path file = Files.write(directory.resolve("f" + i), content);
      Files.setAttribute(file, "unix:mode", mode);
      made.add(file);
    }
    return made;
  }

  private static void remove(List<Path> files) throws IOException {
    for (Path file : files) {
      Files.delete(file);
    }
  }

  /// A repository may have any number of packs.
  @Test
  void allLargeFilesComeBack() throws Exception {
    Path git = repository();
    List<Path> packs = large(git.resolve("objects/pack"), 70, 0444);
    PathProtection protection = protection(git, RightfulWriters.NONE.watch());
    remove(packs);

    PathProtection.ProtectionChanges changes = protection.restore();

    assertThat(changes.lost()).isEmpty();
    for (int i = 0; i < packs.size(); i++) {
      assertThat(Files.readAllBytes(packs.get(i))[0]).isEqualTo((byte) i);
    }
  }

  /// What couldn't be put back is not put at risk.
  @ParameterizedTest
  @CsvSource({"2, 100000000, 0444", "100, 3000000, 0644"})
  void nothingRunsWhereMoreCouldBeRemovedThanIsKept(int mostHeld, long mostCopied, String mode)
      throws Exception {
    Path git = repository();
    ProtectedContentCache contents = new ProtectedContentCache(mostHeld, mostCopied);
    List<Path> packs = large(git.resolve("lfs"), 2, Integer.parseInt(mode, 8));
    PathProtection first = protection(git, contents);
    remove(packs);
    large(git.resolve("lfs"), 3, Integer.parseInt(mode, 8));

    assertThatThrownBy(() -> protection(git, contents))
        .isInstanceOf(SandboxException.class)
        .hasMessageContaining("git lfs prune");

    Files.delete(git.resolve("lfs/f2"));
    protection(git, contents); // those of before are no longer counted
    remove(packs);
    assertThat(first.restore().lost()).isEmpty(); // but still kept for who needs them
  }

  private static void git(Path in, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", in.toString()));
    command.addAll(List.of(words));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  /// A build only refreshes the index: that is put back without a word.
  @Test
  void whatIsStagedMeanwhileIsToldAndARefreshedIndexIsNot() throws Exception {
    Path workspace = Files.createDirectories(directory.toRealPath().resolve("ws"));
    Path file = workspace.resolve("file");
    git(workspace, "init", "-q");
    Files.writeString(file, "one");
    git(workspace, "add", "file");
    Path index = workspace.resolve(".git/index");
    PathProtection first = protection(workspace.resolve(".git"), RightfulWriters.NONE.watch());
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));
    git(workspace, "update-index", "--refresh");

    assertThat(first.restore().reverted()).isEmpty();

    PathProtection second = protection(workspace.resolve(".git"), RightfulWriters.NONE.watch());
    Files.writeString(file, "two");
    git(workspace, "add", "file");

    assertThat(second.restore().reverted()).contains(index);
  }
}
