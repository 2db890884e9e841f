// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command.trace;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.app.session.SessionFiles;
import dev.writ.app.trace.VouchedRecords;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.history.attribution.LineAttribution;
import dev.writ.history.attribution.LineAuthor;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.intent.Intent;
import dev.writ.records.audit.AuditTrail;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `writ why`: everything that stands behind one line, asked of this machine alone.
public final class WhyCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "why",
        "Explain the origin of a line: request, intent, model, approval, commit.",
        "FILE:LINE",
        "writ why src/Main.java:12",
        List.of());
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.VERDICT, Approver.nobody())) {
      tell(
          LinePlace.of(arguments, host, context.directory()), host, arguments.has("json"), context);
      return ExitCode.DONE;
    }
  }

  /// Reports it in a session.
  ///
  /// @param place `FILE:LINE`
  /// @throws UsageException if there is no such line
  public static void tell(String place, SessionHost host, ProcessContext context)
      throws UsageException, IOException {
    tell(LinePlace.of(place, host, context.directory()), host, false, context);
  }

  private static void tell(
      LinePlace place, SessionHost host, boolean asData, ProcessContext context)
      throws UsageException, IOException {
    if (place.line() == 0) {
      throw new UsageException("why needs FILE:LINE");
    }
    LineAttribution attribution = LinePlace.attribution(host, context);
    LineAttribution.Blame blame = place.blame(host, attribution);
    LineAttribution.AttributedLine asked = blame.lines().get(place.line() - 1);
    Json.Builder json = Json.object().put("file", place.path().toString());
    json.put("blame", BlameCommand.json(asked));
    Optional<String> commit;
    try {
      commit = attribution.commits().first(place.path(), asked.text());
    } catch (IOException _) {
      commit = Optional.empty(); // no repository, or one that can't be read
    }
    commit.ifPresent(id -> json.put("commit", id));
    if (asked.source() instanceof LineAttribution.LineOrigin.RecordedOrigin(LineAuthor author)) {
      behind(author, host, context, json);
    }
    if (asData) {
      context.out().println(json.build().write());
    } else {
      show(json.build(), context);
    }
    BlameCommand.doubts(blame.doubts(), context);
  }

  private static void behind(
      LineAuthor author, SessionHost host, ProcessContext context, Json.Builder json)
      throws IOException {
    if (host.governor().intents() instanceof DeclaredIntents.Declared declared) {
      declared.byId(author.intentId()).ifPresent(intent -> json.put("intent", intent(intent)));
    }
    if (!author.place().own()) {
      return; // it may name a session of this person that has nothing to do with it
    }
    SessionFiles.PriorRequest asked = host.sessions().files().behind(author.url());
    if (!asked.request().isEmpty()) {
      json.put("request", asked.request());
    }
    if (!asked.file().isEmpty()) {
      json.put("session_file", asked.file());
    }
    AuditTrail.Behind behind =
        new AuditTrail(context.data()).behind(author.record(), author.session());
    behind.receipt().ifPresent(receipt -> json.put("decision", receipt));
    if (!behind.commands().isEmpty()) {
      List<Json> commands = new ArrayList<>(behind.commands());
      json.put("commands", new Json.Arr(commands));
    }
  }

  private static Json intent(Intent intent) {
    return Json.object()
        .put("id", intent.id())
        .put("name", intent.name())
        .put("constraints", Json.texts(intent.constraints()))
        .put("acceptance_criteria", Json.texts(intent.acceptanceCriteria()))
        .build();
  }

  private static void show(Json.Obj json, ProcessContext context) {
    Json.Obj blame = json.object("blame");
    row("line", blame.text("text").orElse(""), context);
    row("contributor", blame.text("contributor").orElse(""), context);
    row("record", blame.text("record").orElse(""), context);
    if (blame.text(VouchedRecords.MEMBER).filter(VouchedRecords.SOMEBODY::equals).isPresent()) {
      row("recorded by", "another person or another machine, says your audit log", context);
    }
    row("model", blame.text("model").orElse(""), context);
    row("session", blame.text("url").orElse(""), context);
    row("time", blame.text("time").map(NarrowLine::second).orElse(""), context);
    Json.Obj intent = json.object("intent");
    row(
        "intent",
        intent
            .text("id")
            .map(id -> id + "  " + intent.text("name").orElse(""))
            .orElse(blame.text("intent").orElse("")),
        context);
    rows("constraint", intent.items("constraints"), context);
    rows("accepted if", intent.items("acceptance_criteria"), context);
    row("request", json.text("request").orElse(""), context);
    Json.Obj decision = json.object("decision");
    row("tool", decision.text("tool").orElse(""), context);
    if (!decision.members().isEmpty()) {
      row("approved by", approved(decision.object("circumstances")), context);
    }
    rows("command", json.items("commands"), context);
    row("commit", json.text("commit").orElse("in no commit that is checked out"), context);
  }

  private static void rows(String name, List<Json> items, ProcessContext context) {
    for (Json item : items) {
      switch (item) {
        case Json.Text(String text) -> row(name, text, context);
        case Json.Obj object ->
            row(name, object.text("what").orElse("") + "  " + ended(object), context);
        default -> row(name, item.write(), context);
      }
    }
  }

  private static String approved(Json.Obj circumstances) {
    return circumstances
        .text("approver")
        .map(who -> who + circumstances.text("approval").map(how -> " (" + how + ")").orElse(""))
        .orElse("no person was asked");
  }

  private static String ended(Json.Obj command) {
    String denial = command.text("denial").orElse("");
    return denial.isEmpty() ? command.text("ending").orElse("") : "denied:" + denial;
  }

  private static void row(String name, String text, ProcessContext context) {
    if (!text.isEmpty()) {
      context.out().println(name + " ".repeat(13 - name.length()) + DisplayText.line(text));
    }
  }
}
