// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.run;

import dev.writ.kernel.program.SessionSandbox;
import dev.writ.sandbox.launch.PipelineExecutor;
import dev.writ.sandbox.launch.Sandbox;
import dev.writ.sandbox.probe.SandboxProbes;
import dev.writ.sandbox.probe.SandboxProbes.ProbeReport;
import dev.writ.sandbox.probe.SandboxProbes.ProbeResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The result of attempting every forbidden act inside the sandbox.
///
/// @param mechanism its name
/// @param gaps what that mechanism can't do here, a line each
/// @param prevented how many acts it kept a program from
/// @param succeeded the acts that got through: the sandbox doesn't hold
/// @param notTried the acts with an unknown result, with the reason
/// @param unmapped what no command of a user can change here because of its owner, in a sentence
public record SandboxProof(
    String mechanism,
    List<String> gaps,
    int prevented,
    List<String> succeeded,
    List<String> notTried,
    Optional<String> unmapped) {
  public SandboxProof {
    gaps = List.copyOf(gaps);
    succeeded = List.copyOf(succeeded);
    notTried = List.copyOf(notTried);
  }

  /// Tries the forbidden acts; takes a second or more.
  ///
  /// @throws IOException if there is no sandbox, or its fixture cannot be prepared
  public static SandboxProof of(SessionSandbox session) throws IOException, InterruptedException {
    PipelineExecutor executor = session.executor();
    Sandbox sandbox = executor.sandbox();
    int prevented = 0;
    List<String> succeeded = new ArrayList<>();
    List<String> notTried = new ArrayList<>();
    for (ProbeReport probe : SandboxProbes.attempt(sandbox)) {
      switch (probe.result()) {
        case ProbeResult.Prevented() -> prevented++;
        case ProbeResult.Succeeded(String how) -> succeeded.add(probe.name() + ": " + how);
        case ProbeResult.NotTried(String why) -> notTried.add(probe.name() + ": " + why);
      }
    }
    return new SandboxProof(
        sandbox.name(), executor.gaps(), prevented, succeeded, notTried, session.unmapped());
  }
}
