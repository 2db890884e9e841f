// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A session's id is part of file names: a file that says an odd one decides about none.
class SessionIdTest {
  private static final String LONG =
      "a1234567890123456789012345678901234567890123456789012345678901234";

  /// A session file from elsewhere among the person's, whose id is that text as it stands in JSON.
  private static Path brought(Desk desk, String id) throws IOException {
    Desk.Ran _ = desk.writ("run", "first");
    String own = desk.session().getFirst().text("id").orElseThrow();
    String text = Files.readString(desk.sessions().getFirst());
    Path file = desk.sessions().getFirst().resolveSibling("brought.jsonl");
    Files.writeString(file, text.replace("\"id\":\"" + own + "\"", "\"id\":\"" + id + "\""));
    return file;
  }

  private static List<Path> files(Desk desk) throws IOException {
    try (Stream<Path> home = Files.walk(desk.home.root());
        Stream<Path> workspace = Files.walk(desk.workspace.root())) {
      return Stream.concat(home, workspace).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../../ws/R",
        "/tmp/R",
        "..",
        "a.b",
        "a b",
        "a\\nb",
        "a\\u001bb",
        "\\u00e4",
        "a@b",
        "a[b",
        "a`b",
        "a{b",
        "a:b",
        LONG
      })
  void aFileWithAnOddIdIsContinuedAsACopyAtMost(String id) throws IOException {
    try (ScriptedModelServer server = Desk.answering(3);
        Desk desk = Desk.of(server)) {
      Path file = brought(desk, id);
      String before = Files.readString(file);
      List<Path> all = files(desk);

      Desk.Ran refused = desk.writ("run", "--resume", "" + file, "again");

      assertThat(refused.exit()).as(refused.toString()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.err()).contains(file + " has an id that Writ gives no session", "--fork");
      assertThat(Files.readString(file)).isEqualTo(before);
      assertThat(files(desk)).isEqualTo(all);

      Desk.Ran copy = desk.writ("run", "--resume", "" + file, "--fork", "again");

      assertThat(copy.exit()).as(copy.toString()).isEqualTo(ExitCode.DONE);
      assertThat(Files.readString(file)).isEqualTo(before);
      assertThat(Desk.messages(server.chats().getLast()).toString()).contains("first", "again");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"azAZ09-_", "x"})
  void aFileWithAnotherPlainIdGoesOn(String id) throws IOException {
    try (ScriptedModelServer server = Desk.answering(2);
        Desk desk = Desk.of(server)) {
      Path file = brought(desk, id);

      Desk.Ran ran = desk.writ("run", "--resume", "" + file, "again");

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(Files.readString(file)).contains("again");
    }
  }

  @Test
  void whereTheFirstLineIsDamagedTheNameTakesItsPlaceIfItCan() throws IOException {
    try (ScriptedModelServer server = Desk.answering(3);
        Desk desk = Desk.of(server)) {
      Path plain = brought(desk, "x");
      List<String> lines = Files.readAllLines(plain);
      List<String> damaged = new ArrayList<>(lines);
      damaged.set(0, "no event");
      Files.write(plain, damaged);
      Path odd = Files.copy(plain, plain.resolveSibling("a.b.jsonl"));

      assertThat(desk.writ("run", "--resume", "" + odd, "--here", "again").err())
          .contains("has an id that Writ gives no session");
      Desk.Ran ran = desk.writ("run", "--resume", "" + plain, "--here", "again");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    }
  }

  /// It may bring files of the names that Writ uses beside it, as links to a person's, and name a
  /// provider that gets the person's key.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileOfARepositoryIsContinuedAsACopyAtMost(boolean link) throws IOException {
    try (ScriptedModelServer server = Desk.answering(3);
        Desk desk = Desk.of(server)) {
      Path brought = brought(desk, "x");
      String other = "\"provider\":\"mistral\"";
      String own = Files.readString(brought).replaceAll("\"provider\":\"[^\"]*\"", other);
      assertThat(own).contains(other);
      String before = own + "ssh-ed25519 AAAA me";
      Path victim = Files.writeString(desk.home.root().resolve("keys"), "mine\n");
      Path file = desk.workspace.path("brought.jsonl");
      Files.writeString(file, before);
      Files.createSymbolicLink(desk.workspace.path("brought.jsonl.torn"), victim);
      Files.delete(brought);
      if (link) {
        Files.createSymbolicLink(brought, file);
      }
      String named = "" + (link ? brought : file);

      Desk.Ran refused = desk.writ("run", "--resume", named, "again");
      assertThat(refused.exit()).as(refused.toString()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.err()).contains("is not one of your sessions in", "--fork");
      Desk.Ran chat = desk.input("/load " + named + " here\n").writ("chat");
      assertThat(chat.out() + chat.err()).contains("is not one of your sessions in", " fork ");

      Desk.Ran copy = desk.writ("run", "--resume", named, "--fork", "again");
      assertThat(copy.exit()).as(copy.toString()).isEqualTo(ExitCode.DONE);
      assertThat(file).hasContent(before);
      assertThat(victim).hasContent("mine\n");
      Desk.Ran fork = desk.writ("run", "--continue", "--fork", "once more");
      assertThat(fork.exit()).as(fork.toString()).isEqualTo(ExitCode.DONE);
    }
  }

  @Test
  void theChatIsNotLeftForOne() throws IOException {
    try (ScriptedModelServer server = Desk.answering(3);
        Desk desk = Desk.of(server)) {
      Path file = brought(desk, "../R");

      Desk.Ran ran = desk.input("/load " + file + "\n/session\n").writ("chat");

      assertThat(ran.out() + ran.err()).contains("has an id that Writ gives no session");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    }
  }
}
