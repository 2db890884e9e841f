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

  /// Whether the program's end will remove them, also where nobody else does.
  private boolean leaving;

  /// @param version of the kernel's Landlock
  LandlockEnvironmentPool(int version) {
    this.version = version;
  }

  /// A room that nobody else has.
  LandlockEnvironment take(Os os, SandboxConfinement confinement) throws IOException {
    LandlockEnvironment room = kept(confinement);
    if (room == null) {
      room = new LandlockEnvironment(os, version, confinement);
    }
    try {
      room.furnish();
    } catch (IOException e) {
      room.remove(os);
      throw e;
    }
    return room;
  }

  private synchronized @Nullable LandlockEnvironment kept(SandboxConfinement confinement) {
    for (Iterator<LandlockEnvironment> rooms = empty.iterator(); rooms.hasNext(); ) {
      LandlockEnvironment room = rooms.next();
      if (room.suits(confinement)) {
        rooms.remove();
        return room;
      }
    }
    return null;
  }

  /// Takes one back that surely nobody is in any more.
  void giveBack(Os os, LandlockEnvironment room) {
    try {
      room.clear();
    } catch (IOException _) {
      room.remove(os);
      return;
    }
    keep(os, room);
  }

  private synchronized void keep(Os os, LandlockEnvironment room) {
    if (!leaving) {
      try {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::removeAll));
      } catch (IllegalStateException _) {
        room.remove(os); // the program is just ending
        return;
      }
      leaving = true;
    }
    empty.addFirst(room);
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
