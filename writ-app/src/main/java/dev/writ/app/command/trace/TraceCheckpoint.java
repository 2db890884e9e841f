// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command.trace;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.json.Json;
import dev.writ.kernel.change.LedgerSigning;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;

/// `writ trace checkpoint` and `writ trace key`: a person signs the ledger.
final class TraceCheckpoint {
  private TraceCheckpoint() {}

  static ExitCode run(SessionHost host, ParsedArguments arguments, ProcessContext context)
      throws IOException {
    LedgerSigning.Examined found = host.governor().signing().checkpointAll();
    if (!(found.report() instanceof VerificationReport.Sound sound)) {
      return TraceVerify.tell(found, host, arguments, context);
    }
    boolean something = sound.records() > 0;
    String key = something ? host.governor().signing().keyId().orElse("") : "";
    if (arguments.has("json")) {
      context
          .out()
          .println(Json.object().put("records", sound.records()).put("key", key).build().write());
    } else if (something) {
      context
          .out()
          .println(
              "Signed "
                  + sound.records()
                  + " records of "
                  + sound.writers()
                  + " writers with "
                  + key
                  + ": "
                  + Ledger.CHECKPOINTS);
    } else {
      context.out().println("The ledger is empty: there is nothing to sign.");
    }
    return ExitCode.DONE;
  }

  static ExitCode key(SessionHost host, ProcessContext context) throws IOException {
    context.out().print(host.governor().signing().publicKey());
    return ExitCode.DONE;
  }
}
