// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import dev.writ.tools.builtin.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What commands do to repositories of every kind, so that the person's own Git would run or write
/// something afterwards; and what reaches others while a view is judged.
class CommandRepositoriesTest {
  /// Adds an entry to an index of version 2, before all others.
  private static final String FORGE =
      """
      import hashlib, struct, subprocess, sys
      place, name = sys.argv[1], sys.argv[2].encode()
      blob = subprocess.run(["git", "hash-object", "-w", "--stdin"], input=b"x", capture_output=True)
      index = open(place, "rb").read()
      sort, version, count = struct.unpack(">4sII", index[:12])
      entry = bytes(24) + struct.pack(">I", 0o100755) + bytes(12)
      entry += bytes.fromhex(blob.stdout.decode().strip()) + struct.pack(">H", len(name)) + name
      entry += bytes(8 - len(entry) % 8)
      end = 12
      for _ in range(count):
          length = struct.unpack(">H", index[end + 60:end + 62])[0] & 0xFFF
          end += (62 + length + 8) // 8 * 8
      whole = struct.pack(">4sII", sort, version, count + 1) + entry + index[12:end]
      open(place, "wb").write(whole + hashlib.sha1(whole).digest())
      """;

  private static final String BACKGROUND =
      """
      import os, socket, time
      s = socket.socket(socket.AF_UNIX); s.bind("made/s"); s.listen(1)
      print("listens", flush=True)
      s.accept()
      """;

  private static final String FOREGROUND =
      """
      import socket
      socket.socketpair()
      try:
          socket.socket(socket.AF_UNIX).connect("made/s"); print("connected")
      except OSError as e:
          print("refused")
      """;

  @TempDir Path directory;
  private Path marker;

  @BeforeEach
  void place() {
    marker = directory.resolve("marker");
  }

