// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.ConfigKey.ConfigType;
import dev.writ.app.config.ConfigKey.ProjectRights;
import dev.writ.base.json.Json;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The table of all keys. Those that nothing uses yet are accepted, so that one file serves every
/// version, and marked as such where the configuration is shown.
public final class ConfigKeyTable {
  private static final Json NONE = new Json.Null();

  private static final List<ConfigKey> ALL =
      List.of(
          key("version", ConfigType.TEXT, Json.of("1.0"), ProjectRights.FREE),
          key(
              "llm.provider",
              ConfigType.TEXT,
              Json.of("ollama"),
              ProjectRights.FREE,
              "provider",
              "provider.type"),
          key("llm.model", ConfigType.TEXT, Json.of("qwen3:14b"), ProjectRights.FREE),
          key("llm.endpoint", ConfigType.TEXT, NONE, ProjectRights.NEVER),
          key("llm.api_key", ConfigType.TEXT, NONE, ProjectRights.REFUSED),
          key("llm.temperature", ConfigType.NUMBER, NONE, ProjectRights.FREE),
          key("llm.max_tokens", ConfigType.WHOLE, NONE, ProjectRights.FREE),
          key("llm.keep_alive", ConfigType.TEXT, NONE, ProjectRights.NEVER),
          key("llm.timeout_seconds", ConfigType.WHOLE, Json.of(120), ProjectRights.FREE),
          key("llm.max_retry_after_seconds", ConfigType.WHOLE, Json.of(60), ProjectRights.FREE),
          key("llm.plaintext_hosts", ConfigType.TEXTS, texts(), ProjectRights.NEVER),
          key("llm.ca_files", ConfigType.TEXTS, texts(), ProjectRights.NEVER),
          key("llm.small_model", ConfigType.TEXT, NONE, ProjectRights.FREE),
          key("llm.fallback", ConfigType.TEXTS, texts(), ProjectRights.NEVER),
          key("credentials.store", ConfigType.TEXT, Json.of("auto"), ProjectRights.NEVER),
          key("credentials.helper", ConfigType.TEXT, NONE, ProjectRights.NEVER),
          key(
              "context.max_tokens",
              ConfigType.WHOLE,
              NONE,
              ProjectRights.FREE,
              "agent.conversation.max_tokens"),
          key(
              "context.compaction_threshold",
              ConfigType.NUMBER,
              new Json.Num("0.95"),
              ProjectRights.FREE),
          key("context.repo_map_tokens", ConfigType.WHOLE, Json.of(1024), ProjectRights.FREE),
          key(
              "context.max_tool_output_chars",
              ConfigType.WHOLE,
              Json.of(10_000),
              ProjectRights.FREE),
          key("context.max_messages", ConfigType.WHOLE, Json.of(50), ProjectRights.FREE),
          key("context.enable_token_counting", ConfigType.FLAG, Json.of(false), ProjectRights.FREE),
          key("context.show_stats_on_prune", ConfigType.FLAG, Json.of(true), ProjectRights.FREE),
          key("context.condense", ConfigType.TEXT, NONE, ProjectRights.FREE),
          key("agent.max_iterations", ConfigType.WHOLE, NONE, ProjectRights.LOWER, "max_turns"),
          key("agent.retry_attempts", ConfigType.WHOLE, Json.of(3), ProjectRights.FREE),
          key("agent.retry_backoff_base_ms", ConfigType.WHOLE, Json.of(1000), ProjectRights.FREE),
          key("agent.max_cost_usd", ConfigType.NUMBER, NONE, ProjectRights.LOWER),
          key("agent.max_tokens_total", ConfigType.WHOLE, NONE, ProjectRights.LOWER),
          key("agent.max_duration_seconds", ConfigType.WHOLE, NONE, ProjectRights.LOWER),
          key("agent.ask_default", ConfigType.TEXT, NONE, ProjectRights.NEVER),
          key("agent.max_worker_depth", ConfigType.WHOLE, Json.of(1), ProjectRights.FREE),
          key(
              "agent.command_timeout_seconds",
              ConfigType.WHOLE,
              NONE,
              ProjectRights.FREE,
              "agent.terminal.timeout_seconds",
              "tools.builtin.run_shell.timeout_seconds"),
          key("agent.terminal.default_mode", ConfigType.TEXT, NONE, ProjectRights.NEVER),
          key(
              "agent.terminal.max_stdout_bytes",
              ConfigType.WHOLE,
              Json.of(10_485_760),
              ProjectRights.FREE),
          key(
              "agent.terminal.max_stderr_bytes",
              ConfigType.WHOLE,
              Json.of(1_048_576),
              ProjectRights.FREE),
          key("agent.terminal.allowlist", ConfigType.TEXTS, texts(), ProjectRights.NEVER),
          key(
              "agent.conversation.min_retain_turns",
              ConfigType.WHOLE,
              Json.of(5),
              ProjectRights.FREE),
          key(
              "agent.conversation.prune_threshold",
              ConfigType.NUMBER,
              new Json.Num("0.8"),
              ProjectRights.FREE),
          key(
              "governance.profile",
              ConfigType.TEXT,
              Json.of("standard"),
              ProjectRights.ONLY_STRICT),
          key(
              "governance.require_declared_intents",
              ConfigType.FLAG,
              Json.of(false),
              ProjectRights.ONLY_TRUE),
          key("governance.intent_reset", ConfigType.TEXT, NONE, ProjectRights.NEVER),
          key("agent.modes", ConfigType.OBJECT, NONE, ProjectRights.NEVER),
          key("governance.kinds", ConfigType.OBJECT, NONE, ProjectRights.NARROW),
          key("governance.taint", ConfigType.FLAG, Json.of(true), ProjectRights.ONLY_TRUE),
          key("governance.risk_rules", ConfigType.LIST, NONE, ProjectRights.NEVER),
          key(
              "safety.sandbox",
              ConfigType.TEXT,
              Json.of("auto"),
              ProjectRights.NEVER,
              "safety.sandbox_enabled"),
          key("safety.sandbox_allowed_paths", ConfigType.TEXTS, texts("./"), ProjectRights.NEVER),
          key(
              "safety.sandbox_blocked_paths",
              ConfigType.TEXTS,
              texts("~/.ssh", "~/.aws", "~/.config", "~/.gnupg", "~/.writ"),
              ProjectRights.ADD),
          key(
              "safety.require_confirmation",
              ConfigType.TEXTS,
              texts("write", "execute", "delete"),
              ProjectRights.ADD),
          key(
              "safety.blocked_commands",
              ConfigType.TEXTS,
              texts(),
              ProjectRights.ADD,
              "agent.terminal.custom_denylist"),
          key("safety.unattended_answers", ConfigType.OBJECT, NONE, ProjectRights.NEVER),
          key("safety.env_settable", ConfigType.TEXTS, texts(), ProjectRights.NEVER),
          key("safety.visible_secrets", ConfigType.TEXTS, texts(), ProjectRights.NEVER),
          key("safety.verify_binaries", ConfigType.FLAG, Json.of(false), ProjectRights.ONLY_TRUE),
          key("authority.observe_executes", ConfigType.FLAG, Json.of(true), ProjectRights.NEVER),
          key("tools.builtin", ConfigType.OBJECT, NONE, ProjectRights.NEVER),
          key("tools.external", ConfigType.LIST, NONE, ProjectRights.NEVER),
          key("tools.search_paths", ConfigType.TEXTS, NONE, ProjectRights.NEVER),
          key(
              "tools.max_output_size",
              ConfigType.WHOLE,
              Json.of(1_048_576),
              ProjectRights.FREE,
              "agent.tools.max_output_size"),
          key(
              "tools.max_file_read_size",
              ConfigType.WHOLE,
              Json.of(10_485_760),
              ProjectRights.FREE,
              "agent.tools.max_file_read_size"),
          key("tools.max_parallel", ConfigType.WHOLE, Json.of(8), ProjectRights.FREE),
          key("tools.max_calls_per_response", ConfigType.WHOLE, Json.of(64), ProjectRights.FREE),
          key("hooks", ConfigType.OBJECT, NONE, ProjectRights.NEVER),
          key("mcpServers", ConfigType.OBJECT, NONE, ProjectRights.NEVER),
          key("quality.after_write", ConfigType.OBJECT, NONE, ProjectRights.NEVER),
          key("quality.max_rounds", ConfigType.WHOLE, Json.of(3), ProjectRights.FREE),
          key("trace.sign", ConfigType.FLAG, Json.of(false), ProjectRights.ONLY_TRUE),
          key("undo.max_age_days", ConfigType.WHOLE, Json.of(30), ProjectRights.NEVER),
          key("undo.max_bytes", ConfigType.WHOLE, Json.of(1_073_741_824), ProjectRights.NEVER),
          key("git.auto_commit", ConfigType.FLAG, Json.of(true), ProjectRights.LOWER),
          key("git.records", ConfigType.TEXT, Json.of("own_commit"), ProjectRights.LOWER),
          key("git.commit_message_prefix", ConfigType.TEXT, Json.of("[writ]"), ProjectRights.FREE),
          key("ui.color", ConfigType.FLAG, Json.of(true), ProjectRights.FREE),
          key("ui.show_token_usage", ConfigType.FLAG, Json.of(true), ProjectRights.FREE),
          key("ui.show_tool_calls", ConfigType.FLAG, Json.of(true), ProjectRights.ONLY_TRUE),
          key("ui.stream_responses", ConfigType.FLAG, Json.of(true), ProjectRights.FREE),
          key(
              "ui.status_line",
              ConfigType.TEXTS,
              texts("model", "mode", "intent", "context", "cost", "undo", "branch"),
              ProjectRights.NEVER),
          key("ui.status_command", ConfigType.TEXT, NONE, ProjectRights.REFUSED),
          key("session.storage_path", ConfigType.TEXT, NONE, ProjectRights.NEVER),
          key("session.auto_save", ConfigType.FLAG, Json.of(true), ProjectRights.NEVER),
          key("session.max_sessions", ConfigType.WHOLE, Json.of(100), ProjectRights.NEVER),
          key("session.retention_days", ConfigType.WHOLE, Json.of(30), ProjectRights.NEVER),
          key("logging.log_to_file", ConfigType.FLAG, Json.of(true), ProjectRights.NEVER),
          key("logging.log_directory", ConfigType.TEXT, NONE, ProjectRights.NEVER),
          key("logging.log_level", ConfigType.TEXT, Json.of("info"), ProjectRights.NEVER),
          key("logging.max_file_size_mb", ConfigType.WHOLE, Json.of(10), ProjectRights.NEVER),
          key("logging.max_files", ConfigType.WHOLE, Json.of(5), ProjectRights.NEVER),
          key("logging.console_level", ConfigType.TEXT, Json.of("none"), ProjectRights.NEVER),
          key(
              "logging.audit_max_bytes",
              ConfigType.WHOLE,
              Json.of(67_108_864),
              ProjectRights.NEVER),
          key("telemetry.otlp_endpoint", ConfigType.TEXT, NONE, ProjectRights.NEVER));

