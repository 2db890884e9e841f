// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import dev.writ.kernel.sandbox.Launch.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// No sandbox: only a person's word makes one. Limits and the sound end of all processes remain,
/// and no program gains rights that the person doesn't have.
public final class Unconfined implements Sandbox {
  private final Tasks tasks = new Tasks();
  private final OrphanKiller killer = new OrphanKiller();

  /// @param word that a person wants it so
  public Unconfined(PersonsWord word) {
    java.util.Objects.requireNonNull(word);
  }

  @Override
  public String name() {
    return "none";
  }

  @Override
  public List<String> gaps() {
    return List.of("files, network and other processes are within reach");
  }

  @Override
  public boolean endsTrees() {
    return true;
  }

  @Override
  public Cell cell(Os os, Launch launch) {
    return new Open(
        new Leash(os, new Rlimits(os, launch.limits().quotas(), tasks), killer), killer);
  }

  @Override
  public Optional<Path> deathMark() throws IOException {
    return Optional.of(killer.mark());
  }

  @Override
  public void forget() {
    try (Os os = new Os()) {
      killer.end(os);
    }
  }

  /// On a leash, and otherwise free.
  private static final class Open implements Cell {
    private static final byte[] NOTIFYING = Filter.notifying(Leash.CALLS);

    private final Leash leash;
    private final OrphanKiller killer;
    private volatile int listener = -1;
    private @Nullable Listener taken;

    Open(Leash leash, OrphanKiller killer) {
      this.killer = killer;
      this.leash = leash;
    }

    @Override
    public Spawn spawn(Os os, Stage stage, List<Integer> standard) {
      return new Spawn(
          stage.program().toString(),
          stage.argv(),
          Cell.variables(stage.environment()),
          standard,
          stage.directory().toString(),
          Spawn.Leads.SESSION);
    }

    @Override
    public boolean confinesThread() {
      return true;
    }

    @Override
    public void prepare(Os os) throws IOException {
      killer.start(os);
    }

    @Override
    public void confine(Os os) throws IOException {
      Listener.noNewPrivileges(os);
      listener = Listener.listen(os, NOTIFYING);
    }

    @Override
    public void confined(Os os, Consumer<Watch> watches) {
      taken = new Listener(os, listener, leash, true);
      watches.accept(taken);
    }

    @Override
    public void signal(Os os, int signal) {
      leash.signal(signal);
    }

    @Override
    public Protection.Changes changes() {
      return Protection.Changes.NONE;
    }

    @Override
    public void close() {
      if (taken == null) {
        try (Os os = new Os()) {
          os.close(listener);
        }
      } else if (taken.isOver()) {
        leash.loosen();
      }
    }
  }
}
