// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HookRulesTest {
  private static final HookVariables VARIABLES = HookVariables.of("/work/my project", "/home/me");

  private static Json.Obj json(String text) {
    try {
      return JsonReader.readObject(text);
    } catch (JsonException e) {
      throw new IllegalStateException(text, e);
    }
  }

  private static HookRules read(String text) throws HookException {
    return HookRules.read(json(text), "hooks", VARIABLES);
  }

  private static String line(String command) throws HookException {
    return read(handler("\"command\": " + Json.of(command).write()))
        .hooks()
        .getFirst()
        .line()
        .text();
  }

  private static String handler(String members) {
    return "{\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", %s}]}]}".formatted(members);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          $CLAUDE_PROJECT_DIR/x.sh              | '/work/my project/x.sh'
          "$CLAUDE_PROJECT_DIR"/x.sh            | '/work/my project/x.sh'
          "$CLAUDE_PROJECT_DIR/x y.sh" a        | '/work/my project/x y.sh' a
          ${CLAUDE_PROJECT_DIR}/x.sh            | '/work/my project/x.sh'
          "${CLAUDE_PROJECT_DIR}"/.claude/h.py  | '/work/my project/.claude/h.py'
          python3 $WRIT_PROJECT_DIR/x.py        | python3 '/work/my project/x.py'
          $HOME/x.sh                            | /home/me/x.sh
          ~/.claude/hooks/x.sh                  | /home/me/.claude/hooks/x.sh
          echo '$CLAUDE_PROJECT_DIR'            | echo '$CLAUDE_PROJECT_DIR'
          x.sh --dir=$HOME                      | x.sh --dir=/home/me
          a.sh 2>/dev/null                      | a.sh 2> /dev/null
          a.sh && b.sh                          | a.sh && b.sh
          """)
  void variablesArePutInAsWholeWords(String command, String text) throws HookException {
    assertThat(line(command)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          x.sh $(id)                | no shell runs it
          x.sh $OTHER               | no shell runs it
          x.sh ${HOME:-a}           | no shell runs it
          while :; do x; done       | no shell runs it
          x.sh *.py                 | patterns are not expanded
          bash -c 'rm x'            | script file
          sh -ec 'rm x'             | script file
          x.sh > out.txt            | is its answer
          """)
  void whatNoLineCanBeIsRefusedWithTheRewrite(String command, String problem) {
    assertThatThrownBy(() -> line(command))
        .isInstanceOf(HookException.class)
        .hasMessageStartingWith("hooks.PreToolUse[0].hooks[0].command: ")
        .hasMessageContaining(problem);
  }

  @Test
  void exactArgumentsAreNotParsed() throws HookException {
    HookRules rules =
        read(handler("\"command\": \"~x $HOME\", \"args\": [\"${HOME}/*\", \"; rm\", \"\"]"));
    assertThat(rules.hooks().getFirst().line().commands().getFirst().argv())
        .containsExactly("~x /home/me", "/home/me/*", "; rm", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"PreToolUze": []}                                             | unknown event
          {"PreToolUse": {}}                                             | a list was expected
          {"PreToolUse": [[]]}                                           | a mapping was expected
          {"PreToolUse": [{"matcher": 7, "hooks": []}]}                  | a text was expected
          {"PreToolUse": [{"matcher": "a"}]}                             | a list was expected
          {"PreToolUse": [{"hooks": [], "x": 1}]}                        | the only keys here are matcher and hooks
          {"PreToolUse": [{"matcher": "(?!a)b", "hooks": []}]}           | linear time
          {"PreToolUse": [{"matcher": "(a)\\\\1", "hooks": []}]}         | linear time
          {"PreToolUse": [{"matcher": "(", "hooks": []}]}                | linear time
          {"PreToolUse": [{"matcher": " , ", "hooks": []}]}              | names nothing
          {"PreToolUse": [{"hooks": [{"type":"http","url":"x"}]}]}       | must run
          {"PreToolUse": [{"hooks": [{"type":"prompt","prompt":"x"}]}]}  | must run
          {"PreToolUse": [{"hooks": [{"type":"shout"}]}]}                | must be "command"
          {"PreToolUse": [{"hooks": [{"command":"x"}]}]}                 | must be "command"
          """)
  void whatCantBeMeantIsAnErrorWithItsPlace(String text, String problem) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(HookException.class)
        .hasMessageStartingWith("hooks.")
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "command": ""                              | 1 to 10000 characters
          "command": 7                               | 1 to 10000 characters
          "command": "x", "timeout": 0               | from 1 to 600
          "command": "x", "timeout": 601             | from 1 to 600
          "command": "x", "timeout": 1.5             | from 1 to 600
          "command": "x", "timeout": "9"             | from 1 to 600
          "command": "x", "if": "Bash(git *)"        | conditions are not supported
          "command": "x", "async": true              | must run
          "command": "x", "shell": "powershell"      | no shell runs a hook
          "command": "x", "writes": true             | only a PostToolUse hook
          "command": "x", "writes": "yes"            | true or false
          "command": "x", "args": "a"                | a list
          "command": "x", "args": [1]                | a list of texts
          "command": "x", "tiemout": 5               | unknown
          """)
  void handlersAreReadStrictly(String members, String problem) {
    assertThatThrownBy(() -> read(handler(members)))
        .isInstanceOf(HookException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void whatCouldOnlyInformIsLeftOutWithAWarning() throws HookException {
    HookRules rules =
        read(
            """
            {"Notification": [{"hooks": [{"type": "command", "command": "x"}]}],
             "Stop": [{"hooks": [{"type": "http", "url": "x"},
                                 {"type": "command", "command": "x", "once": true,
                                  "statusMessage": "s", "shell": "bash"}]}]}
            """);
    assertThat(rules.hooks()).hasSize(1);
    assertThat(rules.warnings()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          `` ; Anything ; true
          * ; Anything ; true
          Write ; Write ; true
          Write ; write ; false
          Write ; WriteFile ; false
          Write|Edit ; Edit ; true
          Write, Edit ; Edit ; true
          Wri.* ; Write ; true
          rit. ; Write ; true
          ^rit ; Write ; false
          mcp__.*__x ; mcp__a__x ; true
          a-b_c ; a-b_c ; true
          """)
  void matchersAreThoseOfTheContract(String matcher, String name, boolean matches)
      throws HookException {
    assertThat(HookMatcher.of(matcher, "m").matches(List.of("other", name))).isEqualTo(matches);
  }

  @Test
  void aMatcherTakesLinearTime() throws HookException {
    HookMatcher matcher = HookMatcher.of("(a+)+$", "m");
    assertThat(matcher.matches(List.of("a".repeat(5000) + "b"))).isFalse();
  }

  /// Whatever stands in a variable is letters of one word.
  @Test
  void noValueOfAVariableIsAnythingButLetters() throws HookException {
    SplittableRandom random = new SplittableRandom(7);
    String letters = "ab '\"\\$`*?[]{}~;&|<>()#=\n!-";
    for (int n = 0; n < 2000; n++) {
      StringBuilder value = new StringBuilder("/");
      for (int i = random.nextInt(12); i >= 0; i--) {
        value.append(letters.charAt(random.nextInt(letters.length())));
      }
      HookVariables variables = HookVariables.of(value.toString(), "/h");
      for (String command :
          List.of(
              "p $CLAUDE_PROJECT_DIR z",
              "p \"$CLAUDE_PROJECT_DIR\" z",
              "p ${CLAUDE_PROJECT_DIR} z",
              "p \"${CLAUDE_PROJECT_DIR}\" z")) {
        Json.Obj hooks = json(handler("\"command\": " + Json.of(command).write()));
        assertThat(
                HookRules.read(hooks, "hooks", variables)
                    .hooks()
                    .getFirst()
                    .line()
                    .commands()
                    .getFirst()
                    .argv())
            .containsExactly("p", value.toString(), "z");
      }
    }
  }

  /// Whatever a script writes is an answer or garbage, never a defect; and only what says so
  /// clearly is no objection.
  @Test
  void anyOutputIsAnAnswerOrGarbage() {
    SplittableRandom random = new SplittableRandom(11);
    List<HookEvent> events = List.of(HookEvent.values());
    List<String> parts =
        List.of(
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"decision\"",
            "\"block\"",
            "\"approve\"",
            "null",
            "\"hookSpecificOutput\"",
            "\"permissionDecision\"",
            "\"deny\"",
            "\"continue\"",
            "false",
            "\"updatedInput\"",
            "\"hookEventName\"",
            "\"PreToolUse\"",
            "7",
            " ",
            "\n",
            "x");
    for (int n = 0; n < 20_000; n++) {
      StringBuilder output = new StringBuilder("{");
      for (int i = random.nextInt(15); i >= 0; i--) {
        output.append(parts.get(random.nextInt(parts.size())));
      }
      HookEvent event = events.get(random.nextInt(events.size()));
      try {
        HookReply reply = HookReply.read(event, output.toString());
        assertThat(reply.decision()).isNotNull();
      } catch (HookReply.GarbageException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }

  @Test
  void formsGoThereAndBack() throws Exception {
    for (String tool : List.of("write_file", "edit_file", "read_file")) {
      Json.Obj ours =
          switch (tool) {
            case "write_file" -> json("{\"path\":\"/w/a\",\"content\":\"c\"}");
            case "edit_file" ->
                json(
                    "{\"path\":\"/w/a\",\"old_text\":\"o\",\"new_text\":\"n\","
                        + "\"replace_all\":true}");
            default -> json("{\"path\":\"/w/a\",\"offset\":3}");
          };
      ToolForm form = ToolForms.of(tool, ours, "/w/a");
      assertThat(ToolForms.back(tool, form.input())).isEqualTo(ours);
    }
    Json.Obj run = json("{\"command\":\"ls -l\",\"timeout\":7,\"working_dir\":\"src\"}");
    ToolForm bash = ToolForms.of("run_command", run, "");
    assertThat(bash.name()).isEqualTo("Bash");
    assertThat(bash.input().number("timeout")).hasValue(7000);
    assertThat(ToolForms.back("run_command", bash.input())).isEqualTo(run);
    assertThatThrownBy(() -> ToolForms.back("run_command", json("{\"file_path\":\"x\"}")))
        .isInstanceOf(ToolForms.ShapeException.class);
    assertThatThrownBy(
            () ->
                ToolForms.back(
                    "run_command", json("{\"command\":\"x\",\"run_in_background\":true}")))
        .isInstanceOf(ToolForms.ShapeException.class);
  }
}
