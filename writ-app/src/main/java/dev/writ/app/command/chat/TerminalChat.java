// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.command.session.AttachedImages;
import dev.writ.app.command.session.InterruptHandler;
import dev.writ.app.command.session.LentKeyPrompt;
import dev.writ.app.command.session.SessionCommands;
import dev.writ.app.command.session.SessionEffort;
import dev.writ.app.command.session.TerminalKeyPrompt;
import dev.writ.app.front.AnswerBuffer;
import dev.writ.app.front.DryRunScreen;
import dev.writ.app.front.KernelTerminal;
import dev.writ.app.front.RunSummary;
import dev.writ.app.front.TypedCommandApprover;
import dev.writ.app.host.SessionHost;
import dev.writ.app.host.WorkspaceFiles;
import dev.writ.app.model.NoModelException;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.ProgramLine;
import dev.writ.app.terminal.chat.ChatScreen;
import dev.writ.app.terminal.chat.ChatSetup;
import dev.writ.app.terminal.chat.ComposerSetup;
import dev.writ.app.terminal.editor.CompletionSource;
import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.app.terminal.editor.MessageHistory;
import dev.writ.app.terminal.screen.ColorTheme;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.session.Session;
import dev.writ.engine.session.SessionCommand;
import dev.writ.engine.turn.ModelRoster;
import dev.writ.kernel.approval.PersonTerminal;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.policy.WorkMode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// `writ chat` at a terminal that can move its cursor.
final class TerminalChat {
  private final ParsedArguments arguments;
  private final ProcessContext context;
  private final ProgramLine program;
  private final ChatScreen screen;
  private final PrintStream out;
  private final MessageHistory history;
  private final AtomicReference<UnaryOperator<String>> mask =
      new AtomicReference<>(new SecretMasker(List.of())::mask);
  private volatile ExitCode exit = ExitCode.DONE;

  /// Whether there is a session to resume.
  private volatile boolean kept;

  /// @param program runs commands that the command line has, too
  TerminalChat(
      ParsedArguments arguments,
      ProcessContext context,
      PersonTerminal terminal,
      ProgramLine program)
      throws UsageException {
    KeyBindings keys = KeyBindingsFile.read(context);
    this.arguments = arguments;
    this.context = context;
    this.program = program;
    this.history = MessageHistory.open(historyFile(context), text -> mask.get().apply(text));
    this.screen =
        new ChatScreen(
            new KernelTerminal(terminal),
            new ChatSetup(
                environment(arguments, context),
                System::nanoTime,
                InterruptHandler.signals(),
                new ExternalEditor(context.environment(), context.project()),
                new ComposerSetup(
                    history,
                    new CompletionSource(
                            commands(),
                            new WorkspaceFiles(
                                context.project(), context.below(), System::nanoTime))
                        .with(arguments()),
                    keys,
                    new PastedImage(
                        context.below().map(context.project()::resolve).orElse(context.project()),
                        context.home(),
                        WorkspaceFiles::isFile))));
    this.out = new PrintStream(new PrintedLines(screen::print), true, StandardCharsets.UTF_8);
  }

  /// The terminal, where there is one that can move its cursor and the person wants that.
  static Optional<PersonTerminal> terminal(ParsedArguments arguments, ProcessContext context)
      throws IOException {
    String term = context.environment().getOrDefault("TERM", "");
    boolean plain =
        term.isEmpty()
            || term.equals("dumb")
            || arguments.has("json")
            || List.of("plain", "reader")
                .contains(context.environment().getOrDefault("WRIT_SCREEN", ""));
    return plain ? Optional.empty() : PersonTerminal.open();
  }

  private static Map<String, String> environment(
      ParsedArguments arguments, ProcessContext context) {
    Map<String, String> environment = new LinkedHashMap<>(context.environment());
    if (arguments.has("no-color")) {
      environment.put("NO_COLOR", "1");
    }
    return environment;
  }

  private static Map<String, String> commands() {
    Map<String, String> commands = new LinkedHashMap<>();
    SlashCommand.all().forEach(command -> commands.put(command.name(), command.meaning()));
    commands.put("/keys", "all keys");
    commands.put("/theme", "colours: /theme NAME");
    return commands;
  }

  /// What is written behind commands that take one of a few words.
  private static Map<String, List<String>> arguments() {
    return Map.of(
        "/mode", WorkMode.SHIPPED.stream().map(WorkMode::name).toList(),
        "/theme", ColorTheme.ALL.stream().map(ColorTheme::name).toList(),
        "/effort", SessionEffort.words(),
        "/diff", List.of("last", "turn"),
        "/export", List.of("markdown", "html", "json"));
  }

