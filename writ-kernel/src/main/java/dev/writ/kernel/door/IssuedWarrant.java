// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.door;

import dev.writ.base.scope.WalkTerms;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.LineSpan;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.change.ChangeTransaction.MutationOutcome;
import dev.writ.kernel.change.MutationChanges;
import dev.writ.kernel.check.LockCheck;
import dev.writ.kernel.code.StaleCodeException;
import dev.writ.kernel.file.FileHand;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.hand.BackgroundCommand;
import dev.writ.kernel.hand.BackgroundCommands;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.intents.SessionEffects;
import dev.writ.kernel.program.CommandOutcome;
import dev.writ.kernel.program.PersonScripts;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.settle.CommandEnding;
import dev.writ.kernel.settle.CommandRun;
import dev.writ.kernel.tool.LiveOutputRelay;
import dev.writ.kernel.tool.TerminalControlFilter;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.RecordRelations;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The one warrant there is. It checks every use against the proposal once more: a tool that does
/// what it did not propose is a bug and crashes its call.
public final class IssuedWarrant implements Warrant {
  private final Proposal proposal;
  private final SessionState state;
  private final ActOrigin origin;
  private final WarrantServices services;
  private final LiveOutputRelay relay;
  private final CallPerformance.WarrantGround ground;
  private final Set<Effect> used = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<AppendedRecord> records = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private Optional<CommandOutcome> ended = Optional.empty();
  private Optional<BackgroundCommand> started = Optional.empty();
  private final CallSequel sequel = new CallSequel();
  private CommandEnding ending = new CommandEnding.RegularEnding();
  private boolean counts = true;
  private volatile boolean open = true;

  IssuedWarrant(
      Proposal proposal,
      SessionState state,
      ActOrigin origin,
      WarrantServices services,
      LiveOutputRelay relay,
      CallPerformance.WarrantGround ground) {
    this.ground = ground;
    this.relay = relay;
    this.proposal = proposal;
    this.state = state;
    this.origin = origin;
    this.services = services;
  }

  /// The parts of a warrant.
  record WarrantServices(
      Hands hands,
      CommandServices commands,
      ChangeTransaction transaction,
      SessionEffects sessionEffects) {}

  void close() {
    open = false;
  }

  /// The ledger's records that came of this warrant.
  List<AppendedRecord> records() {
    return records;
  }

  /// How its command ended, where a program ran.
  Optional<CommandOutcome> ended() {
    return ended;
  }

  /// The effects until the call was aborted; empty if there were none, or it was not aborted.
  Optional<ToolError> aborted() {
    Optional<String> message = ending.abortion(/* recorded= */ !records.isEmpty());
    return message.map(words -> new ToolError(ErrorCode.CALL_ABORTED, words));
  }

  /// The background command, if one was started.
  Optional<BackgroundCommand> started() {
    return started;
  }

  @Override
  public Proposal proposal() {
    return proposal;
  }

  /// The place of an effect that this warrant covers.
  private WorkspacePath covered(Effect effect, PathLocation location) {
    covered(effect);
    if (location instanceof PathLocation.Inside inside) {
      return inside.path();
    }
    throw new IllegalStateException("a warrant was used on the refused location " + location);
  }

  @SuppressWarnings("ReferenceEquality") // equal effects are still two permissions
  private void covered(Effect effect) {
    if (!open) {
      throw new IllegalStateException("a warrant was used after its call");
    }
    if (proposal.effects().stream().noneMatch(proposed -> proposed == effect)) {
      throw new IllegalStateException("an effect that was not proposed: " + effect);
    }
  }

  private void once(Effect effect) {
    covered(effect);
    if (!used.add(effect)) {
      throw new IllegalStateException("an effect was performed twice: " + effect);
    }
  }

  @Override
  public FileContent read(Effect.ReadPath effect) throws IOException {
    WorkspacePath path = covered(effect, effect.at());
    services.hands().root().check();
    try {
      return FileContent.of(services.hands().root().read(path, WorkspaceRoot.MAX_FILE_BYTES));
    } catch (NoSuchFileException e) {
      state.seen().forget(path); // seen to be gone: it may be created anew
      throw e;
    }
  }

