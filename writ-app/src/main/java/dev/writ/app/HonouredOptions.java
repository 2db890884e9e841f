// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.command.ConfigCommand;
import dev.writ.app.command.trace.TraceAnchor;
import dev.writ.app.command.trace.TraceExport;
import dev.writ.app.command.trace.TraceVerify;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The options that affect each command. Other options are refused: a person must not believe that
/// an ignored `--dry-run` had an effect.
final class HonouredOptions {
  /// Options that need no command.
  private static final Set<String> ALWAYS = Set.of("help", "version", "no-color");

  private static final String PLACE = "cwd config ";
  private static final String MODEL = "model provider endpoint script ";
  private static final String WORK = "mode execution dry-run no-sandbox allow-dangerous ";
  private static final String SESSION = "continue resume fork here effort ";

  /// By the command, or by the command and what it is to do.
  private static final Map<String, String> TABLE =
      Map.ofEntries(
          Map.entry(
              "chat", PLACE + MODEL + WORK + SESSION + "record max-iterations no-commit verbose"),
          Map.entry(
              "run",
              PLACE
                  + MODEL
                  + WORK
                  + SESSION
                  + "record max-iterations no-commit output simulate quiet verbose json"),
          Map.entry("demo", ""),
          Map.entry("tools list", PLACE + "mode json"),
          Map.entry("tools call", PLACE + WORK + "json verbose args intent"),
          Map.entry("intent list", PLACE + "json"),
          Map.entry("intent show", PLACE + "json"),
          Map.entry("intent add", PLACE + "json dry-run id constraint criterion"),
          Map.entry("intent suggest", PLACE + "json dry-run"),
          Map.entry("intent activate", PLACE + "json yes"),
          Map.entry("intent pause", PLACE + "json"),
          Map.entry("intent abandon", PLACE + "json"),
          Map.entry("intent done", PLACE + "json mode execution"),
          Map.entry("policy check", PLACE + "mode execution allow-dangerous intent json batch"),
          Map.entry("policy test", PLACE),
          Map.entry("policy show", PLACE + "mode execution allow-dangerous effective json"),
          Map.entry("init", PLACE + "yes programs"),
          Map.entry("trust", PLACE + "yes withdraw status"),
          Map.entry("grants", PLACE + "json"),
          Map.entry("grants remove", PLACE),
          Map.entry("pack list", PLACE + "json"),
          Map.entry("pack show", PLACE + "json"),
          Map.entry("pack check", PLACE + "json"),
          Map.entry("pack diff", PLACE + "json"),
          Map.entry("pack candidate", PLACE + "json"),
          Map.entry("pack activate", PLACE + "json yes hash"),
          Map.entry("pack deactivate", PLACE + "yes hash"),
          Map.entry("trace show", PLACE + "json long"),
          Map.entry("trace log", PLACE + "json long"),
          Map.entry("trace verify", PLACE + "json " + TraceVerify.PUBLIC_KEY),
          Map.entry("trace checkpoint", PLACE + "json force"),
          Map.entry("trace key", PLACE),
          Map.entry("trace stats", PLACE + "json"),
          Map.entry(
              "trace export",
              PLACE + String.join(" ", TraceExport.FORMAT, TraceExport.NOW, TraceExport.COMMIT)),
          Map.entry("trace anchor", PLACE + TraceAnchor.HOOK),
          Map.entry("trace map", PLACE + "rebuild"),
          Map.entry("blame", PLACE + "json long"),
          Map.entry("why", PLACE + "json"),
          Map.entry("audit show", "cwd json long last tool denied"),
          Map.entry("audit search", "cwd json long last tool denied"),
          Map.entry("audit verify", "cwd json"),
          Map.entry("changes", PLACE),
          Map.entry("undo", PLACE + "turn session intent force"),
          Map.entry("config show", PLACE + MODEL + "execution json origin"),
          Map.entry("config get", PLACE + MODEL + "execution json origin"),
          Map.entry("config set", PLACE + ConfigCommand.PROJECT),
          Map.entry("config init", "cwd " + ConfigCommand.PROJECT),
          Map.entry("config edit", "cwd " + ConfigCommand.PROJECT),
          Map.entry("config schema", ""),
          Map.entry("import", "cwd dry-run yes"),
          Map.entry("sessions list", PLACE + "json last here"),
          Map.entry("sessions show", PLACE + "json"),
          Map.entry("sessions search", PLACE + "json"),
          Map.entry("sessions export", PLACE + "format to"),
          Map.entry("sessions fork", PLACE + "json turn event"),
          Map.entry("sessions prune", PLACE + "json dry-run keep days"),
          Map.entry("doctor", PLACE + MODEL + "json verbose"),
          Map.entry("completion", ""),
          Map.entry("help", "man"),
          Map.entry("version", ""),
          Map.entry("models", PLACE + "endpoint json output"),
          Map.entry("auth login", PLACE),
          Map.entry("auth logout", PLACE),
          Map.entry("auth status", PLACE + "json"));

  /// A command's default action.
  private static final Map<String, String> USUAL =
      Map.of(
          "tools",
          "list",
          "intent",
          "list",
          "pack",
          "list",
          "trace",
          "show",
          "audit",
          "show",
          "auth",
          "status",
          "config",
          "show",
          "sessions",
          "list");

  private HonouredOptions() {}

  /// Refuses options that a command line gives in vain.
  ///
  /// @throws UsageException naming the first
  static void check(ParsedArguments arguments) throws UsageException {
    List<String> operands = arguments.operands();
    String act =
        operands.isEmpty() ? USUAL.getOrDefault(arguments.command(), "") : operands.getFirst();
    String key = arguments.command() + " " + act;
    String known = TABLE.containsKey(key) ? key : arguments.command();
    String honoured = TABLE.get(known);
    if (honoured == null) {
      return; // the command itself says what it can do
    }
    for (String given : arguments.given()) {
      if (!names(honoured, given)) {
        throw new UsageException(
            "writ %s does not take --%s; writ %s --help lists its options"
                .formatted(known, given, arguments.command()));
      }
    }
  }

  /// Whether an option has an effect on a command, whatever that is to do.
  static boolean takes(String command, String option) {
    return TABLE.entrySet().stream()
        .filter(row -> row.getKey().equals(command) || row.getKey().startsWith(command + " "))
        .anyMatch(row -> names(row.getValue(), option));
  }

  /// A command's actions, sorted.
  static List<String> acts(String command) {
    return TABLE.keySet().stream()
        .filter(key -> key.startsWith(command + " "))
        .map(key -> key.substring(command.length() + 1))
        .sorted()
        .toList();
  }

  private static boolean names(String honoured, String option) {
    return ALWAYS.contains(option) || (" " + honoured + " ").contains(" " + option + " ");
  }
}
