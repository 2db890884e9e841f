// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Records and screens contain data and words, never Java's form of an object: a renamed class or
/// component would change a documented format.
class RecordWordingTest {
  /// A record, an object, an `Optional`, a class.
  private static final Pattern JAVA =
      Pattern.compile(
          "\\b[A-Z]\\w*\\[(\\w+=|])"
              + "|\\bOptional(\\.empty|\\[)"
              + "|\\b[\\w.$]+@[0-9a-f]{5,8}\\b"
              + "|\\b[a-z]\\w+Exception\\b"
              + "|\\b(java|javax|jdk|sun|dev\\.writ)\\.[a-z]+\\."
              + "|\\[[A-Za-z.]\\w*(=\\w*)?, ");

  private static final String EVERYTHING =
      """
      {'turns':[
       {'text':'I plan.','calls':[
        {'tool':'update_plan','arguments':{'steps':[{'step':'look','status':'in_progress'},{'step':'do','status':'pending'}]}},
        {'tool':'select_active_intent','arguments':{'intent':'CODE','intent_id':'INT-001','justification':'asked'}},
        {'tool':'more_tools','arguments':{'query':'diff'}}]},
       {'calls':[
        {'tool':'read_file','arguments':{'path':'a.txt'}},
        {'tool':'list_files','arguments':{'pattern':'**/*.txt','recursive':true}},
        {'tool':'search_files','arguments':{'pattern':'a','path':'dir'}},
        {'tool':'diff_files','arguments':{'path1':'a.txt','path2':'b.txt'}},
        {'tool':'read_file','arguments':{'path':'b.txt'}}]},
       {'calls':[
        {'tool':'write_file','arguments':{'path':'new/file.txt','content':'one\\ntwo\\n'}},
        {'tool':'edit_file','arguments':{'path':'a.txt','old_text':'a','new_text':'c'}},
        {'tool':'apply_patch','arguments':{'patch':'*** Begin Patch\\n*** Update File: b.txt\\n@@\\n-b\\n+d\\n*** Add File: added.txt\\n+x\\n*** End Patch\\n'}},
        {'tool':'create_directory','arguments':{'path':'empty'}},
        {'tool':'move_path','arguments':{'from':'new','to':'newer'}},
        {'tool':'delete_path','arguments':{'path':'empty'}},
        {'tool':'record_lesson','arguments':{'lesson':'Words, not objects.'}}]},
       {'calls':[
        {'tool':'run_command','arguments':{'command':'ls nosuch'}},
        {'tool':'run_command','arguments':{'command':'cat a.txt | wc -l > count.txt && rm b.txt'}},
        {'tool':'run_command','arguments':{'program':'sort','args':['-r'],'stdin':'a\\nb\\n'}},
        {'tool':'run_background','arguments':{'command':'sleep 30'}},
        {'tool':'command_output','arguments':{'id':'b1'}},
        {'tool':'stop_command','arguments':{'id':'b1'}}]},
       {'calls':[
        {'tool':'run_command','arguments':{'command':'git push --force'}},
        {'tool':'run_command','arguments':{'command':'sudo ls'}},
        {'tool':'run_command','arguments':{'command':'echo $(('}},
        {'tool':'read_file','arguments':{'path':'dir/c.txt'}},
        {'tool':'write_file','arguments':{'path':'.git/config','content':'x'}},
        {'tool':'write_file','arguments':{'path':'../out.txt','content':'x'}},
        {'tool':'read_file','arguments':{'path':'none.txt'}},
        {'tool':'read_file','arguments':{'path':'dir/c.txt'}},
        {'tool':'read_file','arguments':{'path':7}},
        {'tool':'nothing_known','arguments':{}},
        {'tool':'write_file','arguments':'{broken'},
        {'tool':'read_file','arguments':{'path':'dir/c.txt'}}]},
       {'calls':[
        {'tool':'propose_intent','arguments':{'name':'Docs','owned_scope':['docs/**','*.md'],'constraints':['short'],'acceptance_criteria':['read']}},
        {'tool':'ask_user','arguments':{'question':'Which one?','options':['this','that']}},
        {'tool':'close_intent','arguments':{'intent_id':'INT-001'}}]},
       {'text':'Done.'}]}
      """;

