// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.app.host;

import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.ExecutionVariables;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.parser.CommandParser;
import dev.writ.command.parser.CommandPattern;
import dev.writ.kernel.authority.StandingPermissions;
import dev.writ.kernel.session.GovernancePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The configuration of commands.
final class CommandSettings {
  private CommandSettings() {}

  /// @param allowDangerous whether a person granted everything where the project says nothing
  /// @param withoutSandbox whether a person gave `--no-sandbox`
  /// @throws UsageException where a pattern of the denylist can't be read, or a variable is listed
  ///     that changes what is executed
  static GovernancePolicy.CommandRules of(
      Configuration configuration, boolean allowDangerous, boolean withoutSandbox)
      throws UsageException {
    List<CommandLine> barred = new ArrayList<>();
    for (String pattern : configuration.texts("safety.blocked_commands")) {
      if (!(CommandParser.parse(pattern) instanceof ParsedCommand.ParsedLine(CommandLine parsed))) {
        throw configuration.error(
            "safety.blocked_commands: '" + pattern + "' is not in the command language");
      }
      barred.add(parsed);
    }
    return new GovernancePolicy.CommandRules(
        allowDangerous,
        new StandingPermissions(
            configuration.flag("authority.observe_executes"),
            allowlist(configuration),
            settable(configuration)),
        barred,
        configuration.flag("safety.verify_binaries"),
        sandbox(configuration, withoutSandbox));
  }

  private static GovernancePolicy.SandboxChoice sandbox(
      Configuration configuration, boolean without) throws UsageException {
    try {
      return new GovernancePolicy.SandboxChoice(
          mechanism(configuration),
          without ? Optional.of("--no-sandbox") : Optional.empty(),
          configuration.texts("safety.visible_secrets"));
    } catch (IllegalArgumentException e) {
      throw configuration.error("safety.visible_secrets: " + e.getMessage());
    }
  }

  private static List<CommandPattern> allowlist(Configuration configuration) throws UsageException {
    List<CommandPattern> patterns = new ArrayList<>();
    for (String text : configuration.texts("agent.terminal.allowlist")) {
      patterns.add(
          CommandPattern.of(text)
              .orElseThrow(
                  () ->
                      configuration.error(
                          "agent.terminal.allowlist: '%s' is not one command of plain words"
                              .formatted(text))));
    }
    return patterns;
  }

  private static String mechanism(Configuration configuration) throws UsageException {
    String word = configuration.text("safety.sandbox").orElse("auto");
    if (!GovernancePolicy.SandboxChoice.MECHANISMS.contains(word)) {
      throw configuration.error(
          "safety.sandbox: there is no mechanism '%s'; there are %s"
              .formatted(word, String.join(", ", GovernancePolicy.SandboxChoice.MECHANISMS)));
    }
    return word;
  }

  /// The variables that commands may set.
  private static Set<String> settable(Configuration configuration) throws UsageException {
    Set<String> names = Set.copyOf(configuration.texts("safety.env_settable"));
    for (String name : names) {
      if (ExecutionVariables.contains(name)) {
        throw configuration.error(
            "safety.env_settable: '"
                + name
                + "' changes what is executed, so no command may set it; remove it from the list");
      }
    }
    return names;
  }
}
