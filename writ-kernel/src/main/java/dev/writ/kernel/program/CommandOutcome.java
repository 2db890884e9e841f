// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.program;

import dev.writ.base.value.HostList;
import dev.writ.kernel.call.CommandReport;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.LiveListener;
import dev.writ.sandbox.protection.RefMove;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// How a command line ended.
///
/// @param status of the last pipeline that ran; 128 + n after signal n
public record CommandOutcome(
    int status,
    Stream stdout,
    Stream stderr,
    boolean timedOut,
    Duration took,
    CommandReport report) {

  /// The same with more to say of it.
  public CommandOutcome with(CommandReport fuller) {
    return new CommandOutcome(status, stdout, stderr, timedOut, took, fuller);
  }

  /// The same with other texts.
  public CommandOutcome with(Stream output, Stream errors) {
    return new CommandOutcome(status, output, errors, timedOut, took, report);
  }

  /// One stream's text as far as it was kept.
  ///
  /// @param totalBytes how much was written; more than the text where it was cut
  public record Stream(String text, boolean cut, long totalBytes) {}

  /// Collects the pipelines' outcomes in order.
  public static final class Collected {
    /// A shell's messages for a missing program, and for one that cannot be started.
    private static final int NOT_FOUND = 127;

    private static final int NOT_STARTED = 126;

    private final Effect.RunCommand.RunLimits limits;
    private final LiveListener live;
    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    private final List<String> notes = new ArrayList<>();
    private final List<String> tampered = new ArrayList<>();
    private final Set<String> wanted = new LinkedHashSet<>();
    private boolean stopped;
    private int pipelines;
    private long stdoutBytes;
    private long stderrBytes;
    private int status;
    private boolean timedOut;
    private boolean allEnded = true;
    private String sandbox = "";

    /// @param live receives output as it is produced
    public Collected(Effect.RunCommand.RunLimits limits, LiveListener live) {
      this.limits = limits;
      this.live = live;
    }

    public LiveListener live() {
      return live;
    }

    public int status() {
      return status;
    }

    /// The exit status after a condition or a negation.
    public void status(int made) {
      status = made;
    }

    public boolean timedOut() {
      return timedOut;
    }

    /// Whether a wish for a host has ended it.
    public boolean stopped() {
      return stopped;
    }

    public int roomForStdout() {
      return Math.max(0, limits.maxStdoutBytes() - stdout.size());
    }

    public int roomForStderr() {
      return Math.max(0, limits.maxStderrBytes() - stderr.size());
    }

    public void add(BuiltInPrograms.Said said) {
      byte[] bytes = said.text().getBytes(StandardCharsets.UTF_8);
      stdout.write(bytes, 0, Math.min(bytes.length, roomForStdout()));
      stdoutBytes += bytes.length;
      live.stdout(bytes);
      status = said.status();
      pipelines++;
    }

    /// Continues as a shell does after a pipeline that cannot start: others have run, or follow.
    ///
    /// @param only whether the line has no other
    /// @throws E that one, where it is all there is
    public <E extends IOException> void add(E refused, boolean only) throws E {
      if (only) {
        throw refused;
      }
      byte[] bytes = (refused.getMessage() + "\n").getBytes(StandardCharsets.UTF_8);
      stderr.write(bytes, 0, Math.min(bytes.length, roomForStderr()));
      stderrBytes += bytes.length;
      live.stderr(bytes);
      status = refused instanceof FileNotFoundException ? NOT_FOUND : NOT_STARTED;
      pipelines++;
    }

    /// Adds what one pipeline printed and how it ended.
    ///
    /// @param further what becomes of the wish for a host
    public void add(LaunchResult result, NetworkReach.Further further) {
      stdout.writeBytes(result.stdout().bytes());
      stderr.writeBytes(result.stderr().bytes());
      stdoutBytes += result.stdout().totalBytes();
      stderrBytes += result.stderr().totalBytes();
      status = result.exit().status();
      pipelines++;
      timedOut |= result.timedOut();
      sandbox = result.report().sandbox();
      ending(result).ifPresent(notes::add);
      refused(result.report().refusedHosts(), further);
      reverted(result.report());
      result.report().lost().forEach(path -> tampered.add(path + " (could not be restored)"));
      allEnded &= result.report().allEnded();
      if (!result.report().allEnded()) {
        notes.add("some of its processes may still run");
      }
    }

    /// What Git's refs led to is told by its number, so that it can be found again.
    private void reverted(LaunchResult.Report report) {
      Map<Path, RefMove> moves = new TreeMap<>();
      for (RefMove move : report.moves()) {
        if (move.stays()) {
          notes.add("Git of another session changed " + RefMoveText.of(move));
        } else {
          moves.put(move.file(), move);
        }
      }
      for (Path path : report.reverted()) {
        RefMove move = moves.remove(path);
        tampered.add(path + (move == null ? "" : RefMoveText.changed(move)) + " (restored)");
      }
      moves.forEach((path, move) -> tampered.add(path + RefMoveText.changed(move) + " (removed)"));
    }

    private static Optional<String> ending(LaunchResult result) {
      return result.bound() == LaunchResult.LaunchBound.MEMORY
          ? Optional.of("ended because it exceeded the memory limit of a command")
          : result.exit() instanceof LaunchResult.Exit.Signal(int _, String name)
              ? Optional.of("ended by " + name)
              : Optional.empty();
    }

    /// A repeated run begins with the first pipeline, so that no question comes after others have
    /// run.
    private void refused(List<String> hosts, NetworkReach.Further further) {
      for (String host : hosts) {
        notes.add("the network refused " + host);
        if (further == NetworkReach.Further.ASKED && pipelines == 1) {
          HostList.Host.parse(host).map(HostList.Host::entry).ifPresent(wanted::add);
        }
      }
      stopped = !hosts.isEmpty() && further == NetworkReach.Further.ASKED;
      if (stopped && wanted.isEmpty()) {
        notes.add("that ended it; run it alone, so that a person can be asked");
      } else if (!hosts.isEmpty()) {
        notes.add(
            "a person grants hosts when asked in writ chat, or in .writ/project.yaml"
                + " (network: allowlist)");
      }
    }

    public CommandOutcome outcome(Duration took) {
      boolean orderly = !timedOut && tampered.isEmpty();
      return new CommandOutcome(
          status,
          stream(stdout, stdoutBytes),
          stream(stderr, stderrBytes),
          timedOut,
          took,
          new CommandReport(
              sandbox,
              allEnded,
              notes,
              tampered,
              orderly ? List.copyOf(wanted) : List.of(),
              CommandReport.ReportedChanges.NONE));
    }

    private static Stream stream(ByteArrayOutputStream kept, long total) {
      return new Stream(kept.toString(StandardCharsets.UTF_8), total > kept.size(), total);
    }
  }
}
