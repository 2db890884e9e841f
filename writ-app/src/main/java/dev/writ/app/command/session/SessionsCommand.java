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
            CommandOption.valued("last", "N", "list so many; 0 for all"),
            CommandOption.flag("here", "list only those of this directory"),
            CommandOption.valued("format", "FORMAT", "export as markdown, html or json"),
            CommandOption.valued(
                "to", "FILE", "write the export there; a file that exists is kept"),
            CommandOption.valued("turn", "N", "copy up to the end of this turn"),
            CommandOption.valued("event", "N", "copy up to this event"),
            CommandOption.valued("keep", "N", "prune: keep so many (session.max_sessions)"),
            CommandOption.valued("days", "N", "prune: keep those of so many days")));
  }

  @Override
  public ExitCode run(ParsedArguments line, ProcessContext surroundings)
      throws UsageException, IOException {
    List<String> words = line.operands();
    String act = words.isEmpty() ? "list" : words.getFirst();
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    Configuration configuration = EffectiveConfiguration.of(line, surroundings);
    SessionDirectory sessions = SessionOpening.directory(surroundings, configuration);
    return switch (act) {
      case "list" -> list(line, sessions, surroundings);
      case "show" -> show(line, sessions.find(one(rest, act), surroundings), surroundings);
      case "search" -> search(line, String.join(" ", rest), sessions, surroundings);
      case "export" -> {
        ExportFormat format = format(line.value("format").orElse("markdown"));
        Path file = sessions.find(one(rest, act), surroundings);
        if (line.has("to")) {
          export(file, format, surroundings.path(line.value("to").orElse("")));
        } else {
          write(file, format, surroundings.out());
        }
        yield ExitCode.DONE;
      }
      case "fork" -> fork(line, sessions, one(rest, act), surroundings);
      case "prune" -> prune(line, sessions, configuration, surroundings);
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

  private static String one(List<String> words, String act) throws UsageException {
    if (words.size() != 1) {
      throw new UsageException(
          "sessions " + act + " needs the name, id or number of one session; see sessions list");
    }
    return words.getFirst();
  }

  private static ExitCode list(
      ParsedArguments line, SessionDirectory sessions, ProcessContext surroundings)
      throws UsageException, IOException {
    SessionDirectory.Listing listing = sessions.list();
    List<SessionEntry> entries =
        line.has("here")
            ? sessions.of(surroundings.project(), listing.entries())
            : listing.entries();
    long last = number(line, "last", SHOWN);
    int most = last == 0 ? entries.size() : (int) Math.min(last, entries.size());
    if (line.has("json")) {
      List<Json> all = new ArrayList<>();
      for (int i = 0; i < most; i++) {
        all.add(SessionTable.json(i + 1, entries.get(i)));
      }
      surroundings.out().println(new Json.Arr(all).write());
    } else {
      new SessionTable(Instant.now()).print(entries, most, surroundings.out());
      if (entries.isEmpty()) {
        surroundings.out().println("No sessions.");
      }
    }
    listing
        .problems()
        .forEach(problem -> surroundings.err().println("writ: " + DisplayText.line(problem)));
    return ExitCode.DONE;
  }

  private static long number(ParsedArguments line, String option, long fallback)
      throws UsageException {
    String text = line.value(option).orElse("");
    if (!line.has(option)) {
      return fallback;
    }
    if (text.isEmpty() || text.length() > 9 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new UsageException("--" + option + " needs a whole number, not '" + text + "'");
    }
    return Long.parseLong(text);
  }

  private static ExitCode show(ParsedArguments line, Path file, ProcessContext surroundings)
      throws UsageException, IOException {
    write(file, line.has("json") ? ExportFormat.JSON : ExportFormat.MARKDOWN, surroundings.out());
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
  static void export(Path file, ExportFormat format, Path to) throws UsageException, IOException {
    readable(file);
    try {
      SessionFiles.writeNew(to, sink -> format.write(SessionFiles.lines(file), name(file), sink));
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
      ParsedArguments line, String words, SessionDirectory sessions, ProcessContext surroundings)
      throws UsageException, IOException {
    if (words.isBlank()) {
      throw new UsageException("sessions search needs a text");
    }
    boolean found = false;
    List<Json> all = new ArrayList<>();
    for (SessionEntry entry : sessions.list().entries()) {
      Path file = sessions.files().directory().resolve(entry.file());
      for (SessionMatches.Match match : SessionMatches.of(SessionFiles.lines(file), words)) {
        found = true;
        if (line.has("json")) {
          all.add(match.json(entry.name()));
        } else {
          surroundings
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
    if (line.has("json")) {
      surroundings.out().println(new Json.Arr(all).write());
    } else if (!found) {
      surroundings.out().println("No session contains this text.");
    }
    return found ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static ExitCode fork(
      ParsedArguments line, SessionDirectory sessions, String name, ProcessContext surroundings)
      throws UsageException, IOException {
    Path file = sessions.find(name, surroundings);
    RecordedSession recorded = SessionOpening.read(file);
    if (line.has("turn") && line.has("event")) {
      throw new UsageException("--turn and --event exclude each other");
    }
    long last = number(line, "event", Long.MAX_VALUE);
    if (line.has("turn")) {
      last = SessionCommands.behind(number(line, "turn", 0), recorded);
    }
    if (last < 1) {
      throw new UsageException("--event counts from 1");
    }
    Path copy = SessionOpening.forked(sessions.files(), file, recorded, last, Instant.now());
    surroundings
        .out()
        .println(
            line.has("json")
                ? Json.object().put("name", name(copy)).put("file", copy.toString()).build().write()
                : "forked as "
                    + DisplayText.line(name(copy))
                    + "; writ chat --resume "
                    + name(copy));
    return ExitCode.DONE;
  }

  private static ExitCode prune(
      ParsedArguments line,
      SessionDirectory sessions,
      Configuration configuration,
      ProcessContext surroundings)
      throws UsageException, IOException {
    SessionDirectory.Retention usual = SessionOpening.retention(configuration);
    long days = number(line, "days", usual.age().toDays());
    SessionDirectory.Retention retention =
        new SessionDirectory.Retention(number(line, "keep", usual.most()), Duration.ofDays(days));
    boolean dry = line.has("dry-run");
    List<SessionEntry> removed = sessions.prune(retention, Instant.now(), "", !dry);
    if (line.has("json")) {
      surroundings
          .out()
          .println(Json.texts(removed.stream().map(SessionEntry::name).toList()).write());
    } else {
      removed.forEach(
          entry ->
              surroundings
                  .out()
                  .println((dry ? "would remove " : "removed ") + DisplayText.line(entry.name())));
      if (removed.isEmpty()) {
        surroundings.out().println("Nothing to remove.");
      }
    }
    return ExitCode.DONE;
  }
}
