// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hook;

import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Hooks in the form that users already write: for each event a list of matchers with their
/// handlers. A hook that could object and cannot run is an error; one that could only observe is
/// ignored with a warning.
public final class HookRules {
  /// The longest time that a hook may be given, in seconds.
  public static final int MAX_SECONDS = 600;

  /// The most handlers of one configuration.
  public static final int MAX_HOOKS = 200;

  private static final Set<String> OTHER_TYPES = Set.of("http", "mcp_tool", "prompt", "agent");

  /// Members without an effect on a hook here.
  private static final Set<String> WITHOUT_EFFECT = Set.of("statusMessage", "type");

  private static final Set<String> KNOWN =
      Set.of("command", "args", "timeout", "writes", "shell", "once", "async", "asyncRewake", "if");

  private final String origin;
  private final HookVariables variables;
  private final List<Hook> hooks = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<UnknownSubject> unknown = new ArrayList<>();

  private HookRules(String origin, HookVariables variables) {
    this.origin = origin;
    this.variables = variables;
  }

  /// Reads a configuration.
  ///
  /// @param origin its name in messages, such as `hooks`
  /// @throws HookException if it can't be meant
  public static HookRules read(Json.Obj events, String origin, HookVariables variables)
      throws HookException {
    HookRules rules = new HookRules(origin, variables);
    for (Map.Entry<String, Json> entry : events.members().entrySet()) {
      rules.event(entry.getKey(), entry.getValue());
    }
    return rules;
  }

  /// The hooks, in the order in which they stand.
  public List<Hook> hooks() {
    return List.copyOf(hooks);
  }

  /// Warnings for a person: ignored parts.
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /// A part of a matcher that matches nothing.
  ///
  /// @param place of the matcher
  /// @param name a name, or a regular expression
  public record UnknownSubject(HookEvent event, String place, String name) {
    /// The warning for a person.
    ///
    /// @param hint at what was probably meant; may be empty
    public String words(String hint) {
      return "%s: '%s' matches no %s%s, so the hook never runs for it"
          .formatted(place, name, event.aboutTools() ? "tool" : "source or reason", hint);
    }
  }

  /// The parts of matchers that match nothing.
  public List<UnknownSubject> unknown() {
    return List.copyOf(unknown);
  }

  private void event(String word, Json value) throws HookException {
    String place = origin + "." + word;
    Optional<HookEvent> event = HookEvent.of(word);
    if (event.isEmpty()) {
      if (!HookEvent.ELSEWHERE.contains(word)) {
        List<String> known = new ArrayList<>();
        for (HookEvent each : HookEvent.values()) {
          known.add(each.word());
        }
        throw new HookException(
            place, "unknown event; known events are " + String.join(", ", known));
      }
      warnings.add(place + " is ignored: Writ has no such event");
      return;
    }
    List<Json> groups = list(value, place);
    for (int i = 0; i < groups.size(); i++) {
      group(event.get(), groups.get(i), place + "[" + i + "]");
    }
  }

  private void group(HookEvent event, Json value, String place) throws HookException {
    Json.Obj group = object(value, place);
    for (String name : group.members().keySet()) {
      if (!name.equals("matcher") && !name.equals("hooks")) {
        throw new HookException(place + "." + name, "the only keys here are matcher and hooks");
      }
    }
    String matcher = "";
    Json given = group.get("matcher").orElse(new Json.Null());
    if (given instanceof Json.Text(String text)) {
      matcher = text;
    } else if (!(given instanceof Json.Null)) {
      throw new HookException(place + ".matcher", "a text was expected");
    }
    HookMatcher meant = HookMatcher.of(event.unmatched() ? "" : matcher, place + ".matcher");
    HookSubjects.unknown(event, meant)
        .forEach(name -> unknown.add(new UnknownSubject(event, place + ".matcher", name)));
    List<Json> handlers = list(group.get("hooks").orElse(new Json.Null()), place + ".hooks");
    for (int i = 0; i < handlers.size(); i++) {
      handler(event, meant, handlers.get(i), place + ".hooks[" + i + "]");
    }
  }

