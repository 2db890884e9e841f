// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptTurn.StatedUsage;
import dev.writ.testkit.ScriptedModelServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// `docs/first-day.md` is played: its commands are run, and its screens are what the program shows
/// at a terminal. `-Dgolden=update` rewrites the screens.
class FirstDayTest {
  private static final Path DOCUMENT = Project.ROOT.resolve("docs/first-day.md");
  private static final Path PYTHON = Path.of("/usr/bin/python3");
  private static final Pattern COMMANDS = Pattern.compile("(?ms)^```sh\n(.*?)^```$");
  private static final Pattern SCREEN = Pattern.compile("(?ms)^```screen\n(.*?)^```$");
  private static final StatedUsage USED = new StatedUsage(1_400, 60);

  /// What differs from day to day, and what the document has for it.
  private static final Map<Pattern, String> VARYING = new LinkedHashMap<>();

  static {
    vary("… \\d+ more lines", "… 9 more lines"); // Python's versions say more or less
    vary("\\(\\d+(\\.\\d+)? m?s\\)", "(0.2 s)");
    vary("in \\d\\.\\d{3}s", "in 0.001s");
    vary("\\d+s · ↑", "4s · ↑");
    vary("exit:0 \\d\\.\\d{3}s", "exit:0 0.201s");
    vary("committed [0-9a-f]{10}", "committed 3f2a9c41d7");
    vary("commit       [0-9a-f]{40}", "commit       3f2a9c41d7b05e86aa7d2f90c4e1b3856d0f7a12");
    vary("record       [0-9a-f-]{36}", "record       01a20b62-1f5f-7ca3-bd4a-5227091e193e");
    vary("writ undo [0-9a-f]{8}", "writ undo d9939c62");
    vary("session:\\d{8}-\\d{6}-[0-9a-f]{8}", "session:20261124-092821-15b96ba2");
    vary("15b96ba2#\\d+", "15b96ba2#14"); // a slow machine writes more parts of an answer
    vary("session-\\d{8}-\\d{6}", "session-20261124-092821");
    vary("time         [0-9: -]{19}", "time         2026-11-24 09:28:29");
    vary("INT-S-\\d{8}-\\d{8}", "INT-S-20261124-09282702");
  }

  private final Program program = new Program().set("TERM", "xterm-256color").set("NO_COLOR", "1");
  private final List<String> screens = new ArrayList<>();

  private static void vary(String pattern, String fixed) {
    VARYING.put(Pattern.compile(pattern), fixed);
  }

  @BeforeAll
  static void needsPrograms() {
    assumeThat(Screen.possible()).as("there is no script(1)").isTrue();
    assumeThat(Files.isExecutable(PYTHON)).as("there is no " + PYTHON).isTrue();
  }

  @AfterEach
  void close() {
    program.close();
  }

  private static PlainAnswer says(String text, ScriptedCall... calls) {
    return new PlainAnswer(text, "", List.of(calls), "", USED);
  }

  private static ScriptedModelServer model() {
    ScriptedCall read = new ScriptedCall("read_file", "{\"path\":\"words.py\"}");
    ScriptedCall test = new ScriptedCall("run_command", "{\"command\":\"python3 -m unittest\"}");
    ScriptedCall edit =
        new ScriptedCall(
            "edit_file",
            "{\"path\":\"words.py\","
                + "\"old_text\":\"\\\".\\\".join(part[0] for part in name.split())\","
                + "\"new_text\":\"\\\"\\\".join(part[0] + \\\".\\\" for part in name.split())\"}");
    return ScriptedModelServer.start(
        says("I look at the code and run the tests.", read, test),
        says(
            "`initials` puts dots **between** the letters, so none follows the last one: it"
                + " returns `A.L` where the test expects `A.L.`."),
        says("", edit),
        says("", test),
        says("Each letter brings its own dot now, and the test passes."),
        says(
            "`initials` in `words.py` returned `A.L` for Ada Lovelace. I gave each letter its own"
                + " dot; you took that back."));
  }

