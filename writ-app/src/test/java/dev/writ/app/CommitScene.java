// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A repository in which scripted models work, and Writ commits what they did.
abstract class CommitScene {
  Desk desk = new Desk();

  @BeforeEach
  void begin() {
    desk = new Desk();
    git("init", "-q", "-b", "main");
    git("config", "user.name", "A Person");
    git("config", "user.email", "person@example.org");
    desk.workspace.write("a.txt", "a\n");
    desk.workspace.write("other.txt", "o\n");
    desk.workspace.write(".gitignore", "ignored/\n");
    git("add", ".");
    git("commit", "-q", "-m", "first");
  }

  @AfterEach
  void end() {
    desk.close();
  }

  String git(String... arguments) {
    return desk.workspace.git(arguments).strip();
  }

  Desk.Ran run(String calls, String... more) {
    Desk.Ran ran = start(calls, more);
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  Desk.Ran start(String calls, String... more) {
    String script =
        desk.home
            .write(
                "s.json",
                ("{'turns':[{'calls':[" + calls + "]},{'text':'Done.'}]}").replace('\'', '"'))
            .toString();
    String[] line = new String[more.length + 4];
    System.arraycopy(more, 0, line, 3, more.length);
    line[0] = "run";
    line[1] = "--script";
    line[2] = script;
    line[line.length - 1] = "Say hello\nin a.txt";
    return desk.writ(line);
  }

  static String write(String path) {
    return "{'tool':'write_file','arguments':{'path':'%s','content':'hello\\n'}}".formatted(path);
  }

  static String readAndWrite(String path) {
    return "{'tool':'read_file','arguments':{'path':'%s'}},".formatted(path) + write(path);
  }

  int commits() {
    return Integer.parseInt(git("rev-list", "--count", "--all"));
  }

  /// What it changes behind its own commit is committed, too, and no word blames a person.
  static String command(String line) {
    return "{'tool':'run_command','arguments':{'command':'%s'}}".formatted(line);
  }
}
