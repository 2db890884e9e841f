// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import dev.writ.kernel.sandbox.Confinement.Network;
import dev.writ.kernel.sandbox.Launch.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Rules of the kernel for files (`landlock(7)`), a filter of system calls and no capabilities, set
/// on the thread that starts the programs. Needs no helper program and works in containers.
///
/// It can't take a place back out of a writable directory: protected paths are compared before and
/// after. Below a blocked path's directory nothing new can be made.
public final class Landlock implements Sandbox {
  /// Without this version truncating any file could not be kept from a program.
  static final int LEAST_VERSION = 3;

  private static final int CONNECTIONS = 4;
  private static final int SCOPES = 6;

  private final int version;
  private final Rooms rooms;
  private final Contents contents = new Contents();
  private final Tasks tasks = new Tasks();
  private final OrphanKiller killer = new OrphanKiller();

  Landlock(int version) {
    this.version = version;
    this.rooms = new Rooms(version);
  }

  @Override
  public String name() {
    return "landlock";
  }

  @Override
  public List<String> gaps() {
    List<String> gaps = new ArrayList<>();
    gaps.add("protected paths are put back after a change, not kept from it");
    gaps.add("names, sizes and times of any file can be seen");
    gaps.add("old contents that are kept for undo (.writ/objects) can be read");
    gaps.add("/tmp, /dev/shm (named semaphores) and /proc are not there; a command has TMPDIR");
    if (version < SCOPES) {
      gaps.add("signals and abstract sockets reach other processes of the same user");
    }
    return gaps;
  }

  @Override
  public boolean endsTrees() {
    return true;
  }

  @Override
  public Cell cell(Os os, Launch launch) throws IOException {
    Network network = network(launch);
    if (network instanceof Network.Localhost) {
      throw new SandboxException(
          "Landlock can't give a command a loopback of its own; that needs namespaces.");
    }
    if (network instanceof Network.Allowlist && version < CONNECTIONS) {
      throw new SandboxException(
          "This kernel's Landlock can't hold connections; choose namespaces.");
    }
    return new Held(os, launch, network, this);
  }

  /// Without any host there is no connection to be held, and then this is the same as nothing.
  private Network network(Launch launch) {
    Network wanted = launch.confinement().network();
    return version < CONNECTIONS
            && wanted instanceof Network.Allowlist(HostList hosts, var _)
            && hosts.entries().isEmpty()
        ? Network.DENY
        : wanted;
  }

  @Override
  public Optional<Path> deathMark() throws IOException {
    return Optional.of(killer.mark());
  }

  @Override
  public void forget() {
    rooms.removeAll();
    contents.forget();
    try (Os os = new Os()) {
      killer.end(os);
    }
  }

  /// One launch in its room.
  private static final class Held implements Cell {
    private final Os os;
    private final Launch launch;
    private final Landlock mine;
    private final Room room;
    private final Metadata metadata;
    private final Gateway gateway;
    private final byte[] filter;
    private volatile int descriptor = -1;
    private @Nullable Listener listener;
    private @Nullable Prepared prepared;

    /// What is there before anything runs.
    private record Prepared(Protection protection, Leash leash) {}

    Held(Os os, Launch launch, Network network, Landlock mine) throws IOException {
      this.os = os;
      this.launch = launch;
      this.mine = mine;
      Confinement confinement = launch.confinement();
      Set<Syscall> heard = EnumSet.copyOf(Leash.CALLS);
      heard.addAll(Metadata.CALLS);
      if (network instanceof Network.Allowlist) {
        heard.addAll(Filter.CONNECTING);
      }
      filter = Filter.withLandlock(network, heard);
      Capabilities.load();
      gateway = Gateway.of(network, false);
      try {
        room = mine.rooms.take(os, confinement);
      } catch (IOException e) {
        gateway.close();
        throw e;
      }
      List<Path> others = new ArrayList<>(confinement.paths().blocked());
      others.addAll(confinement.paths().protectedPaths());
      metadata = new Metadata(room.writable(), others);
    }

    @Override
    public Spawn spawn(Os os, Stage stage, List<Integer> standard) {
      Map<String, String> environment = new TreeMap<>(stage.environment());
      environment.put("HOME", room.home().toString());
      environment.put("TMPDIR", room.temp().toString());
      environment.putAll(gateway.environment());
      return new Spawn(
          stage.program().toString(),
          stage.argv(),
          Cell.variables(environment),
          standard,
          stage.directory().toString(),
          Spawn.Leads.SESSION);
    }

    @Override
    public boolean confinesThread() {
      return true;
    }

    @Override
    public void confine(Os os) throws IOException {
      byte[] own = Filter.launchedBy(filter, (int) os.sys(Syscall.GETTID));
      Listener.noNewPrivileges(os);
      Capabilities.dropBounding(os);
      room.enter(os);
      descriptor = Listener.listen(os, own);
      Capabilities.drop(os);
    }

    @Override
    public void prepare(Os os) throws IOException {
      Confinement confinement = launch.confinement();
      mine.killer.start(os);
      prepared =
          new Prepared(
              new Protection(confinement.workspace(), confinement.endangered(), mine.contents),
              new Leash(os, new Rlimits(os, launch.limits().quotas(), mine.tasks), mine.killer));
    }

    private Prepared prepared() {
      if (prepared == null) {
        throw new IllegalStateException("nothing runs yet");
      }
      return prepared;
    }

    @Override
    public void confined(Os os, Consumer<Watch> watches) {
      listener = new Listener(os, descriptor, this::judge, true);
      watches.accept(listener);
    }

    private long judge(Listener listener, Listener.Notice notice) {
      if (Metadata.hears(notice)) {
        return metadata.judge(notice);
      }
      return notice.number() == Syscall.CONNECT.number()
          ? gateway.judge(listener, notice)
          : prepared().leash.judge(listener, notice);
    }

    @Override
    public void signal(Os os, int signal) {
      if (prepared != null) {
        prepared.leash.signal(signal);
      }
    }

    @Override
    public void refusing(Runnable whom) {
      gateway.refusing(whom);
    }

    @Override
    public List<String> refused() {
      return gateway.refused();
    }

    @Override
    public Protection.Changes changes() throws IOException {
      return prepared().protection.restore();
    }

    @Override
    public void close() {
      gateway.close();
      if (listener == null) {
        os.close(descriptor); // nobody took it over
      }
      if (listener != null && listener.isOver()) {
        if (prepared != null) {
          prepared.leash.loosen();
        }
        mine.rooms.giveBack(os, room);
      } else {
        room.remove(os); // nobody knows who may still be in it
      }
    }
  }
}