  @Override
  public void walk(Effect.ReadPath effect, WalkTerms.WalkVisitor visitor) throws IOException {
    WorkspacePath path = covered(effect, effect.at());
    if (effect.extent() != Effect.ReadPath.ReadExtent.TREE) {
      throw new IllegalStateException("a walk where only a file was proposed: " + effect);
    }
    services.hands().root().check();
    services.hands().tree().walk(path, visitor);
  }

  @Override
  public void seen(Effect.ReadPath effect, FileContent content, LineSpan lines, boolean whole) {
    state.seen().lines(covered(effect, effect.at()), content, lines, whole);
  }

  @Override
  public FileChange write(Effect.WritePath effect) throws IOException {
    return mutate(List.of(effect)).getFirst();
  }

  @Override
  public List<FileChange> mutate(List<? extends Mutation> effects) throws IOException {
    List<FileChange> changes = new ArrayList<>();
    for (Mutation effect : effects) {
      for (PathLocation location : effect.locations()) {
        WorkspacePath _ = covered(effect, location);
      }
      once(effect);
      List<FileChange> own =
          effect instanceof Mutation.MakeDirectory make
              ? missing(covered(effect, make.at()))
              : MutationChanges.of(effect);
      if (own.isEmpty() && !(effect instanceof Mutation.MakeDirectory)) {
        throw new IllegalStateException("a change that cannot be made: " + effect);
      }
      own.stream().filter(change -> !isMadeAlready(change, changes)).forEach(changes::add);
    }
    if (!(state.declaration() instanceof SessionDeclaration.Under under)) {
      throw new IllegalStateException("a change without an intent: " + effects);
    }
    MutationChanges.demandOneUseOfEachPlace(changes);
    if (changes.isEmpty()) {
      return changes;
    }
    FileHand.Before holds = () -> judgeAgain(changes);
    switch (services
        .transaction()
        .mutate(changes, origin, under.intent().id(), RecordRelations.NONE, holds)) {
      case MutationOutcome.RecordedMutation recorded -> records.add(recorded.record());
      case MutationOutcome.RefusedMutation(var stale) -> {
        sequel.overtaken();
        throw new StaleException(
            stale.now() instanceof FileState.Present(FileContent content)
                ? LockCheck.stale(stale.path(), state.seen(), content)
                : DisplayText.named(stale.path()) + " is not what it was when it was proposed");
      }
    }
    for (FileChange change : changes) {
      LockCheck.rebased(change, state.seen()).ifPresent(notes::add);
      state.seen().changed(change);
    }
    return changes;
  }

  /// Two directories of a call may have parents in common.
  private static boolean isMadeAlready(FileChange change, List<FileChange> changes) {
    return change.after() instanceof FileState.Directory && changes.contains(change);
  }

  private List<FileChange> missing(WorkspacePath directory) throws IOException {
    return services.hands().files().missing(directory).stream()
        .map(path -> new FileChange(path, new FileState.Absent(), new FileState.Directory()))
        .toList();
  }

  /// Another session may have changed what is around since the changes were judged.
  private void judgeAgain(List<FileChange> changes) throws IOException {
    Optional<ToolError> refused =
        services.commands().parts().running().obeyed().inRepository(changes);
    if (refused.isPresent()) {
      sequel.overtaken();
      throw new StaleException(refused.get().message());
    }
  }

  /// A result with an additional report to the model.
  ToolResult withReport(ToolResult result) {
    return notes.isEmpty() || !(result instanceof ToolResult.Success success)
        ? result
        : new ToolResult.Success(
            success.output() + "\n" + String.join("\n", notes),
            success.truncated(),
            success.metadata());
  }

  /// An error with what became of the changes of a command that ended with it.
  ToolError withReport(ToolError error) {
    return ending instanceof CommandEnding.FailedCommand(String left) && !left.isEmpty()
        ? new ToolError(error.code(), error.message() + ". " + left)
        : error;
  }

