// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.launch;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.base.value.HostList;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.confinement.SandboxConfinement.Paths;
import dev.writ.sandbox.mechanism.SandboxChooser.Wish;
import dev.writ.sandbox.namespace.MountPoints;
import dev.writ.sandbox.namespace.OverlayLayers;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A service of the machine that listens in an installed directory, which commands see: they run
/// its programs, but don't reach it.
class ServiceReachTest {
  private static final String NOT_REACHED =
      "(Connection refused|Permission denied)\nNo such device or address\nRead-only file system\n";

  @TempDir Path directory;
  private Machine machine;
  private Path installed;
  private ServerSocketChannel service;

  @BeforeEach
  void listen() throws Exception {
    machine = new Machine(Machine.get(Wish.NAMESPACES), directory);
    installed = Files.createDirectories(directory.resolve("opt/tool")).toRealPath();
    for (String name : List.of("bin", "run")) {
      Files.createDirectory(installed.resolve(name));
    }
    service = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    service.bind(UnixDomainSocketAddress.of(installed.resolve("run/socket")));
    service.configureBlocking(false);
    new ProcessBuilder("mkfifo", installed.resolve("run/pipe").toString()).start().waitFor();
    machine.paths(p -> new Paths(List.of(), List.of(), List.of(installed), List.of()));
  }

  @AfterEach
  void close() throws IOException {
    service.close();
  }

  static Stream<ConfinedNetwork> networks() {
    return Stream.of(
        ConfinedNetwork.DENY,
        new ConfinedNetwork.Localhost(),
        new ConfinedNetwork.Allowlist(
            new HostList(List.of("a.example")), ConfinedNetwork.HostRefusalRule.GOES_ON));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void itIsNotReached(ConfinedNetwork network) throws Exception {
    Path pipe = installed.resolve("run/pipe");
    try (FileChannel _ = FileChannel.open(pipe, READ, WRITE)) { // it has a reader
      machine.network(network);
      String reaching =
          """
        import os,socket
        s=socket.socket(socket.AF_UNIX)
        try: s.connect('%1$s/run/socket'); print('connected')
        except OSError as e: print(e.strerror)
        try: print(os.write(os.open('%1$s/run/pipe',os.O_WRONLY|os.O_NONBLOCK),b'evil'))
        except OSError as e: print(e.strerror)
        try: open('%1$s/new','w'); print('written')
        except OSError as e: print(e.strerror)
        """
              .formatted(installed);
      LaunchRequest launch = machine.launch(machine.program("/usr/bin/python3", "-c", reaching));
      LaunchResult result = machine.executor().run(launch, LiveListener.NOBODY);

      assertThat(result.stdout().text() + result.stderr().text()).matches(NOT_REACHED);

      BackgroundLaunch background = machine.executor().start(launch);
      background.await();

      assertThat(new String(background.stdout(0).bytes(), StandardCharsets.UTF_8))
          .matches(NOT_REACHED);
      assertThat(service.accept()).isNull();
    }
  }

  /// Also through links and further names, with a library, a lock and a file in memory.
  @Test
  void whatIsInstalledThereWorks() throws Exception {
    Path bin = installed.resolve("bin");
    Files.copy(Path.of("/usr/bin/python3").toRealPath(), bin.resolve("python"));
    Files.createLink(bin.resolve("further"), bin.resolve("python"));
    Files.createSymbolicLink(bin.resolve("linked"), Path.of("../bin/python"));
    Files.writeString(installed.resolve("bin/data"), "data\n");
    String working =
        """
        import fcntl,mmap,os,socket
        f=open('bin/data','rb')
        fcntl.flock(f,fcntl.LOCK_EX)
        print(mmap.mmap(f.fileno(),0,prot=mmap.PROT_READ).read().decode(),end='')
        print(os.stat('bin/python').st_ino==os.stat('bin/further').st_ino)
        for place in ('%1$s','/tmp'):
          s=socket.socket(socket.AF_UNIX); s.bind(place+'/own'); s.listen()
          socket.socket(socket.AF_UNIX).connect(place+'/own')
        """
            .formatted(machine.workspace);
    for (String name : List.of("python", "further", "linked")) {
      Files.deleteIfExists(machine.workspace.resolve("own"));
      LaunchResult result =
          machine.run(
              machine.program(
                  bin.resolve(name).toString(),
                  "-c",
                  "import os; os.chdir('%s')\n".formatted(installed) + working));

      assertThat(result.stderr().text()).isEmpty();
      assertThat(result.stdout().text()).isEqualTo("data\nTrue\n");
    }
  }

  /// The directories for what is installed in the system, and a place that doesn't exist.
  @Test
  void theSystemsOwnAreShownTheSameWay() throws Exception {
    machine.paths(
        p -> new Paths(List.of(), List.of(), List.of(directory.resolve("missing")), List.of()));
    Path local = Path.of("/usr/local");
    assumeTrue(OverlayLayers.canLie(local) && !MountPoints.of("self").areBelow(local));

    LaunchResult result = machine.sh("stat -f -c %%T %s; ls %<s".formatted(local));

    assertThat(result.stdout().text().lines())
        .startsWith("overlayfs")
        .contains(Optional.ofNullable(local.toFile().list()).orElseThrow());
  }
}
