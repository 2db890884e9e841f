// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// How much memory all processes of a launch may hold together, looked at while they run.
///
/// A limit of the system's is on addresses and not on memory (`RLIMIT_AS`, `RLIMIT_DATA`): programs
/// that reserve terabytes of them and use little, as those under a sanitizer do, would not start.
/// So what is held is measured: memory of their own and shared memory, in the machine or swapped
/// out; what is read of files the system takes back when it is needed.
///
/// Measuring is cheap while much memory is free: first the whole machine, whose usage bounds each
/// part of it, and then each process. Shared memory counts once, in parts. While processes fork,
/// start another program or end, one is read before and another after their shares changed, and the
/// sum is too large: five processes with 120 MiB together were measured as 219 MiB. So several
/// measurements are needed ([ExceedingLooks]).
final class MemoryBound {
  private static final Path PROCESSES = Path.of("/proc");

  /// The file with a container's own limit.
  private static final List<Path> CONTAINERS =
      List.of(
          Path.of("/sys/fs/cgroup/memory.max"),
          Path.of("/sys/fs/cgroup/memory/memory.limit_in_bytes"));

  private static final long SOONEST = Duration.ofMillis(100).toNanos();
  private static final long LATEST = Duration.ofSeconds(1).toNanos();
  private static final long FIRST = Duration.ofMillis(250).toNanos();

  /// More than a few threads can fill in a nanosecond.
  private static final long BYTES_IN_NANO = 8;

  private static final long BETWEEN_LOOKS = Duration.ofMillis(20).toNanos();

  private static final int KIBI = 1024;

  private final long quota;
  private final ExceedingLooks exceeding = new ExceedingLooks();
  private long most = -1;
  private long next = System.nanoTime() + FIRST;

  /// @param quota in bytes; less where the machine or its container has little
  MemoryBound(long quota) {
    this.quota = quota;
  }

  /// How long until the next look.
  long nanosLeft() {
    return next - System.nanoTime();
  }

  /// Looks, where it is time to.
  ///
  /// @param roots processes whose descendants count, with themselves
  /// @param groups process groups that count
  boolean isExceeded(Set<Integer> roots, Set<Integer> groups) {
    if (nanosLeft() > 0) {
      return false;
    }
    Map<Integer, Long> parts = Map.of();
    long held = machines();
    if (held >= most()) {
      Set<Integer> ours = ours(roots, groups);
      held = ours.stream().mapToLong(MemoryBound::apart).sum();
      if (held >= most()) {
        parts = ours.stream().collect(Collectors.toMap(process -> process, MemoryBound::part));
        held = ExceedingLooks.sum(parts);
      }
    }
    if (held <= most()) {
      exceeding.end();
      next = System.nanoTime() + Math.clamp((most() - held) / BYTES_IN_NANO, SOONEST, LATEST);
      return false;
    }
    next = System.nanoTime() + BETWEEN_LOOKS;
    return exceeding.add(parts, most());
  }

  private long most() {
    if (most < 0) {
      long total = values(PROCESSES.resolve("meminfo")).getOrDefault("MemTotal", Long.MAX_VALUE);
      for (Path container : CONTAINERS) {
        total = Math.min(total, number(container).orElse(total));
      }
      most = Math.min(quota, total / 4 * 3);
    }
    return most;
  }

  private static OptionalLong number(Path file) {
    try {
      return OptionalLong.of(Long.parseLong(Files.readString(file).strip()));
    } catch (IOException | NumberFormatException _) {
      return OptionalLong.empty(); // none, or "max"
    }
  }

  /// The memory in use on the whole machine.
  private static long machines() {
    Map<String, Long> is = values(PROCESSES.resolve("meminfo"));
    return is.containsKey("MemAvailable")
        ? is.getOrDefault("MemTotal", 0L)
            - is.get("MemAvailable")
            + is.getOrDefault("SwapTotal", 0L)
            - is.getOrDefault("SwapFree", 0L)
        : Long.MAX_VALUE;
  }

  private static Set<Integer> ours(Set<Integer> roots, Set<Integer> groups) {
    Map<Integer, List<Integer>> children = new HashMap<>();
    List<Integer> reached = new ArrayList<>(roots);
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : all) {
        int number = Integer.parseInt(process.getFileName().toString());
        List<Integer> above = parentAndGroup(process);
        if (!above.isEmpty()) {
          children.computeIfAbsent(above.getFirst(), _ -> new ArrayList<>()).add(number);
          if (groups.contains(above.getLast())) {
            reached.add(number);
          }
        }
      }
    } catch (IOException _) {
      // Then those that are known.
    }
    Set<Integer> ours = new HashSet<>();
    for (int i = 0; i < reached.size(); i++) {
      if (ours.add(reached.get(i))) {
        reached.addAll(children.getOrDefault(reached.get(i), List.of()));
      }
    }
    return ours;
  }

  /// A process' parent and its group (`proc_pid_stat(5)`); nothing where it has ended. Its name may
  /// hold anything, but stands before the last parenthesis.
  private static List<Integer> parentAndGroup(Path process) {
    try {
      String line = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
      String[] words = line.substring(line.lastIndexOf(')') + 2).split(" ", 4);
      return List.of(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
    } catch (IOException _) {
      return List.of();
    }
  }

  /// The memory of a process, including all that it shares with others.
  private static long apart(int process) {
    Map<String, Long> is = values(PROCESSES.resolve(process + "/status"));
    return is.getOrDefault("RssAnon", 0L)
        + is.getOrDefault("RssShmem", 0L)
        + is.getOrDefault("VmSwap", 0L);
  }

  /// The same, and of what it shares its part: that takes the system a while to find out.
  private static long part(int process) {
    Map<String, Long> is = values(PROCESSES.resolve(process + "/smaps_rollup"));
    return is.containsKey("Pss_Anon")
        ? is.get("Pss_Anon") + is.getOrDefault("Pss_Shmem", 0L) + is.getOrDefault("SwapPss", 0L)
        : apart(process);
  }

  /// Lines such as `VmSwap:   12 kB`, in bytes.
  private static Map<String, Long> values(Path file) {
    Map<String, Long> values = new HashMap<>();
    try {
      for (String line : Files.readString(file, StandardCharsets.ISO_8859_1).split("\n", -1)) {
        int colon = line.indexOf(':');
        if (colon > 0 && line.endsWith(" kB")) {
          String number = line.substring(colon + 1, line.length() - 3).strip();
          values.put(line.substring(0, colon), Long.parseLong(number) * KIBI);
        }
      }
    } catch (IOException _) {
      // It has ended.
    }
    return values;
  }
}
