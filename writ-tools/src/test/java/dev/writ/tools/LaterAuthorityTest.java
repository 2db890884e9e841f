// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.authority.TrustStore;
import dev.writ.kernel.grant.PackActivator;
import dev.writ.kernel.grant.PersonAuthority;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.session.SessionRecollection;
import dev.writ.kernel.session.SessionState;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.ScriptedPerson;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A person may agree to a project's file, or take that back, while a session runs, in another
/// terminal.
class LaterAuthorityTest {
  private static final String WIDE = "authority:\n  level: observe\n  contained: allow\n";

  private static final String NARROW = "authority:\n  level: observe\n";

  @TempDir Path directory;

  private static String verdict(Door door) {
    return Door.code(door.call("run_command", "command", "sh make.sh"));
  }

  @Test
  void whatAPersonAgreesToMeanwhileCounts() throws Exception {
    try (Door door = Door.in(directory, _ -> {})) {
      door.file("make.sh", "echo made\n");
      String before = verdict(door);
      assertThat(before).isNotEqualTo("ok");

      door.file(AuthorityFile.PATH, WIDE);
      assertThat(verdict(door)).as("nobody has agreed to it").isNotEqualTo("ok");

      door.file(AuthorityFile.PATH, "authority: {");
      assertThat(verdict(door)).as("nobody can read it").isNotEqualTo("ok");

      door.file(AuthorityFile.PATH, WIDE);
      try (Door other = Door.in(directory, setup -> setup.session = "S-2")) {
        other.governor.authority().confirm(WIDE, "me");
      }
      assertThat(verdict(door)).isEqualTo("ok");

      door.file(AuthorityFile.PATH, NARROW);
      assertThat(verdict(door)).as("the first agreement holds for the session").isEqualTo("ok");
    }
  }

  @Test
  void whatAPersonTakesBackMeanwhileCounts() throws Exception {
    try (Door door = Door.in(directory, _ -> {}).contained()) {
      door.file("make.sh", "echo made\n");
      assertThat(verdict(door)).isEqualTo("ok");
      assertThat(door.governor.authority().isContained()).isTrue();

      try (Door other = Door.in(directory, setup -> setup.session = "S-2")) {
        other.governor.authority().withdraw("me");
      }
      assertThat(door.governor.authority().isContained()).as("for the next turn").isFalse();
      assertThat(verdict(door)).isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  /// It says the same as before where somebody changed the file and no person has agreed to that.
  @Test
  void aNarrowerFileCountsOnceAPersonAgreesToIt() throws Exception {
    try (Door door = Door.in(directory, _ -> {}).contained()) {
      door.file("make.sh", "echo made\n");
      assertThat(verdict(door)).isEqualTo("ok");

      door.file(AuthorityFile.PATH, NARROW);
      try (Door other = Door.in(directory, setup -> setup.session = "S-2")) {
        new TrustStore(door.data).trustHook("another", "place", "hash", "me", Instant.EPOCH);
        assertThat(verdict(door)).isEqualTo("ok");
        other.governor.authority().confirm(NARROW, "me");
      }
      assertThat(verdict(door)).isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  @Test
  void aGrantThatAPersonTakesBackMeanwhileAnswersNothing() throws Exception {
    ScriptedPerson person = new ScriptedPerson();
    try (Door door = person.door(directory, _ -> {})) {
      person.answers.add(ScriptedPerson.yes(Approver.Extent.PROJECT));
      assertThat(door.code("write_file", "path", "src/a.txt", "content", "1\n")).isEqualTo("ok");
      assertThat(door.code("write_file", "path", "src/b.txt", "content", "1\n")).isEqualTo("ok");

      try (Door other = Door.in(directory, setup -> setup.session = "S-2")) {
        PersonAuthority authority = other.governor.authority();
        authority.withdraw(authority.kept().getFirst(), "me");
      }
      assertThat(door.code("write_file", "path", "src/c.txt", "content", "1\n"))
          .isEqualTo("APPROVAL_REJECTED");
      assertThat(person.questions).hasSize(2);
    }
  }

  @Test
  void aPackThatAPersonDeactivatesMeanwhileSpeaksForNothing() throws Exception {
    try (Door door = Door.in(directory, _ -> {}).contained()) {
      assertThat(door.code("run_command", "command", "git --version")).isEqualTo("ok");
      try (Door other = Door.in(directory, setup -> setup.session = "S-2")) {
        PackActivator packs = other.governor.authority().packs();
        packs.deactivate("git", packs.inForce("git").orElseThrow(), "me");
      }
      assertThat(door.code("run_command", "command", "git --version"))
          .isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  /// The default of a chat depends on it.
  @Test
  void whatHappensUnaskedIsAskedForAgainInEachTurn() {
    Deque<ExecutionMode> usual =
        new ArrayDeque<>(List.of(ExecutionMode.INTERACTIVE, ExecutionMode.RESTRICTED_AUTONOMOUS));
    SessionState state =
        new SessionState(
            "S-1", WorkMode.SHIPPED.getFirst(), usual::removeFirst, new SessionRecollection());
    Intent request = Intent.ofSession("INT-S-1", "test");
    state.beginTurn(request);
    assertThat(state.execution()).isEqualTo(ExecutionMode.INTERACTIVE);
    assertThat(state.execution()).isEqualTo(ExecutionMode.INTERACTIVE);
    state.beginTurn(request);
    assertThat(state.execution()).isEqualTo(ExecutionMode.RESTRICTED_AUTONOMOUS);
  }
}
