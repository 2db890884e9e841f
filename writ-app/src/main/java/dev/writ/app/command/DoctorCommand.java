// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app.command;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.ProgramVersion;
import dev.writ.app.process.Subcommand;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.door.AutoCommit;
import dev.writ.kernel.door.Governor;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.run.SandboxProof;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// `writ doctor`: checks what Writ stands on, a line each with the remedy.
public final class DoctorCommand implements Subcommand {
  private static final long LOW_DISK_BYTES = 100L * 1024 * 1024;

  @Override
  public Card card() {
    return new Card("doctor", "Check what Writ stands on.", "", "writ doctor", List.of());
  }

  /// How a check ended.
  private enum Finding {
    OK,
    WARN,
    FAIL
  }

  private static final class Report {
    private final PrintStream out;
    private boolean failed;

    Report(PrintStream out) {
      this.out = out;
    }

    void line(Finding finding, String what, String remedy) {
      failed |= finding == Finding.FAIL;
      String mark =
          switch (finding) {
            case OK -> "ok    ";
            case WARN -> "warn  ";
            case FAIL -> "fail  ";
          };
      out.println(mark + DisplayText.line(what));
      if (!remedy.isEmpty()) {
        out.println("      " + DisplayText.line(remedy));
      }
    }
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    Report report = new Report(context.out());
    PlatformDescription platform = PlatformDescription.ofProcess();
    report.line(Finding.OK, ProgramVersion.line() + ", " + platform.words(), "");
    if (!platform.isVerified()) {
      report.line(
          Finding.WARN,
          platform.words() + " is unverified",
          "Writ was tried on Linux on x86-64; report what does not work.");
    }
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.Use.RUN, Approver.nobody())) {
      report.line(Finding.OK, "workspace " + host.governor().root(), "");
      report.line(Finding.OK, new AutoCommit(host.governor()).repository().words(), "");
      model(host.settings(), report);
      disk(context, report);
      intents(host.governor(), report);
      ledger(host.governor(), report);
      audit(host.governor(), report);
      report.line(Finding.OK, "authority " + host.governor().authority().authority().words(), "");
      sandbox(host.governor(), report);
    }
    return report.failed ? ExitCode.FAILED : ExitCode.DONE;
  }

  private static void model(Configuration configuration, Report report) {
    String provider = configuration.text("llm.provider").orElse("");
    String model = configuration.text("llm.model").orElse("");
    String endpoint = configuration.text("llm.endpoint").orElse("its usual address");
    report.line(
        Finding.OK, "model " + provider + "/" + model + " at " + endpoint + " (not asked)", "");
  }

  private static void sandbox(Governor governor, Report report) {
    try {
      SandboxProof proof = governor.proveSandbox();
      report.line(
          proof.succeeded().isEmpty() ? Finding.OK : Finding.FAIL,
          "sandbox %s: %d forbidden acts prevented, %d succeeded, %d not tried"
              .formatted(
                  proof.mechanism(),
                  proof.prevented(),
                  proof.succeeded().size(),
                  proof.notTried().size()),
          String.join("; ", proof.succeeded()));
      proof.gaps().forEach(gap -> report.line(Finding.WARN, "sandbox: " + gap, ""));
    } catch (IOException e) {
      report.line(Finding.FAIL, "no sandbox: " + e.getMessage(), "Until then no program is run.");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void disk(ProcessContext context, Report report) throws IOException {
    Path existing = context.data();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    boolean writable = Files.isWritable(existing);
    long free = Files.getFileStore(existing).getUsableSpace();
    Finding finding = !writable ? Finding.FAIL : free < LOW_DISK_BYTES ? Finding.WARN : Finding.OK;
    report.line(
        finding,
        "data directory " + context.data() + ", " + free / (1024 * 1024) + " MiB free",
        finding == Finding.OK
            ? ""
            : "Make it writable and free some space: what can't be recorded doesn't happen.");
  }

  private static void intents(Governor governor, Report report) throws IOException {
    switch (governor.intents()) {
      case DeclaredIntents.Undeclared() ->
          report.line(Finding.OK, "no intents declared: a request is its own intent", "");
      case DeclaredIntents.Declared declared ->
          report.line(
              Finding.OK,
              declared.all().size() + " intents, " + declared.active().size() + " active",
              "");
      case DeclaredIntents.Malformed(String problem) ->
          report.line(
              Finding.FAIL, problem, "Correct the file; until then nothing can be changed.");
    }
  }

  private static void ledger(Governor governor, Report report) throws IOException {
    switch (governor.verify()) {
      case VerificationReport.Sound sound ->
          report.line(Finding.OK, "ledger holds, " + sound.records() + " records", "");
      case VerificationReport.Broken(int number, String problem) ->
          report.line(
              Finding.FAIL, "ledger line " + number + ": " + problem, "Compare it with Git.");
      case VerificationReport.BrokenCheckpoint(int number, String problem) ->
          report.line(
              Finding.FAIL, "checkpoint " + number + ": " + problem, "Compare it with Git.");
    }
  }

  private static void audit(Governor governor, Report report) throws IOException {
    AuditLog.Review review = governor.audit();
    if (!review.unreadable().isEmpty()) {
      report.line(
          Finding.FAIL,
          "audit log: unreadable lines " + review.unreadable(),
          "Something else wrote into it; keep a copy and look at those lines.");
    }
    if (!review.open().isEmpty()) {
      report.line(
          Finding.WARN,
          "audit log: " + review.open().size() + " decisions without an outcome",
          "A process ended in between; writ trace verify tells whether the ledger holds.");
    } else if (review.unreadable().isEmpty()) {
      report.line(Finding.OK, "audit log", "");
    }
  }
}
