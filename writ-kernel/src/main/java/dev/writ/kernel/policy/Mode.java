// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.kernel.policy;

import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.intent.Scope;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// A mode of work: which tools are offered at all, and where they may write.
///
/// @param name the word a person uses
/// @param allowed effect classes of the tools that are offered
/// @param writable where writing is allowed
public record Mode(String name, Set<EffectClass> allowed, Scope writable) {
  private static final Scope TESTS =
      Scope.of(List.of("**/test*/**", "**/*{Test,_test,.test,.spec}.*"));

  /// The modes that are there without any configuration.
  public static final List<Mode> SHIPPED =
      List.of(
          new Mode("code", EnumSet.allOf(EffectClass.class), Scope.EVERYTHING),
          new Mode("ask", EnumSet.of(EffectClass.READ, EffectClass.CONTROL), Scope.of(List.of())),
          new Mode(
              "architect",
              EnumSet.of(EffectClass.READ, EffectClass.WRITE, EffectClass.CONTROL),
              Scope.of(List.of("**/*.md"))),
          new Mode(
              "debug",
              EnumSet.of(
                  EffectClass.READ, EffectClass.WRITE, EffectClass.EXECUTE, EffectClass.CONTROL),
              TESTS));

  public Mode {
    allowed = Set.copyOf(allowed);
  }
}
