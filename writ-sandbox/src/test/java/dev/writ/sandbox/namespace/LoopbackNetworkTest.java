// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.HostList;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.launch.BackgroundLaunch;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.LiveListener;
import dev.writ.sandbox.launch.Machine;
import dev.writ.sandbox.mechanism.NamespaceSandbox;
import dev.writ.sandbox.mechanism.SandboxChooser.Wish;
import dev.writ.testkit.StatePoll;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands of one session on a loopback of their own.
class LoopbackNetworkTest {
  /// Serves one line to each client, and reports its port.
  private static final String SERVING =
      "use Socket; $| = 1; socket(S, AF_INET, SOCK_STREAM, 0) or die $!;"
          + " bind(S, sockaddr_in($ARGV[0], INADDR_LOOPBACK)) or die $!; listen(S, 9);"
          + " my ($p) = sockaddr_in(getsockname(S)); print qq($p\\n);"
          + " while (accept(C, S)) { print C qq(served\\n); close C }";

  private static final String ASKING =
      "use Socket; socket(C, AF_INET, SOCK_STREAM, 0) or die qq(no socket: $!);"
          + " connect(C, sockaddr_in($ARGV[0], INADDR_LOOPBACK)) or die qq(no connection: $!);"
          + " print scalar <C>";

  @TempDir Path directory;
  private NamespaceSandbox sandbox;
  private Machine machine;
  private LoopbackNetwork network;

  @BeforeEach
  void make() throws Exception {
    sandbox = (NamespaceSandbox) Machine.get(Wish.NAMESPACES);
    machine = new Machine(sandbox, directory).network(new ConfinedNetwork.Localhost()).readOnly();
    network = sandbox.loopback();
  }

  @AfterEach
  void end() {
    machine.executor().close();
    network.close();
  }

  private LaunchStage perl(String script, int port) {
    return machine.program("/usr/bin/perl", "-e", script, String.valueOf(port));
  }

  private int serve(int port) throws Exception {
    BackgroundLaunch server =
        machine.executor().start(machine.launch(perl(SERVING, port)).on(network));
    while (server.running() && server.stdout(0).next() == 0) {
      StatePoll.pause();
    }
    String told = new String(server.stdout(0).bytes(), StandardCharsets.UTF_8);
    assertThat(told)
        .as(new String(server.stderr(0).bytes(), StandardCharsets.UTF_8))
        .matches("\\d+\n");
    return Integer.parseInt(told.strip());
  }

  private LaunchResult ask(LaunchRequest launch) throws Exception {
    return machine.executor().run(launch, LiveListener.NOBODY);
  }

  @Test
  void whatOneServesTheOthersReach() throws Exception {
    int port = serve(0);
    LaunchResult reached = ask(machine.launch(perl(ASKING, port)).on(network));
    assertThat(reached.stderr().text()).isEmpty();
    assertThat(reached.stdout().text()).isEqualTo("served\n");
  }

  @Test
  void alsoFromAView() throws Exception {
    int port = serve(0);
    Path own = Files.createDirectories(machine.workspace.resolve(".writ/objects/views/1"));
    try (OverlayView view =
        OverlayView.open(
            machine.workspace,
            Files.createDirectory(own.resolve("upper")),
            Files.createDirectory(own.resolve("work")),
            List.of(),
            Optional.of(network))) {
      Machine writing = new Machine(sandbox, directory).network(new ConfinedNetwork.Localhost());
      LaunchRequest plain =
          writing.launch(
              perl(ASKING + "; open(F, '>', 'made') or die $!; print F 1", port),
              writing.shell("cat > read"));
      LaunchRequest launch =
          new LaunchRequest(
                  plain.stages(),
                  plain.confinement().inView(List.of()),
                  plain.limits(),
                  plain.stdin(),
                  Optional.of(view),
                  Optional.empty())
              .on(network);
      LaunchResult result = ask(launch);
      assertThat(result.stderr().text()).isEmpty();
      assertThat(own.resolve("upper/read")).hasContent("served\n");
      assertThat(own.resolve("upper/made")).exists();
      assertThat(machine.workspace.resolve("made")).doesNotExist();
    }
  }

  @Test
  void neitherTheMachineNorAnotherSessionIsOnIt() throws Exception {
    int port = serve(0);
    try (ServerSocket machines = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        LoopbackNetwork others = sandbox.loopback()) {
      LaunchRequest outwards = machine.launch(perl(ASKING, machines.getLocalPort()));
      assertThat(ask(outwards.on(network)).stderr().text()).contains("no connection");
      LaunchRequest across = machine.launch(perl(ASKING, port));
      assertThat(ask(across.on(others)).stderr().text()).contains("no connection");
      assertThat(ask(across).stderr().text()).contains("no connection");
      LaunchRequest list = machine.launch(machine.shell("tail -n +3 /proc/net/dev | cut -d: -f1"));
      assertThat(ask(list.on(network)).stdout().text().strip()).isEqualTo("lo");
    }
  }

  @Test
  void withoutAnyNetworkNobodyJoins() throws Exception {
    int port = serve(0);
    machine.network(ConfinedNetwork.DENY);
    assertThat(ask(machine.launch(perl(ASKING, port)).on(network)).stderr().text())
        .contains("no socket");
  }

  /// A socket without a file's name is the network's: an open file could be handed over by it.
  @Test
  void whoMayWriteHandsNothingOver() throws Exception {
    String open = "use Socket; socket(S, AF_UNIX, SOCK_STREAM, 0) or die qq(no socket); print 1";
    Machine writing = new Machine(sandbox, directory).network(new ConfinedNetwork.Localhost());
    assertThat(ask(writing.launch(perl(open, 0)).on(network)).stderr().text())
        .contains("no socket");
    assertThat(ask(writing.launch(perl(open, 0))).stdout().text()).isEqualTo("1");
    assertThat(ask(machine.launch(perl(open, 0)).on(network)).stdout().text()).isEqualTo("1");
  }

  /// A server at the proxy's address on the network gets no requests of programs with a proxy.
  @Test
  void theProxysPlaceCantBeTaken() throws Exception {
    int port = serve(ConfinedNetwork.PROXY_PORT);
    machine.network(
        new ConfinedNetwork.Allowlist(
            new HostList(List.of("example.invalid")), ConfinedNetwork.HostRefusalRule.GOES_ON));
    String request =
        ASKING.replace(
            "print scalar",
            "syswrite(C, qq(CONNECT x.invalid:443 HTTP/1.1\\r\\n\\r\\n)); print scalar");
    assertThat(ask(machine.launch(perl(request, port)).on(network)).stdout().text())
        .contains("HTTP/1.1 403");
    int other = serve(0);
    assertThat(ask(machine.launch(perl(ASKING, other)).on(network)).stdout().text())
        .isEqualTo("served\n");
  }
}
