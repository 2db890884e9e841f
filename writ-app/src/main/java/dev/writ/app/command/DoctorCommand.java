// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app.command;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.doctor.HealthFinding;
import dev.writ.app.doctor.HealthReport;
import dev.writ.app.doctor.ModelHealth;
import dev.writ.app.doctor.ProgramHealth;
import dev.writ.app.doctor.WorkspaceHealth;
import dev.writ.app.host.ProgramSettings;
import dev.writ.app.host.SessionHost;
import dev.writ.app.model.ModelDiagnosis;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.ProgramVersion;
import dev.writ.app.process.Subcommand;
import dev.writ.kernel.approval.Approver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// `writ doctor`: checks the environment, the model and the project; a line each with the remedy.
public final class DoctorCommand implements Subcommand {
  private static final long LOW_DISK_BYTES = 100L * 1024 * 1024;

  @Override
  public Card card() {
    return new Card(
        "doctor",
        "Check the environment, the model and this project.",
        "",
        "writ doctor",
        List.of());
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context) throws IOException {
    HealthReport report = new HealthReport(context.out(), arguments.has("json"));
    PlatformDescription platform = PlatformDescription.ofProcess();
    String words = ProgramVersion.line() + ", " + platform.words();
    report.add(
        platform.isVerified()
            ? HealthFinding.ok("platform", words)
            : HealthFinding.warn(
                "platform",
                words + ", which is unverified",
                "Writ is tested on Linux on x86-64; report what does not work."));
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.RUN, Approver.nobody())) {
      report.add(HealthFinding.ok("workspace", "workspace " + host.governor().root()));
      report.add(HealthFinding.ok("repository", host.governor().committer().repository().words()));
      report.add(model(host));
      report.add(disk(context));
      report.addAll(ProgramHealth.of(ProgramSettings.findings(host.settings(), context)));
      WorkspaceHealth workspace = new WorkspaceHealth(host.governor());
      report.add(workspace.intents());
      report.add(workspace.ledger());
      report.addAll(workspace.audit());
      report.add(workspace.authority());
      report.addAll(workspace.sandbox(arguments.has("verbose")));
    } catch (UsageException e) {
      report.add(
          HealthFinding.fail(
              "configuration",
              "configuration: " + e.getMessage(),
              "Correct it with: writ config edit"));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
    return report.finish() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static HealthFinding model(SessionHost host) throws InterruptedException {
    String provider = host.settings().text("llm.provider").orElse("");
    return ModelHealth.of(new ModelDiagnosis(host.choice(), provider).ask());
  }

  private static HealthFinding disk(ProcessContext context) throws IOException {
    Path existing = context.data();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    long free = Files.getFileStore(existing).getUsableSpace();
    String words = "data directory " + context.data() + ", " + free / (1024 * 1024) + " MiB free";
    if (!Files.isWritable(existing)) {
      return HealthFinding.fail(
          "disk", words + ", not writable", "Make it writable: Writ does nothing without records.");
    }
    return free < LOW_DISK_BYTES
        ? HealthFinding.warn("disk", words, "Free some space: Writ does nothing without records.")
        : HealthFinding.ok("disk", words);
  }
}
