// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.lang.foreign.MemorySegment;

/// Wakes the job thread blocked in `ppoll`, from other threads (`eventfd(2)`).
public final class WakeupEvent {
  public static final int NEWS = 1;
  public static final int STOP = 2;

  private int descriptor = -1;
  private int wishes;

  /// From now on ringing wakes.
  public synchronized void hang(Os os) throws Os.SystemCallFailure {
    final int cloexecNonblock = 0x80800;
    descriptor = (int) os.must(Syscall.EVENTFD2, 0, cloexecNonblock);
    if (wishes != 0) {
      sound(os);
    }
  }

  public int descriptor() {
    return descriptor;
  }

  /// Rings; from any thread.
  public synchronized void signal(int wish) {
    wishes |= wish;
    if (descriptor >= 0) {
      try (Os os = new Os()) {
        sound(os);
      }
    }
  }

  /// Rings from a thread that can load no more classes.
  public synchronized void signal(Os os, int wish) {
    wishes |= wish;
    sound(os);
  }

  private void sound(Os os) {
    MemorySegment one = os.memory(8);
    one.set(java.lang.foreign.ValueLayout.JAVA_LONG, 0, 1);
    os.sys(Syscall.WRITE, descriptor, one.address(), 8);
  }

  /// Stills it.
  public void answer(Os os) {
    os.sys(Syscall.READ, descriptor, os.memory(8).address(), 8);
  }

  /// Whether there is news; asked once.
  public synchronized boolean rang() {
    boolean news = (wishes & NEWS) != 0;
    wishes &= ~NEWS;
    return news;
  }

  /// Whether an end was requested.
  public synchronized boolean isStopping() {
    return (wishes & STOP) != 0;
  }

  public synchronized void close(Os os) {
    os.close(descriptor);
    descriptor = -1;
  }
}