  private static Desk desk() {
    Desk desk = new Desk();
    desk.workspace.git("init", "-q", "-b", "main");
    desk.workspace.git("config", "user.name", "P");
    desk.workspace.git("config", "user.email", "p@example.org");
    desk.workspace.write("a.txt", "a\n");
    desk.workspace.write("b.txt", "b\n");
    desk.workspace.write("dir/c.txt", "a\n");
    desk.workspace.git("add", "-A");
    desk.workspace.git("commit", "-q", "-m", "begin");
    desk.workspace.write(
        ".writ/project.yaml", "authority:\n  level: parameterized_tools\n  contained: allow\n");
    desk.home.write("script.json", EVERYTHING.replace('\'', '"'));
    done(desk.writ("trust", "--yes"));
    done(desk.writ("intent", "add", "Work", "**", "--criterion", "run: ls a.txt"));
    done(desk.writ("intent", "activate", "INT-001", "--yes"));
    return desk;
  }

  private static void done(Desk.Ran ran) {
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
  }

  private static void plain(String what, String text) {
    for (String line : text.lines().toList()) {
      Matcher match = JAVA.matcher(line);
      assertThat(match.find() ? match.group() : "").as(what + ": " + line).isEmpty();
    }
  }

  private static List<Path> recorded(Desk desk) {
    List<Path> files = new ArrayList<>(Desk.files(desk.workspace.path(".orchestration")));
    for (String place : List.of(".writ", ".config/writ")) {
      files.addAll(Desk.files(desk.home.path(place)));
    }
    return files;
  }

  private static void plainRecords(Desk desk) {
    List<Path> files = recorded(desk);
    assertThat(files)
        .extracting(file -> file.getFileName().toString())
        .contains("agent_trace.jsonl", "audit.jsonl", "intent_map.md");
    files.stream()
        .filter(file -> file.toString().matches(".*\\.(jsonl|json|md|log|yaml)"))
        .forEach(file -> plain(file.toString(), Desk.read(file)));
  }

  @Test
  void aWholeRunAndWhatAPersonDoesAfterIt() {
    try (Desk desk = desk()) {
      String script = desk.home.path("script.json").toString();
      String execution = "restricted_autonomous";
      for (String output : List.of("text", "stream-json", "json")) {
        Desk.Ran ran =
            desk.writ("run", "--execution", execution, "--output", output, "--script", script, "x");
        plain(output, ran.out() + ran.err());
      }
      String audit = Desk.read(desk.home.path(".writ/audit.jsonl"));
      assertThat(audit)
          .contains("\"update_plan\"", "\"offer_tools\"", "\"ask_user\"", "\"propose_intent\"")
          .contains("\"select_intent\"", "\"close_intent\"", "\"stop\"");
      for (String line :
          List.of(
              "undo --session",
              "trace checkpoint",
              "trace",
              "trace --long",
              "trace --json",
              "trace verify",
              "trace stats",
              "trace export --format agent-trace",
              "trace export --format otel",
              "audit --long",
              "audit --json",
              "blame a.txt",
              "why a.txt:1",
              "intent show INT-001",
              "policy show --effective",
              "sessions list",
              "config show")) {
        Desk.Ran ran = desk.writ(line.split(" "));
        plain(line, ran.out() + ran.err());
      }
      plainRecords(desk);
    }
  }

  @Test
  void aChatWithQuestionsAndAnswers() {
    try (Desk desk = desk()) {
      String script = desk.home.path("script.json").toString();
      desk.input("Do it\n" + "y\n".repeat(30) + "n because\n/undo\n/quit\n");
      Desk.Ran ran = desk.writ("chat", "--execution", "interactive", "--script", script);
      plain("screen", ran.out() + ran.err());
      plainRecords(desk);
    }
  }
}
