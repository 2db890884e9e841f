// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hook;

import java.util.Optional;
import java.util.Set;

/// When a hook is run.
public enum HookEvent {
  /// A session begins; the matcher is for `startup` and the like.
  SESSION_START("SessionStart", Duty.INFORMS, 600),
  /// A person said something that no model has got yet.
  USER_PROMPT_SUBMIT("UserPromptSubmit", Duty.GATES, 30),
  /// A call that the gates before `hooks` let pass.
  PRE_TOOL_USE("PreToolUse", Duty.GATES, 600),
  /// A person is about to be asked.
  PERMISSION_REQUEST("PermissionRequest", Duty.GATES, 600),
  /// A call was performed.
  POST_TOOL_USE("PostToolUse", Duty.INFORMS, 600),
  /// A call failed while it was performed.
  POST_TOOL_USE_FAILURE("PostToolUseFailure", Duty.INFORMS, 600),
  /// A conversation is about to be condensed; the matcher is for `manual` and `auto`.
  PRE_COMPACT("PreCompact", Duty.GATES, 600),
  /// The model has nothing more to do.
  STOP("Stop", Duty.INFORMS, 600),
  /// A session ends; the matcher is for the reason.
  SESSION_END("SessionEnd", Duty.INFORMS, 2);

  /// Events of other agents that don't happen here, so that nothing could be prevented by them.
  static final Set<String> ELSEWHERE =
      Set.of(
          "Setup",
          "InstructionsLoaded",
          "UserPromptExpansion",
          "MessageDisplay",
          "PermissionDenied",
          "PostToolBatch",
          "Notification",
          "SubagentStart",
          "SubagentStop",
          "TaskCreated",
          "TaskCompleted",
          "StopFailure",
          "TeammateIdle",
          "ConfigChange",
          "CwdChanged",
          "DirectoryAdded",
          "FileChanged",
          "WorktreeCreate",
          "WorktreeRemove",
          "PostCompact",
          "Elicitation",
          "ElicitationResult",
          "Interrupt");

  /// The meaning of a hook's failure.
  private enum Duty {
    GATES,
    INFORMS
  }

  private final String word;
  private final Duty duty;
  private final int defaultSeconds;

  HookEvent(String word, Duty duty, int defaultSeconds) {
    this.word = word;
    this.duty = duty;
    this.defaultSeconds = defaultSeconds;
  }

  /// The name in configurations and in a script's input.
  public String word() {
    return word;
  }

  /// Whether something waits for the hook's agreement: where the hook fails, it does not happen.
  public boolean gates() {
    return duty == Duty.GATES;
  }

  /// Whether the matcher is for names of tools.
  public boolean aboutTools() {
    return switch (this) {
      case PRE_TOOL_USE, PERMISSION_REQUEST, POST_TOOL_USE, POST_TOOL_USE_FAILURE -> true;
      case SESSION_START, USER_PROMPT_SUBMIT, PRE_COMPACT, STOP, SESSION_END -> false;
    };
  }

  /// Whether the event has nothing that a matcher could be for.
  boolean unmatched() {
    return this == USER_PROMPT_SUBMIT || this == STOP;
  }

  /// How long a hook may take where its configuration doesn't say, in seconds.
  int defaultSeconds() {
    return defaultSeconds;
  }

  /// The event of that name.
  static Optional<HookEvent> of(String word) {
    for (HookEvent event : values()) {
      if (event.word.equals(word)) {
        return Optional.of(event);
      }
    }
    return Optional.empty();
  }
}
