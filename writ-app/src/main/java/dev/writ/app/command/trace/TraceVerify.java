// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command.trace;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.change.ContinuedChains;
import dev.writ.kernel.change.LedgerSigning;
import dev.writ.records.form.PublicKeys;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.verify.RecordOrigins;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// `writ trace verify`: does every record stand where it was written, and as it was?
public final class TraceVerify {
  /// The option that names whose signatures count.
  public static final String PUBLIC_KEY = "public-key";

  private static final String CHANGED = "  Another program changed it; compare it with Git.";

  private TraceVerify() {}

  static ExitCode run(SessionHost host, ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    LedgerSigning.Examined found = host.governor().signing().examine(keys(arguments, context));
    return tell(found, host, arguments, context);
  }

  private static Set<String> keys(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    Optional<String> file = arguments.value(PUBLIC_KEY);
    if (file.isEmpty()) {
      return Set.of();
    }
    Path path = context.path(file.get());
    try {
      return PublicKeys.ids(Files.readString(path));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--" + PUBLIC_KEY + " " + path + ": " + e.getMessage());
    }
  }

  /// Says what was found.
  static ExitCode tell(
      LedgerSigning.Examined found,
      SessionHost host,
      ParsedArguments arguments,
      ProcessContext context)
      throws IOException {
    return switch (found.report()) {
      case VerificationReport.Sound sound -> {
        Optional<String> own = host.governor().signing().keyId();
        if (arguments.has("json")) {
          context.out().println(json(sound, found, own).write());
        } else {
          context.out().println(text(sound, own));
          notes(found).forEach(l -> context.out().println(DisplayText.line(l)));
        }
        yield ExitCode.DONE;
      }
      case VerificationReport.BrokenLedger ledger ->
          broken(List.of(defect(ledger)), arguments, context);
      case VerificationReport.BrokenCheckpoint checkpoint ->
          broken(List.of(defect(checkpoint)), arguments, context);
      case VerificationReport.BrokenBoth(var ledger, var checkpoint) ->
          broken(List.of(defect(ledger), defect(checkpoint)), arguments, context);
    };
  }

  private static Defect defect(VerificationReport.BrokenLedger found) {
    String advice = found.lost().map(TraceVerify::lost).orElse(CHANGED);
    return new Defect(Ledger.PATH, found.line(), found.problem(), advice);
  }

  private static Defect defect(VerificationReport.BrokenCheckpoint found) {
    return new Defect(Ledger.CHECKPOINTS, found.line(), found.problem(), CHANGED);
  }

  private static Json.Obj json(
      VerificationReport.Sound sound, LedgerSigning.Examined found, Optional<String> own) {
    RecordOrigins origins = found.origins();
    Json.Builder keys = Json.object();
    sound.signed().keys().forEach((key, count) -> keys.put(key, count.longValue()));
    Json.Builder elsewhere = Json.object();
    origins.elsewhere().forEach((place, count) -> elsewhere.put(place, count.longValue()));
    return Json.object()
        .put("sound", true)
        .put("records", sound.records())
        .put("unknown", origins.unknown())
        .put("others", origins.others())
        .put("elsewhere", elsewhere.build())
        .put("continued", new Json.Arr(found.continued().stream().map(TraceVerify::json).toList()))
        .put("writers", sound.writers())
        .put("torn_tail", sound.tornTail())
        .put("checkpoints", sound.signed().checkpoints())
        .put("keys", keys.build())
        .put("own_key", own.<Json>map(Json::of).orElse(new Json.Null()))
        .build();
  }

  private static Json json(ContinuedChains.Continued continued) {
    return Json.object()
        .put("session", continued.session())
        .put("directory", continued.place())
        .put("records", continued.more())
        .build();
  }

  private static String text(VerificationReport.Sound sound, Optional<String> own) {
    StringBuilder text = new StringBuilder("The ledger is valid: ");
    text.append(sound.records()).append(" records of ").append(sound.writers()).append(" writers");
    if (sound.tornTail()) {
      text.append("; Writ will move an incomplete last line aside");
    }
    for (Map.Entry<String, Integer> key : sound.signed().keys().entrySet()) {
      text.append("\n  ").append(key.getValue()).append(" checkpoints signed with ");
      boolean mine = own.filter(key.getKey()::equals).isPresent();
      text.append(mine ? "your key " : "a key that is not yours: ").append(key.getKey());
    }
    return text.toString();
  }

  /// The origin of records that were not made here, for copies, clones and worktrees.
  private static List<String> notes(LedgerSigning.Examined found) {
    RecordOrigins origins = found.origins();
    List<String> lines = new ArrayList<>();
    if (origins.unknown() > 0) {
      lines.add("  " + unknown(origins));
    }
    if (origins.others() > 0) {
      lines.add("  %d made by another person or on another machine".formatted(origins.others()));
    }
    origins
        .elsewhere()
        .forEach(
            (place, count) ->
                lines.add(
                    "  %d made in %s: this is a copy, clone or worktree of it, or it was moved%s"
                        .formatted(count, place, lacking(origins.lacking(place)))));
    for (ContinuedChains.Continued more : found.continued()) {
      lines.add(
          "  session %s went on in %s: %d more records are there"
              .formatted(more.session(), more.place(), more.more()));
    }
    return lines;
  }

  private static String lacking(int records) {
    return records == 0 ? "" : "; %d more of it are not here".formatted(records);
  }

  /// What is to be said of records in the name of own sessions.
  static String unknown(RecordOrigins origins) {
    return ("%d in the name of sessions of this machine, whose audit log doesn't have them: such a"
            + " session is running, was killed, or continued on another machine; else somebody"
            + " forged them")
        .formatted(origins.unknown());
  }

  /// How a person finds a record again that only the audit log knows. No command acknowledges the
  /// loss: an attacker who removes records could use it, too.
  private static String lost(String record) {
    return """
      Most likely the commit that holds it is not checked out: it is on another branch, or the
      branch was moved back (git reset); or a later commit took it out (git revert).
      To find and restore it:
        git log --all --reflog --oneline -S %s -- .orchestration
        git cherry-pick COMMIT     (of several the last one in the list;
                                   if intent_map.md conflicts: writ trace map --rebuild)
      If no commit has it, it is lost. Writ continues without it, and reports it here each time.
    """
        .formatted(record)
        .stripTrailing();
  }

  /// @param advice what a person can do, in whole lines
  private record Defect(String file, int line, String problem, String advice) {
    Json.Builder json(Json.Builder into) {
      return into.put("file", file).put("line", line).put("problem", problem);
    }
  }

  private static ExitCode broken(
      List<Defect> defects, ParsedArguments arguments, ProcessContext context) {
    if (arguments.has("json")) {
      List<Json> all = new ArrayList<>();
      defects.forEach(defect -> all.add(defect.json(Json.object()).build()));
      Json.Builder json = defects.getFirst().json(Json.object().put("sound", false));
      context.out().println(json.put("defects", new Json.Arr(all)).build().write());
      return ExitCode.FAILED;
    }
    for (Defect defect : defects) {
      String problem = DisplayText.line(defect.problem());
      context.err().println("writ: " + defect.file() + ":" + defect.line() + ": " + problem);
      context.err().println(DisplayText.text(defect.advice()));
    }
    return ExitCode.FAILED;
  }
}
