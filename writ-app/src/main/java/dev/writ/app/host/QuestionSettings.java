// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.host;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.base.json.Json;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.risk.RiskRule;
import dev.writ.kernel.risk.RiskRules;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.tools.builtin.BuiltInTools;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The configuration of questions to people.
final class QuestionSettings {
  /// The concerns that a person may declare as approved in unattended runs.
  private static final Set<ApprovalConcern.ConcernKind> DECLARABLE =
      EnumSet.of(ApprovalConcern.ConcernKind.CONFIRMATION, ApprovalConcern.ConcernKind.AUTHORITY);

  private QuestionSettings() {}

  /// @throws UsageException where an answer or a rule can't be read
  static GovernancePolicy.Questions of(Configuration configuration) throws UsageException {
    Set<String> confirm = confirm(configuration);
    boolean usual =
        configuration.flag("governance.taint")
            && configuration.object("safety.unattended_answers").members().isEmpty()
            && configuration.items("governance.risk_rules").isEmpty();
    return usual
        ? new GovernancePolicy.Questions(confirm, Set.of(), GovernancePolicy.Questions.USUAL.risk())
        : new GovernancePolicy.Questions(confirm, unattended(configuration), rules(configuration));
  }

  /// The effects that ask in any execution mode: only those that a person or the project set. The
  /// default is what the interactive mode asks anyway.
  private static Set<String> confirm(Configuration configuration) throws UsageException {
    if (configuration.isDefault("safety.require_confirmation")) {
      return Set.of();
    }
    Set<String> confirm = new HashSet<>();
    for (String word : configuration.texts("safety.require_confirmation")) {
      confirm.add(
          switch (word) {
            case "run_shell" -> "execute";
            case "delete_file" -> "delete";
            default -> known(word, configuration);
          });
    }
    return confirm;
  }

  /// A word that something answers to: a typing error must not switch a protection off.
  private static String known(String word, Configuration configuration) throws UsageException {
    List<String> effects = new ArrayList<>(List.of("delete"));
    for (EffectClass effect : EffectClass.values()) {
      effects.add(effect.word());
    }
    if (effects.contains(word)) {
      return word;
    }
    return BuiltInTools.named(word)
        .orElseThrow(
            () ->
                configuration.error(
                    "safety.require_confirmation: there is no effect or tool '%s'%s; effects are %s"
                        .formatted(
                            word, NearestWord.hint(word, effects), String.join(", ", effects))));
  }

  private static Set<ApprovalConcern.ConcernKind> unattended(Configuration configuration)
      throws UsageException {
    Set<ApprovalConcern.ConcernKind> agreed = EnumSet.noneOf(ApprovalConcern.ConcernKind.class);
    for (Map.Entry<String, Json> answer :
        configuration.object("safety.unattended_answers").members().entrySet()) {
      ApprovalConcern.ConcernKind kind =
          ApprovalConcern.ConcernKind.of(answer.getKey())
              .orElseThrow(
                  () ->
                      configuration.error(
                          "safety.unattended_answers: there is no concern '%s'; there are %s"
                              .formatted(answer.getKey(), kinds())));
      boolean allow = answer.getValue().equals(Json.of("allow"));
      if (!allow && !answer.getValue().equals(Json.of("deny"))) {
        throw configuration.error(
            "safety.unattended_answers: %s: allow or deny, not %s"
                .formatted(answer.getKey(), answer.getValue().write()));
      }
      if (allow && !DECLARABLE.contains(kind)) {
        throw configuration.error(
            "safety.unattended_answers: %s cannot be allowed; only confirmation and"
                    .formatted(answer.getKey())
                + " authority can");
      }
      if (allow) {
        agreed.add(kind);
      }
    }
    return agreed;
  }

  private static String kinds() {
    List<String> words = new ArrayList<>();
    for (ApprovalConcern.ConcernKind kind : ApprovalConcern.ConcernKind.values()) {
      words.add(kind.word());
    }
    return String.join(", ", words);
  }

  private static List<RiskRule> rules(Configuration configuration) throws UsageException {
    List<RiskRule> rules = new ArrayList<>(RiskRules.SHIPPED);
    if (configuration.flag("governance.taint")) {
      rules.addAll(RiskRules.TAINT);
    }
    for (Json item : configuration.items("governance.risk_rules")) {
      if (!(item instanceof Json.Obj rule)) {
        throw configuration.error("governance.risk_rules: a rule must be a mapping");
      }
      try {
        rules.add(RiskRules.of(rule));
      } catch (IllegalArgumentException e) {
        throw configuration.error("governance.risk_rules: " + e.getMessage());
      }
    }
    return rules;
  }
}
