// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.front.ScreenSymbols;
import dev.writ.app.process.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What a run prints, from its first line to its last.
class RunScreenTest {
  private static final Pattern RECORD = Pattern.compile("\\b[A-Z][A-Za-z]+\\[[a-z][A-Za-z]*=");

  private static final String SESSION =
      """
      {'turns':[
       {'text':'Let me look.\\n\\n','calls':[
        {'tool':'update_plan','arguments':{'steps':[
          {'step':'Look','status':'in_progress'},{'step':'Fix','status':'pending'}]}},
        {'tool':'bash','arguments':{'cmd':'ls nosuch'}}]},
       {'text':'Nothing there.','calls':[
        {'tool':'read_file','arguments':{'path':'sum.js'}},
        {'tool':'search_files','arguments':{'regex':'sum'}},
        {'tool':'list_files','arguments':{'pattern':'*.md'}}]},
       {'calls':[
        {'tool':'str_replace','arguments':
          {'path':'sum.js','old_text':'a - b','new_text':'a + b'}},
        {'tool':'write_file','arguments':{'path':'new.txt','content':'one\\ntwo\\n'}},
        {'tool':'apply_patch','arguments':
          {'patch':'--- a/new.txt\\n+++ b/new.txt\\n@@ -1,2 +1,2 @@\\n one\\n-two\\n+three\\n'}},
        {'tool':'move_path','arguments':{'from':'new.txt','to':'old.txt'}},
        {'tool':'delete_path','arguments':{'path':'old.txt'}},
        {'tool':'create_directory','arguments':{'path':'d'}},
        {'tool':'diff_files','arguments':{'path1':'sum.js','path2':'test.js'}}]},
       {'calls':[
        {'tool':'run_command','arguments':{'command':'wc -l sum.js'}},
        {'tool':'run_command','arguments':{'command':'make all'}},
        {'tool':'read_file','arguments':{'path':'no.txt'}},
        {'tool':'more_tools','arguments':{'query':'diff'}},
        {'tool':'ask_user','arguments':{'question':'Which?','options':['a','b']}},
        {'tool':'propose_intent','arguments':{'name':'Docs','owned_scope':['docs/**']}},
        {'tool':'select_active_intent','arguments':{'intent':'CODE','intent_id':'INT-9'}},
        {'tool':'no_such_tool','arguments':{}},
        {'tool':'read_file','arguments':{'path':'sum.js'}}]},
       {'text':'It adds now.\\n\\n'}]}
      """;

  private static Desk desk(String script) {
    Desk desk = new Desk();
    desk.workspace.write("sum.js", "const sum = (a, b) => a - b;\nmodule.exports = sum;\n");
    desk.workspace.write("test.js", "require('./sum');\n");
    desk.home.write("script.json", script.replace('\'', '"'));
    return desk;
  }

  private static Desk.Ran run(Desk desk, String... options) {
    List<String> line = new ArrayList<>(List.of("run", "--script"));
    line.add(desk.home.path("script.json").toString());
    line.addAll(List.of(options));
    line.add("fix it");
    return desk.writ(line.toArray(String[]::new));
  }

  private static String steady(String screen) {
    return screen.replaceAll("\\((\\d+ ms|[0-9.]+ s)\\)", "(TIME)");
  }

