// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.os.Os;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// The [LandlockEnvironment]s that no command is in.
final class LandlockEnvironmentPool {
  /// More than one only while commands run in the background.
  private static final int MOST = 4;

  private final int version;
  private final Deque<LandlockEnvironment> empty = new ArrayDeque<>();

  /// Whether they are removed at the program's end even without a close.
  private boolean leaving;

  /// @param version of the kernel's Landlock
  LandlockEnvironmentPool(int version) {
    this.version = version;
  }

  /// An environment that no other command uses.
  LandlockEnvironment take(Os os, SandboxConfinement confinement) throws IOException {
    LandlockEnvironment environment = kept(confinement);
    if (environment == null) {
      environment = new LandlockEnvironment(os, version, confinement);
    }
    try {
      environment.furnish();
    } catch (IOException e) {
      environment.remove(os);
      throw e;
    }
    return environment;
  }

  private synchronized @Nullable LandlockEnvironment kept(SandboxConfinement confinement) {
    for (Iterator<LandlockEnvironment> rooms = empty.iterator(); rooms.hasNext(); ) {
      LandlockEnvironment environment = rooms.next();
      if (environment.suits(confinement)) {
        rooms.remove();
        return environment;
      }
    }
    return null;
  }

  /// Returns one that certainly no process uses any longer.
  void giveBack(Os os, LandlockEnvironment environment) {
    try {
      environment.clear();
    } catch (IOException _) {
      environment.remove(os);
      return;
    }
    keep(os, environment);
  }

  private synchronized void keep(Os os, LandlockEnvironment environment) {
    if (!leaving) {
      try {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::removeAll));
      } catch (IllegalStateException _) {
        environment.remove(os); // the program is just ending
        return;
      }
      leaving = true;
    }
    empty.addFirst(environment);
    if (empty.size() > MOST) {
      empty.removeLast().remove(os);
    }
  }

  synchronized void removeAll() {
    try (Os os = new Os()) {
      while (!empty.isEmpty()) {
        empty.removeLast().remove(os);
      }
    }
  }
}
