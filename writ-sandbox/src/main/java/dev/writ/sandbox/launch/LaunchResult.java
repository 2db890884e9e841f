// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import dev.writ.sandbox.protection.RefMove;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// How a launch ended.
///
/// @param exits one for each stage
/// @param bound what ended it
public record LaunchResult(
    List<Exit> exits,
    StreamOutput stdout,
    StreamOutput stderr,
    LaunchBound bound,
    Duration took,
    Report report) {
  private static final String NOT_HANDED_ON =
      "writ: the output is too long for the next program, which read only its beginning\n";

  public LaunchResult {
    exits = List.copyOf(exits);
  }

  /// The possible reasons for ending a launch.
  public enum LaunchBound {
    /// None: it ended by itself, or a caller stopped it.
    NONE,
    /// Its time was over.
    TIME,
    /// It took more memory than it may.
    MEMORY
  }

  /// Whether it was ended at its time limit.
  public boolean timedOut() {
    return bound == LaunchBound.TIME;
  }

  /// The last stage's end, which is the pipeline's.
  public Exit exit() {
    return exits.getLast();
  }

  /// The end of this launch and of another one that read what this one printed, as one pipeline.
  public LaunchResult before(LaunchResult reader) {
    return new LaunchResult(
        joined(exits, reader.exits),
        reader.stdout,
        stderr
            .and(stdout.cut() ? StreamOutput.of(NOT_HANDED_ON) : StreamOutput.NONE)
            .and(reader.stderr),
        reader.bound,
        took.plus(reader.took),
        report.and(reader.report));
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  /// How a process ended.
  public sealed interface Exit {
    /// By itself, with 0 to 255.
    record Code(int code) implements Exit {}

    /// By a signal.
    record Signal(int number, String name) implements Exit {
      private static final List<String> NAMES =
          List.of(
              ("HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD"
                      + " CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS")
                  .split(" "));

      public static Signal of(int number) {
        boolean named = number >= 1 && number <= NAMES.size();
        return new Signal(number, named ? "SIG" + NAMES.get(number - 1) : "SIG" + number);
      }
    }

    /// A shell's exit status: the code, or 128 and the signal's number.
    default int status() {
      return switch (this) {
        case Code(int code) -> code;
        case Signal(int number, String _) -> 128 + number;
      };
    }
  }

  /// One stream's bytes, the beginning kept.
  public static final class StreamOutput {
    static final StreamOutput NONE = of("");

    private final byte[] bytes;
    private final long totalBytes;

    public StreamOutput(byte[] bytes, long totalBytes) {
      this.bytes = bytes;
      this.totalBytes = totalBytes;
    }

    static StreamOutput of(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return new StreamOutput(bytes, bytes.length);
    }

    StreamOutput and(StreamOutput more) {
      byte[] both = Arrays.copyOf(bytes, bytes.length + more.bytes.length);
      System.arraycopy(more.bytes, 0, both, bytes.length, more.bytes.length);
      return new StreamOutput(both, totalBytes + more.totalBytes);
    }

    /// The stored output.
    public byte[] bytes() {
      return bytes.clone();
    }

    /// The kept bytes as UTF-8; malformed ones are shown as the replacement character.
    public String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    /// How many bytes were written.
    public long totalBytes() {
      return totalBytes;
    }

    /// Whether there was more than was kept.
    public boolean cut() {
      return totalBytes > bytes.length;
    }
  }

  /// Further facts.
  ///
  /// @param sandbox the mechanism's name
  /// @param reverted protected paths that the command had changed; they are as before
  /// @param lost protected paths that it changed and that could not be restored
  /// @param moves refs of Git that were changed meanwhile, restored or not
  /// @param refusedHosts hosts that it asked for in vain, with ports
  /// @param allEnded whether it is certain that none of its processes is left
  public record Report(
      String sandbox,
      List<Path> reverted,
      List<Path> lost,
      List<RefMove> moves,
      List<String> refusedHosts,
      boolean allEnded) {
    public Report {
      reverted = List.copyOf(reverted);
      lost = List.copyOf(lost);
      moves = List.copyOf(moves);
      refusedHosts = List.copyOf(refusedHosts);
    }

    Report and(Report later) {
      return new Report(
          later.sandbox,
          joined(reverted, later.reverted),
          joined(lost, later.lost),
          joined(moves, later.moves),
          joined(refusedHosts, later.refusedHosts),
          allEnded && later.allEnded);
    }
  }
}
