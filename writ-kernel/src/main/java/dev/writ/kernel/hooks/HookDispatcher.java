// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hooks;

import dev.writ.base.json.Json;
import dev.writ.base.thread.ThreadJoin;
import dev.writ.kernel.hook.Hook;
import dev.writ.kernel.hook.HookEvent;
import dev.writ.kernel.hook.HookReply;
import dev.writ.kernel.hook.HookRules;
import dev.writ.kernel.hook.ToolForm;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.SessionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Has the hooks of an event run, side by side, and puts their answers together: the strictest
/// counts.
public final class HookDispatcher {
  /// So many hooks run at the same time.
  private static final int MOST_AT_ONCE = 8;

  private final HookRegistry registry;
  private final HookRunner runner;
  private final GovernancePolicy.ExecutionCourse course;
  private final List<String> messages = new ArrayList<>();
  private Optional<String> halt = Optional.empty();
  private List<String> noticed = List.of();

  /// @param course whether anything is done: where not, hooks that may write don't run
  public HookDispatcher(
      HookRegistry registry, HookRunner runner, GovernancePolicy.ExecutionCourse course) {
    this.registry = registry;
    this.runner = runner;
    this.course = course;
  }

  HookRegistry registry() {
    return registry;
  }

  /// One hook with what it reads.
  record HookTask(Hook hook, Json.Obj input) {}

  /// The combined answers.
  ///
  /// @param denials reasons of those that refuse
  /// @param failures of those that gave no answer
  /// @param asks reasons of those that want a person to be asked
  /// @param contexts what the model should know
  /// @param answered the replies
  record CombinedAnswer(
      List<String> denials,
      List<String> failures,
      List<String> asks,
      List<String> contexts,
      List<HookOutcome.AnsweredHook> answered) {
    static final CombinedAnswer NOTHING =
        new CombinedAnswer(List.of(), List.of(), List.of(), List.of(), List.of());
  }

  /// The hooks for an event with a subject of these names.
  List<Hook> hooks(HookEvent event, List<String> names) {
    HookRegistry.Loaded loaded = registry.loaded();
    notice(loaded.notices());
    boolean done = course == GovernancePolicy.ExecutionCourse.PERFORM;
    return HookRules.matching(loaded.hooks(), event, names).stream()
        .filter(hook -> done || !hook.writes())
        .toList();
  }

  private synchronized void notice(List<String> notices) {
    if (!notices.equals(noticed)) {
      noticed = notices;
      messages.addAll(notices);
    }
  }

  /// Runs all of them and waits for all.
  CombinedAnswer ask(List<HookTask> tasks, HookRunner.Occasion occasion)
      throws InterruptedException {
    if (tasks.isEmpty()) {
      return CombinedAnswer.NOTHING;
    }
    List<HookOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i += MOST_AT_ONCE) {
      outcomes.addAll(
          together(tasks.subList(i, Math.min(tasks.size(), i + MOST_AT_ONCE)), occasion));
    }
    return combine(outcomes);
  }

  private List<HookOutcome> together(List<HookTask> tasks, HookRunner.Occasion occasion)
      throws InterruptedException {
    if (tasks.size() == 1) {
      return List.of(runner.run(tasks.getFirst().hook(), tasks.getFirst().input(), occasion));
    }
    List<HookOutcome> outcomes = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (HookTask task : tasks) {
      // A hook without an answer because its thread crashed is a failure, too.
      outcomes.add(
          new HookOutcome.FailedHook(
              task.hook(), HookOutcome.NoAnswerCause.NOT_STARTED, "the hook's thread crashed"));
    }
    for (int i = 0; i < tasks.size(); i++) {
      int index = i;
      HookTask task = tasks.get(i);
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .name("hook")
              .start(
                  () -> {
                    try {
                      HookOutcome outcome = runner.run(task.hook(), task.input(), occasion);
                      synchronized (outcomes) {
                        outcomes.set(index, outcome);
                      }
                    } catch (InterruptedException _) {
                      Thread.currentThread().interrupt();
                    }
                  }));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      ThreadJoin.join(threads); // soon: their programs are ended
      throw e;
    }
    synchronized (outcomes) {
      return List.copyOf(outcomes);
    }
  }

  private CombinedAnswer combine(List<HookOutcome> outcomes) {
    CombinedAnswer heard =
        new CombinedAnswer(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    for (HookOutcome outcome : outcomes) {
      switch (outcome) {
        case HookOutcome.FailedHook failed -> heard.failures().add(failed.message());
        case HookOutcome.AnsweredHook(Hook hook, HookReply reply) -> {
          heard.answered().add(new HookOutcome.AnsweredHook(hook, reply));
          switch (reply.decision()) {
            case NONE -> {}
            case ASK -> heard.asks().add(worded("asks for a person", hook, reply.reason()));
            case DENY -> heard.denials().add(worded("says no", hook, reply.reason()));
          }
          if (!reply.context().isEmpty()) {
            heard.contexts().add(reply.context());
          }
          remember(hook, reply);
        }
      }
    }
    return heard;
  }

  private static String worded(String what, Hook hook, String reason) {
    return "The hook %s %s: %s"
        .formatted(hook.title(), what, reason.isEmpty() ? "no reason given" : reason);
  }

  private synchronized void remember(Hook hook, HookReply reply) {
    if (!reply.message().isEmpty()) {
      messages.add(hook.title() + ": " + reply.message());
    }
    if (halt.isEmpty() && reply.halt().isPresent()) {
      halt = Optional.of(worded("ends the turn", hook, reply.halt().get()));
    }
  }

  /// Adds a notice for the person.
  synchronized void tell(String message) {
    messages.add(message);
  }

  /// The notices for the person, each returned once.
  synchronized List<String> takeMessages() {
    List<String> taken = List.copyOf(messages);
    messages.clear();
    return taken;
  }

  /// Why the turn is to end, once.
  synchronized Optional<String> takeHalt() {
    Optional<String> taken = halt;
    halt = Optional.empty();
    return taken;
  }

  /// The input of every hook, with the event's own members.
  Json.Obj input(HookEvent event, HookRunner.Occasion occasion, Json.Obj own) {
    SessionState state = occasion.state();
    Json.Builder json =
        Json.object()
            .put("session_id", state.session())
            .put("transcript_path", new Json.Null())
            .put("cwd", registry.root().toString())
            .put("permission_mode", permissionMode(state))
            .put("hook_event_name", event.word())
            .put("turn_id", String.valueOf(state.turn()));
    for (Map.Entry<String, Json> member : own.members().entrySet()) {
      json.put(member.getKey(), member.getValue());
    }
    Json.Builder ours =
        Json.object().put("mode", state.mode().name()).put("execution", state.execution().word());
    if (state.declaration() instanceof SessionDeclaration.Under under) {
      ours.put("intent", under.intent().id()).put("kind", under.kind().name());
    }
    return json.put("writ", ours.build()).build();
  }

  private static String permissionMode(SessionState state) {
    WorkMode mode = state.mode();
    if (mode.name().equals("plan")) {
      return "plan";
    }
    ExecutionMode execution = state.execution();
    return switch (execution) {
      case INTERACTIVE -> "default";
      case RESTRICTED_AUTONOMOUS -> "auto";
      case FULL_AUTONOMOUS -> "bypassPermissions";
    };
  }

  /// The input of a hook about a tool.
  static Json.Builder tool(ToolForm form, String callId) {
    return Json.object()
        .put("tool_name", form.name())
        .put("tool_input", form.input())
        .put("tool_use_id", callId);
  }
}