  /// One for each project, below the person's data.
  private static Path historyFile(ProcessContext context) {
    Path directory = context.project();
    String name = directory.getFileName() == null ? "root" : directory.getFileName().toString();
    StringBuilder safe = new StringBuilder();
    name.chars()
        .forEach(c -> safe.append(c < 128 && Character.isLetterOrDigit(c) ? (char) c : '_'));
    String hash = Integer.toHexString(directory.toString().hashCode());
    return context.data().resolve("history").resolve(safe + "-" + hash + ".jsonl");
  }

  /// Shows the screen at once and opens everything else meanwhile.
  ExitCode run() throws UsageException, IOException {
    Thread.ofPlatform().daemon().name("chat").start(this::serve);
    try {
      Optional<Throwable> failure = screen.run();
      history.close();
      if (kept && failure.isEmpty()) {
        context.out().println("Resume this session: writ chat --continue");
        context.out().flush();
      }
      return failure.isPresent() ? failed(failure.get()) : exit;
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
  }

  private ExitCode failed(Throwable cause) throws UsageException, IOException {
    return switch (cause) {
      case NoModelException e -> e.tell(context);
      case UsageException e -> throw e;
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(cause);
    };
  }

  private void serve() {
    Optional<Throwable> cause = Optional.empty();
    try {
      serveHost();
    } catch (Exception | Error e) {
      cause = Optional.of(e); // the screen's thread throws it
    } finally {
      screen.ended(cause);
    }
  }

  private void serveHost()
      throws UsageException, IOException, NoModelException, InterruptedException {
    ProcessContext inside = context.printingTo(out);
    inside.placeLine().ifPresent(out::println);
    Optional<ParsedArguments> next = Optional.of(arguments);
    while (next.isPresent()) {
      SessionCommands sessions = new SessionCommands(next.get(), inside);
      serveSession(next.get(), inside, sessions);
      screen.propose(sessions.removed());
      next = sessions.next();
    }
  }

  private void serveSession(
      ParsedArguments present, ProcessContext inside, SessionCommands sessions)
      throws UsageException, IOException, NoModelException, InterruptedException {
    TypedCommandApprover approver = new TypedCommandApprover(screen.approver());
    try (SessionHost host =
        SessionHost.open(present, inside, SessionHost.SessionUse.CHAT, approver)) {
      mask.set(host.governor().masker()::mask);
      LentKeyPrompt prompt = new LentKeyPrompt(new TerminalKeyPrompt(context), screen);
      try (ModelRoster models = host.models(prompt)) {
        Consumer<SessionEvent> events =
            AnswerBuffer.unless(host.settings().flag("ui.stream_responses"), screen::hear);
        RunSummary summary =
            new RunSummary(host.isDryRun() ? new DryRunScreen(events, out) : events);
        Session session = host.session(models, SessionHost.SessionUse.CHAT, summary);
        SessionEffort.of(present).begin(session);
        sessions.lastExchange(host).ifPresent(last -> screen.recall(last.request(), last.answer()));
        sessions.greet(host, /* whole= */ false);
        PersonMessages messages =
            new PersonMessages(session, approver, new AttachedImages(host, inside.below()), inside);
        ScreenAids aids =
            new ScreenAids(
                new CommandCompletion(screen.choices(), host, models),
                new ArgumentWords(host, models, System::nanoTime),
                new UndoableFiles(host),
                StatusProgram.of(host.settings(), inside, screen::status, this::tell));
        MetaCommands commands = new MetaCommands(host, models, session, present, program, inside);
        screen.serve(new SessionEngine(messages, sessions, commands, aids, summary), out);
        session.submit(new SessionCommand.Leave());
        kept = !host.file().isUnsaved() && host.sessions().size(host.file().file()) > 0;
        exit = ExitCode.DONE;
      }
    }
  }

  /// From any thread.
  private void tell(String problem) {
    screen.print(DisplayText.line(problem) + "\n");
  }

  /// Printed text, passed on when it is flushed; with auto-flush, line by line.
  private static final class PrintedLines extends ByteArrayOutputStream {
    private final Consumer<String> text;

    PrintedLines(Consumer<String> text) {
      this.text = text;
    }

    @Override
    public synchronized void flush() {
      if (count > 0 && (buf[count - 1] & 0x80) == 0) { // not within a character
        text.accept(toString(StandardCharsets.UTF_8));
        reset();
      }
    }
  }
}
