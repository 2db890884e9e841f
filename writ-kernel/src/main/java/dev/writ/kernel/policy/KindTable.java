// Implements: docs/spec/09-intents-and-hooks.md §9.3 (Kind and tool compatibility)
package dev.writ.kernel.policy;

import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.intent.IntentKind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which kind of intent allows which tools.
///
/// @param name the profile's name in the configuration
/// @param readingNeedsIntent whether even reading must be declared
public record KindTable(
    String name,
    Map<IntentKind, Set<EffectClass>> classes,
    Map<IntentKind, Set<String>> tools,
    boolean readingNeedsIntent) {

  /// The default profile, by effect class.
  public static final KindTable STANDARD =
      new KindTable(
          "standard",
          Map.of(
              IntentKind.CODE,
                  Set.of(
                      EffectClass.READ,
                      EffectClass.WRITE,
                      EffectClass.EXECUTE,
                      EffectClass.NETWORK),
              IntentKind.DEBUG, Set.of(EffectClass.READ, EffectClass.EXECUTE),
              IntentKind.ANALYZE, Set.of(EffectClass.READ),
              IntentKind.PLAN, Set.of(EffectClass.READ),
              IntentKind.WRITE_FILE, Set.of(EffectClass.READ, EffectClass.WRITE),
              IntentKind.READ_FILE, Set.of(EffectClass.READ),
              IntentKind.EXECUTE, Set.of(EffectClass.READ, EffectClass.EXECUTE)),
          Map.of(),
          false);

  /// The strict profile, tool by tool.
  public static final KindTable STRICT =
      new KindTable(
          "strict",
          Map.of(),
          Map.of(
              IntentKind.PLAN, Set.of(),
              IntentKind.ANALYZE, Set.of("read_file"),
              IntentKind.DEBUG, Set.of("read_file"),
              IntentKind.READ_FILE, Set.of("read_file"),
              IntentKind.CODE, Set.of("write_file", "apply_patch"),
              IntentKind.WRITE_FILE, Set.of("write_file"),
              IntentKind.EXECUTE, Set.of("run_command")),
          true);

  public KindTable {
    classes = classes.isEmpty() ? Map.of() : new EnumMap<>(classes);
    tools = Map.copyOf(tools);
  }

  /// Whether a tool may be used under a kind. Control tools change nothing outside the session and
  /// are free, but in a profile that names every tool.
  public boolean allows(IntentKind kind, String tool, EffectClass effectClass) {
    Set<String> named = tools.get(kind);
    if (named != null) {
      return named.contains(tool);
    }
    return effectClass == EffectClass.CONTROL
        || classes.getOrDefault(kind, Set.of()).contains(effectClass);
  }

  /// The kinds that would allow a tool.
  public List<IntentKind> allowing(String tool, EffectClass effectClass) {
    return Arrays.stream(IntentKind.values())
        .filter(kind -> allows(kind, tool, effectClass))
        .toList();
  }
}
