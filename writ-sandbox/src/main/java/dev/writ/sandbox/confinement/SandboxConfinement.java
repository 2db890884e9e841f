// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.confinement;

import dev.writ.base.value.HostList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The resources of a command. All paths are absolute and real: no part of them is a link.
///
/// @param workspace the directory that the command works in
/// @param writable whether it may write there
/// @param home the person's home directory, which the command never sees: it gets an empty one
/// @param paths what is otherwise within reach, and what isn't although it lies there
/// @param temporary what the command sees as `/tmp`, where a mount can make it so; empty for a
///     place of its own that is gone with it
public record SandboxConfinement(
    Path workspace,
    boolean writable,
    Path home,
    Paths paths,
    ConfinedNetwork network,
    Optional<Path> temporary) {
  /// With a temporary place of the command's own.
  public SandboxConfinement(
      Path workspace, boolean writable, Path home, Paths paths, ConfinedNetwork network) {
    this(workspace, writable, home, paths, network, Optional.empty());
  }

  /// @throws IllegalArgumentException where the workspace is the whole file system
  public SandboxConfinement {
    if (workspace.getNameCount() == 0 || !workspace.isAbsolute() || !home.isAbsolute()) {
      throw new IllegalArgumentException("no workspace: " + workspace);
    }
    // Users of services and containers live in the root; an empty one there would hide everything.
    home = home.getNameCount() == 0 ? Path.of("/home/sandbox") : home;
  }

  /// The same without writing in the workspace.
  public SandboxConfinement readingOnly() {
    return new SandboxConfinement(
        workspace, /* writable= */ false, home, paths, network, temporary);
  }

  /// The same in a view, where what is changed isn't real yet.
  ///
  /// @param protectedPaths those that are read-only there
  public SandboxConfinement inView(List<Path> protectedPaths) {
    Paths only = paths.with(protectedPaths, paths.readOnly(), paths.writable());
    return new SandboxConfinement(workspace, writable, home, only, network, temporary);
  }

  /// The same, writing nowhere else in the workspace.
  ///
  /// @param places in it
  public SandboxConfinement writingIn(List<Path> places) {
    Paths only = paths.with(paths.protectedPaths(), paths.readOnly(), places);
    return new SandboxConfinement(workspace, /* writable= */ false, home, only, network, temporary);
  }

  /// The same, writing nowhere in the workspace but in layers over those directories, which are
  /// gone when it ends.
  public SandboxConfinement passing(List<Path> directories) {
    List<ConfinedCache> caches = new ArrayList<>(paths.caches());
    directories.forEach(
        directory -> caches.add(new ConfinedCache(directory, ConfinedAccess.PASSING)));
    Paths only =
        new Paths(
            paths.protectedPaths(),
            paths.blocked(),
            paths.readOnly(),
            caches,
            List.of(),
            paths.covered());
    return new SandboxConfinement(workspace, /* writable= */ false, home, only, network, temporary);
  }

  /// The same with a temporary place that others see before and after it.
  public SandboxConfinement withTemporary(Path directory) {
    return new SandboxConfinement(
        workspace, writable, home, paths, network, Optional.of(directory));
  }

  /// Whether it may write in that place of the workspace, unless that is protected.
  public boolean mayWrite(Path place) {
    return writable || paths.writable().stream().anyMatch(place::startsWith);
  }

  /// The protected paths that lie where it may write.
  public List<Path> endangered() {
    return paths.protectedPaths().stream().filter(this::mayWrite).toList();
  }

  /// The same with further directories that can be read.
  public SandboxConfinement reading(List<Path> further) {
    if (further.isEmpty()) {
      return this;
    }
    List<Path> readOnly = new ArrayList<>(paths.readOnly());
    readOnly.addAll(further);
    Paths more = paths.with(paths.protectedPaths(), readOnly, paths.writable());
    return new SandboxConfinement(workspace, writable, home, more, network, temporary);
  }

  /// The same without the content of these files.
  public SandboxConfinement hiding(List<Path> files) {
    if (files.isEmpty()) {
      return this;
    }
    List<Path> blocked = new ArrayList<>(paths.blocked());
    blocked.addAll(files);
    Paths fewer =
        new Paths(
            paths.protectedPaths(),
            blocked,
            paths.readOnly(),
            paths.caches(),
            paths.writable(),
            paths.covered());
    return new SandboxConfinement(workspace, writable, home, fewer, network, temporary);
  }

  /// The same with further directories that are empty for the command.
  public SandboxConfinement emptying(List<Path> directories) {
    return covering(directories.stream().map(CoveredPlace.EmptiedDirectory::new).toList());
  }

  /// The same with further places whose content the command doesn't see.
  public SandboxConfinement covering(List<? extends CoveredPlace> places) {
    return places.isEmpty()
        ? this
        : new SandboxConfinement(
            workspace, writable, home, paths.covering(places), network, temporary);
  }

  /// The differences from the default: system directories are readable, the workspace belongs to
  /// the command, the rest does not exist.
  ///
  /// @param protectedPaths in the workspace, existing or not: never changed
  /// @param blocked absent, or at least without content
  /// @param readOnly also readable: toolchains outside, parts of the workspace out of scope
  /// @param caches of build tools
  /// @param writable directories in a workspace that isn't writable itself, which are
  /// @param covered places with another content for the command, where a mount can make it so
  public record Paths(
      List<Path> protectedPaths,
      List<Path> blocked,
      List<Path> readOnly,
      List<ConfinedCache> caches,
      List<Path> writable,
      List<CoveredPlace> covered) {
    /// Nothing special.
    public static final Paths NONE = new Paths(List.of(), List.of(), List.of(), List.of());

    /// With the workspace either writable or not.
    public Paths(
        List<Path> protectedPaths,
        List<Path> blocked,
        List<Path> readOnly,
        List<ConfinedCache> caches) {
      this(protectedPaths, blocked, readOnly, caches, List.of(), List.of());
    }

    public Paths {
      protectedPaths = List.copyOf(protectedPaths);
      blocked = List.copyOf(blocked);
      readOnly = List.copyOf(readOnly);
      caches = List.copyOf(caches);
      writable = List.copyOf(writable);
      covered = List.copyOf(covered);
    }

    private Paths with(List<Path> guarded, List<Path> readable, List<Path> places) {
      return new Paths(guarded, blocked, readable, caches, places, covered);
    }

    /// The same with further places whose content the command doesn't see.
    public Paths covering(List<? extends CoveredPlace> places) {
      List<CoveredPlace> all = new ArrayList<>(covered);
      all.addAll(places);
      return new Paths(protectedPaths, blocked, readOnly, caches, writable, all);
    }
  }

  /// A place whose real content a command doesn't see.
  public sealed interface CoveredPlace {
    /// A directory that is empty for it.
    record EmptiedDirectory(Path place) implements CoveredPlace {}

    /// A file of its view for which it sees another one, read-only; the workspace need not have it.
    record ReplacedFile(Path place, Path copy) implements CoveredPlace {}

    /// A file of its view that it can't open; the workspace need not have it.
    record HiddenFile(Path place) implements CoveredPlace {}
  }

  /// A build tool's cache. One that doesn't exist is left out.
  public record ConfinedCache(Path path, ConfinedAccess access) {}

  /// How a cache is reached.
  public enum ConfinedAccess {
    /// Readable.
    READ,
    /// Readable; what is written is gone afterwards. Only readable where layers can't be laid.
    LAYER,
    /// The same for a directory in the workspace.
    PASSING,
    /// Readable and writable.
    WRITE;

    /// Whether what is written lies in a layer above.
    public boolean isLayer() {
      return this == LAYER || this == PASSING;
    }
  }

  /// A command's reach besides files.
  public sealed interface ConfinedNetwork {
    /// Nothing.
    record DeniedNetwork() implements ConfinedNetwork {}

    /// Itself: a loopback of the sandbox's own.
    record Localhost() implements ConfinedNetwork {}

    /// These hosts, through a proxy at [#PROXY_HOST] and [#PROXY_PORT].
    ///
    /// @param refusal what becomes of a command that wants another one
    record Allowlist(HostList hosts, HostRefusalRule refusal) implements ConfinedNetwork {}

    /// The handling of a command that is refused a host.
    enum HostRefusalRule {
      /// It continues.
      GOES_ON,
      /// It is ended with all that it started.
      ENDS
    }

    /// The proxy's address for programs; the same in every sandbox, so that packs can state it.
    String PROXY_HOST = "127.0.0.1";

    /// The port there. Nothing really listens on it.
    int PROXY_PORT = 3128;

    /// Nothing.
    ConfinedNetwork DENY = new DeniedNetwork();
  }
}