  /// The continuation after the performance.
  CallSequel sequel() {
    return sequel;
  }

  @Override
  public Ran run(Effect.RunCommand effect) throws IOException, InterruptedException {
    once(effect);
    services.commands().parts().judge().memory().remember(effect);
    CommandServices.Running running = services.commands().parts().running();
    CommandOutcome outcome;
    try {
      outcome =
          effect.touches().mayWrite() ? recorded(effect, running) : performed(effect, running);
    } catch (StaleCodeException e) {
      throw stale(e);
    }
    ended = Optional.of(outcome);
    if (counts) {
      sequel.ended(effect, outcome);
    }
    return ran(outcome);
  }

  private CommandOutcome performed(Effect.RunCommand effect, CommandServices.Running running)
      throws IOException, InterruptedException {
    try (relay) {
      return running.hand().run(effect, relay, PersonScripts.NONE);
    } catch (InterruptedException e) {
      ending = new CommandEnding.AbortedCommand(effect, "It could only read");
      throw e;
    }
  }

  private CommandOutcome recorded(Effect.RunCommand effect, CommandServices.Running running)
      throws IOException, InterruptedException {
    CommandRun run =
        new CommandRun(
            running, services.transaction(), state, origin, ground.receipt(), ground.consent());
    try (relay) {
      return run.run(effect, relay, PersonScripts.NONE);
    } catch (InterruptedException e) {
      ending = new CommandEnding.AbortedCommand(effect, run.left());
      throw e;
    } catch (IOException e) {
      if (!run.left().equals(CommandRun.NOTHING)) {
        ending = new CommandEnding.FailedCommand(run.left());
      }
      throw e;
    } finally {
      records.addAll(run.records());
      counts = run.counts();
    }
  }

  @Override
  public String start(Effect.RunCommand effect) throws IOException, InterruptedException {
    once(effect);
    services.commands().parts().judge().memory().remember(effect);
    CommandServices.Running running = services.commands().parts().running();
    Set<String> outputs = running.hand().outputs(effect);
    List<Path> exempt =
        running.detector().exempt(outputs, running.obeyed().unfitForOthers(outputs));
    BackgroundCommand command;
    try {
      command = background().start(effect, exempt);
    } catch (InterruptedException e) {
      ending = new CommandEnding.AbortedCommand(effect, "It does not continue in the background");
      throw e;
    } catch (StaleCodeException e) {
      throw stale(e);
    }
    started = Optional.of(command);
    return command.id();
  }

  private StaleException stale(StaleCodeException e) {
    sequel.overtaken();
    return new StaleException(String.valueOf(e.getMessage()));
  }

  @Override
  public NewOutput output(Effect.ReadOutput effect) throws IOException, InterruptedException {
    once(effect);
    return news(background(effect.id()).news(Duration.ofSeconds(effect.waitSeconds())));
  }

  @Override
  public NewOutput stop(Effect.StopCommand effect) throws IOException {
    once(effect);
    return news(background(effect.id()).stop());
  }

  private BackgroundCommands background() {
    return services.commands().parts().running().hand().background();
  }

  private BackgroundCommand background(String id) {
    return background().find(id).orElseThrow(() -> new IllegalStateException("no command " + id));
  }

  private static NewOutput news(BackgroundCommand.News news) {
    return new NewOutput(
        stream(news.stdout()), stream(news.stderr()), news.ended().map(IssuedWarrant::ran));
  }

  private static Ran ran(CommandOutcome outcome) {
    return new Ran(
        outcome.status(),
        stream(outcome.stdout()),
        stream(outcome.stderr()),
        outcome.timedOut(),
        outcome.took(),
        outcome.report());
  }

  private static StreamText stream(CommandOutcome.Stream output) {
    return new StreamText(
        TerminalControlFilter.strip(output.text()), output.cut(), output.totalBytes());
  }

  @Override
  public ToolResult change(Effect.ChangeSession effect) throws IOException, InterruptedException {
    once(effect);
    return services.sessionEffects().change(effect.control(), state, origin, records::add);
  }
}
