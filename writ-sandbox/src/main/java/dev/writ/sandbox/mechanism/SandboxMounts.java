// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedAccess;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedCache;
import dev.writ.sandbox.confinement.SandboxConfinement.CoveredPlace;
import dev.writ.sandbox.namespace.OverlayLayers;
import dev.writ.sandbox.os.FileStamp;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The parts of a sandbox's file system, as options of bubblewrap. A path that no option names does
/// not exist.
///
/// @param program bubblewrap itself
/// @param always the part that is the same for every command
/// @param areRoots whether the thread that starts bubblewrap may mount, too
record SandboxMounts(Path program, List<String> always, OverlayMethod layering, boolean areRoots) {
  /// How a writable layer can be laid over a directory.
  enum OverlayMethod {
    /// bubblewrap does it (0.11).
    OWN,
    /// [OverlayLayers] around it do.
    AROUND,
    /// Not at all: it is read-only.
    NONE
  }

  private static final String TEMPORARY = "/tmp";

  private static final Path NOTHING = Path.of("/dev/null");

  private static final List<String> SYSTEM =
      List.of(
          "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix");

  /// Those in which others install, whose services may listen there.
  static final List<String> INSTALLED = List.of("/usr/local", "/opt", "/nix");

  /// A file system in memory may not take all of it.
  private static final String MOST_IN_MEMORY = Long.toString(1L << 30);

  /// @param own further namespaces, where those are needed to make the others
  static SandboxMounts detect(Path program, List<String> own, OverlayMethod layering)
      throws IOException {
    List<String> always = new ArrayList<>(own);
    always.addAll(List.of("--unshare-ipc", "--unshare-pid", "--unshare-uts"));
    always.addAll(List.of("--unshare-cgroup-try", "--die-with-parent", "--new-session"));
    always.addAll(List.of("--cap-drop", "ALL", "--hostname", "sandbox"));
    for (String name : SYSTEM) {
      Path path = Path.of(name);
      if (Files.isSymbolicLink(path)) {
        add(always, "--symlink", Files.readSymbolicLink(path).toString(), name);
      } else if (Files.isDirectory(path) && !INSTALLED.contains(name)) {
        add(always, "--ro-bind", name, name);
      }
    }
    add(always, "--ro-bind-try", "/sys/devices/system/cpu", "/sys/devices/system/cpu");
    // Root may write the kernel's settings there without any capability.
    always.addAll(List.of("--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"));
    for (String told : List.of("/proc/keys", "/proc/timer_list")) {
      if (Files.isReadable(Path.of(told))) { // of the whole machine, in every namespace
        add(always, "--ro-bind", "/dev/null", told);
      }
    }
    for (String temporary : List.of(TEMPORARY, "/var/tmp")) {
      add(always, "--size", MOST_IN_MEMORY, "--tmpfs", temporary);
    }
    // Of the file systems that bubblewrap itself lays only this part is to be written.
    add(always, "--perms", "1777", "--size", MOST_IN_MEMORY, "--tmpfs", "/dev/shm");
    add(always, "--remount-ro", "/dev");
    return new SandboxMounts(program, List.copyOf(always), layering, own.isEmpty() && isRoot());
  }

  private static boolean isRoot() {
    try (Os os = new Os()) {
      return os.sys(Syscall.GETEUID) == 0;
    }
  }

  /// The same with layers around.
  SandboxMounts layeredAround() {
    return new SandboxMounts(program, always, OverlayMethod.AROUND, areRoots);
  }

