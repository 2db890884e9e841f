// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import dev.writ.sandbox.filter.SyscallFilter;
import dev.writ.sandbox.filter.SyscallListener;
import dev.writ.sandbox.filter.WatchedDescriptor;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import dev.writ.sandbox.proxy.ProxyConnector;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Receives the system calls of one launch that Writ performs in a program's place: connections to
/// the proxy, and renames of directories in a view.
final class NamespaceListener implements AutoCloseable {
  private static final byte[] CONNECTING = SyscallFilter.notifying(SyscallFilter.CONNECTING);
  private static final byte[] RENAMING = SyscallFilter.notifying(DirectoryMover.CALLS);
  private static final byte[] BOTH = SyscallFilter.notifying(both());

  private final ProxyConnector connector;
  private final Optional<DirectoryMover> mover;
  private volatile int descriptor = -1;
  private boolean isWatched;

  NamespaceListener(ProxyConnector connector, Optional<DirectoryMover> mover) {
    this.connector = connector;
    this.mover = mover;
  }

  private static Set<Syscall> both() {
    Set<Syscall> calls = EnumSet.copyOf(DirectoryMover.CALLS);
    calls.addAll(SyscallFilter.CONNECTING);
    return calls;
  }

  /// Whether any call is received.
  boolean isNeeded() {
    return connector.isOpen() || mover.isPresent();
  }

  /// Puts the calling thread, and what it will start, under a filter that notifies.
  void listen(Os os) throws Os.SystemCallFailure {
    if (isNeeded()) {
      SyscallListener.noNewPrivileges(os);
      descriptor = installed(os);
    }
  }

  private int installed(Os os) throws Os.SystemCallFailure {
    if (mover.isPresent()) {
      try {
        return SyscallListener.listenPatiently(os, connector.isOpen() ? BOTH : RENAMING);
      } catch (Os.SystemCallFailure _) {
        // Before Linux 5.19 a rename would be made again after a signal: it is not received.
      }
    }
    return connector.isOpen() ? SyscallListener.listen(os, CONNECTING) : -1;
  }

  /// Has the job wait for calls.
  void watch(Os os, Consumer<WatchedDescriptor> watches) {
    if (descriptor >= 0) {
      isWatched = true;
      watches.accept(new SyscallListener(os, descriptor, this::judge, false));
    }
  }

  private long judge(SyscallListener listener, SyscallListener.SyscallNotice notice) {
    return mover
        .filter(_ -> DirectoryMover.hears(notice))
        .map(one -> one.judge(notice))
        .orElseGet(() -> connector.judge(listener, notice));
  }

  @Override
  public void close() {
    mover.ifPresent(DirectoryMover::close);
    connector.close();
    if (!isWatched) {
      try (Os os = new Os()) {
        os.close(descriptor);
      }
    }
  }
}
