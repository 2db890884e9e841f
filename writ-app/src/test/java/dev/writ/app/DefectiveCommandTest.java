// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.testkit.TemporaryWorkspace;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// A defect above the gate ends a command with a message and an exit code, not with a stack trace.
class DefectiveCommandTest {
  /// Standard input of a terminal driver with a defect.
  private static final class Defective extends InputStream {
    private final Supplier<Throwable> defect;

    Defective(Supplier<Throwable> defect) {
      this.defect = defect;
    }

    @Override
    public int read() {
      switch (defect.get()) {
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case Throwable e -> throw new AssertionError(e);
      }
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
      return read();
    }
  }

  private static String chat(Supplier<Throwable> defect) {
    try (TemporaryWorkspace workspace = TemporaryWorkspace.empty();
        TemporaryWorkspace home = TemporaryWorkspace.empty()) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      ExitCode exit =
          CommandTable.run(
              List.of("chat"),
              new ProcessContext(
                  Map.of("WRIT_PROVIDER", "ollama", "WRIT_MODEL", "none"),
                  home.root(),
                  workspace.root(),
                  new Defective(defect),
                  new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8),
                  new PrintStream(err, false, StandardCharsets.UTF_8)));
      assertThat(exit).isEqualTo(ExitCode.FAILED);
      return err.toString(StandardCharsets.UTF_8);
    }
  }

  @Test
  void aDefectIsReportedWithWhereItIs() {
    String shown = chat(() -> new IllegalStateException("no \u001b[31mcolour"));

    assertThat(shown)
        .contains(
            "writ: INTERNAL_ERROR: java.lang.IllegalStateException: the reader of standard input",
            "  because of java.lang.IllegalStateException: no ",
            "  at dev.writ.app.DefectiveCommandTest",
            "report these lines")
        .doesNotContain("\u001b", "java.base", "Exception in thread");
    assertThat(shown.lines().filter(line -> line.startsWith("  at "))).hasSizeLessThan(7);
  }

  @Test
  void soIsAnErrorOfTheMachine() {
    assertThat(chat(() -> new StackOverflowError("too deep")))
        .contains("  because of java.lang.StackOverflowError: too deep");
  }
}
