// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.approval;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.parser.CommandParser;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.ToolCall;
import java.util.regex.Pattern;

/// A command line as shown to a person: as typed, if that contains everything that runs. If
/// patterns or values of the workspace are in it, or only a part of it would run, its expanded
/// words are shown.
final class TypedLine {
  private static final String COMMAND = "command";

  /// The options that Writ adds to a search, so that it does not find secrets.
  private static final String ADDED = "--exclude=";

  /// Behind many blanks something could stand out of sight.
  private static final Pattern FAR = Pattern.compile("[ \\t]{8}|\\n[ \\t]*\\n[ \\t]*\\n");

  private TypedLine() {}

  static String of(ToolCall call, Effect.RunCommand run) {
    String typed = typed(call);
    boolean says =
        !FAR.matcher(typed).find()
            && CommandParser.parse(typed) instanceof ParsedCommand.ParsedLine(CommandLine line)
            && line.each(TypedLine::bare).equals(run.line().each(TypedLine::bare));
    return says ? typed.strip() : run.line().text();
  }

  private static String typed(ToolCall call) {
    try {
      Json.Obj arguments = JsonReader.readObject(call.arguments());
      return arguments.text(COMMAND).orElse("");
    } catch (JsonException _) {
      return "";
    }
  }

  private static Command bare(Command command) {
    return command.with(
        command.words().stream().filter(word -> !word.plain().startsWith(ADDED)).toList());
  }
}
