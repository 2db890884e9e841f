// Implements: docs/spec/09-intents-and-hooks.md §9.7 (Quality loop)
package dev.writ.kernel.hook;

import dev.writ.base.json.Json;
import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.UnsupportedText;
import dev.writ.command.parser.CommandParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The commands that run after changes of files (`quality.after_write`), by glob.
///
/// @param checks in the order in which they stand
/// @param maxRounds how often in a turn a failure goes back to the model
public record QualityRules(List<Check> checks, int maxRounds) {
  private static final String EACH = "{file}";
  private static final String ALL = "{files}";

  /// More files than that are not put into one line.
  private static final int MAX_FILES = 200;

  public QualityRules {
    checks = List.copyOf(checks);
  }

  /// Commands for files that a glob matches.
  ///
  /// @param lines `{file}` and `{files}` stand in them as whole words
  public record Check(GlobPattern files, List<CommandLine> lines) {
    public Check {
      lines = List.copyOf(lines);
    }
  }

  /// Reads the configuration: a command or a list of commands for each glob.
  ///
  /// @param origin the key's name, for messages
  /// @throws HookException if it can't be meant
  public static QualityRules read(Json.Obj afterWrite, String origin, int maxRounds)
      throws HookException {
    List<Check> checks = new ArrayList<>();
    for (Map.Entry<String, Json> entry : afterWrite.members().entrySet()) {
      String place = origin + ".\"" + entry.getKey() + "\"";
      GlobPattern files;
      try {
        files = GlobPattern.of(entry.getKey());
      } catch (IllegalArgumentException e) {
        throw new HookException(place, "no glob: " + e.getMessage());
      }
      List<Json> texts =
          entry.getValue() instanceof Json.Arr(List<Json> items)
              ? items
              : List.of(entry.getValue());
      List<CommandLine> lines = new ArrayList<>();
      for (Json text : texts) {
        lines.add(line(text, place));
      }
      checks.add(new Check(files, lines));
    }
    return new QualityRules(checks, maxRounds);
  }

  private static CommandLine line(Json text, String place) throws HookException {
    if (!(text instanceof Json.Text(String command)) || command.isBlank()) {
      throw new HookException(place, "a command or a list of commands was expected");
    }
    return switch (CommandParser.parse(command)) {
      case ParsedCommand.RefusedLine(UnsupportedText unsupported) ->
          throw new HookException(
              place, unsupported.message() + "; or put it into a script file and name that");
      case ParsedCommand.ParsedLine(CommandLine line) -> {
        for (Command each : line.commands()) {
          for (String word : each.argv()) {
            boolean whole = word.equals(EACH) || word.equals(ALL);
            if (!whole && (word.contains(EACH) || word.contains(ALL))) {
              throw new HookException(
                  place, "{file} and {files} must be words of their own, not part of " + word);
            }
          }
        }
        yield line;
      }
    };
  }

  /// The command lines to run for files that changed; none where no glob matches.
  public List<CommandLine> linesFor(List<WorkspacePath> changed) {
    List<CommandLine> lines = new ArrayList<>();
    for (Check check : checks) {
      List<String> files = new ArrayList<>();
      for (WorkspacePath file : changed) {
        if (check.files().matches(file) && files.size() < MAX_FILES) {
          // A name that begins like an option is none.
          files.add(file.toString().startsWith("-") ? "./" + file : file.toString());
        }
      }
      for (CommandLine line : files.isEmpty() ? List.<CommandLine>of() : check.lines()) {
        if (names(line, EACH)) {
          files.forEach(file -> add(lines, filled(line, List.of(file), files)));
        } else {
          add(lines, filled(line, List.of(), files));
        }
      }
    }
    return lines;
  }

  private static void add(List<CommandLine> lines, CommandLine line) {
    if (!lines.contains(line)) {
      lines.add(line);
    }
  }

  private static boolean names(CommandLine line, String placeholder) {
    return line.commands().stream().anyMatch(command -> command.argv().contains(placeholder));
  }

  private static CommandLine filled(CommandLine line, List<String> each, List<String> all) {
    return line.each(
        command -> {
          List<CommandWord> words = new ArrayList<>();
          for (CommandWord word : command.words()) {
            List<String> files =
                word.plain().equals(EACH) ? each : word.plain().equals(ALL) ? all : List.of();
            if (files.isEmpty()) {
              words.add(word);
            }
            files.forEach(file -> words.add(new CommandWord.Literal(file)));
          }
          return command.with(words);
        });
  }
}
