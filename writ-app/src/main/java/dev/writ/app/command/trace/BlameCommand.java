// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command.trace;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.app.trace.VouchedRecords;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.history.attribution.LineAttribution;
import dev.writ.history.attribution.LineAuthor;
import dev.writ.kernel.approval.Approver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// `writ blame`: which record wrote which line of a file.
public final class BlameCommand implements Subcommand {
  private static final int MODEL_WIDTH = 16;

  private static final String FOREIGN =
      "writ: * recorded by another person or on another machine: your audit log does not have it";

  @Override
  public Card card() {
    return new Card(
        "blame",
        "Show the record, intent and model behind each line of a file.",
        "FILE[:LINE]",
        "writ blame src/Main.java:12",
        List.of(CommandOption.flag(NarrowLine.LONG, "whole ids, intent, session and time")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.VERDICT, Approver.nobody())) {
      LinePlace place = LinePlace.of(arguments, host, context.directory());
      LineAttribution.Blame blame = place.blame(host, LinePlace.attribution(host, context));
      List<LineAttribution.AttributedLine> lines =
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
        boolean whole = arguments.has(NarrowLine.LONG);
        table(lines, whole ? BlameCommand::head : BlameCommand::shortHead, context);
        if (lines.stream().anyMatch(BlameCommand::foreign)) {
          foreign(context);
        }
      }
      doubts(blame.doubts(), context);
      return ExitCode.DONE;
    }
  }

  /// Explains the mark.
  static void foreign(ProcessContext context) {
    context.err().println(FOREIGN);
  }

  /// Reports the rejected records of the ledger.
  static void doubts(List<String> doubts, ProcessContext context) {
    for (String doubt : doubts) {
      context.err().println("writ: not trusted: ledger " + DisplayText.line(doubt));
    }
    if (!doubts.isEmpty()) {
      context.err().println("  These records were ignored; for details: writ trace verify");
    }
  }

  private static void table(
      List<LineAttribution.AttributedLine> lines,
      Function<LineAttribution.AttributedLine, String> head,
      ProcessContext context) {
    int most = 0;
    int digits = 1 + Integer.toString(lines.isEmpty() ? 0 : lines.getLast().number()).length();
    List<String> heads = new ArrayList<>(lines.size());
    for (LineAttribution.AttributedLine line : lines) {
      heads.add(head.apply(line));
      most = Math.max(most, heads.getLast().length());
    }
    for (int i = 0; i < lines.size(); i++) {
      LineAttribution.AttributedLine line = lines.get(i);
      context
          .out()
          .println(
              heads.get(i)
                  + " ".repeat(most - heads.get(i).length())
                  + " ".repeat(digits - Integer.toString(line.number()).length())
                  + line.number()
                  + ") "
                  + DisplayText.line(line.text().replace("\t", "    ")));
    }
  }

  /// Whether the record behind a line is somebody else's.
  private static boolean foreign(LineAttribution.AttributedLine line) {
    return line.source() instanceof LineAttribution.LineOrigin.RecordedOrigin(LineAuthor author)
        && !author.place().own();
  }

  /// The end of the record's id, the model and the day.
  private static String shortHead(LineAttribution.AttributedLine line) {
    return switch (line.source()) {
      case LineAttribution.LineOrigin.RecordedOrigin(LineAuthor author) ->
          columns(
                  RecordReference.shortened(author.record()),
                  author.model().isEmpty()
                      ? author.who().word()
                      : author.model().substring(author.model().lastIndexOf('/') + 1),
                  NarrowLine.date(author.place().timestamp()))
              + mark(author);
      case LineAttribution.LineOrigin.Unrecorded _ -> columns("", "human", "");
      case LineAttribution.LineOrigin.Unknown _ -> columns("", "unknown", "");
    };
  }

  private static String mark(LineAuthor author) {
    return author.place().own() ? "" : VouchedRecords.MARK;
  }

  private static String columns(String record, String who, String date) {
    return new NarrowLine()
        .column(record, RecordReference.SHORT)
        .column(who, MODEL_WIDTH)
        .column(date, NarrowLine.DATE_WIDTH)
        .columns();
  }

  private static String head(LineAttribution.AttributedLine line) {
    return DisplayText.line(wholeHead(line));
  }

  private static String wholeHead(LineAttribution.AttributedLine line) {
    return switch (line.source()) {
      case LineAttribution.LineOrigin.RecordedOrigin(LineAuthor author) ->
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
              + author.place().timestamp()
              + mark(author);
      case LineAttribution.LineOrigin.Unrecorded _ -> "human";
      case LineAttribution.LineOrigin.Unknown _ -> "unknown";
    };
  }

  /// A line as data.
  static Json.Obj json(LineAttribution.AttributedLine line) {
    Json.Builder json = Json.object().put("line", line.number());
    switch (line.source()) {
      case LineAttribution.LineOrigin.RecordedOrigin(LineAuthor author) ->
          json.put("contributor", author.who().word())
              .put("record", author.record())
              .put("intent", author.intentId())
              .put("model", author.model())
              .put("session", author.session())
              .put("url", author.url())
              .put("time", author.place().timestamp())
              .put(VouchedRecords.MEMBER, VouchedRecords.by(author));
      case LineAttribution.LineOrigin.Unrecorded _ -> json.put("contributor", "human");
      case LineAttribution.LineOrigin.Unknown _ -> json.put("contributor", "unknown");
    }
    return json.put("text", line.text()).build();
  }
}
