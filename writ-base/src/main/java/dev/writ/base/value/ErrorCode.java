// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.base.value;

/// Every way in which a call or a turn can be refused or fail: the closed set of codes of the error
/// contract. A code's recoverability is fixed: it says whether the model can do something about it.
public enum ErrorCode {
  /// Gate `proposal`: no tool has that name.
  UNKNOWN_TOOL(true, "Use one of the tools that were offered"),
  /// Gates `proposal`, `containment` and `lock`, performing: the arguments are not a JSON object or
  /// violate the tool's schema.
  INVALID_ARGUMENTS(true, "Correct the arguments and call again"),
  /// Gate `proposal`: a construct that the command language refuses.
  COMMAND_UNSUPPORTED(true, "Rewrite the command as a program with plain arguments"),
  /// Gate `mode`: the mode of work does not offer this tool.
  TOOL_NOT_ALLOWED_IN_MODE(true, "Use a tool of this mode or ask the person to change the mode"),
  /// Gates `intent` and `scope`: nothing was declared.
  INTENT_REQUIRED(true, "Call select_active_intent with an active intent first"),
  /// Gate `intent`, the handshake: no declared intent has that id.
  UNKNOWN_INTENT(true, "Choose one of the active intents"),
  /// Gate `intent`, the handshake: the intent exists but is not active.
  INTENT_NOT_ACTIVE(true, "Choose one of the active intents"),
  /// Gate `intent`, the handshake: the intents file can't be read.
  INTENTS_INVALID(false, "A person must correct the intents file"),
  /// Gate `intent`: the declared kind forbids this tool.
  TOOL_NOT_ALLOWED_FOR_INTENT(true, "Declare a kind of intent that allows the tool"),
  /// Gate `containment`: the path is outside the workspace.
  PATH_OUTSIDE_WORKSPACE(true, "Use a path inside the workspace"),
  /// Gate `containment`: the path is on the list of blocked paths.
  BLOCKED_PATH(true, "Do not use this path"),
  /// Gates `containment` and `command`, performing, undo: the path may be read but never written
  /// through file tools, or must stay where it is.
  PROTECTED_PATH(true, "Leave this path unchanged; a person can change it"),
  /// Gate `scope`, performing: the path is outside the intent's owned scope.
  SCOPE_VIOLATION(true, "Request scope expansion or choose a valid intent"),
  /// Gate `denylist`: the command is never allowed.
  COMMAND_DENIED(true, "Reach the goal in another way"),
  /// Gate `command`: the project's authority does not cover this command.
  AUTHORITY_DENIED(true, "Use a file tool or a granted program, or ask the person for authority"),
  /// Gate `command`: the program's pack can't be trusted.
  PACK_INVALID(false, "A person must repair the pack with writ pack"),
  /// Performing: the sandbox can't be set up.
  SANDBOX_UNAVAILABLE(false, "A person must install what the message names, or use --no-sandbox"),
  /// Performing: the program is not on the search path of commands.
  BINARY_NOT_FOUND(true, "Use a program that is installed"),
  /// Performing: the program is not one that its pack was made for (`safety.verify_binaries`).
  BINARY_CHANGED(false, "A person must look at the program and renew its pack"),
  /// Gate `lock`, performing, undo: the file changed since it was last seen.
  STALE_FILE(true, "Read the file again and base the change on its current content"),
  /// Gate `lock`: lines that the change touches were never read in this session.
  FILE_NOT_SEEN(true, "Read the file with read_file first"),
  /// Gate `hooks`: a person's hook refuses.
  HOOK_DENIED(true, "Act on the hook's reason"),
  /// Gate `hooks`: a person's hook that must agree gave no answer: it is missing, was changed,
  /// broke down or took too long.
  HOOK_FAILED(false, "A person must repair the hook"),
  /// Gate `approval`: a person said no.
  APPROVAL_REJECTED(true, "Respect the person's answer"),
  /// Gate `approval`: a person must agree and cannot be asked.
  APPROVAL_UNAVAILABLE(true, "Reach the goal without this call"),
  /// Receipt; ends the turn: the receipt can't be written, so nothing may happen.
  AUDIT_UNAVAILABLE(false, "A person must make the audit log writable again"),
  /// Performing: an intent can't be closed, because a check of it did not pass.
  CHECKS_FAILED(true, "Make the checks of the intent pass, then ask again"),
  /// Performing: no person could answer a question.
  QUESTION_UNANSWERED(true, "Proceed with what you know and state your assumptions"),
  /// Gates `containment` and `lock`, performing: the file or directory is not there.
  FILE_NOT_FOUND(true, "List the directory and use a path that exists"),
  /// Gate `lock`: something is there where there must be nothing.
  FILE_EXISTS(true, "Choose another path, or delete or edit the existing file"),
  /// Gates `containment` and `lock`, performing, undo: not a regular file (or directory, where one
  /// is wanted).
  NOT_A_FILE(true, "Use a path of the right kind"),
  /// Performing: the content is not text.
  BINARY_FILE(true, "Do not read this file as text"),
  /// Gate `lock`, performing, undo: larger than the limit that the message names.
  TOO_LARGE(true, "Work on a smaller part"),
  /// Gate `lock`: the text to replace is not in the file.
  EDIT_NOT_FOUND(true, "Copy the text to replace exactly from the file"),
  /// Gate `lock`: the text to replace is there more than once.
  EDIT_NOT_UNIQUE(true, "Add surrounding lines until the text is unique, or use replace_all"),
  /// Gates `proposal` and `lock`: a patch can't be read or does not apply.
  PATCH_FAILED(true, "Correct the named hunk; copy its lines exactly from the file"),
  /// Performing: the command ran longer than its time-out and was ended.
  COMMAND_TIMEOUT(true, "Run a shorter command or raise the timeout"),
  /// Performing: the operating system refused to start the program.
  COMMAND_FAILED_TO_START(true, "Check the program and its arguments"),
  /// Any step that touches a file: the operating system refused a read or write.
  IO_ERROR(true, "Check the path and its permissions"),
  /// Before the gate, or by an abort: the call was cut, aborted, duplicated or beyond a limit.
  CALL_NOT_EXECUTED(true, "Send the call again if you still need it"),
  /// Performing: the call was aborted after it had begun; the message says what it did.
  CALL_ABORTED(true, "Check its effects before you send it again"),
  /// Anywhere in a call or turn: a defect of Writ; the call or turn ended, the session continues.
  INTERNAL_ERROR(true, "Try another way and report the defect"),
  /// Turn: the iteration limit.
  MAX_ITERATIONS(true, "Raise agent.max_iterations, or ask for the rest in the next turn"),
  /// Gate `intent`, turn: a limit of cost, tokens or time is reached, or the budget of the intent
  /// is used up.
  BUDGET_EXCEEDED(true, "Raise the named limit, or ask for the rest in the next turn"),
  /// Turn: the answer reached the model's output limit, so it is not complete.
  OUTPUT_LIMIT(true, "Ask for the rest in the next turn, or raise llm.max_tokens where it is set"),
  /// Turn: the same calls again and again.
  LOOP_DETECTED(true, "State in the next turn what is missing"),
  /// Turn: too many failed or denied calls in a row.
  CIRCUIT_OPEN(true, "Look at the denials before the next turn"),
  /// Turn: the context can't be made small enough.
  CONTEXT_TOO_SMALL(
      false, "Use a model with a larger window; in a chat, /rewind removes the last message"),
  /// Turn: no connection to the provider, or its stream breaks off again and again.
  PROVIDER_UNREACHABLE(
      false,
      "Start the model server (for example Ollama), name another with --provider and"
          + " --endpoint, or try"
          + " Writ without a model: writ demo"),
  /// Turn: the provider refuses the credential.
  PROVIDER_UNAUTHORISED(false, "Set a valid key for the provider"),
  /// Turn: the provider asks to wait longer than llm.max_retry_after_seconds.
  PROVIDER_RATE_LIMITED(false, "Try again when the provider's limit ends"),
  /// Turn: the provider rejects the request or answers nonsense.
  PROVIDER_ERROR(false, "Read the provider's message; check model and endpoint");

  private final boolean recoverable;
  private final String remedy;

  ErrorCode(boolean recoverable, String remedy) {
    this.recoverable = recoverable;
    this.remedy = remedy;
  }

  /// Whether the receiver of the error can continue by acting on it.
  public boolean recoverable() {
    return recoverable;
  }

  /// The remedy, for errors without a better one.
  public String remedy() {
    return remedy;
  }
}