  @Test
  void aWholeRunIsVerbsAndObjects() {
    try (Desk desk = desk(SESSION)) {
      Desk.Ran ran = run(desk);
      assertThat(ran.out()).isEqualTo("It adds now.\n");
      assertThat(steady(ran.err()))
          .isEqualTo(
              """
              Let me look.
              ✓ Update the plan
                  ▸ Look
                  ☐ Fix
              ✗ Run ls nosuch: exit 2 (TIME)
                │ /usr/bin/ls: cannot access 'nosuch': No such file or directory
              Nothing there.
              ✓ Read sum.js: 2 lines
              ✓ Search "sum": 3 matches in 2 files
              ✓ List *.md: no files
              ✓ Edit sum.js +1 −1
              ✓ Write new.txt +2 −0
              ✓ Patch new.txt +1 −1
              ✓ Move new.txt to old.txt
              ✗ Delete old.txt: denied: A person must agree (removes old.txt) and no person \
              can be asked [APPROVAL_UNAVAILABLE]
                → at a terminal you would be asked
              ✓ Create directory d
              ✓ Compare sum.js with test.js
              ✓ Run wc -l sum.js (TIME)
                │ 2 sum.js
              ✗ Run make all: denied: A person must agree (this project grants nothing yet; \
              `writ init` would end these questions) and no person can be asked \
              [APPROVAL_UNAVAILABLE]
                → at a terminal you would be asked
              ✗ Read no.txt: There is no no.txt [FILE_NOT_FOUND]
              ✓ Enable tools for "diff"
              ✗ Ask "Which?": No person can answer [QUESTION_UNANSWERED]
              ✗ Propose intent "Docs": denied: A person must agree (a model drafts an \
              intent, and a person accepts or rejects it) and no person can be \
              asked [APPROVAL_UNAVAILABLE]
                → at a terminal you would be asked
              ✗ Work under intent INT-9 (code): This project declares no intents, so there \
              is no 'INT-9'; omit intent_id [UNKNOWN_INTENT]
              ✗ no_such_tool: unknown tool [UNKNOWN_TOOL]
              ✓ Read sum.js: 2 lines
              """);
      assertThat(RECORD.matcher(ran.err()).find()).isFalse();
      for (Path file : Desk.files(desk.home.path(".writ"))) {
        assertThat(RECORD.matcher(Desk.read(file)).find()).as(file.toString()).isFalse();
      }
      for (Path file : Desk.files(desk.workspace.path(".orchestration"))) {
        assertThat(RECORD.matcher(Desk.read(file)).find()).as(file.toString()).isFalse();
      }
    }
  }

  /// The hint is part of the reason while nothing is granted, and of nothing afterwards.
  @Test
  void afterInitNothingProposesIt() {
    String script =
        """
        {'turns':[{'calls':[
          {'tool':'run_command','arguments':{'command':'curl https://example.org'}}]},
         {'text':'Done.'}]}
        """;
    try (Desk desk = desk(script)) {
      assertThat(desk.writ("init", "--yes").exit()).isEqualTo(ExitCode.DONE);

      assertThat(run(desk).err())
          .contains("APPROVAL_UNAVAILABLE", "at a terminal you would be asked")
          .doesNotContain("writ init");
    }
  }

  @Test
  void quietPrintsTheAnswerAndNothingElse() {
    try (Desk desk = desk(SESSION)) {
      Desk.Ran ran = run(desk, "--quiet");

      assertThat(ran.out()).isEqualTo("It adds now.\n");
      assertThat(ran.err()).isEmpty();
    }
  }

  private static final String COUNTING =
      """
      {'turns':[{'calls':[
        {'tool':'run_command','arguments':{'command':'seq 1 50'}},
        {'tool':'run_command','arguments':{'command':'seq 1 3'}},
        {'tool':'run_command','arguments':{'command':'true'}}]},
       {'text':'Done.'}]}
      """;

  @Test
  void theEndOfWhatASuccessfulCommandPrintedIsShown() {
    try (Desk desk = desk(COUNTING)) {
      assertThat(desk.writ("init", "--yes").exit()).isEqualTo(ExitCode.DONE);

      assertThat(steady(run(desk).err()))
          .isEqualTo(
              """
              ✓ Run seq 1 50 (TIME)
                │ … +47 lines
                │ 48
                │ 49
                │ 50
              ✓ Run seq 1 3 (TIME)
                │ 1
                │ 2
                │ 3
              ✓ Run true (TIME)
              """);
      assertThat(steady(run(desk, "--verbose").err()))
          .contains("  │ 1\n  │ 2\n", "  │ 25\n  │ 26\n", "  │ 49\n  │ 50\n")
          .doesNotContain("…");
      assertThat(run(desk, "--quiet").err()).isEmpty();
    }
  }

