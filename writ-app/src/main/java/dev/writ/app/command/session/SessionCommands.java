// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.session;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.session.ExportFormat;
import dev.writ.app.session.SessionFiles;
import dev.writ.app.session.SessionOpening;
import dev.writ.app.session.SessionReport;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.conversation.TypedCommandReport;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionReplay;
import dev.writ.engine.history.TurnMark;
import dev.writ.engine.model.Message;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The commands of a chat about sessions. Whatever opens another session, or another point of this
/// one, ends the present process's hold on it and opens it anew from its file, which is the one
/// truth.
public final class SessionCommands {
  private static final int MAX_SHOWN = 20;
  private static final int MAX_SHOWN_CHARS = 1000;
  private static final String FILES = "files";
  private static final String ONLY_FILES = "only files";
  private static final Set<String> NAMES =
      Set.of(
          "/session",
          "/sessions",
          "/load",
          "/resume",
          "/save",
          "/fork",
          "/rewind",
          "/export",
          "/clear");

  private final ParsedArguments arguments;
  private final ProcessContext context;
  private final PrintStream out;
  private Optional<ParsedArguments> next = Optional.empty();
  private String removed = "";

  /// @param arguments the command line that the present session was opened with
  public SessionCommands(ParsedArguments arguments, ProcessContext context) {
    this.arguments = arguments;
    this.context = context;
    this.out = context.out();
  }

  /// Whether a line that was typed is such a command.
  public boolean isFor(String text) {
    return NAMES.contains(text.split("\\s+", 2)[0]);
  }

  /// The command line that opened the present session.
  public ParsedArguments arguments() {
    return arguments;
  }

  /// The command line that opens the next session; empty if the present one continues.
  public Optional<ParsedArguments> next() {
    return next;
  }

  /// The request of the first turn that was removed, which a person may want to write anew; empty
  /// where none was.
  public String removed() {
    return removed;
  }

  /// Reports the restored state.
  ///
  /// @param whole whether with the end of the conversation
  public void greet(SessionHost host, boolean whole) {
    if (whole) {
      lastExchange(host).ifPresent(this::print);
    }
    if (host.recorded().isPresent()) {
      String messages = SessionReport.messages(host.recorded().get().conversation().size());
      out.println("session %s: %s restored".formatted(DisplayText.line(name(host)), messages));
    }
  }

  private void print(Exchange last) {
    if (!last.request().isEmpty()) {
      out.println("> " + DisplayText.text(last.request()));
    }
    if (!last.answer().isEmpty()) {
      out.println(DisplayText.text(last.answer()));
    }
  }

  /// What a person sees of a restored conversation; each text may be empty.
  public record Exchange(String request, String answer) {}

  /// The last request, and what was answered to it in the end.
  public Optional<Exchange> lastExchange(SessionHost host) {
    return host.recorded().map(SessionCommands::lastExchange);
  }

  private static Exchange lastExchange(RecordedSession session) {
    List<Message> view = session.conversation().view();
    int request = view.size() - 1;
    while (request >= 0 && !(view.get(request) instanceof Message.User)) {
      request--;
    }
    String words =
        request < 0 || session.turns().isEmpty()
            ? ""
            : TypedCommandReport.request(session.turns().getLast().request());
    String answer =
        view.subList(request + 1, view.size()).stream()
            .filter(message -> message instanceof Message.Assistant a && !a.text().isBlank())
            .map(message -> ((Message.Assistant) message).text())
            .reduce("", (_, last) -> last);
    return new Exchange(shortened(words), shortened(answer));
  }

  private static String shortened(String text) {
    if (text.length() <= MAX_SHOWN_CHARS) {
      return text;
    }
    int end = Character.isLowSurrogate(text.charAt(MAX_SHOWN_CHARS)) ? -1 : 0;
    return text.substring(0, MAX_SHOWN_CHARS + end) + "…";
  }

  /// Runs one.
  public void run(String text, SessionHost host) throws IOException {
    String[] words = text.strip().split("\\s+", 2);
    String rest = words.length > 1 ? words[1].strip() : "";
    try {
      switch (words[0]) {
        case "/session" -> session(host);
        case "/sessions" -> sessions(rest, host);
        case "/load", "/resume" -> load(rest, host);
        case "/save" -> save(rest, host);
        case "/fork" -> fork(rest, host);
        case "/rewind" -> rewind(rest, host);
        case "/export" -> export(rest, host);
        default -> clear(host);
      }
    } catch (UsageException e) {
      out.println(DisplayText.line(String.valueOf(e.getMessage())));
    }
  }

  private static String name(SessionHost host) {
    return String.valueOf(host.file().file().getFileName()).replace(".jsonl", "");
  }

  /// The present session as its file has it.
  private static RecordedSession recorded(SessionHost host) throws IOException {
    return SessionReplay.read(SessionFiles.lines(host.file().file()));
  }

