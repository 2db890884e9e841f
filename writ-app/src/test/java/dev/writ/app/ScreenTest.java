// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.InvisibleCharacters;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whatever is printed, nothing of it acts upon a terminal or stays unseen.
class ScreenTest {
  private static final String ODD =
      "a\u0085\u009b31m\u202e\u2066\u200b\u034f\u00a0\ufe00"
          + Character.toString(0xE0041)
          + Character.toString(0xE0100)
          + "z";

  /// The characters in names of files.
  private static final String NAME = "a\u202e\u2066\u200b\u034f\u00a0\ufe00z";

  private static final String[][] COMMANDS = {
    {"run", "--script", "script.json", "do " + ODD},
    {"run", "--script", "script.json", "--output", "json", "do " + ODD},
    {"run", "--script", "script.json", "--output", "stream-json", "do " + ODD},
    {"run", "--script", "script.json", "--simulate", "do " + ODD},
    {"config", "show", "--origin"},
    {"config", "show", "--json"},
    {"trace", "show"},
    {"trace", "log", "--long"},
    {"trace", "show", "--json"},
    {"trace", "export", "--format", "csv"},
    {"trace", "export", "--format", "agent-trace"},
    {"trace", "export", "--format", "agent-trace", "--now"},
    {"trace", "export", "--format", "otel"},
    {"trace", "export", "--format", ODD},
    {"trace", "stats"},
    {"trace", "stats", "--json"},
    {"trace", "verify"},
    {"audit"},
    {"audit", "--long"},
    {"audit", "--json"},
    {"blame", "d/" + NAME + ".txt"},
    {"blame", "d/" + NAME + ".txt", "--long"},
    {"blame", "d/" + NAME + ".txt", "--json"},
    {"blame", ODD},
    {"why", "d/" + NAME + ".txt:1"},
    {"why", "d/" + NAME + ".txt:1", "--json"},
    {"policy", "check", "ls '" + ODD + "'"},
    {"policy", "check", "--json", "ls " + ODD},
    {"tools", "call", "read_file", "--args", "{\"path\":\"" + ODD + "\"}"},
    {"tools", "call", "read_file", "--json", "--args", "{\"path\":\"" + ODD + "\"}"},
    {"intent", "suggest", ODD},
    {"intent", "show", ODD},
    {"pack", "show", ODD},
    {"undo", ODD},
    {"undo"},
    {"trust", "--status"},
    {"grants", ODD},
    {"doctor"},
    {"--" + ODD},
    {ODD},
    {"run", "--cwd", ODD, "x"},
  };

  private static void assertVisible(Desk.Ran ran, String... what) {
    for (String text : List.of(ran.out(), ran.err())) {
      String unseen =
          text.codePoints()
              .filter(c -> c != '\n' && c != '\t' && InvisibleCharacters.contains(c))
              .mapToObj("U+%04X "::formatted)
              .reduce("", String::concat);
      assertThat(unseen).as(String.join(" ", what) + ": " + text).isEmpty();
    }
  }

  @Test
  void noCommandPrintsWhatNobodySees() {
    try (Desk desk = new Desk()) {
      desk.home.write(".config/writ/config.yaml", "llm: {model: \"a\\x9B\\u202E\\U000E0041\"}\n");
      desk.set("USER", ODD);
      desk.workspace.write(
          "script.json",
          """
          {"turns":[
            {"text":"%1$s","calls":[{"tool":"write_file",
              "arguments":{"path":"d/%2$s.txt","content":"x %1$s\\n"}}]},
            {"calls":[{"tool":"read_file","arguments":{"path":"%1$s"}}]},
            {"calls":[{"tool":"%1$s","arguments":{}}]},
            {"calls":[{"tool":"run_command","arguments":{"command":"ls '%1$s'"}}]},
            {"text":"Done %1$s"}]}
          """
              .formatted(ODD, NAME));
      for (String[] command : COMMANDS) {
        assertVisible(desk.writ(command), command);
      }
      assertThat(desk.writ("trace", "show").out()).contains("⟨U+202E⟩");
      for (var file : Desk.files(desk.home.root())) {
        if (file.toString().endsWith("jsonl")) {
          // Refusals name places as people see them.
          assertThat(file).content().matches("(?s)[\\x00-\\x7E⟨⟩]*");
        }
      }
      assertThat(desk.workspace.read(".orchestration/agent_trace.jsonl"))
          .contains("\\u202E")
          .matches("(?s)[\\x00-\\x7E]*");
    }
  }
}
