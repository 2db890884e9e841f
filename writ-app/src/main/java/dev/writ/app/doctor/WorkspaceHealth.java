// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app.doctor;

import dev.writ.kernel.authority.Authority;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.door.Governor;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.run.SandboxProof;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Checks of a workspace: its intents, its records, what is granted in it, and its sandbox.
public final class WorkspaceHealth {
  private final Governor governor;

  public WorkspaceHealth(Governor governor) {
    this.governor = governor;
  }

  /// The declared intents.
  public HealthFinding intents() throws IOException {
    return switch (governor.intents()) {
      case DeclaredIntents.Undeclared() ->
          HealthFinding.ok("intents", "no intents declared: each request is its own intent");
      case DeclaredIntents.Declared declared ->
          HealthFinding.ok(
              "intents",
              declared.all().size() + " intents, " + declared.active().size() + " active");
      case DeclaredIntents.MalformedIntents(String problem) ->
          HealthFinding.fail(
              "intents", problem, "Correct the file; until then nothing can be changed.");
    };
  }

  /// The ledger.
  public HealthFinding ledger() throws IOException {
    return switch (governor.verify()) {
      case VerificationReport.Sound sound ->
          HealthFinding.ok(
              "ledger",
              "ledger is valid, "
                  + sound.records()
                  + (sound.records() == 1 ? " record" : " records"));
      case VerificationReport.BrokenLedger ledger -> broken(ledger);
      case VerificationReport.BrokenCheckpoint checkpoint ->
          HealthFinding.fail("ledger", problem(checkpoint), "Compare it with Git.");
      case VerificationReport.BrokenBoth(var ledger, var checkpoint) ->
          HealthFinding.fail(
              "ledger",
              problem(ledger) + "; " + problem(checkpoint),
              "To see both: writ trace verify");
    };
  }

  private static HealthFinding broken(VerificationReport.BrokenLedger ledger) {
    return HealthFinding.fail(
        "ledger",
        problem(ledger),
        ledger.lost().isPresent()
            ? "To find and restore it from Git: writ trace verify"
            : "Compare it with Git.");
  }

  private static String problem(VerificationReport.BrokenLedger ledger) {
    return "ledger line " + ledger.line() + ": " + ledger.problem();
  }

  private static String problem(VerificationReport.BrokenCheckpoint checkpoint) {
    return "checkpoint " + checkpoint.line() + ": " + checkpoint.problem();
  }

  /// The audit log.
  public List<HealthFinding> audit() throws IOException {
    AuditLog.Review review = governor.audit();
    List<HealthFinding> findings = new ArrayList<>();
    if (!review.unreadable().isEmpty()) {
      findings.add(
          HealthFinding.fail(
              "audit",
              "audit log: unreadable lines " + review.unreadable(),
              "Another program wrote to it; keep a copy and look at those lines."));
    }
    if (!review.open().isEmpty()) {
      findings.add(
          HealthFinding.warn(
              "audit",
              "audit log: " + review.open().size() + " decisions without an outcome",
              "A process ended in between; writ trace verify checks the ledger."));
    }
    return findings.isEmpty() ? List.of(HealthFinding.ok("audit", "audit log")) : findings;
  }

  /// The authority of commands here.
  public HealthFinding authority() {
    Authority authority = governor.authority().authority();
    return switch (authority) {
      case Authority.MissingAuthority() ->
          HealthFinding.ok(
              "authority",
              "nothing is granted yet: writ chat asks about each change and each command; writ run"
                  + " changes files by itself, and asks about deletions and about commands that do"
                  + " more than read; writ init proposes grants");
      case Authority.Granted granted ->
          HealthFinding.ok(
              "authority",
              "granted: "
                  + granted.words()
                  + (governor.authority().isContained()
                      ? "; commands whose effects stay in this folder run without asking"
                      : ""));
      case Authority.MalformedAuthority(String problem) ->
          HealthFinding.fail(
              "authority",
              problem,
              "Correct " + AuthorityFile.PATH + ", then confirm it with: writ trust");
      case Authority.Untrusted() ->
          HealthFinding.warn(
              "authority",
              AuthorityFile.PATH + " is not confirmed in its current state, so it grants nothing",
              "Read it, then confirm it with: writ trust");
    };
  }

  /// The sandbox, tried with everything that it must prevent.
  ///
  /// @param verbose whether its known limits are listed
  public List<HealthFinding> sandbox(boolean verbose) {
    List<HealthFinding> findings = new ArrayList<>();
    try {
      SandboxProof proof = governor.proveSandbox();
      String name = "sandbox (" + proof.mechanism() + ")";
      int all = proof.prevented() + proof.succeeded().size() + proof.notTried().size();
      String tried =
          " works: %d of %d forbidden acts were tried, all prevented"
              .formatted(proof.prevented(), all);
      String more =
          verbose || proof.gaps().isEmpty() ? "" : "; writ doctor -v lists its known limits";
      findings.add(
          proof.succeeded().isEmpty()
              ? HealthFinding.ok("sandbox", verbose ? name + tried : name + " works" + more)
              : HealthFinding.fail(
                  "sandbox",
                  name + " does not hold: " + String.join("; ", proof.succeeded()),
                  "Do not run a model's commands here; report these lines."));
      proof
          .unmapped()
          .ifPresent(
              what ->
                  findings.add(
                      HealthFinding.warn(
                          "sandbox",
                          what,
                          "Give it your own group (chgrp), or set safety.sandbox: landlock.")));
      if (verbose) {
        proof.gaps().forEach(gap -> findings.add(HealthFinding.warn("sandbox", gap, "")));
        proof
            .notTried()
            .forEach(act -> findings.add(HealthFinding.warn("sandbox", "not tried: " + act, "")));
      }
    } catch (IOException e) {
      findings.add(
          HealthFinding.fail(
              "sandbox", "no sandbox: " + e.getMessage(), "Without one Writ runs no program."));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return findings;
  }
}
