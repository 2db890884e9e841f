// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.syntax.Parsers;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParserConfinementTest {
  @TempDir Path directory;

  /// The acts that a text could attempt after taking over a parser.
  public static final class Intruder {
    private Intruder() {}

    /// Confines itself as the parser does and reports its remaining abilities.
    ///
    /// @param arguments the libraries, a directory, a port on loopback
    public static void main(String[] arguments) throws Exception {
      Path place = Path.of(arguments[1]);
      List<String> done = new ArrayList<>();
      Path old = Files.writeString(place.resolve("old"), "old");
      try (TreeSitter treeSitter = new TreeSitter(new NativeLibraries(Path.of(arguments[0])))) {
        treeSitter.confine();
        attempt("write", done, () -> Files.writeString(place.resolve("new"), "x"));
        attempt("append", done, () -> Files.writeString(old, "x"));
        attempt("delete", done, () -> Files.deleteIfExists(old));
        attempt("move", done, () -> Files.move(old, place.resolve("moved")));
        attempt("directory", done, () -> Files.createDirectory(place.resolve("d")));
        attempt("link", done, () -> Files.createSymbolicLink(place.resolve("l"), old));
        attempt(
            "connect",
            done,
            () -> new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[2])));
        attempt("signal", done, () -> ended(ProcessHandle.current().parent().orElseThrow()));
        attempt("read", done, () -> Files.readString(old));
        Thread thread = Thread.ofPlatform().start(() -> done.add("thread"));
        thread.join();
        // At last: where a process can't be started the JDK closes descriptors that it didn't open.
        attempt("start", done, () -> new ProcessBuilder("/bin/true").start().waitFor());
      }
      System.out.println(String.join(" ", done));
    }

    private static boolean ended(ProcessHandle process) throws IOException {
      if (!process.destroy()) {
        throw new IOException("not allowed");
      }
      return true;
    }

    private static void attempt(String what, List<String> done, Callable<Object> act) {
      try {
        act.call();
        done.add(what);
      } catch (Exception | LinkageError _) {
        // Prevented.
      }
    }
  }

  @BeforeEach
  void onLinux() {
    assumeTrue(System.getProperty("os.name").startsWith("Linux"));
  }

  @Test
  void aParserThatIsTakenOverCanOnlyRead() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<String> command = new ArrayList<>(Parsers.command());
      command.set(command.indexOf(ParserMain.class.getName()), Intruder.class.getName());
      command.add(directory.toString());
      command.add(Integer.toString(server.getLocalPort()));
      // The signal's target would be this one's parent: a shell, not the test.
      List<String> shell = new ArrayList<>(List.of("/bin/sh", "-c", "\"$@\"; exit 0", "sh"));
      shell.addAll(command);
      Process process =
          new ProcessBuilder(shell).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(told.strip()).isEqualTo("read thread");
      assertThat(process.waitFor()).isZero();
    }
  }

  @Test
  void itHoldsForEveryThreadOfTheParser() throws Exception {
    Process process =
        new ProcessBuilder(Parsers.command())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (DataOutputStream out = new DataOutputStream(process.getOutputStream())) {
      byte[] text = "class A {}".getBytes(StandardCharsets.UTF_8);
      out.writeUTF("java");
      out.writeInt(text.length);
      out.write(text);
      out.flush();
      assertThat(process.getInputStream().read()).isEqualTo(ParserMessage.READY);
      assertThat(process.getInputStream().read()).isEqualTo(ParserMessage.TREE);
      try (Stream<Path> tasks = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
        assertThat(tasks.toList())
            .hasSizeGreaterThan(1)
            .allSatisfy(
                task ->
                    assertThat(Files.readString(task.resolve("status")))
                        .contains("NoNewPrivs:\t1", "Seccomp:\t2"));
      }
    }
    assertThat(process.waitFor()).isZero();
  }
}
