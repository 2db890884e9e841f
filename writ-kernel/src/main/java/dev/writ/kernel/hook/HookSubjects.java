// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hook;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// The names that a matcher can be for. A matcher with another name never matches, which a person
/// who meant it as a guard has to know.
public final class HookSubjects {
  /// The tools here, under the names that scripts know and under ours.
  private static final Set<String> TOOLS =
      words(
          """
          Bash Write Edit MultiEdit Read Glob LS Grep TodoWrite AskUserQuestion
          read_file write_file edit_file apply_patch list_files search_files diff_files move_path
          delete_path create_directory run_command run_background command_output stop_command
          update_plan ask_user select_active_intent propose_intent close_intent record_lesson
          more_tools
          """);

  /// Tools of other agents that aren't here, so that nothing could happen by them.
  private static final Set<String> ELSEWHERE =
      words(
          """
          NotebookEdit NotebookRead WebFetch WebSearch Task Agent TaskCreate TaskGet TaskList
          TaskUpdate TaskOutput TaskStop BashOutput KillShell KillBash EnterPlanMode ExitPlanMode
          EnterWorktree ExitWorktree Skill SlashCommand ToolSearch TodoRead MCPSearch Monitor LSP
          PowerShell SendMessage ListMcpResourcesTool ReadMcpResourceTool StructuredOutput
          """);

  /// What sessions begin and end with, here and elsewhere.
  private static final Set<String> SESSIONS =
      words(
          """
          startup resume clear compact fork other logout prompt_input_exit
          bypass_permissions_disabled
          """);

  private static final Set<String> CONDENSATIONS = words("manual auto");

  /// Tools of servers get their names where these run.
  private static final String OF_SERVERS = "mcp__";

  private HookSubjects() {}

  private static Set<String> words(String text) {
    return Set.copyOf(Arrays.asList(text.strip().split("\\s+")));
  }

  /// What a matcher could be for at an event.
  public static Set<String> of(HookEvent event) {
    return event.aboutTools() ? TOOLS : event == HookEvent.PRE_COMPACT ? CONDENSATIONS : SESSIONS;
  }

  /// The names in a matcher, or its expression, that nothing has.
  static List<String> unknown(HookEvent event, HookMatcher matcher) {
    Set<String> known = of(event);
    return switch (matcher) {
      case HookMatcher.All _ -> List.of();
      case HookMatcher.Names(List<String> wanted) ->
          wanted.stream()
              .filter(name -> !known.contains(name) && !isElsewhere(event, name))
              .toList();
      case HookMatcher.HookMatch match ->
          match.matches(List.copyOf(known))
                  || match.matches(List.copyOf(ELSEWHERE))
                  || match.text().contains(OF_SERVERS)
              ? List.of()
              : List.of(match.text());
    };
  }

  private static boolean isElsewhere(HookEvent event, String name) {
    return event.aboutTools() && (ELSEWHERE.contains(name) || name.startsWith(OF_SERVERS));
  }
}
