// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.command;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.command.grant.GrantingPerson;
import dev.writ.app.config.ConfigKey;
import dev.writ.app.config.ConfigKeyTable;
import dev.writ.app.config.Configuration;
import dev.writ.app.config.ConfigurationFile;
import dev.writ.app.config.ConfigurationSchema;
import dev.writ.app.config.ConfigurationTemplate;
import dev.writ.app.config.EditorProgram;
import dev.writ.app.config.KeyText;
import dev.writ.app.front.TerminalPresence;
import dev.writ.app.host.ConfigurationCheck;
import dev.writ.app.process.EffectiveConfiguration;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// `writ config`: every value and where it came from, the files that set them, and their schema.
public final class ConfigCommand implements Subcommand {
  public static final String PROJECT = "project";
  private static final String API_KEY = "llm.api_key";
  private static final String HIDDEN = "•••";

  /// What stands before the host in an address.
  private static final Pattern ACCOUNT = Pattern.compile("(?<=://)[^\\s/?#\"]*@");

  @Override
  public Card card() {
    return new Card(
        "config",
        "Show and change the configuration.",
        "show [--origin] | get KEY | set KEY VALUE | init | edit | schema",
        "writ config set agent.max_iterations 50",
        List.of(
            CommandOption.flag("origin", "with the source of each value"),
            CommandOption.flag(PROJECT, "set, init, edit: the project's file instead of yours")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    List<String> words = arguments.operands();
    String act = words.isEmpty() ? "show" : words.getFirst();
    int expected =
        switch (act) {
          case "show", "init", "edit", "schema" -> 0;
          case "get" -> 1;
          case "set" -> 2;
          default ->
              throw new UsageException(
                  "config: show, get KEY, set KEY VALUE, init, edit or schema, not '" + act + "'");
        };
    if (!words.isEmpty() && words.size() != expected + 1) {
      throw new UsageException(
          "config %s takes %s"
              .formatted(
                  act,
                  switch (expected) {
                    case 0 -> "nothing more";
                    case 1 -> "a key";
                    default -> "a key and a value";
                  }));
    }
    return switch (act) {
      case "get" -> get(arguments, context, words.get(1));
      case "set" -> set(arguments, context, words.get(1), words.get(2));
      case "init" -> init(arguments, context);
      case "edit" -> edit(arguments, context);
      case "schema" -> schema(context);
      default -> show(arguments, context);
    };
  }

  private static Configuration inForce(ParsedArguments arguments, ProcessContext context)
      throws UsageException {
    Configuration configuration = EffectiveConfiguration.of(arguments, context);
    ConfigurationCheck.check(configuration, arguments, context);
    return configuration;
  }

  private static ExitCode schema(ProcessContext context) {
    context.out().println(ConfigurationSchema.schema().write());
    return ExitCode.DONE;
  }

  private static ConfigurationFile file(
      ParsedArguments arguments, ProcessContext context, String key) throws UsageException {
    GrantingPerson.of(arguments, context); // nothing that Writ runs changes what it is run under
    return arguments.has(PROJECT)
        ? ConfigurationFile.ofProject(context.project(), key, context.disk())
        : ConfigurationFile.personal(context.environment(), context.home(), key, context.disk());
  }

  private static ExitCode init(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    ConfigurationFile file = file(arguments, context, "");
    file.create(ConfigurationTemplate.text(file.isProject()));
    context.out().println("Written: " + DisplayText.line(file.path().toString()));
    return ExitCode.DONE;
  }

  private static ExitCode edit(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    boolean named = Stream.of("VISUAL", "EDITOR").anyMatch(context.environment()::containsKey);
    if (!named && TerminalPresence.console().isEmpty()) {
      throw new UsageException(
          "config edit: there is no terminal; change one key with: writ config set KEY VALUE");
    }
    ConfigurationFile file = file(arguments, context, "");
    boolean changed =
        file.edit(
            new EditorProgram(context.environment(), context.project()),
            ConfigurationTemplate.text(file.isProject()));
    String name = DisplayText.line(file.path().toString());
    context.out().println(changed ? "Changed: " + name : "Nothing changed in " + name);
    if (changed) {
      inForce(arguments, context);
    }
    return ExitCode.DONE;
  }

  private static ExitCode set(
      ParsedArguments arguments, ProcessContext context, String name, String text)
      throws UsageException, IOException {
    Json value = KeyText.value(name, text);
    ConfigKey key = ConfigKeyTable.of(name).orElseThrow();
    if (key.name().equals(API_KEY)) {
      throw new UsageException(
          API_KEY + " is never written to a file; writ auth login stores a key safely");
    }
    ConfigurationFile file = file(arguments, context, key.name());
    if (file.isProject() && key.project() == ConfigKey.ProjectRights.NEVER) {
      throw new UsageException(
          name + " has no effect in a project's file; set it without --" + PROJECT);
    }
    if (!(value instanceof Json.Null)) {
      ConfigurationCheck.check(Configuration.only(key, value, "config set"), arguments, context);
    }
    file.write(file.keys().with(key.name(), value));
    context
        .out()
        .println(
            DisplayText.line(
                "%s = %s in %s".formatted(key.name(), masked(value).write(), file.path())));
    if (!ConfigKeyTable.inUse(key)) {
      context.out().println("This key has no effect yet.");
    }
    Configuration.Setting now = setting(EffectiveConfiguration.of(arguments, context), key);
    if (!(value instanceof Json.Null) && !now.value().equals(value)) {
      context
          .out()
          .println(
              DisplayText.line(
                  "Another source has precedence here: %s, %s"
                      .formatted(shown(key, now).write(), now.origin())));
    }
    return ExitCode.DONE;
  }

  private static Configuration.Setting setting(Configuration configuration, ConfigKey key) {
    return Objects.requireNonNull(configuration.settings().get(key.name()), key.name());
  }

  private static Json shown(ConfigKey key, Configuration.Setting setting) {
    boolean secret = key.name().equals(API_KEY) && !(setting.value() instanceof Json.Null);
    return secret ? Json.of(HIDDEN) : masked(setting.value());
  }

  /// The value with the password or token of each address in it hidden.
  private static Json masked(Json value) {
    return switch (value) {
      case Json.Text(String text) -> Json.of(ACCOUNT.matcher(text).replaceAll(HIDDEN + "@"));
      case Json.Arr(List<Json> items) ->
          new Json.Arr(items.stream().map(ConfigCommand::masked).toList());
      case Json.Obj(Map<String, Json> members) -> {
        Json.Builder all = Json.object();
        members.forEach((name, member) -> all.put(name, masked(member)));
        yield all.build();
      }
      case Json.Num _, Json.Bool _, Json.Null _ -> value;
    };
  }

  private static ExitCode get(ParsedArguments arguments, ProcessContext context, String name)
      throws UsageException {
    ConfigKey key = ConfigKeyTable.known(name);
    Configuration.Setting setting = setting(inForce(arguments, context), key);
    Json value = shown(key, setting);
    if (arguments.has("json")) {
      Json.Obj json = Json.object().put("value", value).put("origin", setting.origin()).build();
      context.out().println(json.write());
      return ExitCode.DONE;
    }
    String text = value instanceof Json.Text(String plain) ? plain : value.write();
    String origin = arguments.has("origin") ? "  # " + setting.origin() : "";
    context.out().println(DisplayText.line(text + origin));
    return ExitCode.DONE;
  }

  private static ExitCode show(ParsedArguments arguments, ProcessContext context)
      throws UsageException {
    Configuration configuration = inForce(arguments, context);
    Json.Builder json = Json.object();
    for (ConfigKey key : ConfigKeyTable.all()) {
      Configuration.Setting setting = setting(configuration, key);
      if (!ConfigKeyTable.inUse(key) && configuration.isDefault(key.name())) {
        continue;
      }
      Json value = shown(key, setting);
      String unused = ConfigKeyTable.inUse(key) ? "" : "  (no effect yet)";
      if (arguments.has("json")) {
        json.put(
            key.name(), Json.object().put("value", value).put("origin", setting.origin()).build());
      } else {
        String origin = arguments.has("origin") ? "  # " + setting.origin() : "";
        context
            .out()
            .println(DisplayText.line(key.name() + " = " + value.write() + origin + unused));
      }
    }
    if (arguments.has("json")) {
      context.out().println(json.build().write());
    }
    return ExitCode.DONE;
  }
}
