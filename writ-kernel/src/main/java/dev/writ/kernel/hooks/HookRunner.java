// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hooks;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.hook.Hook;
import dev.writ.kernel.hook.HookReply;
import dev.writ.kernel.hook.HookVariables;
import dev.writ.kernel.hooks.HookOutcome.NoAnswerCause;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.program.CommandOutcome;
import dev.writ.kernel.program.PersonScripts;
import dev.writ.kernel.program.StartException;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.settle.CommandRun;
import dev.writ.kernel.tool.TerminalControlFilter;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.GateAnswer;
import dev.writ.records.audit.OpenAct;
import dev.writ.records.audit.Receipt;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.launch.LiveListener;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Runs hooks as governed commands: confirmed files only, with the denylist, in the sandbox without
/// a network, with read access only unless a person granted more, with a receipt before and an
/// outcome after.
public final class HookRunner {
  /// How much of what a hook says is passed on, in characters.
  static final int MAX_CHARS = 10_000;

  private static final int MAX_STDOUT_BYTES = 1024 * 1024;
  private static final int MAX_STDERR_BYTES = 64 * 1024;
  private static final int HIGHEST_STATUS = 128;

  private final HookRegistry registry;
  private final CommandServices commands;
  private final ActRecorder acts;
  private final ChangeTransaction transaction;
  private final SecretMasker masker;
  private final Object writing = new Object();

  public HookRunner(
      HookRegistry registry,
      CommandServices commands,
      ActRecorder acts,
      ChangeTransaction transaction,
      SecretMasker masker) {
    this.registry = registry;
    this.commands = commands;
    this.acts = acts;
    this.transaction = transaction;
    this.masker = masker;
  }

  /// For whom a hook is run.
  ///
  /// @param callId of the call that it is about; empty if it is about none
  public record Occasion(SessionState state, ActOrigin origin, String callId) {}

  /// Runs one and waits for its end.
  ///
  /// @param input what it reads
  HookOutcome run(Hook hook, Json.Obj input, Occasion occasion) throws InterruptedException {
    try {
      Map<String, String> files = registry.scripts().of(hook.line());
      Optional<String> objection = registry.objection(hook, files);
      if (objection.isPresent()) {
        return failed(hook, NoAnswerCause.UNCONFIRMED, objection.get());
      }
      PathLocation here = new PathLocation.Inside(".", WorkspacePath.ROOT);
      Optional<ToolError> barred = commands.parts().judge().barred(hook.line(), here);
      if (barred.isPresent()) {
        return failed(hook, NoAnswerCause.REFUSED, barred.get().message());
      }
      HookOutcome outcome = recorded(hook, effect(hook, input, here), files, occasion);
      return registry.scripts().of(hook.line()).equals(files)
          ? outcome
          : failed(hook, NoAnswerCause.UNCONFIRMED, "its files were changed while it ran");
    } catch (IOException e) {
      return failed(hook, NoAnswerCause.NOT_STARTED, String.valueOf(e.getMessage()));
    }
  }

  private Effect.RunCommand effect(Hook hook, Json.Obj input, PathLocation here) {
    return new Effect.RunCommand(
        hook.line(),
        here,
        new Effect.RunCommand.Touches(
            List.of(), List.of(), List.of(), hook.writes(), WorkspacePath.ROOT, Optional.empty()),
        new Effect.RunCommand.RunLimits(hook.timeoutSeconds(), MAX_STDOUT_BYTES, MAX_STDERR_BYTES),
        Optional.of(masker.mask(input).write()),
        NetworkReach.NONE);
  }

  private HookOutcome recorded(
      Hook hook, Effect.RunCommand run, Map<String, String> files, Occasion occasion)
      throws InterruptedException {
    try {
      return acts.perform(
          receipt(hook, run, files, occasion),
          open -> {
            HookOutcome outcome = performed(hook, run, files, occasion, open);
            if (outcome instanceof HookOutcome.FailedHook(var _, NoAnswerCause cause, var _)) {
              open.code("hook_" + cause.name().toLowerCase(Locale.ROOT));
            }
            return outcome;
          });
    } catch (IOException e) { // of the receipt: running the hook throws none
      return failed(hook, NoAnswerCause.NOT_RECORDED, String.valueOf(e.getMessage()));
    }
  }

  private Receipt receipt(
      Hook hook, Effect.RunCommand run, Map<String, String> files, Occasion occasion) {
    Json.Builder confirmed = Json.object();
    files.forEach(confirmed::put);
    Json about =
        Json.object()
            .put("event", hook.event().word())
            .put("from", hook.place())
            .put("writes", hook.writes())
            .put("files", confirmed.build())
            .build();
    return new Receipt(
        occasion.origin(),
        ContentHash.of(run.describe().write()),
        new Receipt.Subject(
            occasion.callId(),
            "hook",
            List.of(masker.mask(run.describe())),
            "hook " + hook.event().word() + ": " + masker.mask(run.line().text()),
            true),
        List.of(GateAnswer.pass("granted")),
        Json.object()
            .put("session", occasion.state().session())
            .put("mode", occasion.state().mode().name())
            .put("execution", occasion.state().execution().word())
            .put("hook", about)
            .build());
  }

