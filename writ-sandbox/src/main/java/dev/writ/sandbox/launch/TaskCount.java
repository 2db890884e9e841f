// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// How many processes and threads a user runs. The kernel's limit is on all of them together, and
/// what the person's other programs use must not be taken from a command.
///
/// Counting takes a look at every process; what was counted is good for some seconds, since the
/// limit leaves room for hundreds more.
public final class TaskCount {
  private static final Duration GOOD = Duration.ofSeconds(5);

  private long counted;
  private long count;
  private boolean known;

  /// A number that was right within the last five seconds.
  public synchronized long of(long user) {
    long now = System.nanoTime();
    if (!known || now - counted > GOOD.toNanos()) {
      count = count(user);
      counted = now;
      known = true;
    }
    return count;
  }

  private static long count(long user) {
    long count = 0;
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        count += tasks(process, user);
      }
    } catch (IOException _) {
      // Then only the processes that the quota names.
    }
    return count;
  }

  private static long tasks(Path process, long user) {
    try {
      Map<String, Object> is = Files.readAttributes(process.resolve("task"), "unix:uid,nlink");
      return is.get("uid") instanceof Integer uid
              && uid == user
              && is.get("nlink") instanceof Integer links
          ? links - 2L
          : 0;
    } catch (IOException _) {
      return 0; // it has ended
    }
  }
}
