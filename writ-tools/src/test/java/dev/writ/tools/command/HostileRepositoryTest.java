// Implements: docs/spec/08-authority-and-packs.md §8.1 (Authority levels (ordered, non-inheriting))
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Without grants Git may read without a question, and a foreign repository starts no program by
/// that.
class HostileRepositoryTest {
  private static final String STARTED = "zebra was started";

  /// Whatever Git gives it and wants of it, it says that it was started.
  private static final String PROGRAM =
      "#!/bin/sh\necho '" + STARTED + "' >&2; echo '" + STARTED + "'\ncat\n";

  private static final List<String> LINES =
      List.of(
          "git status",
          "git status --short",
          "git diff",
          "git diff HEAD~1",
          "git diff --stat",
          "git log -p",
          "git log --show-pulls --oneline",
          "git show",
          "git show HEAD:a.txt",
          "git blame a.txt",
          "git grep two",
          "git ls-files -m",
          "git cat-file --textconv HEAD:a.txt",
          "git log --pretty=own",
          "git log --alternate-refs --oneline",
          "git stash list -p",
          "git diff --submodule=diff",
          "git branch -v",
          "timeout 20 git status",
          "env -i git status",
          "env -u GIT_CONFIG_COUNT git diff");

  @TempDir Path directory;

  private final List<String> asked = new ArrayList<>();

  private Door door(String sandbox) {
    return Door.in(
        directory.resolve(sandbox),
        setup -> {
          setup.environment = Map.of("HOME", directory.resolve("home").toString());
          setup.rules = Door.under(sandbox);
          setup.approver =
              question -> {
                asked.addAll(question.reasons());
                return new Approver.Answer.No("");
              };
        });
  }

  private static void repository(Door door) throws Exception {
    door.file("a.txt", "one\n");
    Scripts.repository(door);
    door.file("a.txt", "one\ntwo\n");
    Scripts.git(door, "commit", "-qam", "two");
    door.file("a.txt", "one\ntwo\nthree\n");
    Path program = door.file("p.sh", PROGRAM);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    door.file(".gitattributes", "*.txt filter=x diff=x merge=x\n");
  }

  private void assertNothingStarted(Door door) {
    for (String line : LINES) {
      CallAnswer answer = door.call("run_command", "command", line);
      assertThat(answer.result().content()).as(line).doesNotContain(STARTED);
      assertThat(Door.code(answer)).as(line).isIn("ok", "APPROVAL_REJECTED", "COMMAND_FAILED");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "core.fsmonitor=PROGRAM",
        "core.hooksPath=HOOKS",
        "diff.external=PROGRAM",
        "diff.x.textconv=PROGRAM",
        "diff.x.command=PROGRAM",
        "filter.x.clean=PROGRAM",
        "filter.x.process=PROGRAM",
        "filter.lfs.clean=git-lfs clean -- %f; PROGRAM",
        "core.pager=PROGRAM",
        "pager.log=PROGRAM",
        "core.alternateRefsCommand=PROGRAM",
        "core.sshCommand=PROGRAM",
        "core.editor=PROGRAM",
        "log.showSignature=true gpg.program=PROGRAM",
        "pretty.own=%G? gpg.program=PROGRAM",
        "alias.st=!PROGRAM",
        "alias.status=!PROGRAM",
        "credential.helper=PROGRAM",
        "include.path=../more.gitconfig",
        "include.path=PLACE/more.gitconfig",
        "extensions.worktreeConfig=true worktree",
        "trailer.x.command=PROGRAM",
        "hook.x.event=post-index-change hook.x.command=PROGRAM",
        "include.path=link/../more.gitconfig linked",
        "diff.submodule=diff former",
        "lfs.extension.x.clean=PROGRAM",
        "hooks",
        "submodule"
      })
  void readingStartsNothing(String settings) throws Exception {
    for (String sandbox : List.of("namespaces", "landlock")) {
      try (Door door = door(sandbox)) {
        repository(door);
        configure(door, settings);
        assertNothingStarted(door);
      }
    }
  }

  private static void configure(Door door, String settings) throws Exception {
    String program = door.root.resolve("p.sh").toString();
    Path hooks = Files.createDirectories(door.root.resolve("hooks"));
    for (String hook : List.of("post-index-change", "fsmonitor-watchman", "pre-commit")) {
      Files.copy(door.root.resolve("p.sh"), hooks.resolve(hook));
    }
    door.file("more.gitconfig", "[diff \"x\"]\n\ttextconv = " + program + "\n");
    for (String setting : settings.split(" (?=[a-zA-Z.]+=|[a-z]+$)", -1)) {
      int equals = setting.indexOf('=');
      String value =
          setting
              .substring(equals + 1)
              .replace("PROGRAM", program)
              .replace("HOOKS", hooks.toString())
              .replace("PLACE", door.root.toString());
      switch (setting) {
        case "hooks" ->
            Files.copy(
                hooks.resolve("post-index-change"),
                Files.createDirectories(door.root.resolve(".git/hooks"))
                    .resolve("post-index-change"));
        case "submodule" -> submodule(door, program);
        case "former" -> formerSubmodule(door, program);
        case "linked" -> {
          Files.createDirectories(door.root.resolve("deep/er"));
          Files.createSymbolicLink(door.root.resolve(".git/link"), Path.of("../deep/er"));
          Files.copy(door.root.resolve("more.gitconfig"), door.root.resolve("deep/more.gitconfig"));
        }
        case "worktree" -> Scripts.git(door, "config", "--worktree", "diff.x.textconv", program);
        default -> Scripts.git(door, "config", setting.substring(0, equals), value);
      }
    }
  }