  /// The keys that something uses today.
  private static final Set<String> IN_USE =
      Set.of(
          "version",
          "llm.provider",
          "llm.model",
          "llm.endpoint",
          "llm.api_key",
          "llm.temperature",
          "llm.keep_alive",
          "llm.max_tokens",
          "llm.timeout_seconds",
          "llm.max_retry_after_seconds",
          "llm.plaintext_hosts",
          "llm.ca_files",
          "llm.fallback",
          "llm.small_model",
          "credentials.store",
          "credentials.helper",
          "context.max_tokens",
          "context.compaction_threshold",
          "context.max_messages",
          "context.repo_map_tokens",
          "context.enable_token_counting",
          "context.show_stats_on_prune",
          "context.condense",
          "agent.conversation.min_retain_turns",
          "agent.conversation.prune_threshold",
          "context.max_tool_output_chars",
          "agent.max_iterations",
          "agent.retry_attempts",
          "agent.retry_backoff_base_ms",
          "agent.max_cost_usd",
          "agent.max_tokens_total",
          "agent.max_duration_seconds",
          "agent.terminal.default_mode",
          "agent.command_timeout_seconds",
          "agent.terminal.max_stdout_bytes",
          "agent.terminal.max_stderr_bytes",
          "agent.terminal.allowlist",
          "agent.ask_default",
          "agent.modes",
          "governance.profile",
          "governance.require_declared_intents",
          "governance.intent_reset",
          "governance.kinds",
          "governance.risk_rules",
          "governance.taint",
          "safety.sandbox_blocked_paths",
          "safety.sandbox_allowed_paths",
          "authority.observe_executes",
          "safety.env_settable",
          "safety.visible_secrets",
          "safety.sandbox",
          "safety.blocked_commands",
          "safety.verify_binaries",
          "safety.require_confirmation",
          "safety.unattended_answers",
          "tools.builtin",
          "tools.search_paths",
          "tools.max_output_size",
          "tools.max_file_read_size",
          "tools.max_parallel",
          "tools.max_calls_per_response",
          "hooks",
          "quality.after_write",
          "quality.max_rounds",
          "git.auto_commit",
          "git.records",
          "git.commit_message_prefix",
          "ui.color",
          "ui.show_token_usage",
          "ui.show_tool_calls",
          "ui.stream_responses",
          "ui.status_line",
          "ui.status_command",
          "logging.log_to_file",
          "logging.log_directory",
          "logging.log_level",
          "logging.max_file_size_mb",
          "logging.max_files",
          "logging.console_level",
          "logging.audit_max_bytes",
          "telemetry.otlp_endpoint",
          "trace.sign",
          "undo.max_age_days",
          "undo.max_bytes",
          "session.storage_path",
          "session.auto_save",
          "session.max_sessions",
          "session.retention_days");

