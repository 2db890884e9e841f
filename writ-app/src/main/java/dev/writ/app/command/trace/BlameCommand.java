// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command.trace;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.history.attribution.LineAttribution;
import dev.writ.history.attribution.LineAuthor;
import dev.writ.kernel.approval.Approver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `writ blame`: which record wrote which line of a file.
public final class BlameCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "blame",
        "Name the record, the intent and the model behind each line of a file.",
        "FILE[:LINE]",
        "writ blame src/Main.java:12",
        List.of());
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.Use.VERDICT, Approver.nobody())) {
      LinePlace place = LinePlace.of(arguments, host, context.directory());
      LineAttribution.Blame blame =
          place.blame(host, new LineAttribution(host.governor().evidence()));
      List<LineAttribution.Line> lines =
          place.line() == 0 ? blame.lines() : List.of(blame.lines().get(place.line() - 1));
      if (arguments.has("json")) {
        List<Json> all = new ArrayList<>(lines.size());
        lines.forEach(l -> all.add(json(l)));
        context
            .out()
            .println(
                Json.object()
                    .put("file", place.path().toString())
                    .put("lines", new Json.Arr(all))
                    .put("doubts", Json.texts(blame.doubts()))
                    .build()
                    .write());
      } else {
        table(lines, context);
      }
      doubts(blame.doubts(), context);
      return ExitCode.DONE;
    }
  }

  /// Tells what of the ledger could not be believed.
  static void doubts(List<String> doubts, ProcessContext context) {
    for (String doubt : doubts) {
      context.err().println("writ: not trusted: ledger " + DisplayText.line(doubt));
    }
    if (!doubts.isEmpty()) {
      context.err().println("  What these say was left out; writ trace verify tells more.");
    }
  }

  private static void table(List<LineAttribution.Line> lines, ProcessContext context) {
    int most = 0;
    List<String> heads = new ArrayList<>(lines.size());
    for (LineAttribution.Line line : lines) {
      heads.add(DisplayText.line(head(line)));
      most = Math.max(most, heads.getLast().length());
    }
    for (int i = 0; i < lines.size(); i++) {
      LineAttribution.Line line = lines.get(i);
      context
          .out()
          .println(
              heads.get(i)
                  + " ".repeat(most - heads.get(i).length())
                  + "  "
                  + line.number()
                  + ") "
                  + DisplayText.line(line.text().replace("\t", "    ")));
    }
  }

  private static String head(LineAttribution.Line line) {
    return switch (line.source()) {
      case LineAttribution.Source.Recorded(LineAuthor author) ->
          author.record()
              + "  "
              + author.who().word()
              + "  "
              + author.intentId()
              + "  "
              + author.model()
              + "  "
              + author.session()
              + "  "
              + author.place().timestamp();
      case LineAttribution.Source.Unrecorded _ -> "human";
      case LineAttribution.Source.Unknown _ -> "unknown";
    };
  }

  /// A line as data.
  static Json.Obj json(LineAttribution.Line line) {
    Json.Builder json = Json.object().put("line", line.number());
    switch (line.source()) {
      case LineAttribution.Source.Recorded(LineAuthor author) ->
          json.put("contributor", author.who().word())
              .put("record", author.record())
              .put("intent", author.intentId())
              .put("model", author.model())
              .put("session", author.session())
              .put("url", author.url())
              .put("time", author.place().timestamp());
      case LineAttribution.Source.Unrecorded _ -> json.put("contributor", "human");
      case LineAttribution.Source.Unknown _ -> json.put("contributor", "unknown");
    }
    return json.put("text", line.text()).build();
  }
}