  /// All options of one command but for its network; later ones lie over earlier ones.
  ///
  /// @param held protected paths over which a mount can lie
  /// @param layers the launch's
  /// @param around those of the stage
  /// @param nested whether it starts as root of a user namespace made for it
  BubblewrapOptions of(
      SandboxConfinement confinement,
      List<Path> held,
      LaunchLayers layers,
      Optional<OverlayLayers> around,
      boolean nested)
      throws IOException {
    BubblewrapOptions options = new BubblewrapOptions();
    options.add(always);
    if (nested || around.isPresent()) {
      asOneself(options);
    }
    for (String name : INSTALLED) {
      if (Files.isDirectory(Path.of(name), LinkOption.NOFOLLOW_LINKS)) {
        show(options, Path.of(name), layers, around);
      }
    }
    confinement.temporary().ifPresent(at -> options.mount("--bind", at, Path.of(TEMPORARY)));
    SandboxConfinement.Paths paths = confinement.paths();
    options.add("--size", MOST_IN_MEMORY);
    options.add("--tmpfs", confinement.home());
    for (ConfinedCache cache : paths.caches()) {
      if (cache.access() != ConfinedAccess.PASSING) {
        add(options, cache, layers.view(cache.path(), around));
      }
    }
    bind(options, confinement.writable() ? "--bind" : "--ro-bind", confinement.workspace());
    for (ConfinedCache cache : paths.caches()) {
      if (cache.access() == ConfinedAccess.PASSING) {
        add(options, cache, layers.view(cache.path(), around));
      }
    }
    paths.writable().forEach(path -> bind(options, "--bind-try", path));
    paths.readOnly().forEach(path -> show(options, path, layers, around));
    held.forEach(path -> bind(options, "--ro-bind-try", path));
    for (CoveredPlace covered : paths.covered()) {
      cover(options, covered);
    }
    for (Path path : paths.blocked()) {
      FileStamp is = FileStamp.ifThere(path);
      if (is != null && is.isDirectory()) {
        empty(options, "0000", path);
      } else if (is != null) {
        options.mount("--ro-bind", NOTHING, path); // without the right to open it
      }
    }
    options.add("--remount-ro", "/"); // it may take half of the memory, and all is mounted now
    return options;
  }

  private static void cover(BubblewrapOptions options, CoveredPlace covered) {
    switch (covered) {
      case CoveredPlace.EmptiedDirectory(Path place) -> {
        FileStamp is = FileStamp.ifThere(place);
        if (is != null && is.isDirectory()) {
          empty(options, "0555", place);
        }
      }
      case CoveredPlace.ReplacedFile(Path place, Path copy) -> {
        FileStamp is = FileStamp.ifThere(place);
        if (is == null || is.isRegular() || is.isDirectory()) { // a view may have the file alone
          options.mount("--ro-bind", copy, place);
        }
      }
      case CoveredPlace.HiddenFile(Path place) -> options.mount("--ro-bind", NOTHING, place);
    }
  }

  private static void empty(BubblewrapOptions options, String permissions, Path directory) {
    options.add("--perms", permissions, "--size", "4096");
    options.add("--tmpfs", directory);
    options.add("--remount-ro", directory);
  }

  /// Layers are laid as root of a namespace around; inside one is who one was.
  private static void asOneself(BubblewrapOptions options) throws IOException {
    String user = String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    String group = String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:gid"));
    if (!user.equals("0")) {
      options.add("--unshare-user", "--uid", user, "--gid", group);
    }
  }

  private void show(
      BubblewrapOptions options, Path path, LaunchLayers layers, Optional<OverlayLayers> around) {
    Optional<Path> view = layers.view(path, around);
    if (view.isPresent()) {
      options.mount("--ro-bind", view.get(), path);
    } else if (layers.shows(path) && layering == OverlayMethod.OWN) {
      options.add("--overlay-src", path);
      options.add("--tmp-overlay", path);
      options.add("--remount-ro", path);
    } else {
      bind(options, "--ro-bind-try", path);
    }
  }

  private void add(BubblewrapOptions options, ConfinedCache cache, Optional<Path> laid) {
    if (!Files.isDirectory(cache.path())) {
      return;
    }
    Path path = cache.path();
    Optional<Path> view = cache.access().isLayer() ? laid : Optional.empty();
    if (view.isPresent()) {
      options.mount("--bind", view.get(), path);
    } else if (cache.access().isLayer() && layering == OverlayMethod.OWN) {
      options.add("--overlay-src", path);
      options.add("--tmp-overlay", path);
    } else {
      bind(options, cache.access() == ConfinedAccess.WRITE ? "--bind" : "--ro-bind", path);
    }
  }

  /// Whether a mount can lie over it: it is there, and no link.
  static boolean holds(Path path) {
    FileStamp is = FileStamp.ifThere(path);
    return is != null && !is.isLink();
  }

  private static void bind(BubblewrapOptions options, String how, Path path) {
    options.mount(how, path, path);
  }

  private static void add(List<String> options, String... words) {
    options.addAll(Arrays.asList(words));
  }
}