  /// Keys that are not in use yet and whose other values than the default a person would rely on.
  private static final Map<String, String> RELIED_ON = Map.of();

  private static final Map<String, ConfigKey> BY_NAME = byName();

  private ConfigKeyTable() {}

  private static ConfigKey key(
      String name, ConfigType kind, Json fallback, ProjectRights project, String... aliases) {
    return new ConfigKey(name, kind, fallback, project, List.of(aliases));
  }

  private static Json texts(String... values) {
    return Json.texts(List.of(values));
  }

  private static Map<String, ConfigKey> byName() {
    Map<String, ConfigKey> map = new LinkedHashMap<>();
    for (ConfigKey key : ALL) {
      map.put(key.name(), key);
      key.aliases().forEach(alias -> map.put(alias, key));
    }
    return map;
  }

  /// All keys, in the order in which they are shown.
  public static List<ConfigKey> all() {
    return ALL;
  }

  /// The key of that name or alias.
  public static Optional<ConfigKey> of(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /// The key of a name or alias that a person gave.
  ///
  /// @throws UsageException if there is none, with the nearest name
  public static ConfigKey known(String name) throws UsageException {
    return of(name)
        .orElseThrow(
            () ->
                new UsageException("unknown key '" + name + "'" + NearestWord.hint(name, names())));
  }

  /// Every name and alias.
  public static Set<String> names() {
    return BY_NAME.keySet();
  }

  /// Every name and alias, and every section that holds some.
  static Set<String> namesAndSections() {
    Set<String> all = new LinkedHashSet<>(names());
    for (String name : names()) {
      for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
        all.add(name.substring(0, dot));
      }
    }
    return all;
  }

  /// Why a key can't be set to another value than its default, if it can't: a limit that is set
  /// and does nothing is worse than none.
  static Optional<String> refusal(ConfigKey key) {
    return inUse(key) ? Optional.empty() : Optional.ofNullable(RELIED_ON.get(key.name()));
  }

  /// Whether something uses it today.
  public static boolean inUse(ConfigKey key) {
    return IN_USE.contains(key.name());
  }
}
