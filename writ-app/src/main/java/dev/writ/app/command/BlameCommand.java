// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command;

import dev.writ.app.cli.CommandLine;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.ExitCode;
import dev.writ.app.host.Host;
import dev.writ.app.host.Surroundings;
import dev.writ.kernel.attribution.Attribution;
import dev.writ.kernel.attribution.Author;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `writ blame`: which record wrote which line of a file.
final class BlameCommand implements Subcommand {
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
  public ExitCode run(CommandLine line, Surroundings surroundings)
      throws UsageException, IOException {
    try (Host host = Host.open(line, surroundings, Host.Use.VERDICT, Approver.nobody())) {
      LinePlace place = LinePlace.of(line, host, surroundings.directory());
      Attribution.Blame blame = place.blame(host, new Attribution(host.governor().evidence()));
      List<Attribution.Line> lines =
          place.line() == 0 ? blame.lines() : List.of(blame.lines().get(place.line() - 1));
      if (line.has("json")) {
        List<Json> all = new ArrayList<>(lines.size());
        lines.forEach(l -> all.add(json(l)));
        surroundings
            .out()
            .println(
                Json.object()
                    .put("file", place.path().toString())
                    .put("lines", new Json.Arr(all))
                    .put("doubts", Json.texts(blame.doubts()))
                    .build()
                    .write());
      } else {
        table(lines, surroundings);
      }
      doubts(blame.doubts(), surroundings);
      return ExitCode.DONE;
    }
  }

  /// Tells what of the ledger could not be believed.
  static void doubts(List<String> doubts, Surroundings surroundings) {
    for (String doubt : doubts) {
      surroundings.err().println("writ: not trusted: ledger " + Inert.line(doubt));
    }
    if (!doubts.isEmpty()) {
      surroundings.err().println("  What these say was left out; writ trace verify tells more.");
    }
  }

  private static void table(List<Attribution.Line> lines, Surroundings surroundings) {
    int most = 0;
    List<String> heads = new ArrayList<>(lines.size());
    for (Attribution.Line line : lines) {
      heads.add(Inert.line(head(line)));
      most = Math.max(most, heads.getLast().length());
    }
    for (int i = 0; i < lines.size(); i++) {
      Attribution.Line line = lines.get(i);
      surroundings
          .out()
          .println(
              heads.get(i)
                  + " ".repeat(most - heads.get(i).length())
                  + "  "
                  + line.number()
                  + ") "
                  + Inert.line(line.text().replace("\t", "    ")));
    }
  }

  private static String head(Attribution.Line line) {
    return switch (line.source()) {
      case Attribution.Source.Recorded(Author author) ->
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
      case Attribution.Source.Unrecorded _ -> "human";
      case Attribution.Source.Unknown _ -> "unknown";
    };
  }

  /// A line as data.
  static Json.Obj json(Attribution.Line line) {
    Json.Builder json = Json.object().put("line", line.number());
    switch (line.source()) {
      case Attribution.Source.Recorded(Author author) ->
          json.put("contributor", author.who().word())
              .put("record", author.record())
              .put("intent", author.intentId())
              .put("model", author.model())
              .put("session", author.session())
              .put("url", author.url())
              .put("time", author.place().timestamp());
      case Attribution.Source.Unrecorded _ -> json.put("contributor", "human");
      case Attribution.Source.Unknown _ -> json.put("contributor", "unknown");
    }
    return json.put("text", line.text()).build();
  }
}
