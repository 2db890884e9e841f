// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command;

import dev.writ.app.cli.CommandLine;
import dev.writ.app.host.ExitCode;
import dev.writ.app.host.Host;
import dev.writ.app.host.Surroundings;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.ledger.Verification;
import java.io.IOException;

/// `writ trace checkpoint` and `writ trace key`: a person signs the ledger.
final class TraceCheckpoint {
  private TraceCheckpoint() {}

  static ExitCode run(Host host, CommandLine line, Surroundings surroundings) throws IOException {
    Verification found = host.governor().signing().checkpointAll();
    if (!(found instanceof Verification.Sound sound)) {
      return TraceVerify.tell(found, host, line, surroundings);
    }
    boolean something = sound.records() > 0;
    String key = something ? host.governor().signing().keyId().orElse("") : "";
    if (line.has("json")) {
      surroundings
          .out()
          .println(Json.object().put("records", sound.records()).put("key", key).build().write());
    } else if (something) {
      surroundings
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
      surroundings.out().println("The ledger is empty: there is nothing to sign.");
    }
    return ExitCode.DONE;
  }

  static ExitCode key(Host host, Surroundings surroundings) throws IOException {
    surroundings.out().print(host.governor().signing().publicKey());
    return ExitCode.DONE;
  }
}