  /// One with a repository of its own in it, which no `.gitmodules` names.
  private static void submodule(Door door, String program) throws Exception {
    Scripts.git(door, "init", "-q", "sub");
    door.file("sub/a.txt", "one\n");
    Scripts.git(door, "-C", "sub", "add", "-A");
    Scripts.git(door, "-C", "sub", "commit", "-qm", "one");
    Scripts.git(door, "add", "sub");
    Scripts.git(door, "commit", "-qm", "three");
    door.file("sub/a.txt", "two\n");
    door.file("sub/.gitattributes", "*.txt filter=x diff=x\n");
    Scripts.git(door, "-C", "sub", "config", "filter.x.clean", program);
    Scripts.git(door, "-C", "sub", "config", "diff.x.textconv", program);
  }

  /// One that the index has no longer, but the history.
  private static void formerSubmodule(Door door, String program) throws Exception {
    Scripts.git(door, "init", "-q", "sub");
    door.file("sub/a.txt", "one\n");
    Scripts.git(door, "-C", "sub", "add", "-A");
    Scripts.git(door, "-C", "sub", "commit", "-qm", "one");
    Scripts.git(door, "add", "sub");
    Scripts.git(door, "commit", "-qm", "three");
    door.file("sub/a.txt", "two\n");
    Scripts.git(door, "-C", "sub", "commit", "-qam", "two");
    Scripts.git(door, "commit", "-qm", "four", "sub");
    Scripts.git(door, "rm", "-q", "--cached", "sub");
    Scripts.git(door, "commit", "-qm", "five");
    Scripts.git(door, "-C", "sub", "config", "diff.external", program);
  }

