// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.Command;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.change.RecordSeries;
import dev.writ.kernel.comparison.RecordedStateFinder;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.judge.GitUse.GitRequest;
import dev.writ.kernel.policy.ChangeScope;
import dev.writ.kernel.policy.LineSecrets;
import dev.writ.kernel.protection.InertGitConfig.StatedConfig;
import dev.writ.kernel.session.SessionState;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.LedgerEntry;
import dev.writ.records.ledger.RecordRelations;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Whose the changes of one command line are: which programs made them, for which intent, from
/// which call they come.
public final class CommandChange {
  private final ChangeTransaction transaction;
  private final String intent;
  private final ChangeScope scope;
  private final ActOrigin origin;
  private final LedgerEntry.By by;
  private final Predicate<WorkspacePath> named;
  private final GitUse git;
  private final Optional<Effect.RunCommand> run;
  private final String line;
  private final String receipt;

  /// @param receipt the id of the decision that allowed the command
  public CommandChange(
      Effect.RunCommand run,
      ChangeTransaction transaction,
      SessionState state,
      ActOrigin origin,
      String receipt) {
    this.receipt = receipt;
    this.transaction = transaction;
    SessionDeclaration declared = state.declaration();
    this.intent = declared instanceof SessionDeclaration.Under under ? under.intent().id() : "";
    this.scope = ChangeScope.of(declared, state.mode());
    this.origin = origin;
    this.named =
        place ->
            run.locations().stream().anyMatch(at -> isAt(at, place))
                || (place.name().equals(".git") && run.initialises(place.parent()));
    boolean alone = commands(run).map(Command::programName).allMatch("git"::equals);
    this.by = alone ? LedgerEntry.By.VERSION_CONTROL : LedgerEntry.By.PROGRAM;
    this.run = Optional.of(run);
    this.git = GitUse.of(commands(run).toList(), run.reach());
    this.line = LineSecrets.recorded(run.line());
  }

  private CommandChange(
      ChangeTransaction transaction,
      Json.Obj about,
      ActOrigin origin,
      String receipt,
      ChangeScope scope,
      boolean agreed) {
    this.named = _ -> agreed;
    this.scope = scope;
    this.run = Optional.empty();
    this.receipt = receipt;
    this.transaction = transaction;
    this.origin = origin;
    this.by = about.isTrue("git_alone") ? LedgerEntry.By.VERSION_CONTROL : LedgerEntry.By.PROGRAM;
    this.git =
        new GitUse(
            about.isTrue("git"),
            about.isTrue("git_alone"),
            /* reachesHosts= */ false,
            about.isTrue("git_removes") ? Set.of(GitRequest.REMOVAL) : Set.of(),
            new StatedConfig(about.isTrue("git_follows"), Set.of()));
    this.line = about.text("command").orElse("");
    this.intent = about.text("intent").orElse("");
  }

  /// A change that a person applies later.
  ///
  /// @param about what [#describe] said when the command ran
  /// @param receipt the id of the person's decision
  public static CommandChange byPerson(
      ChangeTransaction transaction, Json.Obj about, ActOrigin origin, String receipt) {
    return new CommandChange(
        transaction, about, origin, receipt, ChangeScope.EVERYTHING, /* agreed= */ true);
  }

  /// A change that is found when the process that ran the command is dead.
  ///
  /// @param about what [#describe] said when the command ran
  public static CommandChange recovered(ChangeTransaction transaction, Json.Obj about) {
    String model = about.text("model").orElse("");
    ActOrigin origin =
        new ActOrigin(
            about.text("session").orElse(""),
            about.number("event").orElse(0),
            Math.toIntExact(about.number("turn").orElse(0)),
            model.isEmpty()
                ? new ActOrigin.Contributor.Human()
                : new ActOrigin.Contributor.Ai(model));
    return new CommandChange(
        transaction,
        about,
        origin,
        about.text("receipt").orElse(""),
        ChangeScope.read(about),
        /* agreed= */ false);
  }

  private static Stream<Command> commands(Effect.RunCommand run) {
    return run.line().commands().stream()
        .flatMap(command -> CommandUnwrapping.of(command).stream())
        .map(InnerCommand::command);
  }

  /// The Git operations that the command states.
  public GitUse git() {
    return git;
  }

  /// What secret files say that the line doesn't name; nothing where a person applies the change.
  ///
  /// @param ofLine finds it
  public List<String> secrets(Function<Effect.RunCommand, List<String>> ofLine) {
    return run.map(ofLine).orElse(List.of());
  }

  /// Where its changes may be.
  public ChangeScope scope() {
    return scope;
  }

  /// Whether a person was asked about that very place.
  public boolean names(WorkspacePath place) {
    return named.test(place);
  }

  private static boolean isAt(PathLocation location, WorkspacePath place) {
    return location instanceof PathLocation.Inside inside && inside.path().equals(place);
  }

  /// The facts needed after a crash, with the ledger's length.
  public Json.Obj describe() throws IOException {
    return scope
        .describe(Json.object())
        .put("receipt", receipt)
        .put("command", line)
        .put("git", git.runs())
        .put("git_removes", git.asks(GitRequest.REMOVAL))
        .put("git_follows", git.config().follows())
        .put("git_alone", by == LedgerEntry.By.VERSION_CONTROL)
        .put("session", origin.session())
        .put("url", origin.url())
        .put("intent", intent)
        .put("event", origin.event())
        .put("turn", origin.turn())
        .put("model", origin.contributor() instanceof ActOrigin.Contributor.Ai(String m) ? m : "")
        .put("ledger", ledger())
        .build();
  }

  /// How long the ledger is.
  public long ledger() throws IOException {
    return transaction.ledger().size();
  }

  /// Records changes.
  public AppendedRecord record(List<FileChange> changes) throws IOException {
    return transaction.record(changes, by, origin, intent, RecordRelations.NONE);
  }

  /// Begins records that become durable together.
  public RecordSeries series() {
    return transaction.series();
  }

  /// Adds a record of changes to a series.
  public void add(RecordSeries series, List<FileChange> changes) throws IOException {
    transaction.add(series, changes, by, origin, intent);
  }

  /// Records that changes of a record of this command did not happen after all, or only in part.
  ///
  /// @param withdrawn gets those changes
  /// @return the record of it; empty where all is as recorded
  public Optional<AppendedRecord> correct(
      AppendedRecord record,
      Set<WorkspacePath> places,
      RecordedStateFinder states,
      Consumer<List<FileChange>> withdrawn)
      throws IOException {
    ChangeTransaction.Corrections corrections = transaction.corrections(record, places, states);
    withdrawn.accept(corrections.made());
    return corrections.changes().isEmpty()
        ? Optional.empty()
        : Optional.of(
            transaction.record(
                corrections.changes(), by, origin, intent, corrections.relations(record)));
  }

  /// Takes a recorded change of the workspace itself back.
  public ChangeTransaction.MutationOutcome takeBack(FileChange back, AppendedRecord record)
      throws IOException {
    return transaction.mutate(back, origin, intent, List.of(record.id()));
  }
}
