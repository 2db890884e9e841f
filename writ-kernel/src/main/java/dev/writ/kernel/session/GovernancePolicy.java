// Implements: docs/spec/02-architecture.md §2.3 (Kernel packages)
package dev.writ.kernel.session;

import dev.writ.base.json.Json;
import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ContentHash;
import dev.writ.command.language.CommandLine;
import dev.writ.command.parser.CommandPattern;
import dev.writ.kernel.authority.StandingPermissions;
import dev.writ.kernel.policy.KindTable;
import dev.writ.kernel.risk.RiskRule;
import dev.writ.kernel.risk.RiskRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The rules under which a workspace is governed.
///
/// @param intents the rules for declaring intents
/// @param commands the rules for commands besides the project's authority
/// @param questions the questions to people
/// @param places the reachable places
/// @param credentials known secrets, masked wherever they would enter the conversation
/// @param course the execution mode of allowed calls: perform, dry run or simulate
public record GovernancePolicy(
    IntentRules intents,
    CommandRules commands,
    Questions questions,
    Places places,
    List<String> credentials,
    ExecutionCourse course) {
  public GovernancePolicy {
    credentials = List.copyOf(credentials);
  }

  /// A policy with the whole workspace within reach except the blocked paths.
  ///
  /// @param blocked paths out of reach with everything below them
  public GovernancePolicy(
      IntentRules intents,
      CommandRules commands,
      Questions questions,
      List<Path> blocked,
      List<String> credentials,
      ExecutionCourse course) {
    this(
        intents, commands, questions, new Places(blocked, WorkspacePath.ROOT), credentials, course);
  }

  /// The accessible places.
  ///
  /// @param blocked paths out of reach with everything below them
  /// @param allowed the directory of the workspace that tools name paths in and commands write in
  ///     (`safety.sandbox_allowed_paths`)
  public record Places(List<Path> blocked, WorkspacePath allowed) {
    public Places {
      blocked = List.copyOf(blocked);
    }
  }

  /// Paths out of reach with everything below them.
  public List<Path> blocked() {
    return places.blocked();
  }

  /// The questions to people, and the answers in unattended runs.
  ///
  /// @param confirm effect classes and tools that ask even where the execution mode doesn't
  /// @param unattended kinds of concern that a person declared as approved for unattended runs;
  ///     empty by default
  /// @param risk the rules of risk
  public record Questions(
      Set<String> confirm, Set<ApprovalConcern.ConcernKind> unattended, List<RiskRule> risk) {
    /// The default.
    public static final Questions USUAL = new Questions(Set.of(), Set.of(), usual());

    public Questions {
      confirm = Set.copyOf(confirm);
      unattended = Set.copyOf(unattended);
      risk = List.copyOf(risk);
    }

    /// Whether that is declared as agreed to where no person can be asked.
    public boolean agreesUnattended(List<ApprovalConcern> concerns) {
      for (ApprovalConcern concern : concerns) {
        if (!unattended.contains(concern.kind())) {
          return false;
        }
      }
      return true;
    }

    private static List<RiskRule> usual() {
      List<RiskRule> rules = new ArrayList<>(RiskRules.SHIPPED);
      rules.addAll(RiskRules.TAINT);
      return rules;
    }
  }

  /// Execution mode: perform, dry run or simulate.
  public enum ExecutionCourse {
    /// It is performed.
    PERFORM,
    /// Nothing; it is only judged and recorded.
    DRY_RUN,
    /// Reads happen and the session continues; changes do not happen, and questions are not
    /// answered.
    SIMULATE
  }

  /// The rules for declaring intents.
  ///
  /// @param requireDeclared whether a person's request alone is not an intent
  /// @param resetPerRequest whether each model request must declare an intent again
  /// @param askDefault the answer to a model's question in unattended runs; empty for a failure
  public record IntentRules(
      KindTable kinds, boolean requireDeclared, boolean resetPerRequest, String askDefault) {
    /// The usual rules.
    public IntentRules(KindTable kinds, boolean requireDeclared) {
      this(kinds, requireDeclared, /* resetPerRequest= */ false, "");
    }
  }

  /// A person's settings for commands.
  ///
  /// @param allowDangerous allows everything if the project has no authority file
  ///     (`--allow-dangerous`)
  /// @param standing the permissions in every project
  /// @param barred further patterns of the denylist (`safety.blocked_commands`)
  /// @param verifyBinaries whether programs are compared with the SHA-256 hashes in their packs
  ///     (`safety.verify_binaries`)
  /// @param sandbox the sandbox of commands
  public record CommandRules(
      boolean allowDangerous,
      StandingPermissions standing,
      List<CommandLine> barred,
      boolean verifyBinaries,
      SandboxChoice sandbox) {
    /// The default.
    public static final CommandRules USUAL =
        new CommandRules(
            /* allowDangerous= */ false,
            StandingPermissions.USUAL,
            List.of(),
            /* verifyBinaries= */ false,
            new SandboxChoice("auto", Optional.empty(), List.of()));

    public CommandRules {
      barred = List.copyOf(barred);
    }
  }

  /// A person's settings for the sandbox.
  ///
  /// @param mechanism that is wanted: `auto`, `namespaces`, `landlock`, `seatbelt`, `none`
  /// @param unconfined a person's words for running without one
  /// @param visibleSecrets globs of secret files that programs may see (`safety.visible_secrets`)
  public record SandboxChoice(
      String mechanism, Optional<String> unconfined, List<String> visibleSecrets) {
    /// The words of `safety.sandbox`.
    public static final List<String> MECHANISMS =
        List.of("auto", "namespaces", "landlock", "seatbelt", "none");

    public SandboxChoice {
      visibleSecrets = List.copyOf(visibleSecrets);
      visibleSecrets.forEach(GlobPattern::of);
    }

    /// The policy's JSON form.
    String words() {
      return unconfined.orElse(mechanism);
    }
  }

  /// The policy as data, without credentials.
  public Json.Obj json() {
    return Json.object()
        .put("kinds", intents.kinds().json())
        .put("require_declared_intents", intents.requireDeclared())
        .put("intent_reset", intents.resetPerRequest() ? "request" : "turn")
        .put("allow_dangerous", commands.allowDangerous())
        .put("observe_executes", commands.standing().observeExecutes())
        .put(
            "blocked_commands",
            Json.texts(commands.barred().stream().map(CommandLine::text).toList()))
        .put(
            "allowlist",
            Json.texts(commands.standing().allowlist().stream().map(CommandPattern::text).toList()))
        .put("env_settable", Json.texts(List.copyOf(new TreeSet<>(commands.standing().settable()))))
        .put("verify_binaries", commands.verifyBinaries())
        .put("require_confirmation", Json.texts(List.copyOf(new TreeSet<>(questions.confirm()))))
        .put("unattended", Json.texts(kinds(questions.unattended())))
        .put("risk_rules", Json.texts(ids(questions.risk())))
        .put("sandbox", commands.sandbox().words())
        .put("visible_secrets", Json.texts(commands.sandbox().visibleSecrets()))
        .put("allowed_path", places.allowed().toString())
        .put("blocked_paths", Json.texts(blocked().stream().map(Path::toString).toList()))
        .build();
  }

  private static List<String> kinds(Set<ApprovalConcern.ConcernKind> kinds) {
    List<String> words = new ArrayList<>();
    for (ApprovalConcern.ConcernKind kind : ApprovalConcern.ConcernKind.values()) {
      if (kinds.contains(kind)) {
        words.add(kind.word());
      }
    }
    return words;
  }

  private static List<String> ids(List<RiskRule> rules) {
    List<String> ids = new ArrayList<>(rules.size());
    for (RiskRule rule : rules) {
      ids.add(rule.id());
    }
    return ids;
  }

  /// The identity of the policy in receipts.
  public String hash() {
    return ContentHash.of(json().write());
  }

  /// Credentials are never shown, not even by accident.
  @Override
  public String toString() {
    return "Policy " + hash();
  }
}
