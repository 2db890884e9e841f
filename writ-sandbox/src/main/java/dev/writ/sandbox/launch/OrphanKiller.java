// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.launch;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ProcessSpawn;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Kills the process groups of commands if Writ itself was killed: a shell in its own session that
/// reads the groups from a pipe, and kills them when the pipe ends. The kernel closes the pipe
/// however Writ ends; later requests for a new group are refused, because the filter has no
/// listener any longer. So the reported groups are all groups.
public final class OrphanKiller {
  private static final String SHELL = "/bin/sh";

  /// A group is reported with the start time of the process that leads it: where another process
  /// has that number, the group is over, and the number a stranger's. A process of which Writ has
  /// just heard may not be in its group yet; so it is killed by its own number, too. Two rounds,
  /// because a process may just have moved from one group to another.
  private static final String SCRIPT =
      """
      mark=$1 groups=
      while read -r word group start; do
        rest=
        for one in $groups; do [ "${one%%.*}" = "$group" ] || rest="$rest $one"; done
        groups=$rest
        [ "$word" = + ] && groups="$groups $group.$start"
      done
      for round in 1 2; do
        for one in $groups; do
          group=${one%%.*} text=
          while read -r line; do text=$line; done < /proc/$group/stat
          set -- ${text##*) }
          if [ "${20:-${one#*.}}" = "${one#*.}" ]; then
            kill -9 "-$group"
            [ "$text" ] && kill -9 "$group"
          fi
        done
      done
      echo killed > "$mark"
      """;

  /// Each group with its leader's start time.
  private final Map<Integer, Long> groups = new LinkedHashMap<>();

  private Optional<Path> mark = Optional.empty();
  private int pipe = -1;
  private int pid;

  /// Starts the shell where it doesn't run. Not from a confined thread.
  ///
  /// @throws SandboxException where it can't be started
  public synchronized void start(Os os) throws SandboxException {
    if (pipe >= 0 && isSent(os, "\n")) {
      return;
    }
    stop(os);
    try {
      int[] ends = os.pipe();
      int nothing = -1;
      try {
        nothing = os.open("/dev/null", 2);
        List<String> argv = List.of("sh", "-c", SCRIPT, "sh", mark().toString());
        List<Integer> descriptors = List.of(ends[0], nothing, nothing);
        pid =
            new ProcessSpawn(SHELL, argv, List.of(), descriptors, "/", ProcessSpawn.Leads.SESSION)
                .start(os);
        pipe = ends[1];
        ends[1] = -1;
      } finally {
        os.close(nothing);
        os.close(ends[0]);
        os.close(ends[1]);
      }
    } catch (IOException e) {
      throw new SandboxException(
          "No process would end commands if Writ were killed: " + e.getMessage() + ".");
    }
    groups.forEach(
        (group, start) -> {
          boolean _ = isSent(os, line(group, start));
        });
  }

  /// The file that gets a content when the groups were killed; also after an orderly end.
  ///
  /// @throws IOException where it can't be made
  public synchronized Path mark() throws IOException {
    if (mark.isEmpty()) {
      mark = Optional.of(Files.createTempFile("writ-", ".end"));
    }
    return mark.get();
  }

  private static String line(int group, long start) {
    return "+ %d %d%n".formatted(group, start);
  }

  private boolean isSent(Os os, String line) {
    return send(os, line) == 0;
  }

  /// @return the error's number, or 0
  private int send(Os os, String line) {
    try {
      os.write(pipe, line.getBytes(StandardCharsets.US_ASCII));
      return 0;
    } catch (Os.SystemCallFailure e) {
      return e.errno();
    }
  }

  /// Has a group killed if Writ is; where the shell has ended meanwhile, by another one. Not from a
  /// confined thread.
  ///
  /// @param start when the process that leads it started (`proc_pid_stat(5)`, `starttime`)
  /// @return 0 where that is sure, otherwise the number of the error that makes it unsure
  public synchronized int add(Os os, int group, long start) {
    groups.put(group, start);
    int error = send(os, line(group, start));
    if (error == 0) {
      return 0;
    }
    try {
      start(os);
      return send(os, "\n");
    } catch (SandboxException _) {
      return error;
    }
  }

  /// Leaves a group alone that has ended.
  public synchronized void remove(Os os, int group) {
    if (groups.remove(group) != null) {
      boolean _ = isSent(os, "- " + group + "\n"); // without it nothing is killed
    }
  }

  private void stop(Os os) {
    if (pipe >= 0) {
      os.close(pipe);
      pipe = -1;
      os.sys(Syscall.WAIT4, pid, os.memory(JAVA_INT.byteSize()).address(), 0, 0);
    }
  }

  /// Ends the shell, unless it still answers for a group, which it would kill.
  public synchronized void endIdle(Os os) {
    if (groups.isEmpty()) {
      end(os);
    }
  }

  /// Ends the shell.
  public synchronized void end(Os os) {
    stop(os);
    try {
      if (mark.isPresent()) {
        Files.deleteIfExists(mark.get());
        mark = Optional.empty();
      }
    } catch (IOException _) {
      // It lies in the temp directory and is empty.
    }
  }
}
