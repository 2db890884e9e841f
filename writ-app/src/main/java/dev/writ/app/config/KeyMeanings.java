// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import java.util.HashMap;
import java.util.Map;

/// The meaning of each key, in a line: for the commented file and for editors. The reference has
/// more details.
final class KeyMeanings {
  private static final String TEXT =
      """
      version the version of this format
      llm.provider the model provider; writ models lists them
      llm.model the provider's name for the model
      llm.endpoint the provider's base address
      llm.api_key the provider's key; writ auth login keeps it out of files
      llm.temperature sent only where it is set
      llm.max_tokens of one answer; sent only where it is set
      llm.keep_alive how long Ollama keeps the model loaded, such as 30m
      llm.timeout_seconds how long the provider may be silent
      llm.max_retry_after_seconds the longest wait that a server may ask for
      llm.plaintext_hosts hosts besides loopback that may be reached without TLS
      llm.ca_files PEM files of certificate authorities besides the JDK's
      llm.small_model the model for small work: condensing and the titles of sessions
      llm.fallback models, as PROVIDER/MODEL, to ask when retries are exhausted
      credentials.store where keys of providers are stored
      credentials.helper a program that keeps keys of providers
      context.max_tokens the most tokens in one request
      context.compaction_threshold the share of the window at which a conversation is condensed
      context.repo_map_tokens the size of the repository map
      context.max_tool_output_chars of one result in the conversation
      context.max_messages the most messages in a request
      context.enable_token_counting count with the model's tokenizer instead of estimating
      context.show_stats_on_prune report what was removed from the view
      context.condense how a conversation is condensed
      agent.max_iterations requests to the model in one turn
      agent.retry_attempts how often a failed request is sent again
      agent.retry_backoff_base_ms the first pause before that, then doubled
      agent.max_cost_usd the most that one turn may cost
      agent.max_tokens_total input and output of one turn
      agent.max_duration_seconds of one turn
      agent.ask_default the answer to ask_user when no person is there
      agent.max_worker_depth how deeply workers may start workers
      agent.command_timeout_seconds of a command whose call names no time
      agent.terminal.default_mode what happens without a question
      agent.terminal.max_stdout_bytes of a command's output that is kept
      agent.terminal.max_stderr_bytes of a command's errors that are kept
      agent.terminal.allowlist commands that count as granted where the project has no authority file
      agent.conversation.min_retain_turns turns that are never condensed
      agent.conversation.prune_threshold the share of the budget at which old results are removed
      governance.profile which kinds of intent allow which tools
      governance.require_declared_intents a request alone does not count as an intent
      governance.intent_reset how long an intent that a model declared is in force
      agent.modes modes of work of your own
      governance.kinds rows that replace those of the table of intent kinds
      governance.taint ask again after reading from the network
      governance.risk_rules further rules of risk
      safety.sandbox how commands are confined
      safety.sandbox_allowed_paths the directory that calls must stay in
      safety.sandbox_blocked_paths places that are out of reach
      safety.require_confirmation effect classes and tools that ask
      safety.blocked_commands commands that are refused
      safety.unattended_answers what is answered where no person can be asked
      safety.env_settable variables that commands may set
      safety.visible_secrets secret files that commands may read
      safety.verify_binaries compare programs with what their packs say
      authority.observe_executes commands that only read need no grant
      tools.builtin settings of built-in tools by name: enabled, timeout_seconds
      tools.external tools of your own
      tools.search_paths directories of your programs, before the usual ones
      tools.max_output_size characters of one result
      tools.max_file_read_size bytes of a file that are read at once
      tools.max_parallel reads that run at once
      tools.max_calls_per_response calls of one answer
      hooks programs to run at events
      mcpServers servers that offer tools
      quality.after_write commands to run after changes, by glob
      quality.max_rounds how often their failures go back to the model
      trace.sign sign the ledger at the end of each turn
      undo.max_age_days how long old contents are kept
      undo.max_bytes how much of them is kept
      git.auto_commit commit the changed files after a turn
      git.records when Writ's own records are committed: own_commit, with_changes or none
      git.commit_message_prefix how the subject of such a commit begins
      ui.color coloured output
      ui.show_token_usage show the tokens of a turn
      ui.show_tool_calls show a line for each call
      ui.stream_responses show answers while they arrive
      ui.status_line what the status line of a chat shows, in this order
      ui.status_command your own program that draws this line
      session.storage_path where sessions are kept
      session.auto_save save sessions
      session.max_sessions how many sessions are kept
      session.retention_days how long sessions are kept
      logging.log_to_file write a log file for each session
      logging.log_directory where log files are
      logging.log_level the lowest level that the file gets
      logging.max_file_size_mb how large a log file becomes
      logging.max_files how many log files are kept
      logging.console_level the lowest level that standard error gets
      logging.audit_max_bytes how large a file of the audit log becomes
      telemetry.otlp_endpoint the OpenTelemetry receiver that gets traces and metrics
      """;

  private KeyMeanings() {}

  /// The meaning of every key.
  static Map<String, String> all() {
    Map<String, String> meanings = new HashMap<>();
    TEXT.lines().map(line -> line.split(" ", 2)).forEach(parts -> meanings.put(parts[0], parts[1]));
    return meanings;
  }
}
