// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hook;

import dev.writ.base.json.Json;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Our tools under the names, and with the arguments, that users' scripts were written for; and
/// back, where a script changes them.
public final class ToolForms {
  private static final Set<String> BASH =
      Set.of("command", "description", "timeout", "run_in_background", "working_dir", "stdin");
  private static final Set<String> WRITE = Set.of("file_path", "content");
  private static final Set<String> EDIT =
      Set.of("file_path", "old_string", "new_string", "replace_all");
  private static final Set<String> READ = Set.of("file_path", "offset", "limit");

  private ToolForms() {}

  /// An input that is not this tool's.
  public static final class ShapeException extends Exception {
    private static final long serialVersionUID = 1;

    ShapeException(String message) {
      super(message);
    }
  }

  /// The form of a call.
  ///
  /// @param tool our name
  /// @param arguments under our names
  /// @param place where its path really leads, absolute; empty if it has none
  public static ToolForm of(String tool, Json.Obj arguments, String place) {
    return switch (tool) {
      case "run_command", "run_background" ->
          new ToolForm(List.of("Bash", tool), "Bash", bash(tool, arguments));
      case "write_file" ->
          new ToolForm(
              List.of("Write", tool),
              "Write",
              Json.object()
                  .put("file_path", place)
                  .put("content", arguments.text("content").orElse(""))
                  .build());
      case "edit_file" ->
          new ToolForm(
              List.of("Edit", tool),
              "Edit",
              Json.object()
                  .put("file_path", place)
                  .put("old_string", arguments.text("old_text").orElse(""))
                  .put("new_string", arguments.text("new_text").orElse(""))
                  .put("replace_all", arguments.isTrue("replace_all"))
                  .build());
      case "read_file" ->
          new ToolForm(List.of("Read", tool), "Read", with("file_path", place, arguments));
      case "list_files" ->
          new ToolForm(List.of("Glob", "LS", tool), "Glob", with("path", place, arguments));
      case "search_files" ->
          new ToolForm(List.of("Grep", tool), "Grep", with("path", place, arguments));
      case "apply_patch" ->
          new ToolForm(List.of(tool), tool, with("command", patch(arguments), arguments));
      case "update_plan" -> new ToolForm(List.of("TodoWrite", tool), "TodoWrite", arguments);
      case "ask_user" ->
          new ToolForm(List.of("AskUserQuestion", tool), "AskUserQuestion", arguments);
      default -> new ToolForm(List.of(tool), tool, arguments);
    };
  }

  private static String patch(Json.Obj arguments) {
    return arguments.text("patch").or(() -> arguments.text("input")).orElse("");
  }

  private static Json.Obj bash(String tool, Json.Obj arguments) {
    String command = arguments.text("command").orElse("");
    if (command.isEmpty()) {
      List<String> words = new ArrayList<>(List.of(arguments.text("program").orElse("")));
      for (Json item : arguments.items("args")) {
        words.add(item instanceof Json.Text(String word) ? word : "");
      }
      command = CommandLine.of(Command.of(words)).text();
    }
    Json.Builder input = Json.object().put("command", command);
    arguments.number("timeout").ifPresent(seconds -> input.put("timeout", seconds * 1000));
    if (tool.equals("run_background")) {
      input.put("run_in_background", true);
    }
    arguments.text("working_dir").ifPresent(directory -> input.put("working_dir", directory));
    arguments.text("stdin").ifPresent(text -> input.put("stdin", text));
    return input.build();
  }

  /// The arguments with one under another name, or in another form.
  private static Json.Obj with(String name, String value, Json.Obj arguments) {
    Json.Builder input = Json.object();
    if (!value.isEmpty()) {
      input.put(name, value);
    }
    for (Map.Entry<String, Json> argument : arguments.members().entrySet()) {
      if (!argument.getKey().equals("path") && !argument.getKey().equals("patch")) {
        input.put(argument.getKey(), argument.getValue());
      }
    }
    return input.build();
  }

  /// An input with its path in the scripts' form.
  ///
  /// @param root the workspace's real path
  public static Json.Obj absolute(Json.Obj input, String root) {
    Optional<String> path = input.text("file_path").filter(given -> !given.startsWith("/"));
    if (path.isEmpty()) {
      return input;
    }
    Json.Builder absolute = Json.object();
    input.members().forEach(absolute::put);
    return absolute.put("file_path", root + "/" + path.get()).build();
  }

  /// Our arguments for an input that a script wants instead: all of it, as the script says it.
  ///
  /// @param tool our name
  /// @throws ShapeException if it is not an input of this tool
  public static Json.Obj back(String tool, Json.Obj input) throws ShapeException {
    return switch (tool) {
      case "run_command", "run_background" -> unbash(tool, input);
      case "write_file" -> {
        only(input, WRITE);
        yield Json.object()
            .put("path", text(input, "file_path"))
            .put("content", text(input, "content"))
            .build();
      }
      case "edit_file" -> {
        only(input, EDIT);
        yield Json.object()
            .put("path", text(input, "file_path"))
            .put("old_text", text(input, "old_string"))
            .put("new_text", text(input, "new_string"))
            .put("replace_all", input.isTrue("replace_all"))
            .build();
      }
      case "read_file" -> {
        only(input, READ);
        yield renamed(input, "file_path", "path");
      }
      case "apply_patch" -> renamed(input, "command", "patch");
      default -> input;
    };
  }

  private static Json.Obj unbash(String tool, Json.Obj input) throws ShapeException {
    only(input, BASH);
    if (input.isTrue("run_in_background") != tool.equals("run_background")) {
      throw new ShapeException("run_in_background cannot be changed");
    }
    Json.Builder arguments = Json.object().put("command", text(input, "command"));
    if (input.get("timeout").isPresent()) {
      long millis = input.number("timeout").orElse(-1);
      if (millis < 0) {
        throw new ShapeException("timeout must be a whole number of milliseconds");
      }
      arguments.put("timeout", (millis + 999) / 1000);
    }
    for (String name : List.of("working_dir", "stdin")) {
      if (input.get(name).isPresent()) {
        arguments.put(name, text(input, name));
      }
    }
    return arguments.build();
  }

  private static Json.Obj renamed(Json.Obj input, String from, String to) throws ShapeException {
    Json.Builder arguments = Json.object().put(to, text(input, from));
    for (Map.Entry<String, Json> member : input.members().entrySet()) {
      if (!member.getKey().equals(from)) {
        arguments.put(member.getKey(), member.getValue());
      }
    }
    return arguments.build();
  }

  private static void only(Json.Obj input, Set<String> known) throws ShapeException {
    for (String name : input.members().keySet()) {
      if (!known.contains(name)) {
        throw new ShapeException("this tool has no " + name);
      }
    }
  }

  private static String text(Json.Obj input, String name) throws ShapeException {
    Optional<String> text = input.text(name);
    if (text.isEmpty()) {
      throw new ShapeException(name + " is missing or no text");
    }
    return text.get();
  }
}
