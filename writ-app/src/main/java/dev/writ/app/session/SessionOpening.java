// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.RandomSeed;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionReplay;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Decides which session a process works on: a new one, a recorded one that is continued, or a copy
/// of one.
public final class SessionOpening {
  /// Continues the latest session of the directory.
  public static final String CONTINUE = "continue";

  /// Continues the session that is named.
  public static final String RESUME = "resume";

  /// Continues a copy.
  public static final String FORK = "fork";

  /// Continues in this directory what was begun in another one.
  public static final String HERE = "here";

  private static final String COPY = "; add --fork to continue a copy";

  private static final long MAX_DAYS = 365_000;

  private final ParsedArguments arguments;
  private final ProcessContext context;
  private final SessionDirectory directory;
  private final boolean saved;

  /// @param arguments with the options that this class names
  public SessionOpening(
      ParsedArguments arguments, ProcessContext context, Configuration configuration) {
    this.arguments = arguments;
    this.context = context;
    this.directory = directory(context, configuration);
    this.saved = configuration.flag("session.auto_save");
  }

  /// The recorded sessions of a person.
  public static SessionDirectory directory(ProcessContext context, Configuration configuration) {
    Path sessions =
        configuration
            .text("session.storage_path")
            .map(context::configured)
            .orElse(context.home().resolve(".config/writ/sessions"));
    return new SessionDirectory(new SessionFiles(sessions, context.data(), context.disk()));
  }

  /// The session of a process.
  ///
  /// @param recorded the state in its record; empty for a new one
  public record Opened(SessionFile file, Optional<RecordedSession> recorded) {}

  public SessionDirectory directory() {
    return directory;
  }

  /// Opens it.
  ///
  /// @throws UsageException where the session that is meant can't be continued
  /// @throws ElsewhereException where it worked in another directory and the person did not say
  ///     what to do
  public Opened open(Instant now, RandomGenerator random) throws UsageException, IOException {
    Optional<Path> wanted = wanted();
    if (wanted.isEmpty()) {
      return new Opened(SessionFile.begun(directory.files(), now, random, saved), Optional.empty());
    }
    Path file = wanted.get();
    SessionEntry.State state = SessionFiles.state(file);
    RecordedSession recorded = read(file);
    if (arguments.has(FORK)) {
      return fork(file, recorded, now, random);
    }
    demandOwn(directory.files(), file, COPY);
    if (!arguments.has(HERE)) {
      here(file, recorded);
    }
    return continued(file, state, recorded);
  }

  private Optional<Path> wanted() throws UsageException, IOException {
    boolean resume = arguments.has(RESUME);
    if (resume && arguments.has(CONTINUE)) {
      throw new UsageException("use --continue or --resume, not both");
    }
    if (!resume && !arguments.has(CONTINUE)) {
      if (arguments.has(FORK) || arguments.has(HERE)) {
        throw new UsageException("--fork and --here need --continue or --resume NAME");
      }
      return Optional.empty();
    }
    String name = arguments.value(RESUME).orElse("");
    if (!name.isEmpty()) {
      return Optional.of(directory.find(name, context));
    }
    Optional<Path> latest = directory.latest(context.project());
    if (latest.isEmpty()) {
      latest = directory.moved(context.project());
    }
    if (latest.isEmpty()) {
      throw new UsageException(
          "no session was recorded in this directory; writ sessions list shows all");
    }
    return latest;
  }

  /// Reads a record, and refuses what is none.
  public static RecordedSession read(Path file) throws UsageException, IOException {
    Optional<String> problem = SessionFiles.problem(file);
    if (problem.isPresent()) {
      throw new UsageException("the session file " + file + " " + problem.get());
    }
    RecordedSession recorded = SessionReplay.read(SessionFiles.lines(file));
    if (recorded.isEmpty()) {
      throw new UsageException(file + " is not a session: it contains no event");
    }
    return recorded;
  }