  @Test
  void theDayIsAsItIsWrittenDown() throws Exception {
    String document = Project.read(DOCUMENT);
    List<String> commands =
        COMMANDS.matcher(document).results().map((MatchResult m) -> m.group(1)).toList();
    assertThat(commands).hasSize(3);
    assertThat(commands.get(1)).isEqualTo("export WRIT_MODEL=qwen3:14b\nwrit\n");
    assertThat(commands.get(2)).isEqualTo("writ chat --continue\n");
    program.home.write(".gitconfig", "[user]\n\tname = Ada\n\temail = ada@example.invalid\n");
    shell(commands.getFirst());
    program.set("WRIT_PROVIDER", "ollama").set("WRIT_MODEL", "qwen3:14b");
    try (ScriptedModelServer server = model()) {
      program.set("WRIT_ENDPOINT", server.url());
      try (ChatWindow chat = new ChatWindow(program, "")) {
        morning(chat);
      }
      try (ChatWindow chat = new ChatWindow(program, "chat --continue")) {
        nextDay(chat);
      }
      server.assertClean();
    }
    assertThat(program.workspace.git("status", "--porcelain")).contains("words.py");
    compare(document);
  }

  private void morning(ChatWindow chat) throws Exception {
    chat.await("qwen3:14b · code");
    chat.type("Why does the test fail?\r");
    chat.await("[y] yes");
    shoot(chat, "› Why");
    chat.answer("s");
    chat.await("no answer", all -> all.contains(" tokens · 2 calls\n"));
    idle(chat);
    shoot(chat, "✓ Read");
    chat.type("Fix it\r");
    chat.await("replace words.py");
    shoot(chat, "› Fix it");
    chat.answer("y");
    chat.await("and the test passes.");
    idle(chat);
    shoot(chat, "✓ Edit");
    chat.type("/why words.py:3\r");
    chat.await("commit       ");
    idle(chat);
    shoot(chat, "> /why");
    chat.type("/diff\r");
    chat.await("modified words.py");
    idle(chat);
    shoot(chat, "> /diff");
    chat.type("/undo\r");
    chat.await("has what was restored");
    idle(chat);
    shoot(chat, "> /undo");
    chat.type("/quit\r");
    assertThat(chat.end()).isZero();
    assertThat(chat.isRestored()).isTrue();
    shoot(chat, "Resume this");
  }

  private void nextDay(ChatWindow chat) throws Exception {
    chat.await("restored");
    chat.await("qwen3:14b · code");
    chat.type("What did we do yesterday?\r");
    chat.await("you took that back.");
    chat.await("no summary", all -> all.contains(" tokens\n"));
    idle(chat);
    shoot(chat, "› Fix it");
    chat.type("/quit\r");
    assertThat(chat.end()).isZero();
  }

  private static void idle(ChatWindow chat) throws InterruptedException {
    chat.await(
        "it still works",
        _ -> {
          String screen = chat.screen.screen();
          return !screen.contains("Esc stops") && screen.contains("\n>\n");
        });
  }

  /// Takes what is on the screen, from the last line on that begins so.
  private void shoot(ChatWindow chat, String first) {
    String screen = "\n" + chat.screen.screen().stripTrailing() + "\n";
    for (Map.Entry<Pattern, String> varying : VARYING.entrySet()) {
      screen = varying.getKey().matcher(screen).replaceAll(varying.getValue());
    }
    int from = screen.lastIndexOf("\n" + first);
    assertThat(from).as(screen).isNotNegative();
    screens.add(screen.substring(from + 1));
  }

  private void compare(String document) throws Exception {
    List<String> written =
        SCREEN.matcher(document).results().map((MatchResult m) -> m.group(1)).toList();
    assertThat(written).hasSameSizeAs(screens);
    if (Project.updatesGolden()) {
      List<String> left = new ArrayList<>(screens);
      String updated =
          SCREEN
              .matcher(document)
              .replaceAll(
                  _ -> Matcher.quoteReplacement("```screen\n" + left.removeFirst() + "```"));
      Files.writeString(DOCUMENT, updated);
    } else {
      assertThat(written).as("./dev golden rewrites them").isEqualTo(screens);
    }
  }

  private void shell(String commands) throws Exception {
    Process process =
        program
            .builder(List.of("sh", "-e", "-c", commands))
            .redirectErrorStream(true)
            .redirectOutput(program.home.path("setup").toFile())
            .start();
    assertThat(process.waitFor()).as(program.home.read("setup")).isZero();
  }
}