  private void handler(HookEvent event, HookMatcher matcher, Json value, String place)
      throws HookException {
    Json.Obj handler = object(value, place);
    String type = handler.text("type").orElse("");
    if (OTHER_TYPES.contains(type)) {
      leftOut(event, place, "handlers of the type " + type + " are not supported");
      return;
    }
    if (!type.equals("command")) {
      throw new HookException(place + ".type", "must be \"command\", not '" + type + "'");
    }
    for (String name : handler.members().keySet()) {
      if (!KNOWN.contains(name) && !WITHOUT_EFFECT.contains(name)) {
        throw new HookException(
            place + "." + name, "unknown key; known keys are command, args, timeout and writes");
      }
    }
    if (handler.get("if").isPresent()) {
      throw new HookException(
          place + ".if",
          "conditions are not supported; use the matcher, or test the"
              + " condition in the script");
    }
    if (handler.isTrue("async") || handler.isTrue("asyncRewake")) {
      leftOut(event, place, "asynchronous hooks are not supported");
      return;
    }
    if (handler.text("shell").filter(shell -> !shell.equals("bash")).isPresent()) {
      throw new HookException(
          place + ".shell", "no shell runs a hook; give command as an argument list");
    }
    if (handler.isTrue("once")) {
      warnings.add(place + ".once is ignored: the hook runs each time");
    }
    boolean writes = flag(handler, "writes", place);
    if (writes && event != HookEvent.POST_TOOL_USE) {
      throw new HookException(
          place + ".writes", "only a PostToolUse hook may be granted writing in the workspace");
    }
    if (hooks.size() >= MAX_HOOKS) {
      throw new HookException(place, "there are more than " + MAX_HOOKS + " hooks");
    }
    int seconds = seconds(event, handler, place);
    hooks.add(
        new Hook(event, matcher, HookLine.of(handler, place, variables), seconds, writes, place));
  }

  private void leftOut(HookEvent event, String place, String why) throws HookException {
    if (event.gates()) {
      throw new HookException(
          place, why + ", and a hook that can object must run; write a command instead");
    }
    warnings.add(place + " is ignored: " + why);
  }

  private static boolean flag(Json.Obj handler, String name, String place) throws HookException {
    Json value = handler.get(name).orElse(new Json.Bool(false));
    if (value instanceof Json.Bool(boolean flag)) {
      return flag;
    }
    throw new HookException(place + "." + name, "true or false was expected");
  }

  private static int seconds(HookEvent event, Json.Obj handler, String place) throws HookException {
    if (handler.get("timeout").isEmpty()) {
      return event.defaultSeconds();
    }
    long seconds = handler.number("timeout").orElse(0);
    if (seconds < 1 || seconds > MAX_SECONDS) {
      throw new HookException(
          place + ".timeout",
          "a whole number of seconds from 1 to " + MAX_SECONDS + " was expected");
    }
    return (int) seconds;
  }

  private static List<Json> list(Json value, String place) throws HookException {
    if (value instanceof Json.Arr(List<Json> items)) {
      return items;
    }
    throw new HookException(place, "a list was expected");
  }

  private static Json.Obj object(Json value, String place) throws HookException {
    if (value instanceof Json.Obj object) {
      return object;
    }
    throw new HookException(place, "a mapping was expected");
  }

  /// The hooks for an event with a subject of these names: identical ones once.
  public static List<Hook> matching(List<Hook> hooks, HookEvent event, List<String> names) {
    List<Hook> matching = new ArrayList<>();
    for (Hook hook : hooks) {
      if (hook.event() == event
          && hook.matcher().matches(names)
          && matching.stream().noneMatch(hook::sameAs)) {
        matching.add(hook);
      }
    }
    return matching;
  }

  /// The hooks as data, for displays of the configuration.
  public static Json.Obj json(List<Hook> hooks) {
    Map<String, List<String>> byEvent = new LinkedHashMap<>();
    for (Hook hook : hooks) {
      byEvent
          .computeIfAbsent(hook.event().word(), _ -> new ArrayList<>())
          .add(hook.line().text() + (hook.writes() ? " (may write)" : ""));
    }
    Json.Builder json = Json.object();
    byEvent.forEach((event, lines) -> json.put(event, Json.texts(lines)));
    return json.build();
  }
}
