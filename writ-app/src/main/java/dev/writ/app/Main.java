// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app;

import dev.writ.app.front.InertOutput;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.PipedOutput;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.ProgramVersion;
import dev.writ.kernel.door.Gate;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The entry point.
public final class Main {
  private static final int BUFFER_BYTES = 16 * 1024;

  private Main() {}

  /// Runs `writ` with the given command line.
  public static void main(String[] args) {
    if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
      PrintStream out = stream(FileDescriptor.out, false);
      out.println(ProgramVersion.line());
      if (out.checkError()) {
        stream(FileDescriptor.err, true).println(CommandTable.LOST);
        end(ExitCode.FAILED);
      }
      return;
    }
    end(run(List.of(args)));
  }

  /// Ends the process. Halting skips waiting for idle threads; everything durable was forced
  /// before.
  static void end(ExitCode exit) {
    Runtime.getRuntime().halt(exit.code());
  }

  /// Runs one command line with the process's own streams.
  static ExitCode run(List<String> line) {
    PrintStream out = stream(FileDescriptor.out, false);
    PrintStream err = stream(FileDescriptor.err, true);
    ExitCode exit =
        sealed(err)
            ? CommandTable.run(line, ProcessContext.ofProcess(System.in, out, err))
            : ExitCode.FAILED;
    out.flush();
    err.flush();
    return exit;
  }

  /// Warrants can be forged by reflection unless the kernel is a named module that opens nothing;
  /// then nothing runs.
  private static boolean sealed(PrintStream err) {
    Module kernel = Gate.class.getModule();
    boolean closed =
        kernel.isNamed()
            && kernel.getPackages().stream()
                .noneMatch(
                    name -> kernel.isOpen(name, Main.class.getModule()) || kernel.isOpen(name));
    if (!closed) {
      err.println(
          "writ: the kernel is not a closed module, so warrants could be forged; start Writ with"
              + " the ./writ script");
    }
    return closed;
  }

  private static PrintStream stream(FileDescriptor descriptor, boolean flushLines) {
    OutputStream output =
        descriptor.valid() // else this process itself has closed it
            ? new FileOutputStream(descriptor)
            : OutputStream.nullOutputStream();
    return new PrintStream(
        new InertOutput(new BufferedOutputStream(new PipedOutput(output), BUFFER_BYTES)),
        flushLines,
        StandardCharsets.UTF_8);
  }
}
