// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A server that a command started in the background, asked by later commands, where a person
/// agreed that contained commands run and no person can be asked about anything else.
class BackgroundServerTest {
  /// Answers each request with one word, and tells its port.
  private static final String SERVER =
      """
      import http.server, sys

      class Words(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              self.send_response(200)
              self.end_headers()
              self.wfile.write(b"served\\n")

          do_POST = do_GET

      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Words)
      print("port", server.server_port, flush=True)
      server.serve_forever()
      """;

  /// Serves the files of the directory, and tells its port.
  private static final String FILES =
      """
      import http.server
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
      print("port", server.server_port, flush=True)
      server.serve_forever()
      """;

  private static final Pattern PORT = Pattern.compile("port (\\d+)");

  @TempDir Path directory;

  private Door door(String sandbox, String network) throws Exception {
    Door door = Door.in(directory, setup -> setup.rules = Door.under(sandbox));
    String authority =
        "authority:\n  level: observe\n  contained: allow\n  network: %s\n".formatted(network);
    door.file(AuthorityFile.PATH, authority);
    door.governor.authority().confirm(authority, "me");
    door.file("server.py", SERVER);
    Scripts.repository(door);
    return door;
  }

  private static int serve(Door door) {
    return serve(door, "python3 server.py");
  }

  private static int serve(Door door, String command) {
    String started = door.text("run_background", "command", command);
    assertThat(started).startsWith("b1 started.");
    StringBuilder said = new StringBuilder();
    while (!PORT.matcher(said).find() && said.indexOf("has ended") < 0) {
      said.append(door.text("command_output", "id", "b1", "wait", 60));
    }
    Matcher told = PORT.matcher(said);
    assertThat(told.find()).as(said.toString()).isTrue();
    return Integer.parseInt(told.group(1));
  }

  private static String ask(Door door, String host, int port) {
    return door.text("run_command", "command", "curl -sS http://%s:%d/".formatted(host, port));
  }

  @ParameterizedTest
  @ValueSource(strings = {"deny", "localhost", "{allowlist: [example.invalid]}"})
  void laterCommandsReachItUnasked(String network) throws Exception {
    try (Door door = door("namespaces", network)) {
      int port = serve(door);

      assertThat(ask(door, "localhost", port)).isEqualTo("served\n");
      assertThat(ask(door, "127.0.0.1", port)).isEqualTo("served\n");
      door.file(
          "ask.py",
          "import urllib.request as u; print(u.urlopen('http://127.0.0.1:%d').read())"
              .formatted(port));
      assertThat(door.text("run_command", "command", "python3 ask.py")).contains("served");
      assertThat(door.text("stop_command", "id", "b1")).contains("b1 has ended");
      assertThat(ask(door, "localhost", port)).contains("exit code 7");
    }
  }

  @Test
  void aFileIsServedAsItIsAfterEachChange() throws Exception {
    try (Door door = door("namespaces", "deny")) {
      door.file("files.py", FILES);
      door.file("page.html", "one\n");
      Scripts.git(door, "add", "-A");
      Scripts.git(door, "commit", "-q", "-m", "page");
      int port = serve(door, "python3 files.py");
      String ask = "curl -sS http://127.0.0.1:%d/page.html".formatted(port);

      assertThat(door.text("run_command", "command", ask)).isEqualTo("one\n");
      door.call("read_file", "path", "page.html");
      assertThat(door.code("edit_file", "path", "page.html", "old_text", "one", "new_text", "two"))
          .isEqualTo("ok");
      assertThat(door.text("run_command", "command", ask)).isEqualTo("two\n");
      assertThat(door.code("run_command", "command", "echo three > page.html")).isEqualTo("ok");
      assertThat(door.text("run_command", "command", ask)).isEqualTo("three\n");
      assertThat(door.code("run_command", "command", "git stash")).isEqualTo("ok");
      assertThat(door.text("run_command", "command", ask)).isEqualTo("one\n");
    }
  }

  /// Landlock has no network of a session's own (decision 21), and the server hears so at once.
  @Test
  void withoutANamespaceThereIsNoServer() throws Exception {
    try (Door door = door("landlock", "deny")) {
      StringBuilder said =
          new StringBuilder(door.text("run_background", "command", "python3 server.py"));
      while (said.indexOf("has ended") < 0) {
        said.append(door.text("command_output", "id", "b1", "wait", 60));
      }
      assertThat(said.toString()).contains("PermissionError", "exit code 1");
    }
  }

