// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command.trace;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.json.Json;
import dev.writ.kernel.change.LedgerSigning;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.verify.RecordOrigins;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;

/// `writ trace checkpoint` and `writ trace key`: a person signs the ledger.
final class TraceCheckpoint {
  /// The option that signs what only seems to be one's own.
  static final String FORCE = "force";

  private TraceCheckpoint() {}

  static ExitCode run(SessionHost host, ParsedArguments arguments, ProcessContext context)
      throws IOException {
    LedgerSigning.Signing signing = host.governor().signing().checkpointAll(arguments.has(FORCE));
    LedgerSigning.Examined found = signing.found();
    if (!(found.report() instanceof VerificationReport.Sound sound)) {
      return TraceVerify.tell(found, host, arguments, context);
    }
    if (!signing.done()) {
      return refused(found.origins(), arguments, context);
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

  /// A signature says that this person's sessions made what stands in their names.
  private static ExitCode refused(
      RecordOrigins origins, ParsedArguments arguments, ProcessContext context) {
    String problem = TraceVerify.unknown(origins);
    if (arguments.has("json")) {
      Json.Builder json = Json.object().put("signed", false).put("unknown", origins.unknown());
      context.out().println(json.put("problem", problem).build().write());
    } else {
      context.err().println("writ: nothing was signed: " + problem);
      context
          .err()
          .println(
              "  writ trace show marks what the audit log lacks with *; to sign it all the same: writ"
                  + " trace checkpoint --"
                  + FORCE);
    }
    return ExitCode.FAILED;
  }

  static ExitCode key(SessionHost host, ProcessContext context) throws IOException {
    context.out().print(host.governor().signing().publicKey());
    return ExitCode.DONE;
  }
}
