// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.value.HostList;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.Machine;
import dev.writ.sandbox.launch.Sandbox;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A network with a list of hosts.
class ProxyConnectorTest {
  @TempDir Path directory;

  private static List<Sandbox> confining() {
    return Machine.confining();
  }

  /// A client of proxies in a few lines of perl: asks for a host, prints the answer and what comes.
  private static final String CLIENT =
      """
      perl -e 'use Socket; $| = 1;
      my ($h, $p) = $ENV{https_proxy} =~ m{//(.*):(\\d+)} or die "no proxy";
      socket(S, AF_INET, SOCK_STREAM, 0) or die "socket: $!";
      connect(S, sockaddr_in($p, inet_aton($h))) or die "connect: $!";
      syswrite(S, "CONNECT $ARGV[0] HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n");
      sysread(S, my $a, 1000); print $a; syswrite(S, "ping");
      shutdown(S, 1); while (sysread(S, my $b, 1000)) { print $b }' \
      """;

  private Machine on(Sandbox sandbox, String... hosts) throws IOException {
    return new Machine(sandbox, directory)
        .network(
            new ConfinedNetwork.Allowlist(
                new HostList(List.of(hosts)), ConfinedNetwork.HostRefusalRule.GOES_ON));
  }

  @ParameterizedTest
  @MethodSource("confining")
  void aListedHostIsReachedAndNoOther(Sandbox sandbox) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
      Thread.ofVirtual().start(() -> echo(server));
      String host = "127.0.0.1:" + server.getLocalPort();
      Machine machine = on(sandbox, host);

      LaunchResult reached = machine.sh(CLIENT + host);
      LaunchResult refused = machine.sh(CLIENT + "evil.example:443");
      LaunchResult direct =
          machine.sh(
              "perl -e 'use Socket; socket(S, AF_INET, SOCK_STREAM, 0) or die;"
                  + " connect(S, sockaddr_in(%d, INADDR_LOOPBACK)) or die'"
                      .formatted(server.getLocalPort()));

