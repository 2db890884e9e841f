// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.app.host;

import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.base.json.Json;
import dev.writ.engine.turn.TurnLimits;
import dev.writ.kernel.call.ToolResult;
import dev.writ.tools.builtin.BuiltInTools;
import dev.writ.tools.builtin.ToolSetup;
import dev.writ.tools.command.CommandLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The configuration of tools and of the calls of a response.
final class ToolSettings {
  private static final int MAX_FILE_BYTES = 64 * 1024 * 1024;
  private static final int MAX_SECONDS = 3600;
  private static final String TIMEOUT = "agent.command_timeout_seconds";
  private static final String STDOUT = "agent.terminal.max_stdout_bytes";
  private static final String STDERR = "agent.terminal.max_stderr_bytes";

  /// The tools that walk through a tree, which can take long.
  private static final List<String> WALKING = List.of("list_files", "search_files");

  private final Configuration configuration;

  ToolSettings(Configuration configuration) {
    this.configuration = configuration;
  }

  /// The built-in tools.
  ///
  /// @throws UsageException where a number is out of range, or `tools.builtin` names what is not
  ///     there
  ToolSetup setup() throws UsageException {
    Map<String, Duration> deadlines = new HashMap<>();
    Set<String> disabled = new HashSet<>();
    for (Map.Entry<String, Json> entry :
        configuration.object("tools.builtin").members().entrySet()) {
      String tool =
          BuiltInTools.named(entry.getKey())
              .orElseThrow(
                  () -> configuration.error("tools.builtin: there is no tool " + entry.getKey()));
      read(tool, "tools.builtin." + entry.getKey(), entry.getValue(), deadlines, disabled);
    }
    return new ToolSetup(
        maxOutputChars(),
        whole("tools.max_output_size", 1000, ToolResult.MAX_OUTPUT_CHARS),
        whole("tools.max_file_read_size", 1, MAX_FILE_BYTES),
        deadlines,
        disabled,
        commands());
  }

  private CommandLimits commands() throws UsageException {
    CommandLimits usual = CommandLimits.USUAL;
    return new CommandLimits(
        whole(TIMEOUT, usual.timeoutSeconds(), 1, CommandLimits.MAX_TIMEOUT_SECONDS),
        whole(STDOUT, usual.stdoutBytes(), 1, CommandLimits.MAX_STREAM_BYTES),
        whole(STDERR, usual.stderrBytes(), 1, CommandLimits.MAX_STREAM_BYTES));
  }

  private void read(
      String tool, String key, Json value, Map<String, Duration> deadlines, Set<String> disabled)
      throws UsageException {
    if (!(value instanceof Json.Obj settings)) {
      throw configuration.error(key + ": expected enabled and timeout_seconds");
    }
    for (Map.Entry<String, Json> setting : settings.members().entrySet()) {
      String name = setting.getKey();
      if (name.equals("enabled") && setting.getValue() instanceof Json.Bool(boolean enabled)) {
        if (!enabled) {
          disabled.add(tool);
        }
      } else if (name.equals("timeout_seconds")
          && WALKING.contains(tool)
          && setting.getValue() instanceof Json.Num number
          && number.whole().orElse(0) >= 1
          && number.whole().orElse(0) <= MAX_SECONDS) {
        deadlines.put(tool, Duration.ofSeconds(number.whole().orElse(1)));
      } else {
        throw configuration.error(
            """
            %s.%s: expected enabled (true or false), or for %s timeout_seconds (1 to %d); \
            for commands set %s\
            """
                .formatted(key, name, String.join(" and ", WALKING), MAX_SECONDS, TIMEOUT));
      }
    }
  }

  /// How the calls of a response are taken.
  ///
  /// @throws UsageException where a number is out of range
  TurnLimits.CallRules calls() throws UsageException {
    return new TurnLimits.CallRules(
        maxOutputChars(),
        whole("tools.max_parallel", 1, 64),
        whole("tools.max_calls_per_response", 1, 1000));
  }

  private int maxOutputChars() {
    return (int)
        Math.min(
            ToolResult.MAX_OUTPUT_CHARS,
            configuration.whole("context.max_tool_output_chars").orElse(10_000));
  }

  private int whole(String key, int least, int most) throws UsageException {
    return whole(key, /* usual= */ 0, least, most);
  }

  private int whole(String key, int usual, int least, int most) throws UsageException {
    long value = configuration.whole(key).orElse(usual);
    if (value < least || value > most) {
      throw configuration.error("%s: %d is not from %d to %d".formatted(key, value, least, most));
    }
    return (int) value;
  }
}
