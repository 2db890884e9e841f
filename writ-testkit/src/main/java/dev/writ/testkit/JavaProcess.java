// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Another JVM with the class path of a test, for tests that kill a process or need several.
public final class JavaProcess {
  private JavaProcess() {}

  /// The command that runs a class of the module's tests.
  public static ProcessBuilder of(Class<?> main, String... arguments) {
    List<String> paths = new ArrayList<>();
    paths.add(Path.of("target/test-classes").toAbsolutePath().toString());
    for (String property : List.of("java.class.path", "jdk.module.path")) {
      String path = System.getProperty(property, "");
      if (!path.isEmpty()) {
        paths.add(path);
      }
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            String.join(File.pathSeparator, paths),
            main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }
}