      assertThat(reached.stderr().text()).isEmpty();
      assertThat(reached.stdout().text()).startsWith("HTTP/1.1 200").endsWith("ping");
      assertThat(refused.stdout().text()).startsWith("HTTP/1.1 403");
      assertThat(refused.report().refusedHosts()).containsExactly("evil.example:443");
      assertThat(direct.exit().status()).isNotZero();
    }
  }

  /// A program takes the socket that leads to the proxy off it, and wants to reach a server of the
  /// machine with it, or to be one (`connect(2)`, AF_UNSPEC).
  @ParameterizedTest
  @MethodSource("confining")
  void theWayToTheProxyLeadsNowhereElse(Sandbox sandbox) throws Exception {
    final String again =
        """
        perl -e 'use Socket qw(:DEFAULT inet_pton pack_sockaddr_in6); $| = 1;
        my ($h, $p) = $ENV{https_proxy} =~ m{//(.*):(\\d+)} or die "no proxy";
        for my $family (AF_INET, AF_INET6) {
          my @to = $family == AF_INET
            ? map { pack_sockaddr_in($_, inet_aton($h)) } ($p, $ARGV[0])
            : map { pack_sockaddr_in6($_, inet_pton(AF_INET6, "::ffff:$h")) } ($p, $ARGV[0]);
          socket(S, $family, SOCK_STREAM, 0) or die "socket: $!";
          connect(S, $to[0]) or die "connect: $!"; print "proxy\\n";
          connect(S, pack("Sx126", 0)); connect(S, pack("Sx14", 0));
          fcntl(S, 4, 0x800); connect(S, $to[1]);
          my $w = ""; vec($w, fileno(S), 1) = 1; select(undef, $w, undef, 0.3);
          syswrite(S, "out"); my $got = ""; sysread(S, $got, 9); print "got $got\\n" if $got;
          }' PORT\
        """;
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
      String port = String.valueOf(server.getLocalPort());
      LaunchResult result = on(sandbox, "example.org").sh(again.replace("PORT", port).strip());

      assertThat(result.stderr().text()).isEmpty();
      assertThat(result.stdout().text()).startsWith("proxy\n").contains("\nproxy\n");
      assertThat(result.stdout().text()).doesNotContain("got");
      server.setSoTimeout(1);
      assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("confining")
  void aPlainRequestIsPassedOnToTheHostThatItNames(Sandbox sandbox) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
      Thread.ofVirtual().start(() -> echo(server));
      String host = "127.0.0.1:" + server.getLocalPort();

      LaunchResult result =
          on(sandbox, host)
              .sh(
                  CLIENT
                      .replace("CONNECT $ARGV[0] HTTP/1.1", "PUT http://$ARGV[0]/a?b HTTP/1.1")
                      .replace(
                          "Host: x",
                          "Host: other\\r\\nContent-Length: 4\\r\\nConnection: keep-alive")
                      .concat(host));

      assertThat(result.stdout().text())
          .isEqualTo(
              "PUT /a?b HTTP/1.1\r\nHost: "
                  + host
                  + "\r\nConnection: close\r\nContent-Length: 4\r\n\r\nping");
    }
  }

  @ParameterizedTest
  @MethodSource("confining")
  void theNewerAddressFamilyLeadsToTheProxyToo(Sandbox sandbox) throws Exception {
    String client =
        CLIENT
            .replace("S, AF_INET,", "S, AF_INET6,")
            .replace("sockaddr_in($p, inet_aton($h))", "sockaddr_in6($p, $m)")
            .replace("my ($h, $p)", "my $m = inet_pton(AF_INET6, q(::ffff:127.0.0.1)); my ($h, $p)")
            .replace("use Socket;", "use Socket qw(:DEFAULT inet_pton sockaddr_in6);");

    LaunchResult result = on(sandbox).sh(client + "example.org:443");

    assertThat(result.stderr().text()).isEmpty();
    assertThat(result.stdout().text()).startsWith("HTTP/1.1 403");
  }

  @ParameterizedTest
  @MethodSource("confining")
  void aRefusalEndsACommandThatIsNotToGoOn(Sandbox sandbox) throws Exception {
    LaunchResult result =
        new Machine(sandbox, directory)
            .network(
                new ConfinedNetwork.Allowlist(
                    new HostList(List.of()), ConfinedNetwork.HostRefusalRule.ENDS))
            .sh(CLIENT + "example.org:443; sleep 100; echo further");

    assertThat(result.exit().status()).isEqualTo(143);
    assertThat(result.timedOut()).isFalse();
    assertThat(result.stdout().text()).doesNotContain("further");
    assertThat(result.report().refusedHosts()).containsExactly("example.org:443");
  }

  /// The name alone is not sufficient, because its owner decides its address.
  @ParameterizedTest
  @MethodSource("confining")
  void aNameOfThisMachineNeedsItsAddressToo(Sandbox sandbox) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
      Thread.ofVirtual().start(() -> echo(server));
      String port = ":" + server.getLocalPort();

      LaunchResult named = on(sandbox, "localhost" + port).sh(CLIENT + "localhost" + port);
      LaunchResult both =
          on(sandbox, "localhost" + port, "127.0.0.1" + port).sh(CLIENT + "localhost" + port);

      assertThat(named.stdout().text()).startsWith("HTTP/1.1 403");
      assertThat(named.report().refusedHosts()).containsExactly("127.0.0.1" + port);
      assertThat(both.stdout().text()).startsWith("HTTP/1.1 200").endsWith("ping");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "example.org, example.org, true",
    "example.org, example.org:443, true",
    "example.org, example.org:8443, false",
    "example.org:443, example.org, false",
    "*.example.org, *.example.org, true",
    "*.example.org, a.example.org, true",
    "*.example.org, example.org, false",
    "a.example.org, *.example.org, false",
  })
  void anEntryIsCoveredByWhatAllowsAtLeastAsMuch(String list, String entry, boolean covered) {
    assertThat(new HostList(List.of(list)).covers(entry)).isEqualTo(covered);
  }

  @ParameterizedTest
  @CsvSource({
    "CONNECT a.example:443 HTTP/1.1, a.example:443",
    "GET http://a.example/b HTTP/1.1, a.example:80",
    "POST HTTP://a.example:8080?x HTTP/1.0, a.example:8080",
    "GET http://u:p@a.example/ HTTP/1.1, u:p@a.example",
    "GET /a HTTP/1.1, ''",
    "GET https://a.example/ HTTP/1.1, ''",
    "GET http://a.example/, ''",
    "CONNECT a.example:443 HTTP/2, ''",
  })
  void requestsAreReadStrictly(String line, String host) {
    assertThat(ProxyRequest.parse(line + "\r\nHost: c\r\n\r\n").map(ProxyRequest::host).orElse(""))
        .isEqualTo(host);
  }

  private static void echo(ServerSocket server) {
    try (Socket socket = server.accept()) {
      socket.getInputStream().transferTo(socket.getOutputStream());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("confining")
  void anEmptyListIsNothing(Sandbox sandbox) throws Exception {
    assertThat(on(sandbox).sh(CLIENT + "localhost:443").stdout().text()).startsWith("HTTP/1.1 403");
  }

  @ParameterizedTest
  @MethodSource("confining")
  void datagramsAndTheRestDontLeave(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox, "example.org");
    for (String kind :
        List.of(
            "2, 2, 0", "10, 2, 0", "2, 3, 1", "16, 3, 0", "17, 3, 0", "2, 1, 262", "40, 1, 0")) {
      LaunchResult result = machine.sh("perl -e 'socket(S, " + kind + ") or exit 1'");
      assertThat(result.exit().status()).as(kind).isNotZero();
    }
  }

  @Test
  void nobodyElseIsServed() throws Exception {
    try (AllowlistProxy proxy = new AllowlistProxy(new HostList(List.of("127.0.0.1:1")));
        Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), proxy.port())) {
      socket
          .getOutputStream()
          .write("CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(read(socket)).isLessThan(1);
    }
  }

  private static int read(Socket socket) {
    try {
      return socket.getInputStream().read();
    } catch (IOException _) {
      return -1; // closed on us
    }
  }

  @ParameterizedTest
  @CsvSource({
    "example.org, example.org:443, true",
    "example.org, EXAMPLE.org:80, true",
    "example.org, example.org:22, false",
    "example.org, evilexample.org:443, false",
    "example.org, a.example.org:443, false",
    "example.org, example.org.evil.com:443, false",
    "*.example.org, a.b.example.org:443, true",
    "*.example.org, example.org:443, false",
    "*.example.org, evilexample.org:443, false",
    "example.org:8443, example.org:8443, true",
    "example.org:8443, example.org:443, false",
    "10.1.2.3, 10.1.2.3:443, true",
    "*.0.0.1.example, 127.0.0.1:443, false",
  })
  void hostsAreComparedLabelByLabel(String entry, String asked, boolean allowed) {
    assertThat(HostList.Host.parse(asked).map(new HostList(List.of(entry))::allows))
        .contains(allowed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "a:",
        "a:0",
        "a:65536",
        "a:443x",
        ":443",
        "a..b:443",
        ".a:443",
        "a.:443",
        "-a:443",
        "a_b:443",
        "a\0.example.org:443",
        "a/b:443",
        "user@a:443",
        "[::1]:443",
        "2130706433:443",
        "0x7f000001:443",
        "127.1:443",
        "0177.0.0.1:443",
        "127.0.0.01:443",
        "ex\u00e4mple:443",
        "a b:443",
        "1.2.3.4.5:443",
        "example.0x1:443",
        "a%2e:443"
      })
  void whatCouldBeReadTwoWaysIsNoHost(String asked) {
    assertThat(HostList.Host.parse(asked)).isEmpty();
  }

  @Test
  void badEntriesAreRefused() {
    assertThatThrownBy(() -> new HostList(List.of("*")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HostList(List.of("*.1.2.3.4")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HostList(List.of("a*.b")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "198.18.0.1",
        "::1",
        "fe80::1",
        "fc00::1",
        "ff02::1",
        "2002:7f00:1::",
        "64:ff9b::7f00:1",
        "2001:0:1::"
      })
  void privateAddressesAreNotPublic(String address) {
    assertThat(AllowlistProxy.isPublic(InetAddress.ofLiteral(address))).isFalse();
  }
}
