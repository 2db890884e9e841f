// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.app.host;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.hook.HookException;
import dev.writ.kernel.hook.HookRules;
import dev.writ.kernel.hook.HookSubjects;
import dev.writ.kernel.hook.HookVariables;
import dev.writ.kernel.hook.QualityRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The configuration of hooks and of quality commands, read strictly before anything begins.
/// Without such configuration none of their classes is loaded.
final class HookSettings {
  private static final int MAX_ROUNDS = 3;

  /// What other agents' permissions have behind a tool: `Bash(git push*)`.
  private static final Pattern ARGUMENTS = Pattern.compile("\\(.*");

  private HookSettings() {}

  /// The hooks of the person's own configuration.
  ///
  /// @throws UsageException where they can't be meant
  static Optional<Json.Obj> hooks(Configuration configuration, ProcessContext context)
      throws UsageException {
    Optional<Json.Obj> hooks = object(configuration, "hooks");
    if (hooks.isPresent()) {
      check(hooks.get(), configuration, context);
    }
    return hooks;
  }

  private static Optional<Json.Obj> object(Configuration configuration, String key) {
    Json.Obj object = configuration.object(key);
    return object.members().isEmpty() ? Optional.empty() : Optional.of(object);
  }

  private static void check(Json.Obj hooks, Configuration configuration, ProcessContext context)
      throws UsageException {
    try {
      HookVariables variables =
          HookVariables.of(context.project().toString(), context.home().toString());
      HookRules rules = HookRules.read(hooks, "hooks", variables);
      List<String> warnings = new ArrayList<>(rules.warnings());
      rules.unknown().forEach(one -> warnings.add(one.words(hint(one))));
      warnings.forEach(
          warning -> context.err().println("writ: warning: " + DisplayText.line(warning)));
    } catch (HookException e) {
      throw configuration.error(String.valueOf(e.getMessage()));
    }
  }

  private static String hint(HookRules.UnknownSubject unknown) {
    String name = ARGUMENTS.matcher(unknown.name()).replaceFirst("");
    return NearestWord.hint(name, HookSubjects.of(unknown.event()));
  }

  /// The commands that run after changes.
  ///
  /// @throws UsageException where it can't be meant
  static Optional<QualityRules> quality(Configuration configuration) throws UsageException {
    Optional<Json.Obj> afterWrite = object(configuration, "quality.after_write");
    if (afterWrite.isEmpty()) {
      return Optional.empty();
    }
    int rounds = (int) configuration.whole("quality.max_rounds").orElse(MAX_ROUNDS);
    try {
      return Optional.of(QualityRules.read(afterWrite.get(), "quality.after_write", rounds));
    } catch (HookException e) {
      throw configuration.error(String.valueOf(e.getMessage()));
    }
  }
}
