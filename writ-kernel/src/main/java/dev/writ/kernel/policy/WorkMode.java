// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.kernel.policy;

import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.intent.IntentScope;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// A mode of work: which tools are offered at all, and where they may write.
///
/// @param name the word a person uses
/// @param allowed effect classes of the tools that are offered
/// @param writable where writing is allowed, by tools and by commands; nowhere in a mode without
///     tools that write
public record WorkMode(String name, Set<EffectClass> allowed, IntentScope writable) {
  private static final IntentScope TESTS =
      IntentScope.of(List.of("**/test*/**", "**/*{Test,_test,.test,.spec}.*"));

  /// The modes that are there without any configuration.
  public static final List<WorkMode> SHIPPED =
      List.of(
          new WorkMode("code", EnumSet.allOf(EffectClass.class), IntentScope.EVERYTHING),
          new WorkMode(
              "ask", EnumSet.of(EffectClass.READ, EffectClass.CONTROL), IntentScope.NOTHING),
          new WorkMode(
              "architect",
              EnumSet.of(EffectClass.READ, EffectClass.WRITE, EffectClass.CONTROL),
              IntentScope.of(List.of("**/*.md"))),
          new WorkMode(
              "debug",
              EnumSet.of(
                  EffectClass.READ, EffectClass.WRITE, EffectClass.EXECUTE, EffectClass.CONTROL),
              TESTS));

  public WorkMode {
    allowed = Set.copyOf(allowed);
    writable = allowed.contains(EffectClass.WRITE) ? writable : IntentScope.NOTHING;
  }
}
