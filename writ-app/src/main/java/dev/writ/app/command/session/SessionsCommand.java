// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.command.session;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.app.process.EffectiveConfiguration;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.app.session.ExportFormat;
import dev.writ.app.session.SessionDirectory;
import dev.writ.app.session.SessionEntry;
import dev.writ.app.session.SessionFiles;
import dev.writ.app.session.SessionMatches;
import dev.writ.app.session.SessionOpening;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.FailureReason;
import dev.writ.engine.history.RecordedSession;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `writ sessions`: what was recorded, read back.
public final class SessionsCommand implements Subcommand {
  private static final int SHOWN = 50;
  private static final List<String> ACTS =
      List.of("list", "show", "search", "export", "fork", "prune");

  @Override
  public Card card() {
    return new Card(
        "sessions",
        "List, read, search, export, copy and remove recorded sessions.",
        "[list | show NAME | search TEXT | export NAME | fork NAME | prune]",
        "writ sessions export 1 --format html --to session.html",
        List.of(
            CommandOption.valued("last", "N", "number of sessions to list; 0 for all"),
            CommandOption.flag("here", "list only those of this directory"),
            CommandOption.valued("format", "FORMAT", "export as markdown, html or json"),
            CommandOption.valued("to", "FILE", "file to write to; an existing file is kept"),
            CommandOption.valued("turn", "N", "copy up to the end of this turn"),
            CommandOption.valued("event", "N", "copy up to this event"),
            CommandOption.valued(
                "keep", "N", "prune: number of sessions to keep (session.max_sessions)"),
            CommandOption.valued("days", "N", "prune: age in days of the sessions to keep")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    List<String> words = arguments.operands();
    String act = words.isEmpty() ? "list" : words.getFirst();
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    Configuration configuration = EffectiveConfiguration.of(arguments, context);
    SessionDirectory sessions = SessionOpening.directory(context, configuration);
    return switch (act) {
      case "list" -> {
        none(rest, act);
        yield list(arguments, sessions, context);
      }
      case "show" -> show(arguments, sessions.find(one(rest, act), context), context);
      case "search" -> search(arguments, String.join(" ", rest), sessions, context);
      case "export" -> {
        ExportFormat format = format(arguments.value("format").orElse("markdown"));
        Path file = sessions.find(one(rest, act), context);
        if (arguments.has("to")) {
          export(sessions.files(), file, format, context.path(arguments.value("to").orElse("")));
        } else {
          write(file, format, context.out());
        }
        yield ExitCode.DONE;
      }
      case "fork" -> fork(arguments, sessions, one(rest, act), context);
      case "prune" -> {
        none(rest, act);
        yield prune(arguments, sessions, configuration, context);
      }
      default ->
          throw new UsageException(
              "writ sessions "
                  + String.join("|", ACTS)
                  + ", not '"
                  + act
                  + "'"
                  + NearestWord.hint(act, ACTS));
    };
  }

  private static void none(List<String> words, String act) throws UsageException {
    if (!words.isEmpty()) {
      throw new UsageException(
          "sessions " + act + " takes no name, but got '" + words.getFirst() + "'");
    }
  }

  private static String one(List<String> words, String act) throws UsageException {
    if (words.size() != 1) {
      throw new UsageException(
          "sessions " + act + " needs the name, id or number of one session; see sessions list");
    }
    return words.getFirst();
  }

  private static ExitCode list(
      ParsedArguments arguments, SessionDirectory sessions, ProcessContext context)
      throws UsageException, IOException {
    SessionDirectory.Listing listing = sessions.list();
    List<SessionEntry> entries =
        arguments.has("here")
            ? sessions.of(context.project(), listing.entries())
            : listing.entries();
    long last = number(arguments, "last", SHOWN);
    int most = last == 0 ? entries.size() : (int) Math.min(last, entries.size());
    if (arguments.has("json")) {
      List<Json> all = new ArrayList<>();
      for (int i = 0; i < most; i++) {
        all.add(SessionTable.json(i + 1, entries.get(i)));
      }
      context.out().println(new Json.Arr(all).write());
    } else {
      new SessionTable(Instant.now()).print(entries, most, context.out());
      if (entries.isEmpty()) {
        context.out().println("No sessions.");
      }
    }
    report(listing.problems(), context);
    return ExitCode.DONE;
  }

  private static void report(List<String> problems, ProcessContext context) {
    problems.forEach(problem -> context.err().println("writ: " + DisplayText.line(problem)));
  }

  private static long number(ParsedArguments arguments, String option, long fallback)
      throws UsageException {
    String text = arguments.value(option).orElse("");
    if (!arguments.has(option)) {
      return fallback;
    }
    if (text.isEmpty() || text.length() > 9 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new UsageException("--" + option + " needs a whole number, not '" + text + "'");
    }
    return Long.parseLong(text);
  }

  private static ExitCode show(ParsedArguments arguments, Path file, ProcessContext context)
      throws UsageException, IOException {
    write(file, arguments.has("json") ? ExportFormat.JSON : ExportFormat.MARKDOWN, context.out());
    return ExitCode.DONE;
  }

  /// Writes a session's text.
  private static void write(Path file, ExportFormat format, PrintStream out)
      throws UsageException, IOException {
    readable(file);
    format.write(SessionFiles.lines(file), name(file), out::print);
    out.flush();
  }

  private static void readable(Path file) throws UsageException, IOException {
    RecordedSession _ = SessionOpening.read(file);
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName()).replace(".jsonl", "");
  }

  /// Writes a session's text to a file that does not exist yet.
  static void export(SessionFiles files, Path file, ExportFormat format, Path to)
      throws UsageException, IOException {
    readable(file);
    try {
      files.writeNew(to, sink -> format.write(SessionFiles.lines(file), name(file), sink));
    } catch (FileAlreadyExistsException _) {
      throw new UsageException(to + " exists; name another file");
    }
  }

  static ExportFormat format(String word) throws UsageException {
    for (ExportFormat format : ExportFormat.values()) {
      if (format.name().toLowerCase(Locale.ROOT).equals(word)
          || format.suffix().equals("." + word)) {
        return format;
      }
    }
    throw new UsageException("the format is markdown, html or json, not '" + word + "'");
  }

  private static ExitCode search(
      ParsedArguments arguments, String words, SessionDirectory sessions, ProcessContext context)
      throws UsageException, IOException {
    if (words.isBlank()) {
      throw new UsageException("sessions search needs a text");
    }
    boolean found = false;
    List<Json> all = new ArrayList<>();
    SessionDirectory.Listing listing = sessions.list();
    List<String> problems = new ArrayList<>(listing.problems());
    for (SessionEntry entry : listing.entries()) {
      for (SessionMatches.Match match : matches(entry, words, sessions, problems)) {
        found = true;
        if (arguments.has("json")) {
          all.add(match.json(entry.name()));
        } else {
          context
              .out()
              .println(
                  "%s#%d %s: %s"
                      .formatted(
                          DisplayText.line(entry.name()),
                          match.event(),
                          match.role(),
                          DisplayText.line(match.excerpt())));
        }
      }
    }
    if (arguments.has("json")) {
      context.out().println(new Json.Arr(all).write());
    } else if (!found) {
      context.out().println("No session contains this text.");
    }
    report(problems, context);
    return found ? ExitCode.DONE : ExitCode.FAILED;
  }

  /// One session that cannot be read does not keep the others from being searched.
  private static List<SessionMatches.Match> matches(
      SessionEntry entry, String words, SessionDirectory sessions, List<String> problems) {
    Path file = sessions.files().directory().resolve(entry.file());
    try {
      return SessionMatches.of(SessionFiles.lines(file), words);
    } catch (IOException e) {
      problems.add(entry.file() + " cannot be read: " + new FailureReason(e).words());
      return List.of();
    }
  }

  private static ExitCode fork(
      ParsedArguments arguments, SessionDirectory sessions, String name, ProcessContext context)
      throws UsageException, IOException {
    Path file = sessions.find(name, context);
    RecordedSession recorded = SessionOpening.read(file);
    if (arguments.has("turn") && arguments.has("event")) {
      throw new UsageException("use --turn or --event, not both");
    }
    long last = number(arguments, "event", Long.MAX_VALUE);
    if (arguments.has("turn")) {
      last = SessionCommands.behind(number(arguments, "turn", 0), recorded);
    }
    if (last < 1) {
      throw new UsageException("--event counts from 1");
    }
    Path copy = SessionOpening.forked(sessions.files(), file, recorded, last, Instant.now());
    context
        .out()
        .println(
            arguments.has("json")
                ? Json.object().put("name", name(copy)).put("file", copy.toString()).build().write()
                : "forked as "
                    + DisplayText.line(name(copy))
                    + "; writ chat --resume "
                    + name(copy));
    return ExitCode.DONE;
  }

  private static ExitCode prune(
      ParsedArguments arguments,
      SessionDirectory sessions,
      Configuration configuration,
      ProcessContext context)
      throws UsageException, IOException {
    SessionDirectory.Retention usual = SessionOpening.retention(configuration);
    long days = number(arguments, "days", usual.age().toDays());
    SessionDirectory.Retention retention =
        new SessionDirectory.Retention(
            number(arguments, "keep", usual.most()), Duration.ofDays(days));
    boolean dry = arguments.has("dry-run");
    SessionDirectory.Removal removal = sessions.prune(retention, Instant.now(), "", !dry);
    List<SessionEntry> removed = removal.removed();
    if (arguments.has("json")) {
      context.out().println(Json.texts(removed.stream().map(SessionEntry::name).toList()).write());
    } else {
      removed.forEach(
          entry ->
              context
                  .out()
                  .println((dry ? "would remove " : "removed ") + DisplayText.line(entry.name())));
      if (removed.isEmpty() && removal.problems().isEmpty()) {
        context.out().println("Nothing to remove.");
      }
    }
    report(removal.problems(), context);
    return removal.problems().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
