// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.sandbox.launch.ChildReaper;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchRequest.LaunchQuotas;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.OrphanKiller;
import dev.writ.sandbox.launch.ProcessGroupTracker;
import dev.writ.sandbox.launch.ProcessLimits;
import dev.writ.sandbox.launch.TaskCount;
import dev.writ.sandbox.mechanism.MetadataGuard;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ProcessSpawn;
import dev.writ.sandbox.os.Syscall;
import dev.writ.sandbox.proxy.LoopbackSocket;
import dev.writ.sandbox.proxy.SocketFamily;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// System calls that wait for an answer, and callers that are gone before they get it.
class SyscallListenerTest {
  private static final int SIGKILL = 9;
  private static final int ESRCH = 3;

  @TempDir Path directory;

  /// A caller that is ended while its call is judged: what the judge reads about the process from
  /// then on may be about another one.
  @Test
  void aCallerThatIsGoneWaitsNoMore() throws Exception {
    List<Boolean> waits = new ArrayList<>();
    SyscallListener.Judge killing =
        (_, notice) -> {
          waits.add(notice.waits());
          try (Os os = new Os()) {
            os.sys(Syscall.KILL, notice.pid(), SIGKILL);
          }
          while (notice.waits()) { // the test's time limit is the limit
            StatePoll.pause();
          }
          waits.add(notice.waits());
          return SyscallListener.PERFORM;
        };
    FutureTask<int[]> started = new FutureTask<>(SyscallListenerTest::heard);
    Thread.ofPlatform().daemon().start(started); // it is confined from then on
    int descriptor = started.get()[0];
    try (Os os = new Os()) {
      SyscallListener listener = new SyscallListener(os, descriptor, killing, true);
      assertThat(listener.ready(os, WatchedDescriptor.READABLE)).isTrue();
      assertThat(waits).containsExactly(true, false);
      ChildReaper reaper = new ChildReaper(os, started.get()[1]);
      reaper.ready(os, WatchedDescriptor.READABLE);
      assertThat(reaper.exit()).isEqualTo(LaunchResult.Exit.Signal.of(SIGKILL));
      os.close(reaper.descriptor());
      os.close(descriptor);
    }
  }

  /// Starts a process whose `setsid` is heard of.
  ///
  /// @return the descriptor to listen on, and the process
  private static int[] heard() throws IOException {
    try (Os os = new Os()) {
      ProcessSpawn.load();
      SyscallListener.noNewPrivileges(os);
      int descriptor = SyscallListener.listen(os, SyscallFilter.notifying(Set.of(Syscall.SETSID)));
      List<String> argv = List.of("perl", "-e", "use POSIX; POSIX::setsid()");
      ProcessSpawn spawn =
          new ProcessSpawn(
              "/usr/bin/perl", argv, List.of(), List.of(0, 1, 2), null, ProcessSpawn.Leads.GROUP);
      return new int[] {descriptor, spawn.start(os)};
    }
  }

  /// A notice whose caller is gone, with the number of a process that has nothing to do with it.
  private static SyscallListener.SyscallNotice stale(long pid, Syscall call, Long... arguments) {
    return new SyscallListener.SyscallNotice(-1, 1, (int) pid, call.number(), List.of(arguments));
  }

  @Test
  void noLimitsAreSetOnAStranger() throws Exception {
    Process stranger = new ProcessBuilder("sleep", "100").start();
    try (Os os = new Os()) {
      Path limits = Path.of("/proc/" + stranger.pid() + "/limits");
      String before = Files.readString(limits);
      LaunchQuotas quotas = LaunchRequest.LaunchLimits.DEFAULT.quotas();
      ProcessGroupTracker tracker =
          new ProcessGroupTracker(
              os, new ProcessLimits(os, quotas, new TaskCount()), new OrphanKiller());
      assertThat(tracker.judge(unheard(os), stale(stranger.pid(), Syscall.SETSID, 0L, 0L, 0L, 0L)))
          .isNotEqualTo(SyscallListener.PERFORM);
      assertThat(Files.readString(limits)).isEqualTo(before);
      tracker.signal(SIGKILL);
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  void nothingIsChangedInAStrangersName() throws Exception {
    Path file = Files.createFile(directory.toRealPath().resolve("a"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Process stranger = new ProcessBuilder("sleep", "100").redirectInput(file.toFile()).start();
    try {
      MetadataGuard metadata = new MetadataGuard(List.of(directory.toRealPath()), List.of());
      assertThat(metadata.judge(stale(stranger.pid(), Syscall.FCHMOD, 0L, 0777L, 0L, 0L)))
          .isNegative();
      assertThat(metadata.judge(stale(stranger.pid(), Syscall.UTIMENSAT, 0L, 0L, 0L, 0L)))
          .isNegative();
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    } finally {
      stranger.destroyForcibly();
    }
  }

  private static SyscallListener unheard(Os os) {
    return new SyscallListener(os, -1, (_, _) -> -ESRCH, true);
  }

  /// The thread that keeps time limits does not wait for a server that accepts no connection.
  @ParameterizedTest
  @EnumSource(SocketFamily.class)
  void connectingDoesNotWait(SocketFamily family) throws Exception {
    final int nonblocking = 0x800;
    List<LoopbackSocket> sockets = new ArrayList<>();
    try (Os os = new Os();
        ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      try {
        List<Integer> answers = new ArrayList<>();
        while (answers.size() < 20) {
          sockets.add(new LoopbackSocket(os, family));
          int port = sockets.getLast().bind();
          assertThat(port).isPositive();
          int flags = answers.size() % 2 == 0 ? nonblocking : 0;
          answers.add(sockets.getLast().connect(server.getLocalPort(), flags));
        }
        assertThat(answers).contains(0, -LoopbackSocket.IN_PROGRESS);
        for (int i = 1; i < answers.size(); i += 2) {
          assertThat(answers.get(i)).as("one that waits").isZero();
        }
      } finally {
        sockets.forEach(LoopbackSocket::close);
      }
    }
  }
}
