// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.tool.Tool;
import dev.writ.tools.builtin.BuiltInTools;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallTitleTest {
  private static String title(String tool, String arguments) {
    return CallTitle.of(new ToolCall("1", tool, arguments.replace('\'', '"'))).line();
  }

  @Test
  void everyToolHasAVerbOfItsOwnLanguage() {
    for (Tool<?> tool : BuiltInTools.tools(1000)) {
      String name = tool.spec().name();
      assertThat(CallTitle.of(new ToolCall("1", name, "{}")).verb())
          .as(name)
          .matches("[A-Z][a-z]+")
          .isNotEqualTo(name);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "read_file | {'path':'a.js'} | Read a.js",
        "list_files | {} | List files",
        "list_files | {'path':'src','pattern':'*.js'} | List *.js in src",
        "search_files | {'pattern':'sum','path':'.'} | Search ''sum''",
        "search_files | {'pattern':'sum','path':'src','file_pattern':'*.js'} | Search ''sum'' in src in *.js",
        "run_command | {'command':'npm test','working_dir':'.'} | Run npm test",
        "run_command | {'command':'npm test','working_dir':'web'} | Run npm test in web",
        "run_command | {'program':'echo','args':['a b','c']} | Run echo 'a b' c",
        "run_command | {'command':'cat <<E\\nx\\nE'} | Run cat <<E …",
        "run_background | {'command':'npm start'} | Start npm start",
        "stop_command | {'id':'bg1'} | Stop command bg1",
        "move_path | {'from':'a','to':'b'} | Move a to b",
        "move_path | {'from':'a to b','to':'c, d'} | Move ''a to b'' to ''c, d''",
        "read_file | {'path':'a in b'} | Read ''a in b''",
        "apply_patch | {'patch':'--- a/x\\n+++ b/x\\n@@'} | Patch x",
        "select_active_intent | {'intent':'CODE','intent_id':'INT-1'} | Work under intent INT-1 (code)",
        "select_active_intent | {'intent':'CODE'} | Work under the active intent (code)",
        "ask_user | {'question':'Which?'} | Ask ''Which?''",
        "more_tools | {'query':'patch'} | Enable tools for ''patch''",
        "mcp__tracker__issue | {'id':7} | mcp__tracker__issue",
        "read_file | broken | Read ",
      })
  void aCallIsAVerbWithItsObject(String tool, String arguments, String title) {
    assertThat(title(tool, arguments).strip()).isEqualTo(title.replace("''", "\"").strip());
  }

  @Test
  void aLongCommandIsCut() {
    assertThat(title("run_command", "{'command':'" + "x".repeat(500) + "'}"))
        .hasSize("Run ".length() + 121)
        .endsWith("x…");
  }

  @ParameterizedTest
  @CsvSource({
    "12,12 ms",
    "412,0.4 s",
    "9999,9.9 s",
    "25300,25 s",
    "185000,3 min 5 s",
    "7800000,2 h 10 min"
  })
  void aTimeIsAsExactAsItIsOfUse(long millis, String text) {
    assertThat(new ElapsedTime(Duration.ofMillis(millis)).text()).isEqualTo(text);
  }
}
