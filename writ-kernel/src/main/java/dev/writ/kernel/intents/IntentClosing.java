// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.intents;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.command.parser.CommandParser;
import dev.writ.kernel.approval.ApprovalCheck;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.comparison.WorkspaceChangeDetector;
import dev.writ.kernel.comparison.WorkspaceComparison;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.intent.IntentKind;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.intents.IntentDeclaration.EditOutcome;
import dev.writ.kernel.run.CommandReader;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.run.CommandSituation;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.spending.IntentFileSource;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.CallDoor;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.kernel.tool.RefusedException;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.RecordRelations;
import dev.writ.records.ledger.UnsettledRecordException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Closes an intent. Its checks are run through the door on the present tree. The intent is marked
/// as done only if every check passes and nothing changes between the start of the first check and
/// the end of the last. The record of the change holds the results.
public final class IntentClosing {
  private static final int TIMEOUT_SECONDS = 600;
  private static final int MAX_SHOWN_CHARS = 2000;

  /// Directories whose changes are found in other ways: by the ledger, and by version control.
  private static final Set<String> RECORDS = Set.of(".git", ".writ", ".orchestration");

  private static final int MAX_NAMED = 10;

  private final IntentDeclaration declaration;
  private final Ledger ledger;
  private final CommandServices commands;
  private final ApprovalCheck approval;
  private Optional<CallDoor> gate = Optional.empty();

  public IntentClosing(
      IntentDeclaration declaration,
      Ledger ledger,
      CommandServices commands,
      ApprovalCheck approval) {
    this.declaration = declaration;
    this.ledger = ledger;
    this.commands = commands;
    this.approval = approval;
  }

  /// Says through which door the checks go: the one behind which this is.
  public void through(CallDoor door) {
    gate = Optional.of(door);
  }

  /// A person closes an intent. One without checks is closed on the person's word.
  ///
  /// @param state of the process; its declared intent is unchanged afterwards
  /// @param live hears the checks
  /// @throws IOException if something can't be read or recorded
  /// @throws InterruptedException when aborted; the intent stays open
  public EditOutcome close(String id, SessionState state, ActOrigin origin, LiveOutput live)
      throws IOException, InterruptedException {
    Checked checked = checked(id, state, origin, live);
    return declaration.byPerson(
        "intent done " + id,
        id,
        origin,
        () ->
            checked instanceof Checked.Passed passed
                ? closed(id, passed, origin)
                : new EditOutcome.RefusedEdit(((Checked.Open) checked).why()));
  }

  /// A model asks to close an intent: never without checks.
  ToolResult requested(
      String id, SessionState state, ActOrigin origin, Consumer<AppendedRecord> records)
      throws UnsettledRecordException, InterruptedException {
    try {
      Checked checked = checked(id, state, origin, LiveOutput.NOBODY);
      if (!(checked instanceof Checked.Passed passed)) {
        return new ToolResult.Failure(((Checked.Open) checked).why());
      }
      if (passed.results().isEmpty()) {
        return failed(id + " has no checks, so only a person can close it: writ intent done " + id);
      }
      return switch (closed(id, passed, origin)) {
        case EditOutcome.RecordedEdit(String _, AppendedRecord record) -> {
          records.accept(record);
          yield new ToolResult.Success(
              "%s is done: %d checks passed".formatted(id, passed.results().size()));
        }
        case EditOutcome.RefusedEdit(ToolError error) -> new ToolResult.Failure(error);
      };
    } catch (UnsettledRecordException e) {
      throw e;
    } catch (IOException e) {
      return failed(id + " stays open: " + e.getMessage());
    }
  }

  private static ToolResult failed(String message) {
    return ToolResult.failed(ErrorCode.CHECKS_FAILED, message);
  }

  private EditOutcome closed(String id, Checked.Passed passed, ActOrigin origin)
      throws IOException {
    RecordRelations relations = RecordRelations.checked(passed.results());
    return declaration.status(passed.found(), id, Intent.IntentStatus.DONE, origin, relations);
  }

  /// The results of the checks.
  private sealed interface Checked {
    /// All checks of this state of the intents file passed.
    record Passed(IntentDeclaration.EditBase found, List<RecordRelations.CheckRun> results)
        implements Checked {}

    /// It stays open.
    record Open(ToolError why) implements Checked {}
  }

  private static Checked open(ErrorCode code, String message) {
    return new Checked.Open(new ToolError(code, message));
  }