  private void session(SessionHost host) throws IOException {
    out.println(host.file().id() + "  " + DisplayText.line(host.file().file().toString()));
    RecordedSession recorded = recorded(host);
    out.println(
        "%s in %s%s"
            .formatted(
                SessionReport.messages(recorded.conversation().size()),
                SessionReport.turns(recorded.turns().size()),
                host.file().isUnsaved()
                    ? "; not saved (session.auto_save is false): /save keeps it"
                    : ""));
  }

  private void sessions(String words, SessionHost host) throws IOException {
    var entries =
        host.sessions().list().entries().stream()
            .filter(
                entry ->
                    words.isEmpty()
                        || entry.name().contains(words)
                        || entry.contents().title().contains(words))
            .toList();
    if (entries.isEmpty()) {
      out.println("no sessions");
    }
    new SessionTable(Instant.now()).print(entries, MAX_SHOWN, out);
  }

  private void load(String words, SessionHost host) throws UsageException, IOException {
    String how = words.endsWith(" here") ? "here" : words.endsWith(" fork") ? "fork" : "";
    String name = words.substring(0, words.length() - how.length()).strip();
    if (name.isEmpty()) {
      String present = host.file().id();
      if (host.sessions().list().entries().stream().allMatch(e -> e.id().equals(present))) {
        throw new UsageException("there is no other session");
      }
      sessions("", host);
      throw new UsageException("/load NUMBER opens one of them, so does its name");
    }
    Path file = host.sessions().find(name, context);
    if (file.equals(host.file().file())) {
      throw new UsageException("that is the current session");
    }
    SessionOpening.check(file, how, host.sessions().files(), context);
    ParsedArguments other = opened(file);
    next = Optional.of(how.isEmpty() ? other : other.with(how, "true"));
  }

  private ParsedArguments opened(Path file) {
    return opened().with(SessionOpening.RESUME, file.toString());
  }

  private ParsedArguments opened() {
    return arguments.without(SessionOpening.CONTINUE, SessionOpening.FORK, SessionOpening.HERE);
  }

  private void save(String name, SessionHost host) throws UsageException, IOException {
    host.file().save(name);
    out.println("saved as " + DisplayText.line(host.file().file().toString()));
  }

  private void fork(String words, SessionHost host) throws UsageException, IOException {
    RecordedSession recorded = recorded(host);
    long last = words.isEmpty() ? Long.MAX_VALUE : behind(number(words, "/fork"), recorded);
    Path file = host.file().file();
    Path copy = SessionOpening.forked(host.sessions().files(), file, recorded, last, Instant.now());
    out.println("forked from " + DisplayText.line(name(host)));
    next = Optional.of(opened(copy).with(SessionOpening.HERE, "true"));
  }

  /// The last event of a turn.
  static long behind(long turn, RecordedSession recorded) throws UsageException {
    List<TurnMark> turns = recorded.turns();
    for (int i = 0; i < turns.size(); i++) {
      if (turns.get(i).turn() == turn) {
        return i + 1 < turns.size() ? turns.get(i + 1).before() : recorded.seq();
      }
    }
    throw new UsageException("the conversation has no turn " + turn);
  }

  private void rewind(String words, SessionHost host) throws UsageException, IOException {
    boolean only = words.endsWith(ONLY_FILES);
    boolean files = only || words.endsWith(FILES);
    int end = words.length() - (only ? ONLY_FILES : files ? FILES : "").length();
    String number = words.substring(0, end).strip();
    SessionRewind rewind = new SessionRewind(host, out);
    long count = number.isEmpty() ? 1 : number(number, "/rewind");
    if (only) {
      rewind.files(count);
      return;
    }
    removed = rewind.back(count, files);
    next = Optional.of(opened(host.file().file()).with(SessionOpening.HERE, "true"));
  }

  private static long number(String words, String command) throws UsageException {
    boolean digits = words.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!digits || words.isEmpty() || words.length() > 9 || Long.parseLong(words) == 0) {
      throw new UsageException(command + ": '" + words + "' is not a number of turns");
    }
    return Long.parseLong(words);
  }

  private void clear(SessionHost host) {
    out.println("a new session; the one before: /load " + DisplayText.line(name(host)));
    next = Optional.of(opened().without(SessionOpening.RESUME));
  }

  private void export(String words, SessionHost host) throws UsageException, IOException {
    String[] parts = words.split("\\s+", 2);
    ExportFormat format = SessionsCommand.format(parts[0].isEmpty() ? "markdown" : parts[0]);
    String name = name(host) + format.suffix();
    Path to = context.path(parts.length > 1 ? parts[1] : name);
    SessionsCommand.export(host.sessions().files(), host.file().file(), format, to);
    out.println("exported to " + DisplayText.line(to.toString()));
  }
}