  @Test
  void whatTheMachineServesItDoesnt() throws Exception {
    try (Door door = door("namespaces", "deny");
        ServerSocket machines = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      serve(door);

      assertThat(ask(door, "localhost", machines.getLocalPort())).contains("exit code 7");
      assertThat(ask(door, "192.0.2.1", 80)).contains("APPROVAL_UNAVAILABLE");
      assertThat(door.code("run_command", "command", "curl -sS http://localhost.example/"))
          .isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  /// Where the project's file names this machine, it means the machine.
  @Test
  void whatAPersonGrantedIsReachedAsBefore() throws Exception {
    try (ServerSocket machines = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
        Door door =
            door("namespaces", "{allowlist: [127.0.0.1:%d]}".formatted(machines.getLocalPort()))) {
      int port = serve(door);
      Thread.ofVirtual().start(() -> answer(machines));

      assertThat(ask(door, "127.0.0.1", machines.getLocalPort())).isEqualTo("machine's");
      assertThat(ask(door, "localhost", port)).isEqualTo("served\n");
    }
  }

  private static void answer(ServerSocket machines) {
    try (Socket client = machines.accept()) {
      BufferedReader head =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
      while (!head.readLine().isEmpty()) {
        // What it asks for doesn't matter.
      }
      client
          .getOutputStream()
          .write(
              "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nmachine's"
                  .getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void withoutThatAgreementItAsks() throws Exception {
    try (Door door = door("namespaces", "deny")) {
      String less = "authority:\n  level: observe\n  network: deny\n";
      door.file(AuthorityFile.PATH, less);
      door.governor.authority().confirm(less, "me");
      assertThat(door.code("run_background", "command", "python3 server.py")).isNotEqualTo("ok");
      assertThat(door.code("run_command", "command", "curl -sS http://localhost:1/"))
          .isNotEqualTo("ok");
    }
  }

  /// It sees the workspace itself, where another file may take the place of a hidden one.
  @Test
  void besideASecretItAsks() throws Exception {
    try (Door door = door("landlock", "deny")) {
      door.file(".env", "PW=zebra\n");
      door.file("wait.sh", "while :; do sleep 9; done\n");

      assertThat(door.code("run_background", "command", "sh wait.sh"))
          .isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  /// What it sees without its secrets, or not at all, may be replaced likewise: by Git, which
  /// writes its settings anew, or by an editor that saves.
  @ParameterizedTest
  @CsvSource({
    ".git/config, '[remote \"o\"]\n\turl = https://u:abcdefghijklmnop@example.com/x\n'",
    ".writignore, 'hidden.md\n'"
  })
  void besideWhatIsHiddenOrMaskedItAsks(String file, String content) throws Exception {
    try (Door door = door("namespaces", "deny")) {
      door.file("wait.sh", "while :; do sleep 9; done\n");
      door.file("hidden.md", "HIDDEN\n");
      Files.writeString(
          door.root.resolve(file), content, StandardOpenOption.CREATE, StandardOpenOption.APPEND);

      assertThat(door.code("run_background", "command", "sh wait.sh"))
          .isEqualTo("APPROVAL_UNAVAILABLE");
      Files.writeString(door.root.resolve(file), "");
      assertThat(door.code("run_background", "command", "sh wait.sh")).isEqualTo("ok");
    }
  }

  /// Nothing that it writes is left, wherever it lies, and what is protected never changed.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void whatItWritesIsGoneWithIt(String sandbox) throws Exception {
    try (Door door = door(sandbox, "deny")) {
      door.file(".gitignore", "/cache/\n");
      door.file("cache/kept", "1\n");
      door.file("build/kept", "1\n");
      door.file("source", "1\n");
      String config = door.read(".git/config");
      door.file(
          "write.sh",
          """
          for at in cache build . .git .git/hooks .writ .orchestration; do
            echo 2 > $at/made; echo 2 > $at/kept; mkdir -p $at/.vscode
          done
          echo 2 > source; echo 2 > .git/config; rm -rf cache/kept .writ
          echo wrote; cat cache/made; while :; do sleep 9; done
          """);
      assertThat(door.text("run_background", "command", "sh write.sh"))
          .contains("b1 started", "dropped when it ends");
      StringBuilder said = new StringBuilder();
      while (said.indexOf("wrote") < 0) {
        said.append(door.text("command_output", "id", "b1", "wait", 60));
      }
      assertUntouched(door, config);
      assertThat(door.text("stop_command", "id", "b1")).contains("b1 has ended");
      assertUntouched(door, config);
    }
  }

  private static void assertUntouched(Door door, String config) throws IOException {
    assertThat(door.read("cache/kept") + door.read("build/kept") + door.read("source"))
        .isEqualTo("1\n1\n1\n");
    assertThat(door.read(".git/config")).isEqualTo(config);
    assertThat(door.root.resolve(AuthorityFile.PATH)).exists();
    try (var all = Files.walk(door.root)) {
      assertThat(all.map(Path::getFileName).map(Path::toString)).doesNotContain("made", ".vscode");
    }
  }

  /// Whatever is sent there stays in the session, and what is saved from there is recorded.
  @Test
  void whatIsSentAndSavedAsksNothing() throws Exception {
    try (Door door = door("namespaces", "deny")) {
      int port = serve(door);
      assertThat(
              door.code(
                  "run_command",
                  "command",
                  "curl -sS -o answer.txt http://localhost:%d/".formatted(port)))
          .isEqualTo("ok");
      assertThat(door.read("answer.txt")).isEqualTo("served\n");
      assertThat(door.governor.ledger()).contains("answer.txt");
      assertThat(
              door.text(
                  "run_command",
                  "command",
                  "curl -sS -X POST -d a=b http://localhost:%d/".formatted(port)))
          .isEqualTo("served\n");
      assertThat(door.code("run_command", "command", "curl -sS -d a=b http://192.0.2.1/"))
          .isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }
}
