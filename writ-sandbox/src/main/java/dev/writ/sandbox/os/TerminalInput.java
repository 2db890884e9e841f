// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.sandbox.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The terminal behind standard streams.
@SuppressWarnings("restricted") // native access is what this class is for
public final class TerminalInput {
  private static final int STANDARD_INPUT = 0;
  private static final int TCIFLUSH_LINUX = 0;
  private static final int TCIFLUSH_BSD = 1;

  private TerminalInput() {}

  /// Discards what was typed and not read yet, an unfinished line included (`tcflush(3)`). Does
  /// nothing where standard input is not a terminal.
  public static void discard() {
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> flush = linker.defaultLookup().find("tcflush");
    if (flush.isEmpty()) {
      return;
    }
    int queue =
        System.getProperty("os.name", "").startsWith("Linux") ? TCIFLUSH_LINUX : TCIFLUSH_BSD;
    try {
      int _ =
          (int)
              linker
                  .downcallHandle(flush.get(), FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT))
                  .invokeExact(STANDARD_INPUT, queue);
    } catch (Throwable t) {
      throw new IllegalStateException("tcflush cannot be called", t);
    }
  }

  /// Whether a file descriptor is a terminal (`isatty(3)`).
  public static boolean isTerminal(int descriptor) {
    return mayBeTerminal(descriptor) && asked(descriptor);
  }

  /// False if the kernel's name for it is sufficient (`proc(5)`): linking a function of the C
  /// library takes a tenth of a short run.
  private static boolean mayBeTerminal(int descriptor) {
    try {
      String name = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return !name.startsWith("pipe:")
          && !name.startsWith("socket:")
          && !name.equals("/dev/null")
          && !Files.isRegularFile(Path.of(name));
    } catch (IOException _) {
      return true;
    }
  }

  private static boolean asked(int descriptor) {
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> isTerminal = linker.defaultLookup().find("isatty");
    if (isTerminal.isEmpty()) {
      return false;
    }
    try {
      return (int)
              linker
                  .downcallHandle(isTerminal.get(), FunctionDescriptor.of(JAVA_INT, JAVA_INT))
                  .invokeExact(descriptor)
          == 1;
    } catch (Throwable t) {
      throw new IllegalStateException("isatty cannot be called", t);
    }
  }
}