  private HookOutcome performed(
      Hook hook, Effect.RunCommand run, Map<String, String> files, Occasion occasion, OpenAct open)
      throws InterruptedException {
    Path root = registry.root();
    PersonScripts scripts = PersonScripts.of(run.line(), root, environment(hook, files));
    if (!scripts.missing().isEmpty()) {
      return failed(hook, NoAnswerCause.MISSING, scripts.missing().getFirst());
    }
    try {
      CommandOutcome outcome =
          hook.writes()
              ? witnessed(run, scripts, occasion, open)
              : commands.parts().running().hand().run(run, LiveListener.NOBODY, scripts);
      open.exit(outcome.status(), outcome.report().tampered());
      return read(hook, outcome);
    } catch (FileNotFoundException | NoSuchFileException e) {
      return failed(hook, NoAnswerCause.MISSING, String.valueOf(e.getMessage()));
    } catch (SandboxException | StartException e) {
      return failed(hook, NoAnswerCause.NOT_STARTED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return failed(hook, NoAnswerCause.NOT_STARTED, String.valueOf(e.getMessage()));
    }
  }

  /// Python looks for modules where a script lies, or here: a model could put one there that stands
  /// for another. Not where no model can write.
  private Map<String, String> environment(Hook hook, Map<String, String> files) {
    Map<String, String> environment = new TreeMap<>();
    environment.put(HookVariables.PROJECT_DIRECTORY, registry.root().toString());
    environment.put("WRIT_PROJECT_DIR", registry.root().toString());
    environment.put("WRIT_HOOK_EVENT", hook.event().word());
    boolean exposed =
        hook.line().commands().stream().anyMatch(command -> command.argv().contains("-m"));
    for (String file : files.keySet()) {
      exposed |= !ProtectedNames.isProtected(WorkspacePath.of(file));
    }
    if (exposed) {
      environment.put("PYTHONSAFEPATH", "1");
    }
    return environment;
  }

  /// A hook that may write runs alone, and its changes are recorded; their author is the person's
  /// program.
  private CommandOutcome witnessed(
      Effect.RunCommand run, PersonScripts scripts, Occasion occasion, OpenAct open)
      throws IOException, InterruptedException {
    CommandServices.Running running = commands.parts().running();
    synchronized (writing) {
      ActOrigin origin = occasion.origin();
      ActOrigin person =
          new ActOrigin(
              origin.session(), origin.event(), origin.turn(), new ActOrigin.Contributor.Human());
      CommandRun recorded =
          new CommandRun(
              running, transaction, occasion.state(), person, open.receipt(), Optional.empty());
      try {
        return recorded.run(run, LiveListener.NOBODY, scripts);
      } finally {
        open.records(recorded.records());
      }
    }
  }

  private HookOutcome read(Hook hook, CommandOutcome outcome) {
    String errors = outcome.stderr().text();
    if (outcome.timedOut()) {
      return failed(hook, NoAnswerCause.TIMED_OUT, "after " + hook.timeoutSeconds() + " s");
    }
    if (outcome.status() > HIGHEST_STATUS) {
      return failed(hook, NoAnswerCause.SIGNAL, String.join("; ", outcome.report().notes()));
    }
    if (outcome.status() == 2) {
      return new HookOutcome.AnsweredHook(
          hook, HookReply.denial(errors.isBlank() ? "no reason given" : harmless(errors)));
    }
    if (outcome.status() != 0) {
      return failed(
          hook, NoAnswerCause.STATUS, "exit status %d %s".formatted(outcome.status(), errors));
    }
    try {
      HookReply reply = HookReply.read(hook.event(), outcome.stdout().text());
      return new HookOutcome.AnsweredHook(hook, harmless(reply, outcome));
    } catch (HookReply.GarbageException e) {
      return failed(hook, NoAnswerCause.GARBAGE, String.valueOf(e.getMessage()));
    }
  }

  private HookReply harmless(HookReply reply, CommandOutcome outcome) {
    String context = reply.context();
    List<String> changed = new ArrayList<>(outcome.report().changes().owned());
    changed.addAll(outcome.report().changes().foreign());
    outcome.report().changes().unapplied().forEach(one -> changed.add(one.words()));
    changed.addAll(outcome.report().protectedPaths());
    if (!changed.isEmpty()) {
      context += (context.isEmpty() ? "" : "\n") + "The hook " + String.join(", ", changed);
    }
    return new HookReply(
        reply.decision(),
        harmless(reply.reason()),
        harmless(context),
        harmless(reply.message()),
        reply.updatedInput(),
        reply.halt().map(this::harmless));
  }

  /// Without secrets and terminal controls, and limited in length.
  private String harmless(String text) {
    String shorter = TerminalControlFilter.strip(text).strip();
    if (shorter.length() > MAX_CHARS) {
      shorter = shorter.substring(0, MAX_CHARS) + "\n[cut after " + MAX_CHARS + " characters]";
    }
    return masker.mask(shorter);
  }

  private HookOutcome failed(Hook hook, NoAnswerCause cause, String detail) {
    return new HookOutcome.FailedHook(hook, cause, harmless(detail));
  }
}
