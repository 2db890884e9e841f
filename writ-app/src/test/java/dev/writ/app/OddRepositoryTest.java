// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.testkit.TemporaryWorkspace;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Turns in repositories that are not a plain work tree on a branch.
class OddRepositoryTest {
  private static final String SCRIPT =
      """
      {"turns":[
        {"calls":[{"tool":"write_file","arguments":{"path":"new.txt","content":"hello\\n"}}]},
        {"text":"Done."}]}
      """;

  private static Desk.Ran run(Desk desk, Path directory) {
    String script = desk.home.write("s.json", SCRIPT).toString();
    Desk.Ran ran = desk.writIn(directory, "run", "--script", script, "Write it");
    assertThat(ran.out()).contains("Done.");
    return ran;
  }

  private static void identity(TemporaryWorkspace place) {
    place.git("config", "user.name", "A Person");
    place.git("config", "user.email", "person@example.org");
  }

  /// Its files are Git's own data: a model can't change them, and nothing is committed.
  @Test
  void aBareRepository() {
    try (Desk desk = new Desk()) {
      desk.workspace.git("init", "-q", "--bare", "-b", "main");
      String before = desk.workspace.git("rev-list", "--all", "--count");

      Desk.Ran ran = run(desk, desk.workspace.root());

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DENIED);
      assertThat(ran.err()).contains("new.txt is protected", "a person can change it");
      assertThat(desk.workspace.exists("new.txt")).isFalse();
      assertThat(desk.workspace.git("rev-list", "--all", "--count")).isEqualTo(before);
      assertThat(desk.workspace.git("fsck")).doesNotContain("error");
    }
  }

  /// A submodule is a project of its own: its commit is in it, and the repository around it has
  // none.
  @Test
  void aSubmodule() {
    try (Desk desk = new Desk();
        TemporaryWorkspace other = TemporaryWorkspace.git()) {
      other.write("lib.txt", "lib\n");
      other.git("add", ".");
      other.git("commit", "-q", "-m", "lib");
      desk.workspace.git("init", "-q", "-b", "main");
      identity(desk.workspace);
      desk.workspace.git(
          "-c", "protocol.file.allow=always", "submodule", "add", "-q", "" + other.root(), "lib");
      desk.workspace.git("commit", "-q", "-m", "first");
      Path lib = desk.workspace.path("lib");
      desk.workspace.git("-C", "lib", "config", "user.name", "A Person");
      desk.workspace.git("-C", "lib", "config", "user.email", "person@example.org");

      String before = desk.workspace.git("-C", "lib", "rev-parse", "HEAD").strip();

      Desk.Ran ran = run(desk, lib);

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.read("lib/new.txt")).isEqualTo("hello\n");
      assertThat(desk.workspace.exists("new.txt")).isFalse();
      assertThat(desk.workspace.git("rev-list", "--count", "HEAD").strip()).isEqualTo("1");
      assertThat(desk.workspace.git("-C", "lib", "log", "--format=%s", before + "..HEAD").lines())
          .contains("[writ] Write it");
    }
  }
}