  private Checked checked(String id, SessionState state, ActOrigin origin, LiveOutput live)
      throws IOException, InterruptedException {
    Optional<IntentDeclaration.EditBase> found = declaration.found();
    if (found.isEmpty()) {
      return new Checked.Open(((EditOutcome.RefusedEdit) IntentDeclaration.unreadable()).error());
    }
    Optional<Intent> intent;
    try {
      intent =
          IntentFile.parse(found.get().text()).stream().filter(i -> i.id().equals(id)).findFirst();
    } catch (JsonException e) {
      return open(ErrorCode.INTENTS_INVALID, IntentFileSource.located(e));
    }
    if (intent.isEmpty()) {
      return open(ErrorCode.UNKNOWN_INTENT, "There is no intent '" + id + "'");
    }
    if (intent.get().status() != Intent.IntentStatus.ACTIVE) {
      return open(
          ErrorCode.INTENT_NOT_ACTIVE,
          "The intent %s is %s; only an active one can be closed"
              .formatted(id, intent.get().status().word()));
    }
    if (intent.get().terms().checks().isEmpty()) {
      return new Checked.Passed(found.get(), List.of());
    }
    SessionDeclaration before = state.declaration();
    try {
      state.declare(new SessionDeclaration.Under(IntentKind.EXECUTE, intent.get()));
      state.checking(true);
      return runChecks(found.get(), intent.get(), state, origin, live);
    } finally {
      state.checking(false);
      state.declare(before);
    }
  }

  private Checked runChecks(
      IntentDeclaration.EditBase found,
      Intent intent,
      SessionState state,
      ActOrigin origin,
      LiveOutput live)
      throws IOException, InterruptedException {
    List<String> checks = intent.terms().checks();
    WorkspaceChangeDetector detector = commands.parts().running().detector();
    WorkspaceChangeDetector.Watching watching = detector.before(outputs(checks, state));
    long size = ledger.size();
    List<RecordRelations.CheckRun> results = new ArrayList<>();
    for (String check : checks) {
      Optional<Checked> stays = runCheck(check, results, state, origin, live);
      if (stays.isPresent()) {
        return stays.get();
      }
    }
    TreeSet<String> changed = new TreeSet<>();
    try (WorkspaceComparison comparison = detector.after(watching, false)) {
      for (FileChange change : comparison.changes(comparison.differences())) {
        if (!RECORDS.contains(change.path().segments().getFirst())) {
          changed.add(change.path().toString());
        }
      }
    }
    changed.removeIf(path -> isImplied(path, changed.ceiling(path + "/")));
    if (!changed.isEmpty() || ledger.size() != size) {
      return open(
          ErrorCode.CHECKS_FAILED,
          "%s stays open: files changed while its checks ran%s"
              .formatted(intent.id(), named(changed)));
    }
    return new Checked.Passed(found, results);
  }

  /// Of a directory, what is in it says enough.
  private static boolean isImplied(String path, @Nullable String next) {
    return next != null && next.startsWith(path + "/");
  }

  private static String named(Set<String> changed) {
    List<String> names = changed.stream().sorted().limit(MAX_NAMED).toList();
    return names.isEmpty()
        ? ""
        : ": " + String.join(", ", names) + (changed.size() > MAX_NAMED ? "…" : "");
  }

  /// Build outputs of the checks' programs, which do not count as changes.
  private Set<String> outputs(List<String> checks, SessionState state) {
    Set<String> outputs = new HashSet<>();
    CommandSituation situation =
        new CommandSituation(CommandStanding.of(state), approval.canAsk(state.execution()));
    for (String check : checks) {
      try {
        Effect.RunCommand run =
            commands
                .parts()
                .reader()
                .effect(
                    CommandReader.parsed(CommandParser.parse(check)),
                    ".",
                    new CommandReader.Given(
                        new Effect.RunCommand.RunLimits(TIMEOUT_SECONDS, 0, 0),
                        Optional.empty(),
                        List.of()),
                    situation);
        outputs.addAll(commands.parts().running().hand().outputs(run));
      } catch (RefusedException _) {
        // The gate says so when it is its turn.
      }
    }
    return outputs;
  }

  /// Runs one check.
  ///
  /// @return why the intent stays open after it, if it does
  private Optional<Checked> runCheck(
      String check,
      List<RecordRelations.CheckRun> results,
      SessionState state,
      ActOrigin origin,
      LiveOutput live)
      throws InterruptedException {
    String arguments =
        Json.object().put("command", check).put("timeout", TIMEOUT_SECONDS).build().write();
    ToolCall call = new ToolCall("check_" + (results.size() + 1), "run_command", arguments);
    long began = System.nanoTime();
    CallAnswer answer = gate.orElseThrow().call(call, state, origin, live);
    long millis = (System.nanoTime() - began) / 1_000_000;
    if (!answer.ledger().isEmpty()) {
      return stays(check, "changed files, so its result is about another tree", answer);
    }
    if (answer.result() instanceof ToolResult.Failure(ToolError error, var _)) {
      return stays(check, "ended with " + error.code(), answer);
    }
    long exit = answer.result().metadata().number("exit_code").orElse(-1);
    if (exit != 0) {
      return stays(check, "ended with exit code " + exit, answer);
    }
    results.add(new RecordRelations.CheckRun(check, (int) exit, millis));
    return Optional.empty();
  }

  private static Optional<Checked> stays(String check, String why, CallAnswer answer) {
    String said = answer.result().content();
    String tail =
        said.length() > MAX_SHOWN_CHARS
            ? "…" + said.substring(said.length() - MAX_SHOWN_CHARS)
            : said;
    String message = "The intent stays open: the check '%s' %s.%n%s".formatted(check, why, tail);
    return Optional.of(open(ErrorCode.CHECKS_FAILED, message));
  }
}
