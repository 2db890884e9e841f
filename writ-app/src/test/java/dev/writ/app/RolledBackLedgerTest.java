// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An older ledger shows, wherever the workspace stands by now.
class RolledBackLedgerTest {
  private static final String LEDGER = ".orchestration/agent_trace.jsonl";

  @ParameterizedTest
  @CsvSource({"false, true", "true, true", "true, false"})
  void anOlderLedgerShowsAlsoInARenamedWorkspace(boolean renamed, boolean verified)
      throws Exception {
    try (Desk desk = new Desk()) {
      Path root = Files.createDirectory(desk.workspace.path("ws"));
      write(desk, root, "a.txt");
      write(desk, root, "b.txt");
      if (renamed) {
        root = Files.move(root, desk.workspace.path("ws2"));
      }
      if (verified) {
        assertThat(verify(desk, root).exit()).isEqualTo(ExitCode.DONE);
      }
      rollBack(root);

      Desk.Ran ran = verify(desk, root);

      assertThat(ran.exit()).as(ran.toString()).isNotEqualTo(ExitCode.DONE);
    }
  }

  @Test
  void anOlderLedgerInACopyShowsWhereTheOriginalIsGone() throws Exception {
    try (ScriptedModelServer server = twoWrites();
        Desk desk = Desk.of(server)) {
      Path copy = copied(desk);
      Path original = desk.workspace.path("ws");
      assertThat(verify(desk, copy).exit()).isEqualTo(ExitCode.DONE);
      rollBack(copy);
      Files.move(original, desk.workspace.path("gone"));

      Desk.Ran ran = verify(desk, copy);

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.FAILED);
      assertThat(ran.err())
          .contains("is missing here and in " + original + ", but the audit log has it");
    }
  }

  @Test
  void anOlderLedgerInACopyShowsWhereTheOriginalIsRolledBackToo() throws Exception {
    try (ScriptedModelServer server = twoWrites();
        Desk desk = Desk.of(server)) {
      Path copy = copied(desk);
      rollBack(copy);
      rollBack(desk.workspace.path("ws"));

      assertThat(verify(desk, copy).exit()).isEqualTo(ExitCode.FAILED);
      assertThat(desk.writIn(copy, "trace", "verify", "--json").out()).contains("\"sound\":false");
      assertThat(desk.writIn(copy, "doctor").out()).contains("is missing here and in");
    }
  }

  @Test
  void aCopyThatBothGoOnIsHonest() throws Exception {
    try (ScriptedModelServer server = twoWrites();
        Desk desk = Desk.of(server)) {
      Path copy = copied(desk);
      Path original = desk.workspace.path("ws");
      rollBack(copy);
      write(desk, copy, "c.txt");
      write(desk, original, "c.txt");

      Desk.Ran ran = verify(desk, copy);

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out())
          .contains(" went on in " + original + ": 1 more records are there")
          .contains("or it was moved; 2 more of it are not here");
      assertThat(desk.writIn(copy, "trace", "verify", "--json").out())
          .contains("\"directory\":\"" + original + "\",\"records\":1");
      assertThat(verify(desk, original).out()).doesNotContain("went on in");
    }
  }

  /// A server whose session writes two files.
  private static ScriptedModelServer twoWrites() {
    return ScriptedModelServer.start(
        new PlainAnswer("", new ScriptedCall("write_file", arguments("a.txt"))),
        new PlainAnswer("", new ScriptedCall("write_file", arguments("b.txt"))),
        new PlainAnswer("Done."));
  }

  /// A copy of a workspace in which a session made two records.
  private static Path copied(Desk desk) throws IOException {
    Path root = Files.createDirectory(desk.workspace.path("ws"));
    Desk.Ran ran = desk.writIn(root, "run", "Write two files.");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    Path copy = desk.workspace.path("copy");
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.toList()) {
        Files.copy(file, copy.resolve(root.relativize(file).toString()));
      }
    }
    return copy;
  }

  private static void rollBack(Path root) throws IOException {
    Path ledger = root.resolve(LEDGER);
    Files.writeString(ledger, Files.readString(ledger).lines().findFirst().orElseThrow() + "\n");
  }

  private static Desk.Ran verify(Desk desk, Path root) {
    return desk.writIn(root, "trace", "verify");
  }

  private static void write(Desk desk, Path root, String file) {
    Desk.Ran ran = desk.writIn(root, "tools", "call", "write_file", "--args", arguments(file));
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
  }

  private static String arguments(String file) {
    return "{\"path\":\"" + file + "\",\"content\":\"x\\n\"}";
  }
}
