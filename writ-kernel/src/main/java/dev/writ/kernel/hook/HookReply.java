// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hook;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import java.util.Optional;

/// The answer of a hook's script.
///
/// @param decision the decision; no objection is not an approval
/// @param reason the reason; may be empty
/// @param context text for the model; may be empty
/// @param message text for the person; may be empty
/// @param updatedInput the input that it wants instead of the present one
/// @param halt the reason to end the whole turn; empty if it should continue
public record HookReply(
    HookDecision decision,
    String reason,
    String context,
    String message,
    Optional<Json.Obj> updatedInput,
    Optional<String> halt) {
  /// The decisions of a hook, from the mildest.
  public enum HookDecision {
    /// No objection.
    NONE,
    /// A person should be asked.
    ASK,
    /// No.
    DENY
  }

  /// Standard output that is not an answer of the contract.
  public static final class GarbageException extends Exception {
    private static final long serialVersionUID = 1;

    GarbageException(String message) {
      super(message);
    }
  }

  /// No, for that reason.
  public static HookReply denial(String reason) {
    return new HookReply(HookDecision.DENY, reason, "", "", Optional.empty(), Optional.empty());
  }

  /// Nothing to say but that.
  static HookReply context(String context) {
    return new HookReply(HookDecision.NONE, "", context, "", Optional.empty(), Optional.empty());
  }

  /// Reads the output of a script that ended with 0. Output that begins like an object must be one;
  /// other text is for the model if the event adds to the conversation.
  ///
  /// @throws GarbageException if it began an object and it is none, or says what can't be meant
  public static HookReply read(HookEvent event, String stdout) throws GarbageException {
    String text = stdout.strip();
    if (!text.startsWith("{")) {
      boolean adds = event == HookEvent.SESSION_START || event == HookEvent.USER_PROMPT_SUBMIT;
      return context(adds ? text : "");
    }
    try {
      return of(event, JsonReader.readObject(text));
    } catch (JsonException e) {
      throw new GarbageException(
          "its output begins like a JSON object but is not one: %s (line %d, column %d)"
              .formatted(e.getMessage(), e.line(), e.column()));
    }
  }

  private static HookReply of(HookEvent event, Json.Obj json) throws GarbageException {
    Json.Obj own = object(json, "hookSpecificOutput");
    String name = text(own, "hookEventName");
    if (!name.isEmpty() && !name.equals(event.word())) {
      throw new GarbageException("hookSpecificOutput is for " + name + ", not " + event.word());
    }
    for (String unsupported : new String[] {"updatedToolOutput", "updatedMCPToolOutput"}) {
      if (own.get(unsupported).isPresent()) {
        throw new GarbageException(unsupported + ": a hook cannot change what a tool returned");
      }
    }
    Said said = parse(event, json, own);
    Optional<String> halt = halt(json, said);
    HookDecision decision = halt.isPresent() && event.gates() ? HookDecision.DENY : said.decision();
    String reason = said.reason().isEmpty() && halt.isPresent() ? halt.get() : said.reason();
    return new HookReply(
        decision,
        reason,
        text(own, "additionalContext"),
        text(json, "systemMessage"),
        updated(event, own),
        halt);
  }

  /// A decision with its reason.
  private record Said(HookDecision decision, String reason, boolean interrupts) {}

  private static Said parse(HookEvent event, Json.Obj json, Json.Obj own) throws GarbageException {
    HookDecision top = top(event, json);
    String topReason = text(json, "reason");
    return switch (event) {
      case PRE_TOOL_USE -> {
        String word = text(own, "permissionDecision");
        HookDecision decision =
            switch (word) {
              case "" -> top;
              case "allow" -> HookDecision.NONE;
              case "ask", "defer" -> HookDecision.ASK;
              case "deny" -> HookDecision.DENY;
              default -> throw new GarbageException("permissionDecision cannot be '" + word + "'");
            };
        String reason = text(own, "permissionDecisionReason");
        // A denial in the one place is not undone by the other.
        yield new Said(
            top.compareTo(decision) > 0 ? top : decision,
            reason.isEmpty() ? topReason : reason,
            false);
      }
      case PERMISSION_REQUEST -> {
        Json.Obj decision = object(own, "decision");
        String word = text(decision, "behavior");
        if (decision.get("updatedInput").isPresent()
            || decision.get("updatedPermissions").isPresent()) {
          throw new GarbageException("a hook cannot answer for the person, nor grant anything");
        }
        HookDecision own1 =
            switch (word) {
              case "", "allow" -> HookDecision.NONE;
              case "deny" -> HookDecision.DENY;
              default -> throw new GarbageException("decision.behavior cannot be '" + word + "'");
            };
        String reason = text(decision, "message");
        yield new Said(
            top.compareTo(own1) > 0 ? top : own1,
            reason.isEmpty() ? topReason : reason,
            decision.isTrue("interrupt") && own1 == HookDecision.DENY);
      }
      case SESSION_START,
          USER_PROMPT_SUBMIT,
          POST_TOOL_USE,
          POST_TOOL_USE_FAILURE,
          PRE_COMPACT,
          STOP,
          SESSION_END ->
          new Said(top, topReason, false);
    };
  }

  private static HookDecision top(HookEvent event, Json.Obj json) throws GarbageException {
    String word = text(json, "decision");
    return switch (word) {
      case "", "approve" -> HookDecision.NONE;
      case "block" -> HookDecision.DENY;
      default ->
          throw new GarbageException("decision cannot be '" + word + "' for " + event.word());
    };
  }

  private static Optional<String> halt(Json.Obj json, Said said) throws GarbageException {
    Json go = json.get("continue").orElse(new Json.Bool(true));
    if (!(go instanceof Json.Bool(boolean goOn))) {
      throw new GarbageException("continue must be true or false");
    }
    if (!goOn) {
      String reason = text(json, "stopReason");
      return Optional.of(reason.isEmpty() ? "no reason given" : reason);
    }
    return said.interrupts() ? Optional.of(said.reason()) : Optional.empty();
  }

  private static Optional<Json.Obj> updated(HookEvent event, Json.Obj own) throws GarbageException {
    Json value = own.get("updatedInput").orElse(new Json.Null());
    if (value instanceof Json.Null) {
      return Optional.empty();
    }
    if (event != HookEvent.PRE_TOOL_USE || !(value instanceof Json.Obj input)) {
      throw new GarbageException("updatedInput must be an object, and of a PreToolUse hook");
    }
    return Optional.of(input);
  }

  private static String text(Json.Obj object, String name) throws GarbageException {
    Json value = object.get(name).orElse(new Json.Null());
    if (value instanceof Json.Text(String text)) {
      return text;
    }
    if (value instanceof Json.Null) {
      return "";
    }
    throw new GarbageException(name + " must be a text");
  }

  private static Json.Obj object(Json.Obj object, String name) throws GarbageException {
    Json value = object.get(name).orElse(new Json.Null());
    if (value instanceof Json.Obj found) {
      return found;
    }
    if (value instanceof Json.Null) {
      return Json.Obj.EMPTY;
    }
    throw new GarbageException(name + " must be an object");
  }
}
