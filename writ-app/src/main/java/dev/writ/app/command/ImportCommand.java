// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.command;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.command.grant.GrantingPerson;
import dev.writ.app.command.grant.LineDifference;
import dev.writ.app.config.ConfigKey;
import dev.writ.app.config.ConfigKeyTable;
import dev.writ.app.config.ConfigurationFile;
import dev.writ.app.config.ConfigurationText;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.app.transfer.ForeignFiles;
import dev.writ.app.transfer.SettingsTransfer;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.value.DisplayText;
import dev.writ.records.journal.DiskPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// `writ import`: takes over what other agents' files in the project say. Every file that would be
/// written is shown first, as the difference to what is there.
public final class ImportCommand implements Subcommand {
  private static final String RULES = "AGENTS.md";

  /// The text of a file that is shown, and the one that takes its place.
  private record Revision(String before, String after) {}

  @Override
  public Card card() {
    return new Card(
        "import",
        "Import rules, permissions, servers and commands from other agents' files.",
        "",
        "writ import --dry-run",
        List.of(CommandOption.flag("yes", "answer yes to the question, for scripts")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    if (!arguments.operands().isEmpty()) {
      throw new UsageException("import takes no arguments: it searches the project");
    }
    Path root = context.project();
    List<SettingsTransfer> transfers = ForeignFiles.in(root);
    for (SettingsTransfer transfer : transfers) {
      context.out().println(DisplayText.line(words(transfer)));
    }
    Map<ConfigurationFile, Revision> written = written(root, transfers, context.disk());
    if (written.isEmpty()) {
      context
          .out()
          .println(
              transfers.isEmpty()
                  ? "There are no files of other agents here."
                  : "There is nothing new to import.");
      return ExitCode.DONE;
    }
    written.forEach((file, revision) -> show(file, revision, context));
    if (arguments.has("dry-run")) {
      return ExitCode.DONE;
    }
    if (!GrantingPerson.of(arguments, context).agrees("Write these files?", "yes")) {
      context.out().println("Nothing was written.");
      return ExitCode.DENIED;
    }
    for (Map.Entry<ConfigurationFile, Revision> one : written.entrySet()) {
      ConfigurationFile file = one.getKey();
      if (!file.read().equals(one.getValue().before())) {
        throw new UsageException(
            file.path() + " changed after it was shown and is not written; import again");
      }
      file.write(one.getValue().after());
      context.out().println("wrote " + DisplayText.line(file.path().toString()));
    }
    if (transfers.stream().anyMatch(SettingsTransfer.ImportedSetting.class::isInstance)) {
      context
          .out()
          .println(
              "Run writ trust config to put the loosened settings of the project's"
                  + " configuration into force.");
    }
    return ExitCode.DONE;
  }

  private static void show(ConfigurationFile file, Revision revision, ProcessContext context) {
    context.out().println("\n== " + DisplayText.line(file.path().toString()));
    String difference = LineDifference.of(revision.before(), revision.after());
    context.out().println(DisplayText.text(difference.stripTrailing()));
  }

  private static String words(SettingsTransfer transfer) {
    return transfer.from()
        + ": "
        + switch (transfer) {
          case SettingsTransfer.Rules _ -> "rules for " + RULES;
          case SettingsTransfer.ImportedSetting(var _, String key, Json value) ->
              key + " " + value.write() + (inUse(key) ? "" : " (no effect yet)");
          case SettingsTransfer.Copy(var _, String to, var _) -> "to " + to + " (no effect yet)";
          case SettingsTransfer.OmittedSetting(var _, String what, String reason) ->
              "not " + what + ": " + reason;
        };
  }

  private static boolean inUse(String key) {
    return ConfigKeyTable.of(key).filter(ConfigKeyTable::inUse).isPresent();
  }

  /// The files as they would be, those that would change.
  private static Map<ConfigurationFile, Revision> written(
      Path root, List<SettingsTransfer> transfers, DiskPort disk) throws UsageException {
    ConfigurationFile configuration = ConfigurationFile.ofProject(root, "", disk);
    ConfigurationFile rules = new ConfigurationFile(root.resolve(RULES), /* project= */ true, disk);
    Map<ConfigurationFile, String> texts = new LinkedHashMap<>();
    texts.put(rules, rules.read());
    texts.put(configuration, configuration.read());
    for (SettingsTransfer transfer : transfers) {
      switch (transfer) {
        case SettingsTransfer.Rules(String from, String text) ->
            texts.computeIfPresent(rules, (_, before) -> withRules(before, from, text));
        case SettingsTransfer.ImportedSetting(var _, String key, Json value) ->
            texts.put(
                configuration,
                with(configuration, texts.getOrDefault(configuration, ""), key, value));
        case SettingsTransfer.Copy(var _, String to, String text) -> {
          ConfigurationFile copy =
              new ConfigurationFile(root.resolve(to), /* project= */ true, disk);
          if (copy.read().isEmpty()) {
            texts.put(copy, text);
          }
        }
        case SettingsTransfer.OmittedSetting _ -> {}
      }
    }
    Map<ConfigurationFile, Revision> changed = new LinkedHashMap<>();
    for (Map.Entry<ConfigurationFile, String> text : texts.entrySet()) {
      Revision revision = new Revision(text.getKey().read(), text.getValue());
      if (!revision.before().equals(revision.after())) {
        text.getKey().demandPlain(root);
        changed.put(text.getKey(), revision);
      }
    }
    return changed;
  }

  private static String withRules(String before, String from, String text) {
    if (text.isBlank() || before.contains(text.strip())) {
      return before;
    }
    String start = before.isEmpty() ? "" : before.stripTrailing() + "\n\n";
    return start + "## From " + from + "\n\n" + text.strip() + "\n";
  }

  private static String with(ConfigurationFile file, String text, String key, Json value)
      throws UsageException {
    try {
      ConfigurationText keys = ConfigurationText.of(text, file.path().toString().endsWith(".json"));
      Json before = keys.value(key);
      Json joined = joined(before, value);
      ConfigKey known = ConfigKeyTable.of(key).orElseThrow();
      return joined.equals(before) ? text : keys.with(known.name(), joined);
    } catch (JsonException e) {
      throw new UsageException(
          file.path() + ":" + e.line() + ":" + e.column() + ": " + e.getMessage());
    }
  }

  /// Existing entries remain, and have precedence over new ones.
  private static Json joined(Json before, Json more) {
    if (before instanceof Json.Arr(List<Json> old) && more instanceof Json.Arr(List<Json> now)) {
      Set<Json> all = new LinkedHashSet<>(old);
      all.addAll(now);
      return new Json.Arr(List.copyOf(all));
    }
    if (before instanceof Json.Obj(var old) && more instanceof Json.Obj(var now)) {
      Map<String, Json> all = new LinkedHashMap<>(now);
      all.putAll(old);
      return new Json.Obj(all);
    }
    return more;
  }
}
