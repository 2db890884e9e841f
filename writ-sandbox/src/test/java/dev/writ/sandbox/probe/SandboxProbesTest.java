// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.sandbox.launch.Machine;
import dev.writ.sandbox.launch.PlainUser;
import dev.writ.sandbox.launch.Sandbox;
import dev.writ.sandbox.mechanism.SandboxChooser;
import dev.writ.sandbox.mechanism.SandboxChooser.SandboxSelection;
import dev.writ.sandbox.mechanism.SandboxChooser.Wish;
import dev.writ.sandbox.mechanism.UnconfinedSandbox;
import dev.writ.sandbox.mechanism.UnsandboxedConsent;
import dev.writ.sandbox.probe.SandboxProbes.ProbeReport;
import dev.writ.sandbox.probe.SandboxProbes.ProbeResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every forbidden act is attempted in both mechanisms, as the present user and, if that is root,
/// as a plain user too.
@Tag("slow")
@ResourceLock(value = Machine.DESCRIPTORS, mode = ResourceAccessMode.READ)
class SandboxProbesTest {
  /// Fewer attempts than this mean that the list got lost.
  private static final int LEAST_ATTEMPTS = 270;

  /// Runs the probes in a JVM of its own, one line for what was not prevented.
  public static final class AsUser {
    private AsUser() {}

    public static void main(String[] words) throws IOException, InterruptedException {
      String said =
          switch (new SandboxChooser().choose(Wish.valueOf(words[0]))) {
            case SandboxSelection.ChosenSandbox(Sandbox sandbox) -> {
              List<ProbeReport> probes = SandboxProbes.attempt(sandbox);
              yield probes.size()
                  + " attempts"
                  + probes.stream()
                      .filter(p -> !(p.result() instanceof ProbeResult.Prevented))
                      .toList();
            }
            case SandboxSelection.UnavailableSandbox(String reason) -> "unavailable: " + reason;
          };
      System.out.println(said);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NAMESPACES", "LANDLOCK"})
  void everyForbiddenActIsPrevented(Wish wish) throws IOException, InterruptedException {
    List<ProbeReport> probes = SandboxProbes.attempt(Machine.toClose(wish));

    assertThat(probes).hasSizeGreaterThan(LEAST_ATTEMPTS);
    assertThat(probes).filteredOn(p -> p.result() instanceof ProbeResult.Succeeded).isEmpty();
    assumeTrue(
        probes.stream().noneMatch(p -> p.result() instanceof ProbeResult.NotTried), "no perl");
  }

  @ParameterizedTest
  @EnumSource(names = {"NAMESPACES", "LANDLOCK"})
  void everyForbiddenActIsPreventedForAPlainUser(Wish wish, @TempDir Path directory)
      throws IOException, InterruptedException {
    String said = PlainUser.said(AsUser.class, directory, wish.name());

    assertThat(said).matches("2[7-9]\\d attempts\\[]");
  }

  /// The acts are real: without a sandbox those that do no harm get through.
  @Test
  void theActsGetThroughWithoutASandbox() throws IOException, InterruptedException {
    List<ProbeReport> probes =
        SandboxProbes.attempt(
            new UnconfinedSandbox(new UnsandboxedConsent("a test")),
            name ->
                List.of(
                        "write-outside",
                        "new-hook",
                        "read-blocked",
                        "tcp",
                        "udp",
                        "abstract-socket",
                        "socket-by-name",
                        "datagram-of-pair",
                        "signal",
                        "keys",
                        "trace-me",
                        "mode-by-handle",
                        "move-parent",
                        "files-of-host",
                        "listen",
                        "limits",
                        "new-settings",
                        "exchange",
                        "move-over",
                        "git-as-file",
                        "common-directory",
                        "config-in-place",
                        "settings-as-pipe",
                        "settings-too-deep",
                        "write-blocked",
                        "directory-of-host",
                        "personality",
                        "special-group-bit")
                    .contains(name));

    assertThat(probes).hasSize(28).allMatch(p -> p.result() instanceof ProbeResult.Succeeded);
  }
}
