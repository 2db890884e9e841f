// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.kernel.repository.RepositoryUse;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.mechanism.SandboxChooser;
import dev.writ.sandbox.mechanism.UnsandboxedConsent;
import dev.writ.sandbox.probe.SandboxProbes;
import dev.writ.sandbox.probe.SandboxProbes.ProbeReport;
import dev.writ.sandbox.probe.SandboxProbes.ProbeResult;
import dev.writ.sandbox.protection.RightfulWriters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A sandbox that was to be proved.
class SessionSandboxTest {
  @TempDir Path directory;

  private SessionSandbox shelter(String wish, Optional<UnsandboxedConsent> consent)
      throws IOException {
    WorkspaceRoot root = WorkspaceRoot.open(directory);
    SessionSandbox sandbox =
        new SessionSandbox(
            root,
            directory,
            List.of(),
            wish,
            consent,
            new RepositoryUse(root, directory, RightfulWriters.NONE));
    sandbox.demandProof();
    return sandbox;
  }

  private static void need(SandboxChooser.Wish wish) {
    assumeTrue(
        new SandboxChooser().choose(wish) instanceof SandboxChooser.SandboxSelection.ChosenSandbox,
        "no " + wish + " here");
  }

  @Test
  @Tag("slow")
  void namespacesAreProved() throws IOException {
    need(SandboxChooser.Wish.NAMESPACES);
    try (SessionSandbox sandbox = shelter("auto", Optional.empty())) {
      assertThat(sandbox.executor().sandbox().name()).isEqualTo("namespaces");
    }
  }

  @Test
  void nothingElseWillDo() throws IOException {
    need(SandboxChooser.Wish.LANDLOCK);
    try (SessionSandbox sandbox = shelter("landlock", Optional.empty())) {
      for (int again = 0; again < 2; again++) {
        assertThatThrownBy(sandbox::executor)
            .isInstanceOf(SandboxException.class)
            .hasMessageContaining("needs namespaces");
      }
    }
  }

  @Test
  void aPersonsWordStandsAboveThat() throws IOException {
    try (SessionSandbox sandbox = shelter("auto", Optional.of(new UnsandboxedConsent("a test")))) {
      assertThat(sandbox.executor().sandbox().name()).isEqualTo("none");
    }
  }

  @Test
  void oneActThatGetsThroughIsEnough() {
    ProbeReport held = new ProbeReport("tcp", new ProbeResult.Prevented());
    ProbeReport through = new ProbeReport("udp", new ProbeResult.Succeeded("it was not refused"));
    ProbeReport unknown = new ProbeReport("mount", new ProbeResult.NotTried("no perl"));

    assertThat(SandboxProbes.refusal(List.of(held, unknown))).isEmpty();
    assertThat(SandboxProbes.refusal(List.of(held, through)))
        .hasValueSatisfying(why -> assertThat(why).contains("udp (it was not refused)"));
    assertThat(SandboxProbes.refusal(List.of(unknown)))
        .hasValueSatisfying(why -> assertThat(why).contains("no forbidden act"));
  }
}
