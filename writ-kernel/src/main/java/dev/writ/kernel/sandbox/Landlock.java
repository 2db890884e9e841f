// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import dev.writ.kernel.sandbox.Confinement.Access;
import dev.writ.kernel.sandbox.Confinement.Cache;
import dev.writ.kernel.sandbox.Confinement.Network;
import dev.writ.kernel.sandbox.Launch.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

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

  Landlock(int version) {
    this.version = version;
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
    gaps.add("where Writ itself is killed, what it had started in the background runs on");
    gaps.add("/tmp and /proc are not there; a command has TMPDIR");
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
    return new Held(os, launch, network, version);
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

  /// One launch's rules.
  private static final class Held implements Cell {
    private final Confinement confinement;
    private final Scratch scratch = new Scratch();
    private final Path home = scratch.directory("home");
    private final Path temp = scratch.directory("tmp");
    private final Protection protection;
    private final Rules rules;
    private final Leash leash;
    private final Metadata metadata;
    private final Gateway gateway;
    private final byte[] filter;
    private volatile int listener = -1;

    Held(Os os, Launch launch, Network network, int version) throws IOException {
      confinement = launch.confinement();
      gateway = Gateway.of(network, false);
      Confinement.Paths paths = confinement.paths();
      protection =
          new Protection(
              confinement.workspace(), confinement.writable() ? paths.protectedPaths() : List.of());
      leash = new Leash(os, new Rlimits(os, launch.limits().quotas()));
      List<Path> writable = new ArrayList<>(List.of(home, temp));
      writable.addAll(paths.writable());
      if (confinement.writable()) {
        writable.add(confinement.workspace());
      }
      rules = new Rules(os, version, paths.blocked());
      rules.system();
      rules.read(confinement.workspace());
      paths.readOnly().forEach(rules::read);
      for (Cache cache : paths.caches()) {
        link(cache.path());
        rules.read(cache.path());
        if (cache.access() == Access.WRITE) {
          writable.add(cache.path());
        }
      }
      writable.forEach(rules::write);
      metadata = new Metadata(writable);
      Set<Syscall> heard = EnumSet.copyOf(Leash.CALLS);
      heard.addAll(Metadata.CALLS);
      if (network instanceof Network.Allowlist) {
        heard.addAll(Filter.CONNECTING);
      }
      filter = Filter.withLandlock(network, heard);
      Capabilities.load();
    }

    /// A cache is found where programs look for it, below their home.
    private void link(Path cache) throws IOException {
      if (cache.startsWith(confinement.home()) && Files.exists(cache)) {
        Path place = home.resolve(confinement.home().relativize(cache));
        if (!Files.exists(place)) { // else it is there with the one that it lies in
          Files.createDirectories(place.getParent());
          Files.createSymbolicLink(place, cache);
        }
      }
    }

    @Override
    public Spawn spawn(Os os, Stage stage, List<Integer> standard) {
      Map<String, String> environment = new TreeMap<>(stage.environment());
      environment.put("HOME", home.toString());
      environment.put("TMPDIR", temp.toString());
      environment.putAll(gateway.environment());
      return new Spawn(
          stage.program().toString(),
          stage.argv(),
          Cell.variables(environment),
          standard,
          stage.directory().toString());
    }

    @Override
    public boolean confinesThread() {
      return true;
    }

    @Override
    public void confine(Os os) throws IOException {
      Listener.noNewPrivileges(os);
      Capabilities.dropBounding(os);
      rules.enforce(os);
      listener = Listener.listen(os, filter);
      Capabilities.drop(os);
    }

    @Override
    public void confined(Os os, Consumer<Watch> watches) {
      watches.accept(new Listener(os, listener, this::judge, true));
    }

    private long judge(Listener listener, Listener.Notice notice) {
      if (Metadata.hears(notice)) {
        return metadata.judge(notice);
      }
      return notice.number() == Syscall.CONNECT.number()
          ? gateway.judge(listener, notice)
          : leash.judge(listener, notice);
    }

    @Override
    public void signal(Os os, int signal) {
      leash.signal(signal);
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
      return protection.restore();
    }

    @Override
    public void close() {
      rules.close();
      gateway.close();
      scratch.close();
    }
  }
}
