// Implements: docs/spec/02-architecture.md §2.3 (Kernel packages)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Hash;
import dev.writ.kernel.command.CommandLine;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.policy.KindTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The rules under which a workspace is governed.
///
/// @param intents how intents are demanded
/// @param commands what is said of commands besides the project's authority
/// @param confirm effect classes and tools that ask even where the execution mode doesn't
/// @param blocked paths out of reach with everything below them
/// @param credentials known secrets, masked wherever they would enter the conversation
/// @param dryRun whether proposals are only judged
public record Policy(
    IntentRules intents,
    CommandRules commands,
    Set<String> confirm,
    List<Path> blocked,
    List<String> credentials,
    boolean dryRun) {
  public Policy {
    confirm = Set.copyOf(confirm);
    blocked = List.copyOf(blocked);
    credentials = List.copyOf(credentials);
  }

  /// How intents are demanded.
  ///
  /// @param requireDeclared whether a person's request alone is no intent
  /// @param resetPerRequest whether each model request must declare anew
  /// @param askDefault what a question of the model's is answered with where nobody is there;
  ///     empty for a failure
  public record IntentRules(
      KindTable kinds, boolean requireDeclared, boolean resetPerRequest, String askDefault) {
    /// The usual rules.
    public IntentRules(KindTable kinds, boolean requireDeclared) {
      this(kinds, requireDeclared, /* resetPerRequest= */ false, "");
    }
  }

  /// What a person says of commands.
  ///
  /// @param allowDangerous everything where the project says nothing (`--allow-dangerous`)
  /// @param observeExecutes whether harmless reading needs no grant (`authority.observe_executes`)
  /// @param barred further patterns of the denylist (`safety.blocked_commands`)
  /// @param settable variables that a command may set (`safety.env_settable`)
  /// @param sandbox the mechanism that is wanted: `auto`, `namespaces`, `landlock`, `seatbelt`,
  ///     `none`
  /// @param unconfined a person's words for running without one
  public record CommandRules(
      boolean allowDangerous,
      boolean observeExecutes,
      List<CommandLine> barred,
      Set<String> settable,
      String sandbox,
      Optional<String> unconfined) {
    /// What stands where nobody said anything.
    public static final CommandRules USUAL =
        new CommandRules(
            /* allowDangerous= */ false,
            /* observeExecutes= */ true,
            List.of(),
            Set.of(),
            "auto",
            Optional.empty());

    public CommandRules {
      barred = List.copyOf(barred);
      settable = Set.copyOf(settable);
    }
  }

  /// The policy as data, without credentials.
  public Json.Obj json() {
    return Json.object()
        .put("kinds", intents.kinds().json())
        .put("require_declared_intents", intents.requireDeclared())
        .put("intent_reset", intents.resetPerRequest() ? "request" : "turn")
        .put("allow_dangerous", commands.allowDangerous())
        .put("observe_executes", commands.observeExecutes())
        .put(
            "blocked_commands",
            Json.texts(commands.barred().stream().map(CommandLine::text).toList()))
        .put("env_settable", Json.texts(List.copyOf(new TreeSet<>(commands.settable()))))
        .put("require_confirmation", Json.texts(List.copyOf(new TreeSet<>(confirm))))
        .put("sandbox", commands.unconfined().orElse(commands.sandbox()))
        .put("blocked_paths", Json.texts(blocked.stream().map(Path::toString).toList()))
        .build();
  }

  /// What identifies the policy in receipts.
  String hash() {
    return Hash.of(json().write());
  }

  /// Credentials are never shown, not even by accident.
  @Override
  public String toString() {
    return "Policy " + hash();
  }
}
