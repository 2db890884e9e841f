// Implements: docs/spec/17-quality.md §17.4 (Packaging)
package dev.writ.app;

import dev.writ.app.process.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/// Runs several command lines one after the other, for the JVM's cache to be made of: it learns
/// from one process only, and what a session needs differs from place to place.
public final class TrainingMain {
  private static final String END = ";";

  private TrainingMain() {}

  /// Runs the command lines, between which `;` stands, until one fails. The first has the terminal;
  /// the others have none, as runs of scripts have none.
  public static void main(String[] args) throws IOException {
    ExitCode last = ExitCode.DONE;
    List<String> line = new ArrayList<>();
    for (String arg : args) {
      if (!arg.equals(END)) {
        line.add(arg);
      } else if (last == ExitCode.DONE) {
        last = Main.run(line);
        System.in.close(); // the JDK leads both to /dev/null
        System.setIn(InputStream.nullInputStream());
        System.out.close();
        line.clear();
      }
    }
    Main.end(last);
  }
}
