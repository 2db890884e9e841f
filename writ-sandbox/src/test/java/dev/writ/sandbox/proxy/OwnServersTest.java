// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.value.HostList;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.Machine;
import dev.writ.sandbox.launch.PlainUser;
import dev.writ.sandbox.launch.Sandbox;
import dev.writ.sandbox.mechanism.SandboxChooser;
import dev.writ.sandbox.mechanism.SandboxChooser.SandboxSelection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A command with a list of hosts and servers of its own, as root and as a plain user, to whom the
/// kernel may refuse to decide what a socket hears.
class OwnServersTest {
  private static final String START =
      """
      import array,ctypes,errno,os,select,socket,sys,threading
      machine=('127.0.0.1',int(sys.argv[1]))
      proxy=('127.0.0.1',3128)
      c=ctypes.CDLL(None,use_errno=True)
      def tried(do,*words):
        try: do(*words); return 'done'
        except OSError as e: return errno.errorcode[e.errno]
      def raw(s,address):
        return 'done' if c.connect(s.fileno(),address,len(address))==0 else errno.errorcode[ctypes.get_errno()]
      server=socket.create_server(('127.0.0.1',0)); own=server.getsockname()
      """;

  private static final String SERVING =
      START
          + """
          a=socket.create_connection(own); b,_=server.accept(); a.send(b'x'); print(b.recv(1))
          n=socket.socket(); n.setblocking(False); n.connect_ex(own); b,_=server.accept()
          select.select([],[n],[]); n.send(b'y'); print(b.recv(1), n.getblocking(), a.getblocking())
          t=threading.Thread(target=lambda: socket.create_connection(own).send(b'z')); t.start()
          b,_=server.accept(); t.join(); print(b.recv(1))
          free=socket.create_server(('127.0.0.1',0)); nobody=free.getsockname(); free.close()
          print(tried(socket.socket().connect,nobody), tried(socket.socket().connect,machine))
          u=socket.socket(socket.AF_UNIX); u.bind('\\0name'); u.listen()
          print(tried(socket.socket(socket.AF_UNIX).connect,'\\0name'))
          print(raw(n,bytes(16)), c.connect(999,bytes(16),16))
          """;

  private static final String LEADING_ELSEWHERE =
      START
          + """
          p=socket.create_connection(proxy); d=socket.socket(fileno=os.dup(p.fileno()))
          x,y=socket.socketpair(); socket.send_fds(x,[b'1'],[p.fileno()])
          h=socket.socket(fileno=socket.recv_fds(y,1,1)[1][0])
          p.send(b'nonsense\\r\\n\\r\\n')
          while p.recv(99): pass
          q=socket.create_connection(proxy)
          p.setblocking(False); q.setblocking(False) # one that hears nobody would wait
          for s in (p,d,h,q):
            tried(s.connect,machine); raw(s,bytes(16)); raw(s,bytes(128)); tried(s.connect,machine)
            tried(s.sendto,b'x',0x20000000,machine)
            select.select([],[s],[],0.1); tried(s.send,b'x')
          q=socket.create_connection(proxy); q.setblocking(False)
          f=os.dup(q.fileno()); s=socket.socket(); g=os.dup(s.fileno())
          ended=False
          def swap():
            while not ended: os.dup2(q.fileno(),f); os.dup2(g,f)
          t=threading.Thread(target=swap); t.start()
          to=b'\\2\\0'+machine[1].to_bytes(2,'big')+bytes([127,0,0,1])+bytes(8)
          for i in range(300):
            c.connect(f,bytes(16),16); c.connect(f,to,16)
          ended=True; t.join()
          print('over')
          """;

  @TempDir Path directory;

  /// Runs a program in a sandbox.
  public static final class AsUser {
    private AsUser() {}

    /// Runs it.
    ///
    /// @param words the program, a port and a directory
    public static void main(String[] words) throws IOException, InterruptedException {
      System.out.print(
          switch (new SandboxChooser().choose(SandboxChooser.Wish.NAMESPACES)) {
            case SandboxSelection.ChosenSandbox(var sandbox) ->
                text(new Machine(sandbox, Path.of(words[2])), words[0], words[1]);
            case SandboxSelection.UnavailableSandbox(String reason) -> "unavailable: " + reason;
          });
    }
  }

  private static String text(Machine machine, String program, String port)
      throws IOException, InterruptedException {
    LaunchResult result =
        machine
            .network(
                new ConfinedNetwork.Allowlist(
                    new HostList(List.of("example.org")), ConfinedNetwork.HostRefusalRule.GOES_ON))
            .run(machine.program("/usr/bin/python3", "-c", program, port));
    return result.stdout().text() + result.stderr().text();
  }

  private String asOneself(String program, String port) throws Exception {
    Sandbox sandbox = Machine.get(SandboxChooser.Wish.NAMESPACES);
    return text(new Machine(sandbox, directory), program, port);
  }

  private static String asPlainUser(String program, String port, Path place) throws Exception {
    String temp = place.resolve("tmp").toString();
    return PlainUser.said(AsUser.class, place, program, port, temp) + "\n";
  }

  @Test
  void theyAreReached() throws Exception {
    assertReached(this::asOneself);
  }

  @Test
  void aPlainUserReachesThem(@TempDir Path plain) throws Exception {
    assertReached((program, port) -> asPlainUser(program, port, plain));
  }

  /// Whatever is done with a socket that leads to the proxy, and with its number meanwhile.
  @Test
  void theMachinesAreNot() throws Exception {
    assertNothingElseReached(this::asOneself);
  }

  @Test
  void theMachinesAreNotByAPlainUser(@TempDir Path plain) throws Exception {
    assertNothingElseReached((program, port) -> asPlainUser(program, port, plain));
  }

  private interface Way {
    String run(String program, String port) throws Exception;
  }

  private static void assertReached(Way way) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
      assertThat(way.run(SERVING, String.valueOf(server.getLocalPort())))
          .isEqualTo(
              """
              b'x'
              b'y' False True
              b'z'
              ECONNREFUSED ECONNREFUSED
              done
              done -1
              """);
    }
  }

  private static void assertNothingElseReached(Way way) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
      assertThat(way.run(LEADING_ELSEWHERE, String.valueOf(server.getLocalPort())))
          .isEqualTo("over\n");
      server.setSoTimeout(1);
      assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }
}