  @Test
  void verbosePrintsWhatCallsChangeAndRead() {
    try (Desk desk = desk(SESSION)) {
      assertThat(run(desk, "--verbose").err())
          .contains("  │ - a - b\n  │ + a + b\n", "  │ 1  const sum");
    }
  }

  @Test
  void anotherEncodingThanUtf8GetsAscii() {
    try (Desk desk = desk(SESSION)) {
      desk.set("LC_ALL", "C");

      assertThat(run(desk).err())
          .contains("ok Edit sum.js +1 -1\n", "!! Run ls nosuch: exit 2", "    [>] Look\n")
          .matches(text -> text.chars().allMatch(c -> c < 128));
    }
    assertThat(ScreenSymbols.of(Map.of("LANG", "de_DE.UTF-8"))).isEqualTo(ScreenSymbols.UNICODE);
    assertThat(ScreenSymbols.of(Map.of("LANG", "C.utf8"))).isEqualTo(ScreenSymbols.UNICODE);
    assertThat(ScreenSymbols.of(Map.of())).isEqualTo(ScreenSymbols.UNICODE);
    assertThat(ScreenSymbols.of(Map.of("LC_ALL", "POSIX", "LANG", "C.utf8")))
        .isEqualTo(ScreenSymbols.ASCII);
  }

  private static String request(Desk desk) {
    return desk.session().stream()
        .filter(event -> event.text("type").orElse("").equals("user"))
        .map(event -> event.text("content").orElse(""))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void standardInputIsAttachedToTheRequest() {
    try (Desk desk = desk("{'turns':[{'text':'Done.'}]}")) {
      desk.input("# Title\nText");

      assertThat(run(desk).out()).isEqualTo("Done.\n");
      assertThat(request(desk))
          .isEqualTo("fix it\n\nAttached from standard input:\n<stdin>\n# Title\nText\n</stdin>");
    }
  }

  @Test
  void standardInputAloneIsTheRequest() {
    try (Desk desk = desk("{'turns':[{'text':'Done.'}]}")) {
      desk.input("say hello\n");
      String script = desk.home.path("script.json").toString();

      assertThat(desk.writ("run", "--script", script).out()).isEqualTo("Done.\n");
      assertThat(request(desk)).isEqualTo("say hello\n");
    }
  }

  @Test
  void whatIsTooLongIsCutAndSaidSo() {
    try (Desk desk = desk("{'turns':[{'text':'Done.'}]}")) {
      desk.input("x".repeat(300_000));

      assertThat(run(desk).err())
          .contains("standard input is longer than 256 KiB; the rest is not attached");
      assertThat(request(desk)).contains("x\n[cut: only the first 256 KiB are here]\n</stdin>");
    }
  }

  @Test
  void bytesThatAreNoTextAreAUsageError() {
    try (Desk desk = desk("{'turns':[{'text':'Done.'}]}")) {
      desk.input("a\0b");
      Desk.Ran ran = run(desk);

      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("standard input is not text");
    }
  }

  @Test
  void aFileThatIsMissingIsNamedWithTheReason() {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("run", "--script", "nosuch.json", "x").err())
          .endsWith("nosuch.json cannot be read: there is no such file\n");
    }
  }

  @Test
  void theReasonOfAnOpenCircuitIsInWords() {
    StringBuilder calls = new StringBuilder();
    IntStream.range(0, 8)
        .mapToObj(
            """
            {'calls':[{'tool':'write_file','arguments':{'path':'.git/x%d','content':''}}]},\
            """
                ::formatted)
        .forEach(calls::append);
    try (Desk desk = desk("{'turns':[" + calls + "{'text':'Done.'}]}")) {
      assertThat(run(desk).err())
          .contains("CIRCUIT_OPEN", "[PROTECTED_PATH]")
          .doesNotContain("{\"");
    }
  }
}