  /// A content is missing that Git would fetch when it is to be shown.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "remote.origin.uploadpack=PROGRAM remote.origin.url=/nowhere",
        "core.sshCommand=PROGRAM remote.origin.url=ssh://git.example/x",
        "credential.helper=!PROGRAM http.proxy=http://a@127.0.0.1:1 "
            + "remote.origin.url=http://git.example/x",
        "protocol.ext.allow=always remote.origin.url=ext::PROGRAM"
      })
  void whatIsMissingIsFetchedByNothing(String settings) throws Exception {
    try (Door door = door("namespaces")) {
      repository(door);
      configure(door, settings);
      lacking(door);
      assertThat(ungoverned(door, "git", "log", "-p")).contains(STARTED);
      for (String line : List.of("git log -p", "git show", "git diff HEAD~1")) {
        assertThat(door.text("run_command", "command", line)).as(line).doesNotContain(STARTED);
      }
      assertThat(asked).isNotEmpty();
    }
  }

  /// A program's output without Writ.
  private static String ungoverned(Door door, String... line) throws IOException {
    ProcessBuilder program =
        new ProcessBuilder(line).directory(door.root.toFile()).redirectErrorStream(true);
    program.environment().put("GIT_TERMINAL_PROMPT", "0");
    program.redirectInput(new File("/dev/null"));
    return new String(program.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void lacking(Door door) throws Exception {
    Scripts.git(door, "config", "core.repositoryFormatVersion", "1");
    Scripts.git(door, "config", "extensions.partialClone", "origin");
    Scripts.git(door, "config", "remote.origin.promisor", "true");
    String id = "5626abf0f72e58d7a153368ba57db4c673c0e171"; // of "one"
    Files.delete(door.root.resolve(".git/objects/" + id.substring(0, 2) + "/" + id.substring(2)));
  }

  /// Git ignores a directory of that name that is not a repository.
  @ParameterizedTest
  @ValueSource(strings = {"empty", "HEAD", "blank"})
  void whatIsNoRepositoryIsPassedOver(String kind) throws Exception {
    try (Door door = door("namespaces")) {
      repository(door);
      Scripts.git(door, "config", "diff.x.textconv", door.root + "/p.sh");
      Scripts.git(door, "config", "diff.external", door.root + "/p.sh");
      Path inner = Files.createDirectories(door.root.resolve("inner/.git"));
      if (kind.equals("HEAD")) {
        Files.writeString(inner.resolve("HEAD"), "ref: refs/heads/main\n");
      } else if (kind.equals("blank")) {
        Scripts.git(door, "init", "-q", "other");
        Files.createDirectories(inner.resolve("common"));
        Files.writeString(inner.resolve("HEAD"), "ref: refs/heads/main\n");
        Files.writeString(inner.resolve("commondir"), " common\n");
        Scripts.git(door, "clone", "-q", "--bare", ".", "inner/.git/common");
      }
      for (String line : List.of("cd inner && git diff HEAD~1", "git -C inner log -p")) {
        assertThat(door.text("run_command", "command", line)).as(line).doesNotContain(STARTED);
      }
    }
  }

  /// A clone that leaves contents out for later is one like others, unless something in it says
  /// which programs fetch them.
  @Test
  void ordinaryPartialClonesAskNothing() throws Exception {
    try (Door door = door("namespaces")) {
      repository(door);
      Scripts.git(door, "config", "remote.origin.url", "https://git.example/x.git");
      Scripts.git(door, "config", "remote.origin.promisor", "true");
      Scripts.git(door, "config", "remote.origin.partialCloneFilter", "blob:none");
      assertThat(door.code("run_command", "command", "git log -p")).isEqualTo("ok");
      assertThat(asked).isEmpty();
    }
  }

  @Test
  void theQuestionNamesTheProgram() throws Exception {
    try (Door door = door("namespaces")) {
      repository(door);
      Scripts.git(door, "config", "diff.x.textconv", "./p.sh");
      assertThat(door.code("run_command", "command", "git diff")).isEqualTo("APPROVAL_REJECTED");
      assertThat(asked)
          .anyMatch(reason -> reason.contains("diff.x.textconv = ./p.sh (.git/config)"));
    }
  }

  @Test
  void aDirectoryThatLooksLikeARepositoryIsOne() throws Exception {
    try (Door door = door("namespaces")) {
      repository(door);
      Scripts.git(door, "clone", "-q", "--bare", ".", "evil");
      Scripts.git(door, "-C", "evil", "config", "core.fsmonitor", door.root + "/p.sh");
      Scripts.git(door, "-C", "evil", "config", "diff.x.textconv", door.root + "/p.sh");
      Scripts.git(door, "-C", "evil", "config", "core.bare", "false");
      Scripts.git(door, "-C", "evil", "config", "core.worktree", door.root.toString());
      Files.createSymbolicLink(door.root.resolve("link"), Path.of("evil"));
      for (String line :
          List.of(
              "cd evil && git status",
              "cd evil && git log -p",
              "git -C evil diff",
              "git -C evil/refs log -p",
              "cd link && git diff",
              "git -C ./link/../evil log -p")) {
        assertThat(door.text("run_command", "command", line)).as(line).doesNotContain(STARTED);
      }
    }
  }

  @Test
  void theQuestionDoesNotSayASecret() throws Exception {
    try (Door door = door("namespaces")) {
      repository(door);
      Scripts.git(door, "config", "gpg.token", "hunter2secret");

      assertThat(door.text("run_command", "command", "git log -1")).doesNotContain("hunter2secret");
      assertThat(asked)
          .anyMatch(question -> question.contains("gpg.token"))
          .noneMatch(question -> question.contains("hunter2secret"));
    }
  }

  /// Usual settings ask no question.
  @Test
  void ordinaryRepositoriesAskNothing() throws IOException, Exception {
    try (Door door = door("namespaces")) {
      repository(door);
      for (String setting :
          List.of(
              "user.name=a",
              "remote.origin.url=https://git.example/x.git",
              "remote.origin.fetch=+refs/heads/*:refs/remotes/origin/*",
              "branch.main.remote=origin",
              "branch.main.vscode-merge-base=origin/main",
              "core.hooksPath=.husky/_",
              "core.autocrlf=input",
              "core.fsmonitor=true",
              "core.sshCommand=ssh -i x",
              "pull.rebase=true",
              "alias.st=status",
              "credential.helper=store",
              "filter.lfs.clean=git-lfs clean -- %f",
              "filter.lfs.process=git-lfs filter-process",
              "filter.lfs.required=true",
              "diff.algorithm=histogram",
              "diff.java.xfuncname=x",
              "merge.conflictstyle=zdiff3",
              "submodule.sub.active=true",
              "lfs.repositoryformatversion=0",
              "gitflow.branch.master=main",
              "gitreview.username=a",
              "annex.uuid=1-2",
              "delta.navigate=true",
              "interactive.diffFilter=delta --color-only",
              "pager.log=false",
              "help.autocorrect=prompt",
              "ssh.variant=ssh",
              "uploadpack.allowFilter=true",
              "sendemail.smtppass=x",
              "trace2.eventTarget=0",
              "gpg.format=ssh",
              "commit.gpgsign=true")) {
        int equals = setting.indexOf('=');
        Scripts.git(door, "config", setting.substring(0, equals), setting.substring(equals + 1));
      }
      for (String line : List.of("git status", "git diff", "git log -p", "git show HEAD~1")) {
        CallAnswer answer = door.call("run_command", "command", line);
        assertThat(Door.code(answer)).as(line + answer.result().content()).isEqualTo("ok");
      }
      assertThat(asked).isEmpty();
    }
  }
}