  /// Looks whether a session can be opened, so that the present one need not be left in vain.
  ///
  /// @param how [#HERE], [#FORK] or empty: then it must have worked in this directory
  public static void check(Path file, String how, SessionFiles files, ProcessContext context)
      throws UsageException, IOException {
    RecordedSession recorded = read(file);
    if (!how.equals(FORK)) {
      demandOwn(files, file, "; /load " + file + " fork continues a copy");
    }
    String was = recorded.workspace();
    if (how.isEmpty() && !was.isEmpty() && !SessionFiles.isSame(was, context.project())) {
      String name = ("" + file.getFileName()).replace(".jsonl", "");
      throw new UsageException(
          "%s worked in %s; /load %s here continues it in this directory, /load %s fork a copy"
              .formatted(name, DisplayText.line(was), name, name));
    }
    if (recorded.isNewer()) {
      throw new UsageException("it was recorded by a newer version of Writ");
    }
    if (!how.equals(FORK) && id(file, recorded).isEmpty()) {
      throw new UsageException(odd(file) + "; /load " + file + " fork continues a copy");
    }
  }

  private static void demandOwn(SessionFiles files, Path file, String remedy)
      throws UsageException, IOException {
    Optional<String> barred = files.readOnly(file);
    if (barred.isPresent()) {
      throw new UsageException("the session file " + file + " " + barred.get() + remedy);
    }
  }

  private void here(Path file, RecordedSession recorded) throws UsageException {
    String was = recorded.workspace();
    if (!was.isEmpty() && !SessionFiles.isSame(was, context.project())) {
      throw new ElsewhereException(
          String.valueOf(file.getFileName()), was, SessionFiles.isDirectory(was));
    }
  }

  /// @param state of the file before its record was read
  private Opened continued(Path file, SessionEntry.State state, RecordedSession recorded)
      throws UsageException, IOException {
    if (recorded.isNewer()) {
      throw new UsageException(
          "the session %s was recorded by a newer version of Writ (format %s); update Writ"
              .formatted(file.getFileName(), recorded.start().text("version").orElse("")));
    }
    SessionId id = id(file, recorded).orElseThrow(() -> new UsageException(odd(file) + COPY));
    SessionFile opened = SessionFile.opened(directory.files(), file, id);
    try {
      boolean same = SessionFiles.state(file).equals(state);
      RecordedSession now = same ? recorded : read(file); // another process may have added to it
      report(file, now.problems());
      return new Opened(opened, Optional.of(now));
    } catch (UsageException | IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /// What a record says it is; its file's name where that is lost.
  private static String named(Path file, RecordedSession recorded) {
    String name = String.valueOf(file.getFileName());
    return recorded.id().isEmpty() ? name.replace(".jsonl", "") : recorded.id();
  }

  private static Optional<SessionId> id(Path file, RecordedSession recorded) {
    return SessionId.of(named(file, recorded));
  }

  private static String odd(Path file) {
    return "the session file " + file + " has an id that Writ gives no session";
  }

  private void report(Path file, List<String> problems) {
    for (String problem : problems) {
      context
          .err()
          .println("writ: warning: " + DisplayText.line(file.getFileName() + ", " + problem));
    }
  }

  private Opened fork(Path file, RecordedSession recorded, Instant now, RandomGenerator random)
      throws UsageException, IOException {
    Path copy =
        forked(directory.files(), file, recorded, Long.MAX_VALUE, SessionId.fresh(now, random));
    SessionEntry.State state = SessionFiles.state(copy);
    return continued(copy, state, read(copy));
  }

  /// Copies a session up to an event into a new one.
  ///
  /// @param last the number of the last event that is copied
  public static Path forked(
      SessionFiles files, Path file, RecordedSession recorded, long last, Instant now)
      throws UsageException, IOException {
    return forked(files, file, recorded, last, SessionId.fresh(now, RandomSeed.random()));
  }

  private static Path forked(
      SessionFiles files, Path file, RecordedSession recorded, long last, SessionId id)
      throws UsageException, IOException {
    if (recorded.isNewer()) {
      throw new UsageException(
          "the session %s was recorded by a newer version of Writ; update Writ"
              .formatted(file.getFileName()));
    }
    long end = Math.min(last, recorded.seq()); // what it gets meanwhile is not the copy's
    boolean brought = recorded.isBrought() || files.readOnly(file).isPresent();
    SessionFork fork = new SessionFork(id.text(), named(file, recorded), end, brought);
    return files.write(
        "session-" + id.text() + ".jsonl", sink -> fork.copy(SessionFiles.lines(file), sink));
  }

  /// The configured retention of sessions.
  public static SessionDirectory.Retention retention(Configuration configuration) {
    long days = configuration.whole("session.retention_days").orElse(30);
    return new SessionDirectory.Retention(
        Math.max(0, configuration.whole("session.max_sessions").orElse(100)),
        Duration.ofDays(Math.clamp(days, 0, MAX_DAYS)));
  }
}
