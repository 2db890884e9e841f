// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.app.config.ConfigKey.Kind;
import dev.writ.app.config.ConfigKey.Project;
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
          key("version", Kind.TEXT, Json.of("1.0"), Project.FREE),
          key(
              "llm.provider",
              Kind.TEXT,
              Json.of("ollama"),
              Project.FREE,
              "provider",
              "provider.type"),
          key("llm.model", Kind.TEXT, Json.of("qwen3:14b"), Project.FREE),
          key("llm.endpoint", Kind.TEXT, NONE, Project.NEVER),
          key("llm.api_key", Kind.TEXT, NONE, Project.REFUSED),
          key("llm.temperature", Kind.NUMBER, NONE, Project.FREE),
          key("llm.max_tokens", Kind.WHOLE, NONE, Project.FREE),
          key("llm.keep_alive", Kind.TEXT, NONE, Project.NEVER),
          key("llm.timeout_seconds", Kind.WHOLE, Json.of(120), Project.FREE),
          key("llm.max_retry_after_seconds", Kind.WHOLE, Json.of(60), Project.FREE),
          key("llm.plaintext_hosts", Kind.TEXTS, texts(), Project.NEVER),
          key("llm.ca_files", Kind.TEXTS, texts(), Project.NEVER),
          key("llm.small_model", Kind.TEXT, NONE, Project.FREE),
          key("llm.fallback", Kind.TEXTS, texts(), Project.NEVER),
          key("credentials.store", Kind.TEXT, Json.of("auto"), Project.NEVER),
          key("credentials.helper", Kind.TEXT, NONE, Project.NEVER),
          key(
              "context.max_tokens",
              Kind.WHOLE,
              NONE,
              Project.FREE,
              "agent.conversation.max_tokens"),
          key("context.compaction_threshold", Kind.NUMBER, new Json.Num("0.95"), Project.FREE),
          key("context.repo_map_tokens", Kind.WHOLE, Json.of(1024), Project.FREE),
          key("context.max_tool_output_chars", Kind.WHOLE, Json.of(10_000), Project.FREE),
          key("context.max_messages", Kind.WHOLE, Json.of(50), Project.FREE),
          key("context.enable_token_counting", Kind.FLAG, Json.of(false), Project.FREE),
          key("context.show_stats_on_prune", Kind.FLAG, Json.of(true), Project.FREE),
          key("context.condense", Kind.TEXT, NONE, Project.FREE),
          key("agent.max_iterations", Kind.WHOLE, NONE, Project.FREE, "max_turns"),
          key("agent.retry_attempts", Kind.WHOLE, Json.of(3), Project.FREE),
          key("agent.retry_backoff_base_ms", Kind.WHOLE, Json.of(1000), Project.FREE),
          key("agent.max_cost_usd", Kind.NUMBER, NONE, Project.FREE),
          key("agent.max_tokens_total", Kind.WHOLE, NONE, Project.FREE),
          key("agent.max_duration_seconds", Kind.WHOLE, NONE, Project.FREE),
          key("agent.ask_default", Kind.TEXT, NONE, Project.NEVER),
          key("agent.max_worker_depth", Kind.WHOLE, Json.of(1), Project.FREE),
          key(
              "agent.command_timeout_seconds",
              Kind.WHOLE,
              NONE,
              Project.FREE,
              "agent.terminal.timeout_seconds",
              "tools.builtin.run_shell.timeout_seconds"),
          key("agent.terminal.default_mode", Kind.TEXT, NONE, Project.NEVER),
          key("agent.terminal.max_stdout_bytes", Kind.WHOLE, Json.of(10_485_760), Project.FREE),
          key("agent.terminal.max_stderr_bytes", Kind.WHOLE, Json.of(1_048_576), Project.FREE),
          key("agent.terminal.allowlist", Kind.TEXTS, texts(), Project.NEVER),
          key("agent.conversation.min_retain_turns", Kind.WHOLE, Json.of(5), Project.FREE),
          key("agent.conversation.prune_threshold", Kind.NUMBER, new Json.Num("0.8"), Project.FREE),
          key("governance.profile", Kind.TEXT, Json.of("standard"), Project.ONLY_STRICT),
          key("governance.require_declared_intents", Kind.FLAG, Json.of(false), Project.ONLY_TRUE),
          key("governance.intent_reset", Kind.TEXT, NONE, Project.NEVER),
          key("governance.kinds", Kind.OBJECT, NONE, Project.NARROW),
          key("governance.taint", Kind.FLAG, Json.of(true), Project.ONLY_TRUE),
          key("governance.risk_rules", Kind.LIST, NONE, Project.NEVER),
          key(
              "safety.sandbox",
              Kind.TEXT,
              Json.of("auto"),
              Project.NEVER,
              "safety.sandbox_enabled"),
          key("safety.sandbox_allowed_paths", Kind.TEXTS, texts("./"), Project.NEVER),
          key(
              "safety.sandbox_blocked_paths",
              Kind.TEXTS,
              texts("~/.ssh", "~/.aws", "~/.config", "~/.gnupg", "~/.writ"),
              Project.ADD),
          key(
              "safety.require_confirmation",
              Kind.TEXTS,
              texts("write", "execute", "delete"),
              Project.ADD),
          key(
              "safety.blocked_commands",
              Kind.TEXTS,
              texts(),
              Project.ADD,
              "agent.terminal.custom_denylist"),
          key("safety.unattended_answers", Kind.OBJECT, NONE, Project.NEVER),
          key("safety.env_settable", Kind.TEXTS, texts(), Project.NEVER),
          key("safety.visible_secrets", Kind.TEXTS, texts(), Project.NEVER),
          key("safety.verify_binaries", Kind.FLAG, Json.of(false), Project.ONLY_TRUE),
          key("authority.observe_executes", Kind.FLAG, Json.of(true), Project.NEVER),
          key("tools.builtin", Kind.OBJECT, NONE, Project.NEVER),
          key("tools.external", Kind.LIST, NONE, Project.NEVER),
          key("tools.search_paths", Kind.TEXTS, NONE, Project.NEVER),
          key(
              "tools.max_output_size",
              Kind.WHOLE,
              Json.of(1_048_576),
              Project.FREE,
              "agent.tools.max_output_size"),
          key(
              "tools.max_file_read_size",
              Kind.WHOLE,
              Json.of(10_485_760),
              Project.FREE,
              "agent.tools.max_file_read_size"),
          key("tools.max_parallel", Kind.WHOLE, Json.of(8), Project.FREE),
          key("tools.max_calls_per_response", Kind.WHOLE, Json.of(64), Project.FREE),
          key("hooks", Kind.OBJECT, NONE, Project.NEVER),
          key("mcpServers", Kind.OBJECT, NONE, Project.NEVER),
          key("quality.after_write", Kind.OBJECT, NONE, Project.NEVER),
          key("quality.max_rounds", Kind.WHOLE, Json.of(3), Project.FREE),
          key("trace.sign", Kind.FLAG, Json.of(false), Project.ONLY_TRUE),
          key("undo.max_age_days", Kind.WHOLE, Json.of(30), Project.NEVER),
          key("undo.max_bytes", Kind.WHOLE, Json.of(1_073_741_824), Project.NEVER),
          key("git.auto_commit", Kind.FLAG, Json.of(true), Project.FREE),
          key("git.records", Kind.TEXT, Json.of("own_commit"), Project.FREE),
          key("git.commit_message_prefix", Kind.TEXT, Json.of("[writ]"), Project.FREE),
          key("ui.color", Kind.FLAG, Json.of(true), Project.FREE),
          key("ui.show_token_usage", Kind.FLAG, Json.of(true), Project.FREE),
          key("ui.show_tool_calls", Kind.FLAG, Json.of(true), Project.FREE),
          key("ui.stream_responses", Kind.FLAG, Json.of(true), Project.FREE),
          key(
              "ui.status_line",
              Kind.TEXTS,
              texts("model", "mode", "intent", "context", "cost", "undo", "branch"),
              Project.NEVER),
          key("ui.status_command", Kind.TEXT, NONE, Project.REFUSED),
          key("session.storage_path", Kind.TEXT, NONE, Project.NEVER),
          key("session.auto_save", Kind.FLAG, Json.of(true), Project.NEVER),
          key("session.max_sessions", Kind.WHOLE, Json.of(100), Project.NEVER),
          key("session.retention_days", Kind.WHOLE, Json.of(30), Project.NEVER),
          key("logging.log_to_file", Kind.FLAG, Json.of(true), Project.NEVER),
          key("logging.log_directory", Kind.TEXT, NONE, Project.NEVER),
          key("logging.log_level", Kind.TEXT, Json.of("info"), Project.NEVER),
          key("logging.max_file_size_mb", Kind.WHOLE, Json.of(10), Project.NEVER),
          key("logging.max_files", Kind.WHOLE, Json.of(5), Project.NEVER),
          key("logging.console_level", Kind.TEXT, Json.of("none"), Project.NEVER),
          key("logging.audit_max_bytes", Kind.WHOLE, Json.of(67_108_864), Project.NEVER),
          key("telemetry.otlp_endpoint", Kind.TEXT, NONE, Project.NEVER));

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
      String name, Kind kind, Json fallback, Project project, String... aliases) {
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