  @ParameterizedTest
  @CsvSource({".git/hooks/post-checkout", "../outside", ".GIT/config", "a/../../outside"})
  void anIndexNamesOnlyWhatMayBeInAWorkTree(String name) throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      door.file("forge.py", FORGE);
      String script =
          """
          mkdir sub; cd sub; git init -q .; rm -rf .git/hooks
          echo a > a; git add a
          python3 ../forge.py .git/index NAME
          """
              .replace("NAME", name);
      Scripts.sh(door, script);
      assertThat(door.root.resolve("sub/.git/index")).doesNotExist();
      hook(door, "python3 forge.py .git/index " + name + "\n");
      byte[] before = door.bytes(".git/index");
      door.call("run_command", "command", "git commit -q -m second --allow-empty");
      assertThat(door.bytes(".git/index")).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "namespaces, bare, mirror.git",
    "namespaces, bare, out/mirror.git",
    "namespaces, separate, elsewhere",
    "namespaces, link, elsewhere",
    "landlock, bare, mirror.git",
    "landlock, separate, elsewhere",
    "landlock, link, elsewhere"
  })
  void repositoriesByOtherNamesStayAsTheyAre(String sandbox, String kind, String place)
      throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      Path repository = door.root.resolve(place);
      switch (kind) {
        case "bare" -> Scripts.git(door, "init", "-q", "--bare", repository.toString());
        case "separate" ->
            Scripts.git(door, "init", "-q", "--separate-git-dir", repository.toString(), "sub");
        default -> {
          Files.move(door.root.resolve(".git"), repository);
          Files.createSymbolicLink(door.root.resolve(".git"), Path.of(place));
        }
      }
      String config = Files.readString(repository.resolve("config"));
      Scripts.sh(
          door,
          """
          printf '[core]\\n\\tfsmonitor = touch MARKER\\n' >> PLACE/config
          mkdir -p PLACE/hooks; echo x > PLACE/hooks/pre-commit; echo ../x > PLACE/commondir
          echo fine > src/new.txt
          """
              .replace("PLACE", place)
              .replace("MARKER", marker.toString()));
      assertThat(repository.resolve("config")).hasContent(config);
      assertThat(repository.resolve("hooks/pre-commit")).doesNotExist();
      assertThat(repository.resolve("commondir")).doesNotExist();
      assertThat(door.root.resolve("src/new.txt")).exists();
      assertThat(marker).doesNotExist();
    }
  }

  /// A hook that the person has runs a script of the project.
  static void hook(Door door, String script) throws Exception {
    Path hook = door.file(".git/hooks/pre-commit", "#!/bin/sh\nexec sh ./lint.sh\n");
    Files.setAttribute(hook, "unix:mode", 0755);
    door.file("lint.sh", script);
    identify(door);
  }

  static void identify(Door door) throws Exception {
    Scripts.git(door, "config", "user.name", "T");
    Scripts.git(door, "config", "user.email", "t@example.org");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm -f .git/refs/heads/other",
        "rm -rf .git/refs/heads/packed; sed -i /packed/d .git/packed-refs",
        "rm -rf .git/logs",
        "sed -i 1d .git/logs/HEAD",
        "git branch -q -D other",
        "rm .git/HEAD",
        "git update-ref -d refs/tags/v1",
      })
  void aHookRemovesNoRefsAndShortensNoLogs(String script) throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      Scripts.git(door, "branch", "packed");
      Scripts.git(door, "tag", "v1");
      Scripts.git(door, "pack-refs", "--all");
      Scripts.git(door, "branch", "other");
      Scripts.git(door, "commit", "-q", "--allow-empty", "-m", "more");
      String refs = Scripts.git(door, "for-each-ref");
      String log = door.read(".git/logs/HEAD");
      hook(door, script);
      CallAnswer answer =
          door.call("run_command", "command", "git commit -q -m second --allow-empty");
      assertThat(answer.result().content()).contains("does not state");
      assertThat(Scripts.git(door, "for-each-ref")).isEqualTo(refs);
      assertThat(door.read(".git/logs/HEAD")).isEqualTo(log);
    }
  }

  /// Whoever asks Git for it may remove refs; each change of one is told.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void changesOfRefsAreTold(String mechanism) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      WorkTree.prepare(door);
      identify(door);
      Scripts.git(door, "branch", "other");
      Scripts.git(door, "pack-refs", "--all");
      String was = Scripts.git(door, "rev-parse", "--short=12", "HEAD").strip();
      assertThat(git(door, "branch -q -D other"))
          .contains("refs/heads/other was removed: it was " + was);
      assertThat(git(door, "checkout -q -b new"))
          .contains(
              "HEAD was refs/heads/master and is refs/heads/new", "refs/heads/new is new: " + was);
      assertThat(git(door, "commit -q --allow-empty -m x"))
          .contains("refs/heads/new was " + was + " and is ");
      assertThat(git(door, "stash list")).doesNotContain("refs");
      door.file("src/a.txt", "other\n");
      assertThat(git(door, "stash push -q")).contains("refs/stash is new");
      assertThat(git(door, "stash pop -q")).contains("refs/stash was removed");
      assertThat(git(door, "gc -q --prune=now")).doesNotContain("refs/heads");
      hook(door, "git symbolic-ref HEAD refs/heads/master");
      assertThat(git(door, "commit -q --allow-empty -m x")).contains("HEAD was refs/heads/new");
    }
  }

  static String git(Door door, String arguments) {
    CallAnswer answer = door.call("run_command", "command", "git " + arguments);
    assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
    return answer.result().content();
  }

  @Test
  void aStoppedOperationIsTold() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      identify(door);
      Scripts.git(door, "checkout", "-q", "-b", "other");
      door.file("src/a.txt", "theirs\n");
      Scripts.git(door, "commit", "-q", "-a", "-m", "theirs");
      Scripts.git(door, "checkout", "-q", "master");
      door.file("src/a.txt", "ours\n");
      Scripts.git(door, "commit", "-q", "-a", "-m", "ours");
      assertThat(door.text("run_command", "command", "git merge -q other"))
          .contains("an operation has stopped in .git: MERGE_HEAD");
    }
  }

  /// An overlay renames no directory of the workspace; the sandbox moves it in Git's place.
  @Test
  void gitMovesDirectories() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      git(door, "mv docs docs2");
      git(door, "mv src/a.txt src/c.txt");
      assertThat(Scripts.git(door, "status", "--short"))
          .contains("R  docs/deep/er/c.txt -> docs2/deep/er/c.txt", "R  src/a.txt -> src/c.txt");
      assertThat(door.root.resolve("docs")).doesNotExist();
    }
  }

  /// Where a hidden file lies in a directory, only what is not hidden can be moved.
  /// What Git keeps of a worktree is of no use without its parts that Git obeys.
  @Test
  void ofARefusedWorktreeGitKeepsNothing() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      Scripts.git(door, "branch", "topic");
      identify(door);

      assertThat(door.text("run_command", "command", "git worktree add wt topic"))
          .contains("PROTECTED_PATH", "wt/.git");
      assertThat(door.root.resolve(".git/worktrees")).doesNotExist();

      Scripts.git(door, "worktree", "add", "-q", "linked", "topic");
      assertThat(door.text("run_command", "command", "git worktree add -b more wt2"))
          .contains("PROTECTED_PATH", "wt2/.git");
      assertThat(door.root.resolve(".git/refs/heads/more")).exists();
      assertThat(door.root.resolve(".git/worktrees/linked/gitdir")).exists();
      assertThat(door.root.resolve(".git/worktrees/wt2")).doesNotExist();
    }
  }

  @Test
  void aDirectoryWithASecretIsNotMoved() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      door.file("docs/.env", "KEY=secret\n");
      String told = door.text("run_command", "command", "git mv docs docs2");
      assertThat(told).contains("Invalid cross-device link", "mv its files");
      assertThat(door.root.resolve("docs2")).doesNotExist();
      assertThat(door.root.resolve("docs/.env")).hasContent("KEY=secret\n");
    }
  }

  /// Another Git is at work when its lock stands, and locks that a hook leaves hold nobody up.
  @Test
  void locksOfGitAreRespectedAndNotLeft() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      hook(door, ": > .git/refs/heads/left.lock");
      git(door, "branch -q x");
      CallAnswer answer = door.call("run_command", "command", "git commit -q -m x --allow-empty");
      assertThat(answer.result().content())
          .contains("left.lock (not applied: no process holds that lock");
      assertThat(door.root.resolve(".git/refs/heads/left.lock")).doesNotExist();
      door.file("state.txt", "begins\n");
      hook(door, "while grep -q begins state.txt; do :; done");
      byte[] index = door.bytes(".git/index");
      door.file("src/a.txt", "changed\n");
      Path views = door.root.resolve(".writ/objects/views");
      Thread person =
          Thread.ofPlatform()
              .start(
                  () -> {
                    CommandViewLinesTest.awaitInView(views, ".git/index.lock");
                    door.file(".git/index.lock", "");
                    door.file("state.txt", "done\n");
                  });
      answer = door.call("run_command", "command", "git commit -q -a -m y");
      person.join();
      assertThat(answer.result().content()).contains("holds .git/index.lock");
      assertThat(door.bytes(".git/index")).isEqualTo(index);
    }
  }

  @Test
  void aHookLeavesNoStoppedOperationThatRunsPrograms() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      hook(
          door,
          """
          mkdir .git/rebase-merge; cd .git/rebase-merge
          git rev-parse HEAD > onto; cp onto orig-head; echo refs/heads/x > head-name
          echo 'exec touch MARKER' > git-rebase-todo; : > interactive
          """
              .replace("MARKER", marker.toString()));
      door.call("run_command", "command", "git commit -q -m second --allow-empty");
      assertThat(door.root.resolve(".git/rebase-merge")).doesNotExist();
    }
  }

  @Test
  void nothingIsHandedToACommandInTheBackground() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file(".gitignore", "made/\n");
      door.file("made/here", "");
      door.file("bg.py", BACKGROUND);
      door.file("fg.py", FOREGROUND);
      Scripts.repository(door);
      door.call("run_background", "command", "python3 bg.py");
      assertThat(door.text("command_output", "id", "b1", "wait", 20)).contains("listens");
      assertThat(door.call("run_command", "command", "python3 fg.py").result().content())
          .contains("refused");
    }
  }

  /// A stranger's repository brings what looks like a view that a dead session left.
  @Test
  void whatAWorkspaceBringsSaysNothingOfViews() throws Exception {
    try (Door first = Scripts.door(directory)) {
      first.file(".writ/objects/views/x/upper/keep", "x");
      first.file(".writ/objects/views/x/begun", "{\"command\":\"make\"}");
      first.file(".writ/objects/views/x/kept", "");
      Path lock = first.root.resolve(".writ/objects/views/x/lock");
      Files.createSymbolicLink(lock, directory.resolve("outside"));
      assertThat(first.governor.recover()).isEmpty();
      assertThat(first.governor.keptChanges().all()).isEmpty();
      assertThat(directory.resolve("outside")).doesNotExist();
    }
  }

  @Test
  void objectsThatLeadElsewhereAreNotFollowed() throws IOException {
    Path outside = Files.createDirectories(directory.resolve("app/views/precious"));
    Files.createDirectories(directory.resolve("root/.writ"));
    Files.createSymbolicLink(directory.resolve("root/.writ/objects"), directory.resolve("app"));
    try (Door door = Scripts.door(directory)) {
      assertThat(door.governor.recover()).isEmpty();
      assertThat(door.code("run_command", "command", "touch a")).isEqualTo("IO_ERROR");
      assertThat(outside).exists();
      assertThat(directory.resolve("app/views")).isDirectoryContaining(p -> p.equals(outside));
    }
  }

  @Test
  void aBranchGoesOnFollowingWhomItFollowed() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      Scripts.git(door, "remote", "add", "origin", "https://example.org/x");
      Scripts.git(door, "config", "branch.master.remote", "origin");
      String before = door.read(".git/config");
      for (String remote : new String[] {"ext::sh", "up"}) {
        door.call(
            "run_command",
            "command",
            "git config branch.master.remote "
                + remote
                + " && git remote add up https://a.example/");
        assertThat(door.read(".git/config")).isEqualTo(before);
      }
    }
  }
}
