// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.filter;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.writ.sandbox.os.FileStamp;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.PathBytes;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A set of rules for the file system, the network and signals (`linux/landlock.h`). All that is
/// not granted is refused.
public final class LandlockRules {
  private static final long EXECUTE = 1;
  private static final long WRITE_FILE = 1 << 1;
  private static final long READ_FILE = 1 << 2;
  private static final long READ_DIR = 1 << 3;
  private static final long TRUNCATE = 1 << 14;
  private static final long IOCTL_DEVICE = 1 << 15;

  /// Remove and make anything but devices, move between directories.
  private static final long CHANGE_DIRECTORY =
      1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 10 | 1 << 12 | 1 << 13;

  private static final long READ = EXECUTE | READ_FILE | READ_DIR;
  private static final long WRITE = READ | WRITE_FILE | TRUNCATE | CHANGE_DIRECTORY;
  private static final long OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE;

  /// Rights that exist from each version on: index 0 is version 1.
  private static final long[] KNOWN = {
    (1 << 13) - 1, (1 << 14) - 1, (1 << 15) - 1, (1 << 15) - 1, (1 << 16) - 1
  };

  private static final int BENEATH = 1;

  private static final List<Path> SYSTEM =
      present(
          "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix");

  /// Of the kernel's own files those that say something about the machine and nothing about others.
  private static final List<Path> MACHINE =
      present(
          "/proc/cpuinfo",
          "/proc/meminfo",
          "/proc/stat",
          "/proc/loadavg",
          "/proc/uptime",
          "/proc/version",
          "/proc/filesystems",
          "/proc/sys/kernel/osrelease",
          "/proc/sys/kernel/random",
          "/proc/sys/vm/overcommit_memory",
          "/proc/sys/vm/max_map_count",
          "/sys/devices/system/cpu",
          "/sys/kernel/mm/transparent_hugepage");

  private static final List<Path> DEVICES =
      present("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom");

  private final long known;
  private final int set;
  private final List<Path> blocked;
  private final List<Path> hidden;
  private final Set<Optional<FileStamp.Id>> hiddenFiles;
  private final Map<Path, Optional<FileStamp.Id>> granted = new HashMap<>();
  private final Map<Path, FileStamp> listed = new HashMap<>();
  private boolean settled = true;

  public LandlockRules(Os os, int version, List<Path> blocked) throws IOException {
    final int versionOfNetwork = 4;
    final int versionOfScopes = 6;
    this.blocked = blocked;
    this.hidden = present(blocked);
    this.hiddenFiles = hidden.stream().map(LandlockRules::id).collect(Collectors.toSet());
    this.known = KNOWN[Math.min(version, KNOWN.length) - 1];
    MemorySegment handled = os.memory(24);
    handled.set(JAVA_LONG_UNALIGNED, 0, known);
    handled.set(JAVA_LONG_UNALIGNED, 8, 3); // bind and connect of TCP
    handled.set(JAVA_LONG_UNALIGNED, 16, 3); // abstract sockets, signals
    int size = version < versionOfNetwork ? 8 : version < versionOfScopes ? 16 : 24;
    this.set = (int) os.must(Syscall.LANDLOCK_CREATE_RULESET, handled.address(), size, 0);
  }

  private static List<Path> present(List<Path> paths) {
    return paths.stream().filter(path -> FileStamp.ifThere(path) != null).toList();
  }

  /// Looked at once: the system doesn't change while Writ runs.
  private static List<Path> present(String... paths) {
    return Stream.of(paths).map(Path::of).filter(Files::exists).toList();
  }

  /// The kernel's Landlock version; 0 if it has none.
  public static int version(Os os) {
    final int askVersion = 1;
    return (int) Math.max(0, os.sys(Syscall.LANDLOCK_CREATE_RULESET, 0, 0, askVersion));
  }

  /// Programs, libraries, their settings, and harmless devices.
  public void system(Os os) throws IOException {
    for (Path path : SYSTEM) {
      grant(os, path, READ);
    }
    for (Path path : MACHINE) {
      grant(os, path, READ);
    }
    for (Path path : DEVICES) {
      grant(os, path, READ | WRITE_FILE | IOCTL_DEVICE);
    }
  }

  public void read(Os os, Path path) throws IOException {
    granted.put(path, id(path));
    grant(os, path, READ);
  }

  public void write(Os os, Path path) throws IOException {
    granted.put(path, id(path));
    grant(os, path, WRITE);
  }

  /// Whether these rules still mean the same files as when they were made. They are about files,
  /// not about names: what was moved, or came since, isn't known to them.
  public boolean stillHold() {
    for (Map.Entry<Path, Optional<FileStamp.Id>> place : granted.entrySet()) {
      if (!id(place.getKey()).equals(place.getValue())) {
        return false;
      }
    }
    for (Map.Entry<Path, FileStamp> directory : listed.entrySet()) {
      Path path = directory.getKey();
      if (!directory.getValue().equals(FileStamp.ifThere(path))) {
        return false;
      }
    }
    return settled && present(blocked).equals(hidden);
  }

  private static Optional<FileStamp.Id> id(Path path) {
    return Optional.ofNullable(FileStamp.ifThere(path)).map(FileStamp::id);
  }

  private void grant(Os os, Path path, long rights) throws IOException {
    boolean above = false;
    for (Path place : hidden) {
      if (path.startsWith(place)) {
        return;
      }
      above |= place.startsWith(path);
    }
    if (!above) {
      // A rule is about a file: of one that is hidden, a rule for its second name would open both.
      if (hiddenFiles.isEmpty() || !hiddenFiles.contains(id(path))) {
        add(os, path, rights);
      }
      return;
    }
    add(os, path, READ_DIR); // names may be seen
    FileStamp stamp = FileStamp.of(path);
    settled &= stamp.settled();
    listed.put(path, stamp);
    try (DirectoryStream<Path> children = Files.newDirectoryStream(path)) {
      for (Path child : children) {
        if (!Files.isSymbolicLink(child)) {
          grant(os, child, rights);
        }
      }
    }
  }

  private void add(Os os, Path path, long rights) throws Os.SystemCallFailure {
    final int noEntry = 2;
    int descriptor;
    try {
      descriptor = os.open(PathBytes.of(path), Os.O_PATH);
    } catch (Os.SystemCallFailure e) {
      if (e.errno() == noEntry) {
        return;
      }
      throw e;
    }
    try {
      long possible = Files.isDirectory(path) ? known : known & OF_FILES;
      MemorySegment rule = os.memory(12);
      rule.set(JAVA_LONG_UNALIGNED, 0, rights & possible);
      rule.set(JAVA_INT, 8, descriptor);
      os.must(Syscall.LANDLOCK_ADD_RULE, set, BENEATH, rule.address(), 0);
    } finally {
      os.close(descriptor);
    }
  }

  /// Puts the calling thread under these rules.
  public void enforce(Os own) throws Os.SystemCallFailure {
    own.must(Syscall.LANDLOCK_RESTRICT_SELF, set, 0);
  }

  public void close(Os os) {
    os.close(set);
  }
}
