// Implements: docs/spec/09-intents-and-hooks.md §9.3 (Kind and tool compatibility)
package dev.writ.app.host;

import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.base.json.Json;
import dev.writ.kernel.policy.KindTable;
import dev.writ.kernel.session.GovernancePolicy;

/// The configuration of intents.
final class IntentSettings {
  private static final String KINDS = "governance.kinds";

  private IntentSettings() {}

  static GovernancePolicy.IntentRules of(Configuration configuration) throws UsageException {
    return new GovernancePolicy.IntentRules(
        kinds(configuration),
        configuration.flag("governance.require_declared_intents"),
        resetPerRequest(configuration),
        configuration.text("agent.ask_default").orElse(""));
  }

  private static KindTable kinds(Configuration configuration) throws UsageException {
    String profile = configuration.text("governance.profile").orElse("standard");
    KindTable table =
        switch (profile) {
          case "standard" -> KindTable.STANDARD;
          case "strict" -> KindTable.STRICT;
          default ->
              throw configuration.error(
                  "governance.profile: there is no profile '" + profile + "'; standard or strict");
        };
    Json.Obj own = configuration.object(KINDS);
    Json.Obj limits = configuration.narrowing(KINDS);
    try {
      KindTable persons = own.members().isEmpty() ? table : table.with(KindTable.rows(own));
      return limits.members().isEmpty() ? persons : persons.within(KindTable.rows(limits));
    } catch (IllegalArgumentException e) {
      throw configuration.error(KINDS + ": " + e.getMessage());
    }
  }

  private static boolean resetPerRequest(Configuration configuration) throws UsageException {
    String word = configuration.text("governance.intent_reset").orElse("turn");
    return switch (word) {
      case "turn" -> false;
      case "request" -> true;
      default ->
          throw configuration.error("governance.intent_reset: turn or request, not '" + word + "'");
    };
  }
}
