// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.HostList;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.mechanism.MetadataGuard;
import dev.writ.sandbox.os.Syscall;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A filter's answers, evaluated like the kernel: instruction by instruction.
class SyscallFilterTest {
  private static final int ALLOW = 0x7fff0000;
  private static final int KILL = 0x80000000;
  private static final int NOTIFY = 0x7fc00000;
  private static final int EPERM = 0x00050001;
  private static final int EACCES = 0x0005000d;
  private static final int ENOSYS = 0x00050026;
  private static final int ENOTTY = 0x00050019;
  private static final int ENOTSUP = 0x0005005f;

  private static final ConfinedNetwork ALLOWLIST =
      new ConfinedNetwork.Allowlist(
          new HostList(List.of("example.org")), ConfinedNetwork.HostRefusalRule.GOES_ON);

  private static List<ConfinedNetwork> networks() {
    return List.of(ConfinedNetwork.DENY, new ConfinedNetwork.Localhost(), ALLOWLIST);
  }

  private static int answer(byte[] program, Syscall call, long... arguments) {
    return answer(program, Syscall.machine(), call.number(), arguments);
  }

  /// The machine of `seccomp(2)` as far as filters use it.
  private static int answer(byte[] program, int machine, int number, long... arguments) {
    ByteBuffer data = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    data.putInt(0, number).putInt(4, machine);
    for (int i = 0; i < arguments.length; i++) {
      data.putLong(16 + 8 * i, arguments[i]);
    }
    ByteBuffer code = ByteBuffer.wrap(program).order(ByteOrder.LITTLE_ENDIAN);
    int a = 0;
    for (int at = 0; ; at++) {
      int value = code.getInt(8 * at + 4);
      int ifTrue = code.get(8 * at + 2) & 0xFF;
      int ifFalse = code.get(8 * at + 3) & 0xFF;
      switch (code.getShort(8 * at)) {
        case 0x20 -> a = data.getInt(value);
        case 0x54 -> a &= value;
        case 0x05 -> at += value;
        case 0x15 -> at += a == value ? ifTrue : ifFalse;
        case 0x25 -> at += Integer.compareUnsigned(a, value) > 0 ? ifTrue : ifFalse;
        case 0x35 -> at += Integer.compareUnsigned(a, value) >= 0 ? ifTrue : ifFalse;
        case 0x45 -> at += (a & value) != 0 ? ifTrue : ifFalse;
        case 0x06 -> {
          return value;
        }
        default -> throw new AssertionError("instruction " + at);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void whatIsRefusedIsRefusedAndNothingElse(ConfinedNetwork network) {
    byte[] filter = SyscallFilter.withNamespaces(network);
    Set<Syscall> judged =
        EnumSet.of(Syscall.CLONE3, Syscall.OPENAT2, Syscall.SOCKET, Syscall.PERSONALITY);
    judged.addAll(Syscall.attributes());
    for (int number = 0; number <= Syscall.HIGHEST_KNOWN; number++) {
      int wanted = number;
      boolean refused = Syscall.refused().stream().anyMatch(call -> call.number() == wanted);
      if (judged.stream().noneMatch(call -> call.number() == wanted)) {
        assertThat(answer(filter, Syscall.machine(), number)).isEqualTo(refused ? EPERM : ALLOW);
      }
    }
    assertThat(answer(filter, Syscall.machine(), Syscall.HIGHEST_KNOWN + 1)).isEqualTo(ENOSYS);
    assertThat(answer(filter, Syscall.CLONE3)).isEqualTo(ENOSYS);
    assertThat(answer(filter, Syscall.OPENAT2)).isEqualTo(ENOSYS);
    assertThat(answer(filter, Syscall.FSETXATTR)).isEqualTo(ENOTSUP);
  }

  @ParameterizedTest
  @MethodSource("networks")
  void argumentsAreLookedAt(ConfinedNetwork network) {
    byte[] filter = SyscallFilter.withNamespaces(network);
    final int creates = 0x40;

    assertThat(answer(filter, 1, 0)).isEqualTo(KILL);
    assertThat(answer(filter, Syscall.CLONE, 0x10000000)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.IOCTL, 0, 0x5412)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.IOCTL, 0, 0x5413)).isEqualTo(ALLOW);
    assertThat(answer(filter, Syscall.FCHMOD, 3, 04755)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.FCHMOD, 3, 0755)).isEqualTo(ALLOW);
    assertThat(answer(filter, Syscall.OPENAT, 3, 0, creates, 02644)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.OPENAT, 3, 0, 0, 02644)).isEqualTo(ALLOW);
    assertThat(answer(filter, Syscall.PERSONALITY, 0x0040000)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.PERSONALITY, 0xffffffffL)).isEqualTo(ALLOW);
    assertThat(answer(filter, Syscall.SOCKET, 1, 1)).isEqualTo(ALLOW);
    assertThat(answer(filter, Syscall.SOCKET, 17, 3)).isEqualTo(EACCES);
    assertThat(answer(filter, Syscall.SOCKET, 2, 1))
        .isEqualTo(network instanceof ConfinedNetwork.DeniedNetwork ? EACCES : ALLOW);
  }

  /// A reported call is reported unless it is refused first.
  @Test
  void aListenerHearsWhatIsLeft() {
    Set<Syscall> heard = EnumSet.copyOf(MetadataGuard.CALLS);
    heard.addAll(SyscallFilter.CONNECTING);
    byte[] filter = SyscallFilter.withLandlock(ALLOWLIST, heard);

    assertThat(answer(filter, Syscall.FCHMOD, 3, 0755)).isEqualTo(NOTIFY);
    assertThat(answer(filter, Syscall.FCHMOD, 3, 04755)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.CONNECT, 3)).isEqualTo(NOTIFY);
    assertThat(answer(filter, Syscall.SENDTO, 3, 0, 0, 0x20000000)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.SETPRIORITY, 2, 0)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.SETPRIORITY, 0, 7)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.SETPRIORITY, 0, 0)).isEqualTo(ALLOW);
    assertThat(answer(filter, Syscall.PRLIMIT, 0)).isEqualTo(ALLOW);
    assertThat(answer(filter, Syscall.PRLIMIT, 1)).isEqualTo(EPERM);
    assertThat(answer(SyscallFilter.withLandlock(ConfinedNetwork.DENY, heard), Syscall.CONNECT, 3))
        .isEqualTo(EACCES);
  }

  /// Until it has ended, the kernel takes the thread that starts programs for one of theirs.
  @Test
  void nobodySignalsTheThreadThatStartsPrograms() {
    int launcher = 4711;
    long process = ProcessHandle.current().pid();
    byte[] filter =
        SyscallFilter.launchedBy(
            SyscallFilter.withLandlock(ConfinedNetwork.DENY, Set.of()), launcher);

    for (Syscall call :
        List.of(Syscall.KILL, Syscall.TKILL, Syscall.PIDFD_OPEN, Syscall.RT_SIGQUEUEINFO)) {
      assertThat(answer(filter, call, launcher)).isEqualTo(EPERM);
      assertThat(answer(filter, call, launcher + 1)).isEqualTo(ALLOW);
    }
    assertThat(answer(filter, Syscall.TGKILL, process, 1)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.TGKILL, process + 1, 1)).isEqualTo(ALLOW);
    assertThat(answer(filter, Syscall.RT_TGSIGQUEUEINFO, process, 1)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.FCNTL, 3, 15)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.FCNTL, 3, 8, launcher)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.FCNTL, 3, 8, launcher + 1)).isEqualTo(ALLOW);
    assertThat(answer(filter, Syscall.FCNTL, 3, 4, launcher)).isEqualTo(ALLOW);
    assertThat(answer(filter, Syscall.IOCTL, 3, 0x8901)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.IOCTL, 3, 0x8902)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.IOCTL, 3, 0x541B)).isEqualTo(ALLOW); // how much can be read
  }

  @Test
  void attributesOfFilesAreAskedForOnlyUnderLandlock() {
    byte[] filter = SyscallFilter.withLandlock(ALLOWLIST, Set.of());

    assertThat(answer(filter, Syscall.IOCTL, 3, 0x40086602)).isEqualTo(ENOTTY); // set flags
    assertThat(answer(filter, Syscall.IOCTL, 3, 0x40806685)).isEqualTo(ENOTTY); // verity
    assertThat(answer(filter, Syscall.IOCTL, 3, 0x5000940EL)).isEqualTo(ENOTTY); // subvolume
    assertThat(answer(filter, Syscall.IOCTL, 3, 0x80086601L)).isEqualTo(ALLOW); // get flags
    assertThat(answer(filter, Syscall.IOCTL, 3, 0x40049409)).isEqualTo(ALLOW); // share extents
    assertThat(answer(filter, Syscall.IOCTL, 3, 0x5412)).isEqualTo(EPERM);
    assertThat(answer(filter, Syscall.LISTEN, 3)).isEqualTo(EACCES);
    assertThat(
            answer(SyscallFilter.withLandlock(ConfinedNetwork.DENY, Set.of()), Syscall.LISTEN, 3))
        .isEqualTo(ALLOW);
  }
}
