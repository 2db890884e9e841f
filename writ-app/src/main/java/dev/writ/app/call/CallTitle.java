// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.call;

import dev.writ.base.value.DisplayText;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.kernel.call.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The title of a call: a verb and its object, both escaped for display.
///
/// @param object may be empty
public record CallTitle(String verb, String object) {
  private static final int MAX_OBJECT_CHARS = 120;

  public CallTitle {
    verb = DisplayText.name(verb);
    int end = object.indexOf('\n');
    String shown = end < 0 ? object : object.substring(0, end).stripTrailing();
    String left = end < 0 ? "" : " …";
    if (shown.length() > MAX_OBJECT_CHARS) {
      int cut = MAX_OBJECT_CHARS;
      cut -= Character.isHighSurrogate(shown.charAt(cut - 1)) ? 1 : 0;
      shown = shown.substring(0, cut);
      left = "…";
    }
    object = DisplayText.name(shown) + left;
  }

  /// The verb while the call runs, such as `Reading`; a tool that has only a name keeps it.
  public String progress() {
    boolean isVerb =
        verb.length() > 1
            && Character.isUpperCase(verb.charAt(0))
            && verb.chars().skip(1).allMatch(Character::isLowerCase);
    if (!isVerb) {
      return verb;
    }
    return switch (verb) {
      case "Run" -> "Running";
      case "Stop" -> "Stopping";
      default -> (verb.endsWith("e") ? verb.substring(0, verb.length() - 1) : verb) + "ing";
    };
  }

  /// The title of a call under the names that its tool gives; a tool that isn't built in has its
  /// own name for a verb.
  public static CallTitle of(ToolCall call) {
    CallArguments arguments = CallArguments.of(call);
    return switch (call.tool()) {
      case "read_file" -> new CallTitle("Read", place(arguments, "path"));
      case "write_file" -> new CallTitle("Write", place(arguments, "path"));
      case "edit_file" -> new CallTitle("Edit", place(arguments, "path"));
      case "apply_patch" -> new CallTitle("Patch", patched(arguments.text("patch")));
      case "delete_path" -> new CallTitle("Delete", place(arguments, "path"));
      case "move_path" ->
          new CallTitle("Move", place(arguments, "from") + " to " + place(arguments, "to"));
      case "create_directory" -> new CallTitle("Create", "directory " + place(arguments, "path"));
      case "diff_files" ->
          new CallTitle(
              "Compare", place(arguments, "path1") + " with " + place(arguments, "path2"));
      case "list_files" -> new CallTitle("List", listed(arguments));
      case "search_files" ->
          new CallTitle("Search", quoted(arguments.text("pattern")) + searched(arguments));
      case "run_command" -> new CallTitle("Run", command(arguments));
      case "run_background" -> new CallTitle("Start", command(arguments));
      case "command_output" -> new CallTitle("Check", "command " + arguments.text("id"));
      case "stop_command" -> new CallTitle("Stop", "command " + arguments.text("id"));
      default -> ofSession(call.tool(), arguments);
    };
  }

  private static CallTitle ofSession(String tool, CallArguments arguments) {
    return switch (tool) {
      case "select_active_intent" -> new CallTitle("Work", "under " + intent(arguments));
      case "propose_intent" -> new CallTitle("Propose", "intent " + quoted(arguments.text("name")));
      case "close_intent" -> new CallTitle("Close", "intent " + arguments.text("intent_id"));
      case "ask_user" -> new CallTitle("Ask", quoted(arguments.text("question")));
      case "update_plan" -> new CallTitle("Update", "the plan");
      case "record_lesson" -> new CallTitle("Remember", quoted(arguments.text("lesson")));
      case "more_tools" -> new CallTitle("Enable", more(arguments.text("query")));
      default -> new CallTitle(tool, "");
    };
  }

  /// The whole title on one line.
  public String line() {
    return object.isEmpty() ? verb : verb + " " + object;
  }

  private static String place(CallArguments arguments, String name) {
    String path = arguments.text(name);
    return path.isEmpty() ? path : DisplayText.place(path);
  }

  private static String quoted(String text) {
    return "\"" + text.strip() + "\"";
  }

  private static String below(CallArguments arguments, String name) {
    String directory = arguments.text(name);
    return directory.isEmpty() || directory.equals(".") || directory.equals("./")
        ? ""
        : " in " + DisplayText.place(directory);
  }

  private static String listed(CallArguments arguments) {
    String pattern = arguments.text("pattern");
    boolean all = pattern.isEmpty() || pattern.equals("**") || pattern.equals("**/*");
    return (all ? "files" : pattern) + below(arguments, "path");
  }

  private static String searched(CallArguments arguments) {
    String files = arguments.text("file_pattern");
    return below(arguments, "path") + (files.isEmpty() || files.equals("**") ? "" : " in " + files);
  }

  private static String command(CallArguments arguments) {
    String line = arguments.text("command").strip();
    if (line.isEmpty() && !arguments.text("program").isEmpty()) {
      List<String> argv = new ArrayList<>(List.of(arguments.text("program")));
      argv.addAll(arguments.texts("args"));
      line = CommandLine.of(Command.of(argv)).text();
    }
    return line + below(arguments, "working_dir");
  }

  private static String intent(CallArguments arguments) {
    String id = arguments.text("intent_id");
    String kind = arguments.text("intent").toLowerCase(Locale.ROOT).replace('_', ' ');
    return (id.isEmpty() ? "the active intent" : "intent " + id)
        + (kind.isEmpty() ? "" : " (" + kind + ")");
  }

  private static String more(String query) {
    return query.isBlank() ? "all rarer tools" : "tools for " + quoted(query);
  }

  /// The files that a patch names: the new name of each.
  private static String patched(String patch) {
    List<String> names = new ArrayList<>();
    for (String line : patch.lines().toList()) {
      for (String mark : List.of("*** Update File: ", "*** Add File: ", "*** Delete File: ")) {
        if (line.startsWith(mark)) {
          names.add(line.substring(mark.length()).strip());
        }
      }
      if (line.startsWith("+++ ") && !line.startsWith("+++ /dev/null")) {
        String name = line.substring("+++ ".length()).strip();
        names.add(name.startsWith("b/") ? name.substring(2) : name);
      }
    }
    return names.isEmpty()
        ? "files"
        : names.stream().map(DisplayText::place).collect(Collectors.joining(", "));
  }
}
